import type { EffectAnswer } from "./effects.js";
import { toJson } from "./json.js";
import { OrderedMap } from "./map.js";
import { ProgramRun, shownRun } from "./programRun.js";
import { boxedPayload, type SpecDefinition } from "./spec.js";
import type { Action, State } from "./store.js";
import { Duration, Timestamp } from "./time.js";

/** What a step leads to besides its outcome. */
export interface StepOptions {
  /** The codes of the errors that the step must lead to; none if they are left out. */
  readonly errors?: readonly string[];
}

/**
 * A scenario under way: the program of a spec, with a clock that only the scenario moves.
 *
 * Everything that happened is of the last step. Each step has the codes of the errors that it must lead to.
 */
export class ScenarioRun<S> {
  private readonly run: ProgramRun<S>;

  /**
   * @param clock The time at which the clock starts.
   * @param options The seed of random ids, and sub-states to begin with, by state key, or the saved text that
   * the program finds.
   */
  constructor(
    private readonly spec: SpecDefinition,
    clock: string,
    options: { readonly seed?: bigint; readonly state?: Partial<S>; readonly saved?: string } = {},
  ) {
    const { seed = 0n, state = {}, saved = null } = options;
    this.run = new ProgramRun<S>(spec, Timestamp.of(clock), seed, state as State, saved);
  }

  /** The state, whose maps a deep comparison sees as they are. */
  get state(): S {
    const state = this.run.store.getState();
    settle(state);
    return state;
  }

  /** True if a reducer handled the step's action, or one that replaced it. */
  get isHandled(): boolean {
    return this.run.isHandled;
  }

  /** The names of the listeners that were told something, each with that as JSON. */
  get notified(): readonly string[] {
    return this.run.notified.map(({ name, value }) => `${name} ${toJson(value)}`);
  }

  /** The names of the actions that reached the reducers, each with its payload as JSON. */
  get actions(): readonly string[] {
    return this.run.actions.map((action) => `${action.type} ${toJson(boxedPayload(this.spec, action))}`);
  }

  /** The names of the pending effects, oldest first. */
  get effects(): readonly string[] {
    return this.run.pending.map((entry) => entry.effect.name);
  }

  /** The names of the effects that were started or tried again, each with what it asks for as JSON. */
  get requests(): readonly string[] {
    return this.run.requests.map(({ effect, run }) => `${effect} ${toJson(shownRun(run))}`);
  }

  /** The text that would be saved, without the time. */
  get saved(): string {
    return this.run.savedText ?? "";
  }

  /** The version that the start or the last restart found; 0 if there was none. */
  get restoredVersion(): number {
    return this.run.restoration?.version ?? 0;
  }

  /** The state keys that the start or the last restart lost. */
  get lost(): readonly string[] {
    return (this.run.restoration?.lost ?? []).map((loss) => loss.stateKey);
  }

  /** Adds a listener, between steps. */
  listen(name: string): void {
    this.run.listen(name);
  }

  /** Removes a listener, between steps. */
  unlisten(name: string): void {
    this.run.unlisten(name);
  }

  dispatch(action: Action, options: StepOptions & { readonly times?: number } = {}): void {
    this.step(options, () => {
      this.run.dispatch(action, options.times ?? 1);
      return null;
    });
  }

  respond(effect: string, answer: EffectAnswer, options: StepOptions & { readonly which?: number } = {}): void {
    this.step(options, () => this.run.respond(effect, options.which ?? 0, answer));
  }

  cancel(effect: string, options: StepOptions = {}): void {
    this.step(options, () => this.run.cancel(effect));
  }

  advance(duration: string, options: StepOptions = {}): void {
    this.step(options, () => this.run.advance(Duration.of(duration)));
  }

  reset(options: StepOptions = {}): void {
    this.step(options, () => {
      this.run.store.reset();
      return null;
    });
  }

  restart(options: StepOptions & { readonly saved?: string } = {}): void {
    this.step(options, () => {
      this.run.restart(options.saved ?? null);
      return null;
    });
  }

  /** Performs a step, which returns the reason if it cannot be performed. */
  private step(options: StepOptions, body: () => string | null): void {
    this.run.clear();
    const hindrance = body();
    if (hindrance !== null) throw new Error(hindrance);
    const codes = this.run.errors.map((error) => error.code);
    if (codes.join() !== (options.errors ?? []).join()) {
      const wanted = (options.errors ?? []).join(", ");
      throw new Error(`the errors should be [${wanted}], and are [${this.run.errors.join(", ")}]`);
    }
  }
}

/** Gives each map inside of a value a table of its own. */
function settle(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const parts: readonly unknown[] = value instanceof OrderedMap ? value.values() : Object.values(value);
  parts.forEach(settle);
}
