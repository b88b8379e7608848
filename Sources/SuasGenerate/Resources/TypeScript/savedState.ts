import { carriedOver, type CarriedOver } from "./carriedOver.js";
import { compareTexts } from "./equality.js";
import { Failure, failureOf } from "./failure.js";
import { type Int, int } from "./int.js";
import { jsonText } from "./json.js";
import { SAVED_FORMAT, SavedHead } from "./savedHead.js";
import { SavedMisfit, type SavedReader } from "./savedReading.js";
import { recordJson, SavedPlaces } from "./savedText.js";
import {
  type AppRuntime,
  evaluated,
  type SavedLoss,
  type Restoration,
  type SavedForm,
  type SpecDefinition,
  type SpecStep,
} from "./spec.js";
import type { SpecRuntime } from "./specRuntime.js";
import type { State, Store } from "./store.js";
import type { Duration, Timestamp } from "./time.js";
import { listOf, RecordOf, RecordType, Types } from "./types.js";

/** The result of restoring, as the steps of a new store read it. */
export interface Restored {
  /** The version that was read; 0 if there was none. */
  readonly version: Int;
  /** The state keys that are initial, although something was saved. */
  readonly lost: readonly string[];
}

/** The type of what came of restoring. */
export const restoredType = new RecordType("what was restored", () => [
  { name: "version", type: Types.int },
  { name: "lost", type: listOf(Types.string) },
]);

/** The scope of the steps of a new store. */
export interface RestoredStart<S> extends AppRuntime {
  readonly state: S;
  readonly restored: Restored;
}

/** The rules that make what one version saved of what the version before it saved. */
export type SavedMigration = (state: object, old: object) => object;

/** The rules of a migration, whatever the types of its versions are. */
export function savedMigration<New, Old>(rules: (state: New, old: Old) => New): SavedMigration {
  return rules as unknown as SavedMigration;
}

/** The versions of what a spec saves, as generated code declares them. */
export interface SavedVersions {
  /** The name that saved texts carry. */
  readonly name: string;
  readonly version: number;
  /** The oldest version that can still be read. */
  readonly oldest: number;
  /** The quiet after which a changed state is saved. */
  readonly delay: Duration;
  /** The sub-states that are saved, with a field for each state key. */
  readonly type: RecordType;
  /** The places that begin anew: the names that lead there, where `[]` is every element or entry. */
  readonly except?: readonly (readonly string[])[];
  /** The shape that each version saved, from the oldest version on, with the initial sub-states. */
  readonly shapes: readonly { readonly type: RecordType; readonly initial: object }[];
  /** The plans that carry a state over from each version to the next. */
  readonly carried?: readonly CarriedOver[];
  /** The plan from the present shape to the sub-states of the spec, if these are not the same. */
  readonly toPresent?: CarriedOver;
  /** The rules of migrations, by the versions that they lead to. */
  readonly migrations?: { readonly [version: number]: SavedMigration };
  /** The steps of a new store. */
  readonly onRestore?: readonly SpecStep<never>[];
}

/** The steps of a new store, whatever its state is. */
export function restoringSteps<S>(steps: readonly SpecStep<RestoredStart<S>>[]): readonly SpecStep<never>[] {
  return steps as unknown as readonly SpecStep<never>[];
}

/** The saved part of the state of a spec. */
export class SavedState implements SavedForm {
  private readonly except: SavedPlaces;

  constructor(private readonly versions: SavedVersions) {
    this.except = new SavedPlaces(versions.except ?? []);
  }

  get version(): number {
    return this.versions.version;
  }

  get delay(): Duration {
    return this.versions.delay;
  }

  text(state: State, at: Timestamp | null): string {
    const { name, version, type } = this.versions;
    const time = at === null ? "" : `"at":"${at}",`;
    const subStates = recordJson(state, type, this.except);
    return `{"suas-saved":${SAVED_FORMAT},"name":${jsonText(name)},"version":${version},${time}"state":${subStates}}`;
  }

  restore(spec: SpecDefinition, text: string | null): Restoration {
    const restoring = new Restoring(spec, this.versions);
    return text === null ? { version: 0, lost: [], state: restoring.initial } : restoring.restored(text);
  }

  react(runtime: SpecRuntime, store: Store<never>, restoration?: Restoration<unknown>): void {
    const state: State = store.getState();
    const { version = 0, lost = [] } = restoration ?? {};
    const start: RestoredStart<State> = {
      state,
      restored: { version: int(version), lost: lost.map((loss) => loss.stateKey) },
      get now() {
        return runtime.now;
      },
      uuid: runtime.uuid,
    };
    try {
      const reactions = (this.versions.onRestore ?? []).map((step) => evaluated(step, start as never));
      for (const reaction of reactions) {
        if (reaction !== null && runtime.mayGoOn()) runtime.perform(reaction, store);
      }
    } catch (error) {
      runtime.report(failureOf(error).toActionError());
    }
  }
}

/** The restoring of one text, which never fails. */
class Restoring {
  /** The initial state of the whole store. */
  readonly initial: State;
  private lost = new Map<string, SavedLoss>();

  constructor(
    private readonly spec: SpecDefinition,
    private readonly versions: SavedVersions,
  ) {
    this.initial = Object.fromEntries(spec.reducers.map((reducer) => [reducer.stateKey, reducer.initialState]));
  }

  restored(text: string): Restoration {
    let version = 0;
    try {
      let read: object | null = null;
      const head = new SavedHead(text, this.versions, (reader, number) => {
        read = this.subStates(reader, number);
      });
      version = head.version;
      if (head.fault !== null) return this.nothing(version, head.fault.code, head.fault.message);
      return this.judged(this.present(read ?? {}, version), version);
    } catch (thrown) {
      const { code, message, place } = failureIn(thrown);
      return this.nothing(version, code, message, place ?? "");
    }
  }

  private shape(version: number): { readonly type: RecordType; readonly record: object } {
    const shape = this.versions.shapes[version - this.versions.oldest];
    if (shape === undefined) throw new Failure("unreadable", `version ${version} cannot be read`);
    return { type: shape.type, record: shape.initial };
  }

  /** Reads the sub-states of a version; those that do not fit are initial. */
  private subStates(reader: SavedReader, version: number): object {
    const { type, record: initial } = this.shape(version);
    if (reader.text[reader.index] !== "{") throw new SavedMisfit("'state' is no object");
    this.lost = new Map();
    const first = type.fields.map((field) => type.valueOf(initial, field));
    const values = first.slice();
    reader.object(0, (key) => {
      const slot = type.indexOf(key);
      const field = type.fields[slot];
      if (field === undefined) {
        reader.whole();
        return;
      }
      this.lost.delete(key);
      values[slot] = first[slot];
      const start = reader.index;
      try {
        values[slot] = reader.record((field.type as RecordOf).type(), first[slot] as object, 1);
      } catch (thrown) {
        if (!(thrown instanceof SavedMisfit)) throw thrown;
        this.lose(key, thrown.code, thrown.reason, key + thrown.path);
        reader.index = start;
        reader.whole();
      }
    });
    return type.make(values);
  }

  private lose(stateKey: string, code: string, message: string, place: string): void {
    this.lost.set(stateKey, { stateKey, code, message, place });
  }

  /** Makes the sub-states of the spec of those that a version saved. */
  private present(old: object, version: number): object {
    const { carried = [], migrations = {}, oldest } = this.versions;
    if (version === this.versions.version) return this.carriedToPresent(old);
    let state = old;
    for (let next = version + 1; next <= this.versions.version; next += 1) {
      const former = state;
      const plan = carried[next - oldest - 1] ?? { places: [] };
      state = carriedOver(plan, { ...this.shape(next - 1), record: former }, this.shape(next));
      if (next === this.versions.version) state = this.carriedToPresent(state);
      state = migrations[next]?.(state, former) ?? state;
    }
    return state;
  }

  private carriedToPresent(state: object): object {
    const { version, toPresent, type } = this.versions;
    if (toPresent === undefined) return state;
    return carriedOver(toPresent, { ...this.shape(version), record: state }, { type, record: this.initial });
  }

  /** Judges the sub-states, and the whole state without those that are lost. */
  private judged(state: object, version: number): Restoration {
    const { type } = this.versions;
    const kept: (readonly [string, unknown])[] = [];
    for (const field of type.fields) {
      if (this.lost.has(field.name)) continue;
      const value = type.valueOf(state, field);
      const violation = field.type.violation(value, null);
      if (violation === null) kept.push([field.name, value]);
      else this.lose(field.name, "constraint-violated", violation.message, violation.place);
    }
    const restored: State = { ...this.initial, ...Object.fromEntries(kept) };
    // Transitions judge only the actions of the spec.
    for (const validate of this.spec.validations ?? []) {
      const error = validate(restored, restored, { type: "" });
      if (error !== null) return this.nothing(version, error.code, error.message, error.place ?? "");
    }
    const keys = Object.keys(this.initial);
    const others = Array.from(this.lost.keys()).filter((key) => !keys.includes(key)).sort(compareTexts);
    const lost = [...this.spec.reducers.map((reducer) => reducer.stateKey), ...others];
    return { version, lost: lost.flatMap((key) => this.lost.get(key) ?? []), state: restored };
  }

  /** The restoration in which every saved key is lost. */
  private nothing(version: number, code: string, message: string, place = ""): Restoration {
    const lost = this.versions.type.fields.map(({ name }) => ({ stateKey: name, code, message, place }));
    return { version, lost, state: this.initial };
  }
}

/** The failure for whatever was thrown: an error of the program, too, loses only what was saved. */
function failureIn(thrown: unknown): Failure {
  try {
    return failureOf(thrown);
  } catch {
    return new Failure("unreadable", String(thrown));
  }
}
