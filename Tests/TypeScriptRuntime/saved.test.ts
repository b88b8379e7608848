import assert from "node:assert/strict";
import { test } from "node:test";
import {
  restore,
  restoreFrom,
  type SavedPlace,
  savedText,
  StoragePlace,
} from "../../Sources/SuasGenerate/Resources/TypeScript/savedPlace.js";
import { SavedState } from "../../Sources/SuasGenerate/Resources/TypeScript/savedState.js";
import type { SpecDefinition } from "../../Sources/SuasGenerate/Resources/TypeScript/spec.js";
import { SpecRuntime } from "../../Sources/SuasGenerate/Resources/TypeScript/specRuntime.js";
import { StateSaver } from "../../Sources/SuasGenerate/Resources/TypeScript/stateSaver.js";
import { type Action, reducer, type Store } from "../../Sources/SuasGenerate/Resources/TypeScript/store.js";
import { Duration } from "../../Sources/SuasGenerate/Resources/TypeScript/time.js";
import { ActionType, listOf, recordOf, RecordType, Types } from "../../Sources/SuasGenerate/Resources/TypeScript/types.js";

interface Notes {
  readonly lines: readonly string[];
  readonly total: number;
}

interface State {
  readonly notes: Notes;
}

const notesSchema = new RecordType("Notes", () => [
  { name: "lines", type: listOf(Types.string), default: [] },
  { name: "total", type: Types.int, default: 0 },
]);
const storeSchema = new RecordType("store", () => [{ name: "notes", type: recordOf(() => notesSchema) }]);
const addSchema = new ActionType("Add", "Add", () => [{ name: "text", type: Types.string }]);

const notes = reducer<Notes, State, Action>("notes", { lines: [], total: 0 }, notesSchema, (state, _store, action) => {
  const { text } = action.payload as { readonly text: string };
  return { lines: [...state.lines, text], total: state.total + 1 };
});

const spec: SpecDefinition = {
  digest: "",
  state: storeSchema,
  reducers: [notes],
  actions: [addSchema],
  saved: new SavedState({
    name: "notes",
    version: 1,
    oldest: 1,
    delay: Duration.of("10ms"),
    type: storeSchema,
    shapes: [{ type: storeSchema, initial: { notes: { lines: [], total: 0 } } }],
  }),
};

function add(text: string): Action {
  return { type: "Add", payload: { text } };
}

function made(): Store<State> {
  return new SpecRuntime(spec).createStore<State>();
}

function text(state: string): string {
  return `{"suas-saved":1,"name":"notes","version":1,"state":${state}}`;
}

declare function setTimeout(body: () => void, delay: number): unknown;
const waiting = (delay: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, delay));

/** A storage in memory. */
class Memory {
  readonly items = new Map<string, string>();
  isBroken = false;

  getItem(name: string): string | null {
    if (this.isBroken) throw new Error("it is broken");
    return this.items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.items.set(name, value);
  }
}

/** A place that answers later. */
class Later implements SavedPlace {
  readonly calls: string[] = [];
  stored: string | null = null;

  async read(): Promise<string | null> {
    await waiting(1);
    return this.stored;
  }

  async write(written: string): Promise<void> {
    this.calls.push("write");
    await waiting(5);
    this.stored = written;
    this.calls.push("written");
  }

  async keep(lost: string | null): Promise<void> {
    await waiting(1);
    this.calls.push(`keep ${lost}`);
  }
}

test("What was saved is there again", () => {
  const store = made();
  store.dispatch(add("a\u2028\"é"));
  const saved = savedText(spec, store.getState());
  assert.equal(/^\{"suas-saved":1,"name":"notes","version":1,"at":"[-0-9T:.]+Z","state":/.test(saved), true);
  const { state, lost, version } = restore<State>(spec, saved);
  assert.deepEqual([state, lost, version], [store.getState(), [], 1]);
});

test("Texts that cannot be restored lose what they had, and never fail", () => {
  const codes = (given: string): string => {
    const { lost, state, version } = restore<State>(spec, given);
    assert.deepEqual(state.notes, { lines: [], total: 0 });
    return `${version} ${lost.map((loss) => loss.code).join()}`;
  };
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  assert.equal(codes(""), "0 unreadable");
  assert.equal(codes("{"), "0 unreadable");
  assert.equal(codes(text(`{"notes":{"lines":${deep}}}`)), "1 unreadable");
  assert.equal(codes(deep), "0 unreadable");
  assert.equal(codes(" ".repeat(64 * 1024 * 1024 + 1)), "0 unreadable");
  assert.equal(codes(text(`{"notes":{"total":9007199254740993}}`)), "1 overflow");
  assert.equal(codes(text(`{"notes":{"total":1.0}}`)), "1 type-mismatch");
  assert.equal(codes(text(`{}`).replace("notes", "other")), "1 other-spec");
  assert.equal(codes(text(`{}`).replace('"version":1', '"version":7')), "7 too-new");
});

test("What is wrong in a text is told with its byte", () => {
  const faults: readonly (readonly [string, string])[] = [
    ["é", "an object is missing at byte 0"],
    [`{"é":01}`, "a number begins with 0 at byte 8"],
    [`{"a":-}`, "a value is missing at byte 6"],
    [`{"a":1.}`, "a value is missing at byte 7"],
    [`{"a":1.5e+}`, "a value is missing at byte 10"],
    [`{"a":1.5.5}`, "an object does not end at byte 8"],
    [`{"a":[1 2]}`, "an array does not end at byte 8"],
    [`{"a":tru}`, "a value is missing at byte 5"],
    [`{"a":"é`, "a text does not end at byte 8"],
    [`{"a":"\\x"}`, "there is no such escape at byte 8"],
    [`{"a":"\\u00g0"}`, "an escape is cut short at byte 10"],
    [`{"a":"\\u0`, "an escape is cut short at byte 8"],
    [`{"a":"\t"}`, "a control character stands in a text at byte 7"],
    [`{a:1}`, "a key is missing at byte 1"],
    [`{"a" 1}`, "a colon is missing at byte 5"],
    [`{} {}`, "more follows its end at byte 3"],
  ];
  for (const [given, message] of faults) {
    assert.equal(restore<State>(spec, given).lost[0]?.message, `the text is no JSON: ${message}`);
  }
});

test("Of keys that occur twice the last one counts", () => {
  const { state, lost } = restore<State>(spec, text(`{"notes":7,"notes":{"total":1,"total":2}}`));
  assert.deepEqual([state.notes.total, lost], [2, []]);
});

test("Long texts and many elements are restored", () => {
  const long = "x".repeat(8_000_000);
  const many = Array.from({ length: 200_000 }, (_, index) => `"${index}"`);
  const { state, lost } = restore<State>(spec, text(`{"notes":{"lines":["${long}",${many.join()}]}}`));
  assert.deepEqual([state.notes.lines.length, state.notes.lines[0] === long, lost], [200_001, true, []]);
});

test("A whole double beyond 2^53 is restored", () => {
  const sizes = new RecordType("Sizes", () => [{ name: "weight", type: Types.double, default: 0 }]);
  const type = new RecordType("store", () => [{ name: "sizes", type: recordOf(() => sizes) }]);
  const saved = new SavedState({
    name: "notes",
    version: 1,
    oldest: 1,
    delay: Duration.of("10ms"),
    type,
    shapes: [{ type, initial: { sizes: { weight: 0 } } }],
  });
  const given = text(`{"sizes":{"weight":-9223372036854775808}}`);
  const { state, lost } = restore<{ sizes: { weight: number } }>({ ...spec, state: type, saved }, given);
  assert.deepEqual(lost, []);
  assert.equal(state.sizes.weight, -(2 ** 63));
});

test("A store is saved once it is quiet, and at the latest after ten waits", async () => {
  const [store, memory] = [made(), new Memory()];
  const saver = new StateSaver(store, spec, new StoragePlace("app", memory));
  store.dispatch(add("a"));
  assert.equal(memory.items.size, 0);
  await waiting(50);
  assert.equal(memory.items.get("app")?.includes('"a"'), true);
  for (let count = 0; count < 60; count += 1) {
    store.dispatch(add("b"));
    await waiting(4);
  }
  assert.equal(memory.items.get("app")?.includes('"b"'), true);
  saver.end();
  store.dispatch(add("c"));
  await waiting(50);
  assert.equal(memory.items.get("app")?.includes('"c"'), false);
});

test("A storage has the text when flush returns", () => {
  const [store, memory] = [made(), new Memory()];
  const saver = new StateSaver(store, spec, new StoragePlace("app", memory));
  store.dispatch(add("a"));
  void saver.flush();
  assert.equal(memory.items.get("app")?.includes('"a"'), true);
  saver.end();
});

test("A store that a text was restored for begins with it", () => {
  const memory = new Memory();
  memory.items.set("app", text(`{"notes":{"lines":["a"],"total":1}}`));
  const restoring = restoreFrom<State>(spec, new StoragePlace("app", memory));
  const store = new SpecRuntime(spec).createStore<State>({ restoring });
  store.dispatch(add("b"));
  assert.deepEqual(store.getState().notes, { lines: ["a", "b"], total: 2 });
});

test("What was lost is kept beside the item, three at most and none twice", () => {
  const memory = new Memory();
  const place = new StoragePlace("app", memory);
  for (const lost of ["1", "2", "2", "3", "4"]) {
    memory.items.set("app", lost);
    restoreFrom(spec, place);
  }
  assert.deepEqual(
    ["app.lost", "app.lost.1", "app.lost.2", "app.lost.3"].map((name) => memory.items.get(name)),
    ["4", "3", "2", undefined],
  );
});

test("A storage that cannot be read loses everything, and does not fail", () => {
  const memory = new Memory();
  memory.isBroken = true;
  const { lost } = restoreFrom<State>(spec, new StoragePlace("app", memory));
  assert.deepEqual(lost.map(({ code, message }) => [code, message]), [["unreadable", "Error: it is broken"]]);
});

test("A place that answers later keeps what was lost before anything is written, one after the other", async () => {
  const place = new Later();
  place.stored = "lost";
  const restoring = await restoreFrom<State>(spec, place);
  assert.deepEqual(place.calls, ["keep lost"]);
  const store = new SpecRuntime(spec).createStore<State>({ restoring });
  const saver = new StateSaver(store, spec, place, restoring);
  store.dispatch(add("a"));
  const first = saver.flush();
  store.dispatch(add("b"));
  await Promise.all([first, saver.flush()]);
  assert.deepEqual(place.calls, ["keep lost", "write", "written", "write", "written"]);
  assert.equal(place.stored?.includes('"b"'), true);
  saver.end();
});

test("What was written stays when the text has become too large to be restored", async () => {
  const [store, memory] = [made(), new Memory()];
  const saver = new StateSaver(store, spec, new StoragePlace("app", memory));
  store.dispatch(add("a"));
  await saver.flush();
  const written = memory.getItem("app");
  store.dispatch(add("x".repeat(64 * 1024 * 1024)));
  const failure = await saver.flush().then(() => "none", String);
  assert.equal(failure, "Error: the text is larger than 64 MB");
  assert.equal(memory.getItem("app"), written);
  saver.end();
});

test("A text that cannot be written is reported, and tried again with the next one", async () => {
  const [store, memory, errors] = [made(), new Memory(), [] as string[]];
  store.addErrorListener((error) => errors.push(error.code));
  memory.setItem = () => {
    throw new Error("it is full");
  };
  const saver = new StateSaver(store, spec, new StoragePlace("app", memory));
  store.dispatch(add("a"));
  await waiting(50);
  assert.deepEqual(errors, ["not-saved"]);
  saver.end();
});
