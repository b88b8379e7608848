import assert from "node:assert/strict";
import { test } from "node:test";
import { ActionError, Failure } from "../../Sources/SuasGenerate/Resources/TypeScript/failure.js";
import { reduxReducer } from "../../Sources/SuasGenerate/Resources/TypeScript/redux.js";
import {
  type Action,
  type Outcome,
  type Reducer,
  reducer,
  Store,
  UNCHANGED,
} from "../../Sources/SuasGenerate/Resources/TypeScript/store.js";
import { RecordType, Types } from "../../Sources/SuasGenerate/Resources/TypeScript/types.js";

interface Count {
  readonly value: number;
}

interface State {
  readonly count: Count;
  readonly log: readonly string[];
}

const CountSchema = new RecordType("Count", () => [{ name: "value", type: Types.int, default: 0 }]);

const count = reducer<Count, State, Action>("count", { value: 0 }, CountSchema, (state, _store, action) => {
  if (action.type === "Refuse") throw new Failure("refused", "no");
  return action.type === "Add" ? { value: state.value + 1 } : null;
});

const log: Reducer<readonly string[]> = {
  stateKey: "log",
  initialState: [],
  reduce: (state, _store, action): Outcome<readonly string[]> =>
    action.type === "Skip" ? UNCHANGED : { kind: "changed", state: [...state, action.type] },
};

function made(): Store<State> {
  return new Store<State>([count, log as Reducer], { onUnheardError: () => undefined });
}

test("A snapshot stays the same object while nothing changed", () => {
  const store = made();
  const before = store.getState();
  store.dispatch({ type: "Skip" });
  assert.equal(store.getState(), before);
  store.dispatch({ type: "Other" });
  assert.equal(store.getState() === before, false);
  assert.equal(store.getState().count, before.count);
});

test("A refused action changes nothing, and tells the error listeners alone", () => {
  const store = made();
  const told: string[] = [];
  store.subscribe(() => told.push("changed"));
  store.addErrorListener((error) => told.push(error.code));
  const before = store.getState();
  assert.equal(store.perform({ type: "Refuse" })?.code, "refused");
  assert.equal(store.getState(), before);
  assert.deepEqual(told, ["refused"]);
});

test("What a listener dispatches is done after the round, and before the dispatch returns", () => {
  const store = made();
  const told: number[] = [];
  store.subscribe(() => {
    if (store.getState().count.value === 1) store.dispatch({ type: "Add" });
  });
  store.subscribe(() => told.push(store.getState().count.value));
  store.dispatch({ type: "Add" });
  assert.deepEqual(told, [1, 2]);
});

test("A listener that is removed is not called any more, not even in the present round", () => {
  const store = made();
  const told: string[] = [];
  const first = store.subscribe(() => second());
  const second = store.subscribe(() => told.push("second"));
  store.dispatch({ type: "Add" });
  assert.deepEqual(told, []);
  first();
});

test("A key's listener is told of its key, and a selector's of another value", () => {
  const store = made();
  const told: string[] = [];
  store.addKeyListener("count", (state) => told.push(`count ${state.value}`));
  store.addSelectorListener((state) => state.log.length > 1, (isLong) => told.push(`long ${isLong}`));
  store.dispatch({ type: "Other" });
  store.dispatch({ type: "Add" });
  assert.deepEqual(told, ["count 1", "long true"]);
});

test("A chain of dispatches without an end is refused", () => {
  const store = made();
  const codes: string[] = [];
  store.addErrorListener((error) => codes.push(error.code));
  store.subscribe(() => store.dispatch({ type: "Add" }));
  store.dispatch({ type: "Add" });
  assert.deepEqual(codes, ["dispatch-depth-exceeded"]);
  assert.equal(store.getState().count.value, 64);
});

test("Middleware stands around the reducers, and may stop an action or hand another on", () => {
  const store = new Store<State>([count, log as Reducer], {
    middleware: [
      (action, _store, next) => {
        if (action.type === "Stop") return;
        next(action.type === "Twice" ? { type: "Add" } : action);
      },
    ],
  });
  store.dispatch({ type: "Stop" });
  store.dispatch({ type: "Twice" });
  assert.deepEqual(store.getState(), { count: { value: 1 }, log: ["Add"] });
});

test("A reducer that calls its store is an error of the program", () => {
  const bad: Reducer = {
    stateKey: "bad",
    initialState: 0,
    reduce: () => ({ kind: "changed", state: store.getState() }),
  };
  const store: Store = new Store([bad]);
  assert.throws(() => store.dispatch({ type: "Any" }), /a reducer called its store/);
});

test("A validation refuses what all reducers made of an action", () => {
  const store = new Store<State>([count, log as Reducer], {
    validations: [(_before, after) => ((after as unknown as State).count.value > 1 ? new ActionError("high", "x") : null)],
    onUnheardError: () => undefined,
  });
  store.dispatch({ type: "Add" });
  assert.equal(store.perform({ type: "Add" })?.code, "high");
  assert.deepEqual(store.getState(), { count: { value: 1 }, log: ["Add"] });
});

test("A reset replaces states past the reducers, and tells the listeners of its keys", () => {
  const store = made();
  store.dispatch({ type: "Add" });
  const told: number[] = [];
  store.addKeyListener("count", (state) => told.push(state.value));
  store.reset({ log: [] });
  store.reset();
  assert.deepEqual(told, [0]);
  assert.deepEqual(store.getState(), { count: { value: 0 }, log: [] });
});

test("A reducer for a Redux store keeps its state where the action is refused", () => {
  const codes: string[] = [];
  const reduce = reduxReducer(count, (error) => codes.push(error.code));
  const first = reduce(undefined, { type: "@@redux/INIT" });
  const second = reduce(first, { type: "Add" });
  assert.deepEqual(second, { value: 1 });
  assert.equal(reduce(second, { type: "Refuse" }), second);
  assert.deepEqual(codes, ["refused"]);
});
