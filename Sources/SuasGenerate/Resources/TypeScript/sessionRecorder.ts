import type { EffectEntry } from "./effectRunner.js";
import type { EffectAnswer } from "./effects.js";
import type { ActionError } from "./failure.js";
import { HiddenValues } from "./hiddenValues.js";
import { int } from "./int.js";
import { jsonText } from "./json.js";
import { OrderedMap } from "./map.js";
import type { SessionLog } from "./sessionLog.js";
import { SipHash } from "./sipHash.js";
import { actionType, boxedPayload } from "./spec.js";
import type { LoggedEffect, RuntimeRecorder, SpecRuntime } from "./specRuntime.js";
import type { Action, RecordedAction, State, Store, StoreRecorder } from "./store.js";
import { Timestamp } from "./time.js";
import type { FieldType } from "./types.js";
import { RecordValue } from "./values.js";

/** Where an action comes from that the spec itself dispatched. */
interface Origin {
  readonly source: "listener" | "middleware" | "effect";
  /** The id of the action that led to it; 0 if none did. */
  readonly by: number;
}

/**
 * Writes a session log of a store: its actions, the answers to its effects, and what came of them.
 *
 * ```
 * const recorder = new SessionRecorder(runtime, store, new LogFunction((line) => lines.push(line)));
 * recorder.start();
 * ```
 */
export class SessionRecorder<S = State> implements StoreRecorder, RuntimeRecorder {
  private hiding = new HiddenValues();
  private beginning = Timestamp.epoch;
  private time = 0n;
  private lastId = 0;
  private lost = 0;
  private sinceDigest = 0;
  private digestInterval = 1;
  /** The number of characters of states that digests may be made of; it grows with each action. */
  private digestBudget = 0;
  /** The id of the last action since the first line that did not follow from another one; 0 if there is none. */
  private lastOutermost = 0;
  private isRecording = false;
  /** The effect whose event is handled. */
  private effect: EffectEntry | null = null;
  private readonly origins = new WeakMap<Action, Origin>();

  /**
   * @param digestEvery The largest number of actions without a digest of the store. At first there are fewer: 1, 3, 9, …
   * Large stores have digests less often, so that the cost of an action does not grow with the store.
   */
  constructor(
    private readonly runtime: SpecRuntime,
    private readonly store: Store<S>,
    private readonly log: SessionLog,
    private readonly digestEvery = 1000,
  ) {}

  /** Begins a new log with the state of the store. It is not called by middleware, reducers or listeners. */
  start(): void {
    if (!this.store.isAtRest) throw new Error("a recorder is started while an action is in progress");
    this.hiding = new HiddenValues();
    this.beginning = this.runtime.clock.now;
    this.time = 0n;
    this.lastId = 0;
    for (const entry of this.underWay) {
      this.lastId += 1;
      // As if each had an action of its own.
      entry.logged = { of: this.lastId, nth: 0 };
    }
    this.lost = 0;
    this.sinceDigest = 0;
    this.digestInterval = 1;
    this.digestBudget = 1 << 20;
    this.isRecording = true;
    this.begin();
    this.store.recorder = this;
    this.runtime.recorder = this;
  }

  /** Ends the log. */
  stop(): void {
    this.store.recorder = null;
    this.runtime.recorder = null;
    if (this.isRecording && this.lost > 0) this.resume();
    if (this.sinceDigest > 0 && this.lastOutermost > 0 && this.store.isAtRest && this.effect === null) this.digest();
    if (this.isRecording) this.add(`${this.timed()},"end":${this.lastId}`);
    this.isRecording = false;
    this.log.end?.();
  }

  private get underWay(): readonly EffectEntry[] {
    return this.runtime.effects?.underWay ?? [];
  }

  // Lines

  /** Adds an object without its end. */
  private add(line: string): void {
    if (!this.isRecording) return;
    if (this.lost > 0 || !this.log.accept(`${line}}`)) this.lost += 1;
  }

  private member(name: string, value: unknown): string {
    return `,"${name}":${this.hiding.json(value)}`;
  }

  /** The start of a line, with the nanoseconds since the log began. */
  private timed(): string {
    const passed = this.runtime.clock.now.total - this.beginning.total;
    if (passed > this.time) this.time = passed;
    return `{"t":${this.time}`;
  }

  private begin(): boolean {
    this.lastOutermost = 0;
    const state = this.store.getState() as unknown as State;
    const firstLine = this.firstLine(state, this.beginning, this.hiding, this.effects(), this.lastId);
    if (!(this.log.begin?.(firstLine) ?? this.log.accept(firstLine()))) return false;
    for (const [name, isAdded] of this.runtime.listenerChanges) {
      this.listening(name, false);
      if (isAdded) this.listening(name, true);
    }
    return true;
  }

  /** Makes the first line of what is there now, when it is called. */
  private firstLine(
    state: State,
    clock: Timestamp,
    hiding: HiddenValues,
    effects: readonly string[],
    last: number,
  ): () => string {
    const { spec } = this.runtime;
    return () => {
      const members = [`{"suas-log":1,"spec":${hiding.json(spec.digest)}`];
      if (spec.name !== undefined) members.push(`"name":${hiding.json(spec.name)}`);
      members.push(`"clock":${hiding.json(clock)}`, `"changes":false`);
      members.push(`"state":${hiding.json(new RecordValue(spec.state, state))}`);
      if (effects.length > 0) members.push(`"effects":[${effects.join()}]`);
      if (last > 0) members.push(`"last":${last}`);
      return `${members.join()}}`;
    };
  }

  /** The effects under way, as objects. */
  private effects(): readonly string[] {
    const { spec } = this.runtime;
    return this.underWay.map((entry) => {
      const start = `{"effect":${this.hiding.json(entry.effect.name)}${ofRun(entry.logged)}`;
      const payload = this.member("with", boxedPayload(spec, entry.action));
      const tries = entry.triesLeft > 0 ? `,"tries":${entry.triesLeft}` : "";
      const superseded = entry.isSuperseded ? `,"superseded":true` : "";
      return `${start}${payload}${this.member("phase", entry.phase)}${tries}${superseded}}`;
    });
  }

  /** Goes on after lines were dropped. */
  private resume(): void {
    if (this.log.hasRoom === false) return;
    const { lost } = this;
    this.lost = 0;
    if (!this.log.accept(`${this.timed()},"lost":${lost}}`)) this.lost = lost;
    else if (!this.begin()) this.lost = 1;
  }

  // What the store does

  run(
    action: Action,
    isOutermost: boolean,
    run: (action: Action, recorded: RecordedAction | null) => ActionError | null,
  ): ActionError | null {
    const type = actionType(this.runtime.spec, action);
    if (type === undefined) return run(action, null);
    const origin = this.origins.get(action) ?? null;
    this.origins.delete(action);
    const whole = origin === null ? this.runtime.filled(action) : action;
    let payload: string;
    try {
      payload = type.fields.length === 0 ? "" : this.member("with", new RecordValue(type, whole.payload as object));
    } catch {
      // What is not of its type stands in no log.
      return run(whole, null);
    }
    const { effect } = this;
    // What follows from an effect is over only when all of it is.
    const isAtRest = isOutermost && effect === null;
    const recorded = { id: this.began(whole.type, payload, origin, isAtRest), runs: 0 };
    this.effect = null;
    try {
      return run(whole, recorded);
    } finally {
      this.effect = effect;
      if (isAtRest) this.ended(recorded.id);
    }
  }

  /** Writes an action, before anybody sees it; returns its id. */
  private began(name: string, payload: string, origin: Origin | null, isAtRest: boolean): number {
    if (isAtRest && this.lost > 0) this.resume();
    if (isAtRest && this.log.needsState === true) this.begin();
    this.lastId += 1;
    this.sinceDigest += 1;
    this.digestBudget += 32;
    const by = origin === null || origin.by === 0 ? "" : `,"by":${origin.by}`;
    const from = `,"from":"${origin?.source ?? "app"}"${by}`;
    this.add(`${this.timed()},"action":${jsonText(name)}${payload}${from},"id":${this.lastId}`);
    return this.lastId;
  }

  /** Writes a digest if it is time for one; the action and all that followed from it are done. */
  private ended(id: number): void {
    this.lastOutermost = id;
    if (this.sinceDigest < this.digestInterval || this.digestBudget < 0) return;
    this.digestInterval = Math.min(3 * this.digestInterval, this.digestEvery);
    this.digest();
  }

  /** Writes a digest of the store, in which nothing is under way. */
  private digest(): void {
    this.sinceDigest = 0;
    const state = this.hiding.json(new RecordValue(this.runtime.spec.state, this.store.getState() as unknown as object));
    this.digestBudget -= state.length;
    const digest = new SipHash([0, 0], [0, 0]).hexadecimal(state);
    this.add(`${this.timed()}${this.member("digest", digest)}${of(this.lastOutermost)}`);
  }

  refused(error: ActionError, recorded: RecordedAction | null): void {
    if (recorded !== null) this.add(`${this.timed()}${this.error("refused", error, error.isSensitive)}${of(recorded.id)}`);
  }

  private error(kind: string, { code, message }: ActionError, isHidden: boolean): string {
    return `${this.member(kind, code)}${this.member("message", isHidden ? this.hiding.hidden(message) : message)}`;
  }

  wasReset(state: State, keys: readonly string[]): void {
    const { state: type } = this.runtime.spec;
    const values = new RecordValue(type, state).values;
    const entries = type.fields.map((field, index) => [field.name, values[index]] as const);
    const kept = entries.filter(([name]) => keys.includes(name));
    if (kept.length > 0) this.add(`${this.timed()}${this.member("reset", OrderedMap.of(kept))}`);
  }

  // What the runtime does

  failed(error: ActionError): void {
    const isHidden = this.effect?.effect.isSensitive === true;
    this.add(`${this.timed()}${this.error("failed", error, isHidden)}${of(this.presentId)}`);
  }

  listening(name: string, isAdded: boolean): void {
    this.add(`${this.timed()}${this.member(isAdded ? "listen" : "unlisten", name)}`);
  }

  read(kind: "now" | "uuid", value: unknown): void {
    this.add(`{"read":"${kind}"${of(this.presentId)}${this.member("is", value)}`);
  }

  completed(action: Action, whole: Action): void {
    const type = actionType(this.runtime.spec, action);
    for (const field of type?.fields ?? []) {
      const value = type?.valueOf(whole.payload as object, field);
      if (value === type?.valueOf(action.payload as object, field)) continue;
      const isHidden = field.isSensitive === true;
      this.read(value instanceof Timestamp ? "now" : "uuid", isHidden ? this.hiding.hidden(value) : value);
    }
  }

  dispatching(action: Action, isFromListener: boolean): Action {
    const source = this.effect !== null ? "effect" : isFromListener ? "listener" : "middleware";
    // An object that only this dispatch has.
    const own = { ...action };
    this.origins.set(own, { source, by: this.presentId });
    return own;
  }

  /** The id of the action that led to the present work; 0 if there is none. */
  private get presentId(): number {
    return this.effect?.logged?.of ?? this.store.recorded?.id ?? 0;
  }

  // What effects do

  begins(): LoggedEffect {
    const { recorded } = this.store;
    if (recorded === null) return { of: 0, nth: 0 };
    recorded.runs += 1;
    return { of: recorded.id, nth: recorded.runs - 1 };
  }

  happened(kind: "start" | "timeout" | "cancel", entry: EffectEntry): void {
    this.add(`${this.timed()}${this.member(kind, entry.effect.name)}${ofRun(entry.logged)}`);
  }

  answered(entry: EffectEntry, answer: EffectAnswer | null): void {
    const { effect, logged } = entry;
    const isHidden = effect.isSensitive === true;
    const shown = (value: unknown): unknown => (isHidden ? this.hiding.hidden(value) : value);
    const kind = answer?.kind === "failure" ? "fail" : "answer";
    const line = `${this.timed()}${this.member(kind, effect.name)}${ofRun(logged)}`;
    if (answer === null) this.add(line);
    else if (answer.kind === "failure") this.add(`${line}${this.member("message", shown(answer.message))}`);
    else this.add(`${line}${this.member("with", shown(this.contents(answer, isHidden ? undefined : effect.responseType)))}`);
  }

  private contents(answer: EffectAnswer, type: FieldType | undefined): unknown {
    switch (answer.kind) {
      case "http": {
        const { status, headers, body } = answer;
        return OrderedMap.from<unknown>({ status: int(status), headers, body: this.hiding.answer(body, type) });
      }
      case "text":
        return OrderedMap.from({ text: answer.text });
      case "done":
        return OrderedMap.from({ done: true });
      case "result":
        return OrderedMap.from({ result: this.hiding.answer(answer.value, type) });
      case "failure":
        return OrderedMap.from({ failure: answer.message });
      case "last":
        return OrderedMap.from({ last: answer.answer && this.contents(answer.answer, type) });
    }
  }

  within(entry: EffectEntry, work: () => void): void {
    const { effect } = this;
    this.effect = entry;
    try {
      work();
    } finally {
      this.effect = effect;
    }
  }
}

function of(id: number): string {
  return id > 0 ? `,"of":${id}` : "";
}

function ofRun(run: LoggedEffect | null): string {
  if (run === null) return "";
  return `${of(run.of)}${run.nth > 0 ? `,"nth":${run.nth}` : ""}`;
}
