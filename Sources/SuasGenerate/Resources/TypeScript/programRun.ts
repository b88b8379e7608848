import { type RandomIds, seededIds, VirtualClock } from "./clock.js";
import type { EffectEntry } from "./effectRunner.js";
import type { EffectAnswer, EffectError, EffectRequest, EffectRun } from "./effects.js";
import { ActionError } from "./failure.js";
import { OrderedMap } from "./map.js";
import { actionType, type Restoration, type SpecDefinition } from "./spec.js";
import { SpecRuntime } from "./specRuntime.js";
import type { Action, State, Store, Subscription } from "./store.js";
import type { Duration, Timestamp } from "./time.js";

const LIMIT = 100_000;

/** A store with what runs the spec on it. */
interface Present<S> {
  readonly store: Store<S>;
  readonly runtime: SpecRuntime;
  readonly listeners: ReadonlyMap<string, Subscription>;
}

/**
 * A spec that runs on a store of its own, with a clock that moves only when it is told to; it has what
 * happened since it was last cleared.
 */
export class ProgramRun<S = State> {
  /** True if a reducer handled the action that was dispatched, or one that replaced it. */
  isHandled = false;
  /** The errors, in their order. */
  errors: ActionError[] = [];
  /** The actions that reached the reducers, including refused ones. */
  actions: Action[] = [];
  /** The listeners that were told something, each with that, boxed. */
  notified: { readonly name: string; readonly value: unknown }[] = [];
  /** The tries of effects that began, each with what it asks for. */
  requests: { readonly effect: string; readonly run: EffectRun }[] = [];
  /** The effects that failed, each with the failure and its place. */
  failures: { readonly effect: string; readonly error: EffectError; readonly place: string | null }[] = [];
  /** The result of the start or of the last restart; null if nothing was found. */
  restoration: Restoration | null = null;
  private readonly clock: VirtualClock;
  private readonly ids: RandomIds;
  private present: Present<S>;
  private movements = 0;

  /**
   * @param start The time at which the clock starts.
   * @param seed The seed of random ids.
   * @param state Sub-states to begin with, in place of the reducers' own, by state key.
   * @param text The saved text that the program finds; null to begin with the sub-states.
   */
  constructor(
    private readonly spec: SpecDefinition,
    start: Timestamp,
    seed: bigint = 0n,
    state: State = {},
    text: string | null = null,
  ) {
    this.clock = new VirtualClock(start);
    this.ids = seededIds(seed);
    this.present = this.begun(text, state);
  }

  private begun(text: string | null, state: State): Present<S> {
    const { spec, clock, ids } = this;
    const restoration = text === null ? null : (spec.saved?.restore(spec, text) ?? null);
    this.restoration = restoration;
    const runtime = new SpecRuntime(spec, { clock, ids, judgesAtRest: true });
    const options = {
      initialState: state,
      ...(restoration === null ? {} : { restoring: restoration as unknown as Restoration<S> }),
    };
    const store = runtime.detachedStore<S>(options);
    store.observer = (action, keys, depth) => {
      if (actionType(spec, action) === undefined) return;
      if (depth === 0 && keys.length > 0) this.isHandled = true;
      this.actions.push(action);
    };
    store.addErrorListener((error) => this.errors.push(error));
    runtime.observer = {
      told: (name, value) => void this.notified.push({ name, value }),
      failed: (error) => void this.errors.push(error),
      effectFailed: (effect, error, place) => void this.failures.push({ effect, error, place }),
      requested: (effect, run) => void this.requests.push({ effect, run }),
      mayGoOn: () => this.mayGoOn(),
    };
    return { store, runtime, listeners: runtime.attach(store, options) };
  }

  /**
   * Ends the store with all of its effects, and begins another with what was saved, while the clock goes on.
   *
   * @param text The saved text that the program finds; null for that of the present state.
   */
  restart(text: string | null = null): void {
    const found = text ?? this.savedText;
    // Nothing is promised of a store that ends.
    this.runtime.judgesAtRest = false;
    this.runtime.cancelEffects();
    this.present = this.begun(found, {});
  }

  /** The text that would be saved, without the time; null if nothing is. */
  get savedText(): string | null {
    return this.spec.saved?.text(this.store.getState() as unknown as State, null) ?? null;
  }

  /** The program's store. */
  get store(): Store<S> {
    return this.present.store;
  }

  get runtime(): SpecRuntime {
    return this.present.runtime;
  }

  private mayGoOn(): boolean {
    this.movements += 1;
    if (this.movements === LIMIT + 1) {
      const message = `middleware and listeners dispatch more than ${LIMIT} actions in answer`;
      this.errors.push(new ActionError("cost-exceeded", message));
    }
    return this.movements <= LIMIT;
  }

  private get underWay(): readonly EffectEntry[] {
    return this.runtime.effects?.pending ?? [];
  }

  /** The pending effects, oldest first. */
  get pending(): readonly EffectEntry[] {
    return this.underWay.filter((entry) => !entry.isSuperseded);
  }

  /** Forgets what happened. */
  clear(): void {
    this.movements = 0;
    this.isHandled = false;
    this.errors = [];
    this.actions = [];
    this.notified = [];
    this.requests = [];
    this.failures = [];
  }

  /** Dispatches an action some times, or until there is an error. */
  dispatch(action: Action, times = 1): void {
    for (let count = 0; count < times && this.errors.length === 0; count += 1) {
      this.movements = 0;
      this.store.dispatch(this.runtime.filled(action));
    }
  }

  /** Moves the clock; returns the reason if it cannot go that far. */
  advance(duration: Duration): string | null {
    const end = this.clock.now.laterClamped(duration);
    if (end.total < this.clock.now.total + duration.nanoseconds) {
      return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z";
    }
    if (!this.clock.advance(duration)) {
      const message = `more than ${LIMIT} things happen while the time passes`;
      this.errors.push(new ActionError("cost-exceeded", message));
    }
    return null;
  }

  /**
   * Answers a pending effect; returns the reason if there is none.
   *
   * @param which Its number among those of its name, counted from 0.
   */
  respond(name: string, which: number, answer: EffectAnswer): string | null {
    const effect = (this.spec.effects ?? []).find((one) => one.name === name);
    if (effect === undefined) return `there is no effect '${name}'`;
    if (effect.kind === "every") return `the effect '${name}' has an outcome at every interval, and takes no answer`;
    const named = this.underWay.filter((entry) => entry.effect.name === name);
    const entry = named[which];
    if (entry !== undefined) {
      this.runtime.effects?.finish(entry, answer);
      return null;
    }
    if (named.length === 0) return `no effect '${name}' is pending that could be answered`;
    return `no effect '${name}' of this number is pending: there are ${named.length}, counted from 0`;
  }

  /** Ends the oldest effect of a name without an outcome; returns the reason if there is none. */
  cancel(name: string): string | null {
    if (this.runtime.effects?.cancelOldest(name) === true) return null;
    return `no effect '${name}' is under way that could be cancelled`;
  }

  listen(name: string): void {
    this.present.listeners.get(name)?.add();
  }

  unlisten(name: string): void {
    this.present.listeners.get(name)?.remove();
  }
}

/** The request of an effect as drivers and tests show it. */
export function shownRun(run: EffectRun): OrderedMap<string, unknown> {
  switch (run.kind) {
    case "delay":
      return OrderedMap.from({ delay: run.duration as unknown });
    case "every":
      return OrderedMap.from({ every: run.interval as unknown });
    case "request":
      return shownRequest(run.request);
  }
}

function shownRequest(request: EffectRequest): OrderedMap<string, unknown> {
  switch (request.kind) {
    case "http": {
      const { method, url, headers, body } = request;
      return OrderedMap.from({ http: OrderedMap.from<unknown>({ method, url, headers, body }) });
    }
    case "read-file":
      return OrderedMap.from({ "read-file": request.path });
    case "write-file":
      return OrderedMap.from({ "write-file": OrderedMap.from({ path: request.path, value: request.text }) });
    case "custom":
      return OrderedMap.from({ custom: OrderedMap.from({ name: request.name as unknown, input: request.input }) });
  }
}
