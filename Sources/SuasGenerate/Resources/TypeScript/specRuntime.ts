import { type RandomIds, type SpecClock, SystemClock, systemIds } from "./clock.js";
import type { EffectEntry, EffectRunner } from "./effectRunner.js";
import {
  type EffectAnswer,
  type EffectError,
  effectError,
  type EffectPerformer,
  type EffectRun,
  type Response,
} from "./effects.js";
import { areSame } from "./equality.js";
import { ActionError, failureOf, rule } from "./failure.js";
import { int } from "./int.js";
import {
  actionType,
  boxedPayload,
  type Change,
  evaluated,
  type ListenerDefinition,
  type MiddlewareDefinition,
  type Reaction,
  type Restoration,
  type Scope,
  type SpecDefinition,
  type SpecStep,
} from "./spec.js";
import {
  type Action,
  asyncMiddleware,
  type Dispatcher,
  type Middleware,
  type Next,
  type State,
  Store,
  type StoreOptions,
  type Subscription,
} from "./store.js";
import type { Timestamp } from "./time.js";
import { LateDefault } from "./types.js";
import { Optional } from "./values.js";

/** What a running spec needs from its app. */
export interface SpecHost {
  /** The source of the time; the system's clock if it is left out. */
  readonly clock?: SpecClock;
  /** Performs requests; without it, effects wait for an answer or time out. */
  readonly performer?: EffectPerformer;
  /** The source of ids. */
  readonly ids?: RandomIds;
  /** True if promises at rest are judged. */
  readonly judgesAtRest?: boolean;
  /** The middleware that `logger` stands for, if any. */
  readonly logger?: Middleware;
  /** The middleware that `monitor` stands for, if any. */
  readonly monitor?: Middleware;
}

/** The settings of a store of a spec. */
export interface SpecStoreOptions<S> extends StoreOptions {
  /** The restored state to begin with, in place of `initialState`. */
  readonly restoring?: Restoration<S>;
  /** Adds listeners, before the steps of a new store are run. */
  readonly listen?: (store: Store<S>) => void;
}

/** Callbacks for the events of a runtime. */
export interface RuntimeObserver {
  told(listener: string, boxed: unknown): void;
  failed(error: ActionError): void;
  effectFailed(effect: string, error: EffectError, place: string | null): void;
  /** A try of an effect has begun. */
  requested(effect: string, run: EffectRun): void;
  /** Returns true if the spec itself may dispatch or hand on one more action. */
  mayGoOn(): boolean;
}

/** A run of an effect in a session log: the id of the action that started it, and its number among that action's runs. */
export interface LoggedEffect {
  readonly of: number;
  readonly nth: number;
}

/** Notes what a runtime does. */
export interface RuntimeRecorder {
  failed(error: ActionError): void;
  listening(name: string, isAdded: boolean): void;
  /** Notes a time or an id that middleware, a listener or an effect read. */
  read(kind: "now" | "uuid", value: unknown): void;
  /** Notes the defaults that were read for an action of the spec itself. */
  completed(action: Action, whole: Action): void;
  /** Notes where the next action comes from that the spec itself dispatches, and returns it. */
  dispatching(action: Action, isFromListener: boolean): Action;
  /** The present action's next run of an effect. */
  begins(): LoggedEffect;
  happened(kind: "start" | "timeout" | "cancel", entry: EffectEntry): void;
  /** Notes an answer; null is the end of a delay or interval. */
  answered(entry: EffectEntry, answer: EffectAnswer | null): void;
  /** Does the work of an event of an effect, which is the cause of what happens in it. */
  within(entry: EffectEntry, work: () => void): void;
}

type AnyScope = Scope<never, never>;

/** Runs the parts of a spec around its reducers on one store: its middleware, its listeners and its effects. */
export class SpecRuntime {
  readonly clock: SpecClock;
  readonly performer: EffectPerformer | null;
  /** Null for a spec without effects. */
  readonly effects: EffectRunner | null;
  observer: RuntimeObserver | null = null;
  /** The recorder of a session, if there is one. */
  recorder: RuntimeRecorder | null = null;
  /** The listeners that were removed (false), and those that were added again, in the order in which this happened. */
  readonly listenerChanges = new Map<string, boolean>();
  judgesAtRest: boolean;
  readonly ids: RandomIds;
  private store: Store<never> | null = null;
  /** The number of dispatches and events of effects that have not come to their end. */
  private unfinished = 0;

  constructor(
    readonly spec: SpecDefinition,
    private readonly host: SpecHost = {},
  ) {
    this.clock = host.clock ?? new SystemClock();
    this.performer = host.performer ?? null;
    this.ids = host.ids ?? systemIds;
    this.judgesAtRest = host.judgesAtRest ?? true;
    this.effects = spec.effectRunner?.(this) ?? null;
  }

  /** The spec's middleware, in the order of declaration. */
  get middleware(): readonly Middleware[] {
    const all: Middleware[] = [];
    if ((this.spec.atRest ?? []).length > 0) {
      all.push((action, _store, next) => this.untilRest(() => void next(action)));
    }
    if (this.spec.actions.some((type) => type.hasLateDefaults)) {
      all.push((action, _store, next) => void next(this.completed(action)));
    }
    for (const named of this.spec.middleware ?? []) {
      if (named === "logger") all.push(...(this.host.logger === undefined ? [] : [this.host.logger]));
      else if (named === "monitor") all.push(...(this.host.monitor === undefined ? [] : [this.host.monitor]));
      else if (named === "async") all.push(this.asyncMiddleware);
      else all.push((action, store, next) => this.run(named, action, store, next));
    }
    return all;
  }

  private get asyncMiddleware(): Middleware {
    const { effects } = this;
    return effects === null ? asyncMiddleware : (action, store, next) => effects.handle(action, store, next);
  }

  /**
   * Makes a store with the spec's reducers, checks and middleware, adds the spec's listeners to it, and runs
   * its first steps.
   */
  createStore<S>(options: SpecStoreOptions<S> = {}): Store<S> {
    const store = this.detachedStore<S>(options);
    this.attach(store, options);
    return store;
  }

  /** Makes the store without the spec's listeners. */
  detachedStore<S>(options: SpecStoreOptions<S> = {}): Store<S> {
    return new Store<S>(this.spec.reducers, this.storeOptions(options));
  }

  /** The settings of a store with the spec's checks and middleware. */
  storeOptions<S>(options: SpecStoreOptions<S>): StoreOptions {
    return {
      ...options,
      initialState: (options.restoring?.state as State | undefined) ?? options.initialState,
      middleware: [...this.middleware, ...(options.middleware ?? [])],
      validations: [...(this.spec.validations ?? []), ...(options.validations ?? [])],
      refusal: (action) => this.refusal(action),
    };
  }

  /**
   * Adds the spec's listeners to the store, in the order of declaration, runs the first steps of the store, and
   * returns the listeners by name.
   */
  attach<S>(store: Store<S>, options: SpecStoreOptions<S> = {}): ReadonlyMap<string, Subscription> {
    this.store = store as unknown as Store<never>;
    store.aroundReset = (work) => this.untilRest(work);
    const subscriptions = new Map<string, Subscription>();
    this.untilRest(() => {
      for (const definition of this.spec.listeners ?? []) {
        const added = new DeclaredListener(definition, this).add(store as unknown as Store);
        subscriptions.set(definition.name, this.noting(definition.name, added));
      }
      options.listen?.(store);
      this.spec.saved?.react(this, store as unknown as Store<never>, options.restoring);
    });
    return subscriptions;
  }

  /** A subscription whose removal is noted, as is that it is added again. */
  private noting(name: string, inner: Subscription): Subscription {
    let isAdded = true;
    const note = (isNow: boolean): void => {
      if (isAdded === isNow) return;
      isAdded = isNow;
      this.listenerChanges.delete(name);
      this.listenerChanges.set(name, isNow);
      this.recorder?.listening(name, isNow);
    };
    return {
      ...inner,
      add: () => {
        inner.add();
        note(true);
      },
      remove: () => {
        inner.remove();
        note(false);
      },
    };
  }

  /** Ends all effects under way, without an outcome. */
  cancelEffects(): void {
    this.effects?.cancelAll();
  }

  /** The error for a constraint that the payload of an action breaks; null if it breaks none. */
  refusal(action: Action): ActionError | null {
    const type = actionType(this.spec, action);
    if (type === undefined) return null;
    const violation = type.violation((action.payload as object | undefined) ?? {}, null);
    return violation && new ActionError("constraint-violated", violation.message, violation.place);
  }

  report(error: ActionError): void {
    this.recorder?.failed(error);
    if (this.observer !== null) this.observer.failed(error);
    else this.store?.report(error);
  }

  /** True if the spec itself may dispatch or hand on one more action. */
  mayGoOn(): boolean {
    return this.observer?.mayGoOn() ?? true;
  }

  /** The current time, as the spec reads it. */
  get now(): Timestamp {
    const { now } = this.clock;
    this.recorder?.read("now", now);
    return now;
  }

  /** A new random id, as the spec reads it. */
  readonly uuid = (): string => {
    const id = this.ids();
    this.recorder?.read("uuid", id);
    return id;
  };

  /** An action of the spec itself with those defaults filled in that are read at dispatch. */
  completed(action: Action): Action {
    const whole = this.filled(action);
    if (whole !== action) this.recorder?.completed(action, whole);
    return whole;
  }

  /** An action with those defaults filled in, which are part of an app's own. */
  filled(action: Action): Action {
    const type = actionType(this.spec, action);
    if (type === undefined || !type.hasLateDefaults) return action;
    const payload = action.payload as object;
    let isOpen = false;
    const values = type.fields.map((field) => {
      const value = type.valueOf(payload, field);
      const isLate = value === field.default && (value === LateDefault.now || value === LateDefault.uuid);
      if (!isLate) return value;
      isOpen = true;
      return value === LateDefault.now ? this.clock.now : this.ids();
    });
    return isOpen ? { ...action, payload: type.make(values) } : action;
  }

  /** What a step of middleware or of an effect reads. */
  scope(store: Dispatcher, action: Action, outcome: Response | EffectError | null): AnyScope {
    const { spec } = this;
    const now = (): Timestamp => this.now;
    const scope: Scope<State, Action> = {
      get state() {
        return store.getState();
      },
      action,
      get payload() {
        return boxedPayload(spec, action);
      },
      response: outcome as Response,
      error: outcome as EffectError,
      get now() {
        return now();
      },
      uuid: this.uuid,
    };
    return scope as unknown as AnyScope;
  }

  /** The change that a listener is told of. */
  change(before: unknown, after: unknown): Change<never> {
    const now = (): Timestamp => this.now;
    const change: Change<unknown> = {
      old: before,
      new: after,
      get now() {
        return now();
      },
      uuid: this.uuid,
    };
    return change as Change<never>;
  }

  /** Does the work of a step. */
  perform(reaction: Reaction, store: { dispatch(action: Action): void }, isFromListener = false): void {
    if (reaction.kind === "cancel") {
      this.effects?.cancel(reaction.effect, reaction.key);
      return;
    }
    const action = this.completed(reaction.action);
    store.dispatch(this.recorder?.dispatching(action, isFromListener) ?? action);
  }

  /** Does the work of a step of a listener. */
  performInRound(reaction: Reaction): void {
    const { store } = this;
    if (store === null) return;
    if (reaction.kind === "dispatch") this.perform(reaction, store, true);
    else store.afterRound(() => this.perform(reaction, store));
  }

  // Promises at rest

  /** Does some work, and judges the promises unless it is part of other such work. */
  untilRest(work: () => void): void {
    this.unfinished += 1;
    try {
      work();
    } finally {
      this.unfinished -= 1;
      this.judge();
    }
  }

  private judge(): void {
    const { store, unfinished } = this;
    const promises = this.spec.atRest ?? [];
    if (!this.judgesAtRest || unfinished !== 0 || store === null || promises.length === 0) return;
    store.whileStill(() => {
      for (const promise of promises) {
        const error = promise(store.getState() as State, (effect) => int(this.effects?.count(effect) ?? 0));
        if (error !== null) this.report(error);
      }
    });
  }

  // Middleware

  private run(
    definition: MiddlewareDefinition<never, never>,
    action: Action,
    store: Dispatcher,
    next: Next,
  ): void {
    const isMeant = definition.actions?.includes(action.type) ?? actionType(this.spec, action) !== undefined;
    if (!isMeant) {
      next(action);
      return;
    }
    try {
      const scope = this.scope(store, action, null);
      if (rule(definition.conditionPlace ?? "", () => definition.condition?.(scope)) === false) {
        if (this.mayGoOn()) next(action);
        return;
      }
      for (const step of definition.steps) {
        if (this.take(step, action, store, next)) return;
      }
    } catch (error) {
      this.report(failureOf(error).toActionError());
    }
  }

  /** Takes a step, which reads the store anew; returns true if no other step follows. */
  private take(step: SpecStep<AnyScope>, action: Action, store: Dispatcher, next: Next): boolean {
    const scope = this.scope(store, action, null);
    if (step.kind === "dispatch" || step.kind === "cancel") {
      this.react(step, scope, store);
      return false;
    }
    const handedOn = rule(step.place, () => {
      if (step.condition?.(scope) === false) return null;
      return step.kind === "next" ? action : step.make(scope);
    });
    if (handedOn === null) return false;
    const whole = step.kind === "next" ? handedOn : this.completed(handedOn);
    if (!this.mayGoOn()) return false;
    const error = next(whole);
    if (error === null) return false;
    // The other steps count on what the action does.
    for (const reaction of step.onRefused ?? []) {
      this.react(reaction, this.scope(store, action, effectError(error.code, error.message)), store);
    }
    return true;
  }

  private react(step: SpecStep<AnyScope>, scope: AnyScope, store: Dispatcher): void {
    const reaction = evaluated(step, scope);
    if (reaction !== null && this.mayGoOn()) this.perform(reaction, store);
  }
}

/** A listener that a spec declares, on a store. */
class DeclaredListener {
  /** The value before the change that the listener is about to be told of. */
  private old: unknown = null;

  constructor(
    private readonly definition: ListenerDefinition<never, never>,
    private readonly runtime: SpecRuntime,
  ) {}

  add(store: Store): Subscription {
    const keep = (before: unknown): boolean => {
      this.old = before;
      return true;
    };
    const tell = (after: unknown): void => this.tell(after);
    const { stateKey } = this.definition;
    return stateKey === undefined ? store.addListener(tell, keep) : store.addKeyListener(stateKey, tell, keep);
  }

  private tell(after: unknown): void {
    const before = this.old;
    this.old = null;
    const { definition, runtime } = this;
    try {
      const change = this.change(before, after);
      if (change === null) return;
      const steps = (definition.reactions ?? []).map((step) => evaluated(step, change));
      runtime.observer?.told(definition.name, definition.type.box(change.new));
      for (const reaction of steps) {
        if (reaction !== null && runtime.mayGoOn()) runtime.performInRound(reaction);
      }
    } catch (error) {
      runtime.report(failureOf(error).toActionError());
    }
  }

  /** The change to tell the listener of; null if it is not told. */
  private change(before: unknown, after: unknown): Change<never> | null {
    const { definition, runtime } = this;
    const { selector, stateFilter, filter, filterPlace = "" } = definition;
    if (selector === undefined) {
      const change = runtime.change(before, after);
      if (definition.isForChanges === true) return areSame(before, after) ? null : change;
      return filter !== undefined && !rule(filterPlace, () => filter(change)) ? null : change;
    }
    if (stateFilter !== undefined && !rule(filterPlace, () => stateFilter(runtime.change(before, after)))) return null;
    const selected: Optional<unknown> = rule(selector.place, () => selector.select(after as never));
    if (!selected.hasValue) return null;
    const former = this.selectedBefore(before);
    if (definition.isForChanges === true && former.hasValue && areSame(former.value, selected.value)) return null;
    return runtime.change(former.hasValue ? former.value : null, selected.value);
  }

  private selectedBefore(before: unknown): Optional<unknown> {
    if (before === null) return Optional.none();
    try {
      return this.definition.selector?.select(before as never) ?? Optional.none();
    } catch (error) {
      failureOf(error);
      return Optional.none();
    }
  }
}

