import { areEqual } from "./equality.js";
import { ActionError, type Failure, failureOf, rule } from "./failure.js";
import {
  type EffectAnswer,
  type EffectDefinition,
  type EffectError,
  effectError,
  EffectFailure,
  type EffectRequest,
  type EffectRun,
  mayPass,
  responseOf,
  type Response,
  waitingTime,
} from "./effects.js";
import { evaluated, type Reaction, type Scope, type SpecStep } from "./spec.js";
import type { LoggedEffect, SpecRuntime } from "./specRuntime.js";
import { type Action, type Dispatcher, isAsync, type Next } from "./store.js";
import { Duration, type Timestamp } from "./time.js";

type Definition = EffectDefinition<never, never>;
type AnyScope = Scope<never, never>;

/** One effect under way. */
export interface EffectEntry {
  readonly effect: Definition;
  readonly action: Action;
  readonly key: unknown;
  readonly store: Dispatcher;
  phase: "debounced" | "pending" | "retrying";
  run: EffectRun | null;
  isSuperseded: boolean;
  triesLeft: number;
  retryDelay: Duration;
  alarm: { readonly deadline: Timestamp; readonly order: number } | null;
  cancel: (() => void) | null;
  attempt: number;
  /** The run in the session log; null if it is in none. */
  logged: LoggedEffect | null;
}

function isInLine(one: EffectEntry, other: EffectEntry): boolean {
  return one.effect.name === other.effect.name && areEqual(one.key, other.key);
}

/** True if a run is to end when a newer one supersedes it: nothing answers it only once. */
function endsWhenSuperseded(entry: EffectEntry): boolean {
  const { run } = entry;
  return entry.phase === "retrying" || run?.kind === "delay" || run?.kind === "every" || entry.effect.isStream === true;
}

const MOST_EFFECTS = 10_000;

/** The middleware `async`: starts the spec's effects and follows them to their end; executes an app's own async actions. */
export class EffectRunner {
  /** The effects under way, oldest first. */
  private readonly entries = new Set<EffectEntry>();
  private lastOrder = 0;
  private readonly definitions: ReadonlyMap<string, Definition>;

  constructor(private readonly runtime: SpecRuntime) {
    this.definitions = new Map((runtime.spec.effects ?? []).map((effect) => [effect.name, effect] as const));
  }

  handle(action: Action, store: Dispatcher, next: Next): void {
    const effect = this.definitions.get(action.type);
    if (effect !== undefined) this.take(effect, action, store);
    else if (isAsync(action)) action.execute(store);
    else next(action);
  }

  private get now(): Timestamp {
    return this.runtime.clock.now;
  }

  private scope(entry: EffectEntry, outcome: Response | EffectError | null = null): AnyScope {
    return this.runtime.scope(entry.store, entry.action, outcome);
  }

  private reporting(place: string, body: () => void): void {
    try {
      rule(place, body);
    } catch (error) {
      this.runtime.report(failureOf(error).toActionError());
    }
  }

  private take(effect: Definition, action: Action, store: Dispatcher): void {
    const refusal = this.runtime.refusal(action);
    if (refusal !== null) {
      this.runtime.report(refusal);
      return;
    }
    if (this.entries.size >= MOST_EFFECTS) {
      const message = `more than ${MOST_EFFECTS} effects are under way at once`;
      this.runtime.report(new ActionError("cost-exceeded", message, effect.place));
      return;
    }
    this.reporting(effect.place, () => {
      const scope = this.runtime.scope(store, action, null);
      const entry: EffectEntry = {
        effect,
        action,
        key: effect.key?.(scope) ?? null,
        store,
        phase: "debounced",
        run: null,
        isSuperseded: false,
        triesLeft: 0,
        retryDelay: Duration.zero,
        alarm: null,
        cancel: null,
        attempt: 0,
        logged: this.runtime.recorder?.begins() ?? null,
      };
      if (effect.debounce === undefined) {
        this.begin(entry);
        return;
      }
      const start = this.now.laterClamped(waitingTime(effect.debounce(scope)));
      for (const other of this.entries) {
        if (other.phase === "debounced" && isInLine(other, entry)) {
          this.entries.delete(other);
          break;
        }
      }
      this.entries.add(entry);
      this.wait(entry, start);
      this.rearm();
    });
  }

  /** Starts an effect, which is then pending. */
  private begin(entry: EffectEntry): void {
    const { effect } = entry;
    this.reporting(effect.place, () => {
      const scope = this.scope(entry);
      try {
        entry.run = effect.start(scope);
      } catch (error) {
        throw effect.isSensitive === true ? failureOf(error).withoutValues() : error;
      }
      if (effect.retryDelay !== undefined) {
        entry.retryDelay = waitingTime(effect.retryDelay(scope));
        entry.triesLeft = effect.retryTimes ?? 0;
      }
      entry.phase = "pending";
      entry.alarm = null;
      this.entries.add(entry);
      const ended = effect.isLatest === true ? this.supersede(entry) : [];
      for (const other of ended) other.cancel?.();
      this.perform(entry);
    });
  }

  /** Supersedes all other effects in the line of an entry; removes and returns those that end then. */
  private supersede(newest: EffectEntry): readonly EffectEntry[] {
    const older = Array.from(this.entries).filter(
      (entry) => entry !== newest && entry.phase !== "debounced" && !entry.isSuperseded && isInLine(entry, newest),
    );
    const ended = older.filter(endsWhenSuperseded);
    for (const entry of older) entry.isSuperseded = !ended.includes(entry);
    for (const entry of ended) this.entries.delete(entry);
    return ended;
  }

  /** Has an effect's request performed, and sets the alarm for its end or timeout. */
  private perform(entry: EffectEntry): void {
    const { run } = entry;
    if (run !== null) {
      this.runtime.observer?.requested(entry.effect.name, run);
      const { now } = this;
      if (run.kind === "delay") this.wait(entry, now.laterClamped(run.duration));
      if (run.kind === "every") this.wait(entry, now.laterClamped(run.interval));
      if (run.kind === "request") {
        this.wait(entry, run.timeout && now.laterClamped(run.timeout));
        entry.cancel = this.request(entry, run.request);
      }
    }
    this.rearm();
  }

  /** Makes a request; an error that the performer throws at once is the failure of the effect. */
  private request(entry: EffectEntry, request: EffectRequest): (() => void) | null {
    const { attempt } = entry;
    const answer = (found: EffectAnswer): void => this.receive(entry, attempt, found);
    try {
      return this.runtime.performer?.(request, answer) ?? null;
    } catch (error) {
      answer({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  /** Accepts the answer of a performer; drops an answer that comes too late. */
  private receive(entry: EffectEntry, attempt: number, answer: EffectAnswer): void {
    const isInTime = entry.alarm === null || entry.alarm.deadline.compare(this.now) > 0;
    if (this.isPending(entry) && entry.attempt === attempt && isInTime) this.finish(entry, answer);
  }

  private isPending(entry: EffectEntry): boolean {
    return this.entries.has(entry) && entry.phase === "pending";
  }

  /** The entry whose alarm comes first; of equal ones, the one that was set first. */
  private get next(): EffectEntry | null {
    let next: EffectEntry | null = null;
    for (const entry of this.entries) {
      if (entry.alarm === null) continue;
      const alarm = next?.alarm ?? null;
      const order = alarm === null ? -1 : entry.alarm.deadline.compare(alarm.deadline) || entry.alarm.order - alarm.order;
      if (order < 0) next = entry;
    }
    return next;
  }

  private rearm(): void {
    this.runtime.clock.wake(this.next?.alarm?.deadline ?? null, () => this.wake());
  }

  /** Takes the first step that is due: one step for each call of the clock. */
  private wake(): void {
    const { next } = this;
    const deadline = next?.alarm?.deadline;
    if (next !== null && deadline !== undefined && deadline.compare(this.now) <= 0) {
      this.noting(next, () => this.goOn(next, deadline));
    }
    this.rearm();
  }

  private goOn(entry: EffectEntry, deadline: Timestamp): void {
    const { run } = entry;
    if (entry.phase === "debounced") {
      this.entries.delete(entry);
      this.runtime.recorder?.happened("start", entry);
      this.begin(entry);
    } else if (entry.phase === "retrying") {
      entry.phase = "pending";
      this.runtime.recorder?.happened("start", entry);
      this.perform(entry);
    } else if (run?.kind === "delay") {
      this.runtime.recorder?.answered(entry, null);
      this.conclude(entry, { kind: "done" });
    } else if (run?.kind === "every") {
      // Times that went by unnoticed, as while a device sleeps, are left out.
      const next = deadline.laterClamped(run.interval);
      const { now } = this;
      this.wait(entry, next.compare(now) > 0 ? next : now.laterClamped(run.interval));
      this.runtime.recorder?.answered(entry, null);
      this.conclude(entry, { kind: "done" });
    } else {
      this.fail(entry, effectError("timeout", "there was no answer in time"));
    }
  }

  /** Gives a pending effect its answer. */
  finish(entry: EffectEntry, answer: EffectAnswer): void {
    if (!this.isPending(entry)) return;
    this.runtime.recorder?.answered(entry, answer);
    this.noting(entry, () => this.conclude(entry, answer));
  }

  /** Does the work of an event of an effect. */
  private noting(entry: EffectEntry, work: () => void): void {
    const { recorder } = this.runtime;
    const untilRest = (): void => this.runtime.untilRest(work);
    if (recorder === null) untilRest();
    else recorder.within(entry, untilRest);
  }

  private conclude(entry: EffectEntry, answer: EffectAnswer): void {
    const { effect } = entry;
    let contents = answer;
    let isLast = effect.isStream !== true && effect.kind !== "every";
    if (effect.isStream === true && answer.kind === "last") {
      if (answer.answer === null) {
        this.succeed(entry, null, true);
        return;
      }
      contents = answer.answer;
      isLast = true;
    }
    let response: Response;
    try {
      response = responseOf(effect, contents);
    } catch (error) {
      if (!(error instanceof EffectFailure)) throw error;
      this.fail(entry, error.error);
      return;
    }
    this.succeed(entry, response, isLast);
  }

  /** Does what follows a success, or the end of a stream that has no response. */
  private succeed(entry: EffectEntry, response: Response | null, isLast: boolean): void {
    const { effect } = entry;
    const isThere = isLast ? this.end(entry) : this.entries.has(entry);
    if (!isLast) entry.triesLeft = 0;
    if (!isThere || entry.isSuperseded) return;
    let reactions: readonly Reaction[];
    try {
      reactions = response === null ? [] : reactionsOf(effect.onSuccess, this.scope(entry, response));
      if (isLast && effect.isStream === true) reactions = [...reactions, ...reactionsOf(effect.onEnd, this.scope(entry))];
    } catch (error) {
      const failure: Failure = failureOf(error);
      if (effect.isStream === true && !isLast) this.end(entry);
      const shown = effectError("expression", failure.message);
      this.runtime.observer?.effectFailed(effect.name, shown, failure.place);
      this.followFailure(entry, shown);
      return;
    }
    this.react(reactions, entry);
  }

  private fail(entry: EffectEntry, error: EffectError): void {
    if (error.code === "timeout") this.runtime.recorder?.happened("timeout", entry);
    if (this.entries.has(entry) && mayPass(error) && entry.triesLeft > 0 && !entry.isSuperseded) {
      entry.cancel?.();
      entry.cancel = null;
      entry.triesLeft -= 1;
      entry.attempt += 1;
      entry.phase = "retrying";
      this.wait(entry, this.now.laterClamped(entry.retryDelay));
      this.retry(entry);
      return;
    }
    if (!this.end(entry) || entry.isSuperseded) return;
    this.runtime.observer?.effectFailed(entry.effect.name, error, null);
    this.followFailure(entry, error);
  }

  /** Makes a retry without a delay pending at once; otherwise sets the alarm. */
  private retry(entry: EffectEntry): void {
    if (entry.retryDelay.nanoseconds !== 0n) {
      this.rearm();
      return;
    }
    entry.phase = "pending";
    this.perform(entry);
  }

  private followFailure(entry: EffectEntry, error: EffectError): void {
    let reactions: readonly Reaction[];
    try {
      reactions = reactionsOf(entry.effect.onFailure, this.scope(entry, error));
    } catch (thrown) {
      this.runtime.report(failureOf(thrown).toActionError());
      return;
    }
    this.react(reactions, entry);
  }

  private react(reactions: readonly Reaction[], entry: EffectEntry): void {
    for (const reaction of reactions) this.runtime.perform(reaction, entry.store);
  }

  private end(entry: EffectEntry): boolean {
    const isThere = this.entries.delete(entry);
    if (isThere) entry.cancel?.();
    this.rearm();
    return isThere;
  }

  private wait(entry: EffectEntry, deadline: Timestamp | null): void {
    if (!this.entries.has(entry)) return;
    this.lastOrder += 1;
    entry.alarm = deadline && { deadline, order: this.lastOrder };
  }

  /** Ends effects of a name, or those of them with a key, without an outcome. */
  cancel(name: string, key: unknown): void {
    const ended = Array.from(this.entries).filter(
      (entry) => entry.effect.name === name && (key === null || areEqual(entry.key, key)),
    );
    for (const entry of ended) this.entries.delete(entry);
    for (const entry of ended) entry.cancel?.();
    if (ended.length > 0) this.rearm();
  }

  /** Ends the oldest effect of a name: a pending one, else one that waits. Returns false if there is none. */
  cancelOldest(name: string): boolean {
    const named = Array.from(this.entries).filter((entry) => entry.effect.name === name);
    const phases = ["pending", "debounced", "retrying"] as const;
    const entry = phases.map((phase) => named.find((one) => one.phase === phase)).find((one) => one !== undefined);
    if (entry === undefined) return false;
    this.runtime.recorder?.happened("cancel", entry);
    this.noting(entry, () => this.end(entry));
    return true;
  }

  /** Ends all effects, without an outcome. */
  cancelAll(): void {
    const all = Array.from(this.entries);
    this.entries.clear();
    for (const entry of all) this.runtime.recorder?.happened("cancel", entry);
    for (const entry of all) entry.cancel?.();
    this.rearm();
    this.runtime.untilRest(() => undefined);
  }

  /** The number of effects of a name under way, without superseded ones. */
  count(name: string): number {
    return Array.from(this.entries).filter((entry) => entry.effect.name === name && !entry.isSuperseded).length;
  }

  /** The effects under way, oldest first. */
  get underWay(): readonly EffectEntry[] {
    return Array.from(this.entries);
  }

  /** The effects that can be answered, oldest first. */
  get pending(): readonly EffectEntry[] {
    return Array.from(this.entries).filter((entry) => entry.phase === "pending");
  }
}

function reactionsOf(steps: readonly SpecStep<AnyScope>[] | undefined, scope: AnyScope): readonly Reaction[] {
  return (steps ?? []).map((step) => evaluated(step, scope)).filter((reaction): reaction is Reaction => reaction !== null);
}
