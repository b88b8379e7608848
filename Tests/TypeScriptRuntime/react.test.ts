import assert from "node:assert/strict";
import { test } from "node:test";
import { useSelector, useStoreState } from "../../Sources/SuasGenerate/Resources/TypeScript/react.js";
import { type Action, reducer, Store } from "../../Sources/SuasGenerate/Resources/TypeScript/store.js";
import { RecordType, Types } from "../../Sources/SuasGenerate/Resources/TypeScript/types.js";
import { mount } from "./reactStandIn.js";

interface Count {
  readonly value: number;
}

interface State {
  readonly count: Count;
}

const CountSchema = new RecordType("Count", () => [{ name: "value", type: Types.int, default: 0 }]);

const count = reducer<Count, State, Action>("count", { value: 0 }, CountSchema, (state, _store, action) =>
  action.type === "Add" ? { value: state.value + 1 } : null,
);

function made(): Store<State> {
  return new Store<State>([count], { onUnheardError: () => undefined });
}

test("A component is rendered again when the state has changed, and not otherwise", () => {
  const store = made();
  const { rendered } = mount(() => useStoreState(store));
  store.dispatch({ type: "Other" });
  assert.equal(rendered.length, 1);
  store.dispatch({ type: "Add" });
  assert.deepEqual(rendered, [{ count: { value: 0 } }, { count: { value: 1 } }]);
  assert.equal(rendered[1], store.getState());
});

test("A component of a selection is rendered again when that is another value", () => {
  const store = made();
  // Another function, and a list of its own, at each rendering.
  const { rendered, rerender } = mount(() => useSelector(store, (state) => [state.count.value > 1]));
  store.dispatch({ type: "Add" });
  rerender();
  assert.equal(rendered.length, 2);
  assert.equal(rendered[1], rendered[0]);
  store.dispatch({ type: "Add" });
  assert.deepEqual(rendered[rendered.length - 1], [true]);
  assert.equal(rendered.length, 3);
});

test("A selection is compared as the app says, and follows another function and another store", () => {
  const store = made();
  let select = (state: State): number => state.count.value;
  let shown = store;
  const { rendered, rerender } = mount(() => useSelector(shown, select, (before, after) => before >> 1 === after >> 1));
  for (let left = 3; left > 0; left -= 1) store.dispatch({ type: "Add" });
  assert.deepEqual(rendered, [0, 2]);
  select = (state) => 10 * state.count.value;
  rerender();
  shown = made();
  rerender();
  store.dispatch({ type: "Add" });
  shown.dispatch({ type: "Add" });
  assert.deepEqual(rendered, [0, 2, 30, 0, 10]);
});
