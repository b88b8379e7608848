import assert from "node:assert/strict";
import { test } from "node:test";
import { seededIds, VirtualClock } from "../../Sources/SuasGenerate/Resources/TypeScript/clock.js";
import { EffectRunner } from "../../Sources/SuasGenerate/Resources/TypeScript/effectRunner.js";
import { custom, effect, type EffectAnswer } from "../../Sources/SuasGenerate/Resources/TypeScript/effects.js";
import { ActionError, Failure } from "../../Sources/SuasGenerate/Resources/TypeScript/failure.js";
import { ReduxSpec, type ReduxOptions } from "../../Sources/SuasGenerate/Resources/TypeScript/redux.js";
import { listener, middleware, type SpecDefinition } from "../../Sources/SuasGenerate/Resources/TypeScript/spec.js";
import { SpecRuntime } from "../../Sources/SuasGenerate/Resources/TypeScript/specRuntime.js";
import { type Action, reducer } from "../../Sources/SuasGenerate/Resources/TypeScript/store.js";
import { Timestamp } from "../../Sources/SuasGenerate/Resources/TypeScript/time.js";
import { ActionType, listOf, recordOf, RecordType, Types } from "../../Sources/SuasGenerate/Resources/TypeScript/types.js";
import { combineReducers, createStore, type ReduxStore } from "./reduxStore.js";

interface Notes {
  readonly texts: readonly string[];
}

interface State {
  readonly notes: Notes;
}

interface Root {
  readonly app: State;
  readonly other: number;
}

const NotesSchema = new RecordType("Notes", () => [{ name: "texts", type: listOf(Types.string), default: [] }]);
const fields = (): { readonly name: string; readonly type: typeof Types.string }[] => [{ name: "text", type: Types.string }];

const notes = reducer<Notes, State, Action>("notes", { texts: [] }, NotesSchema, (state, _store, action) => {
  if (action.type !== "Add") return null;
  const { text } = action.payload as { readonly text: string };
  if (text === "") throw new Failure("empty", "no text");
  return { texts: [...state.texts, text] };
});

function add(text: string): Action {
  return { type: "Add", payload: { text } };
}

/** A spec whose middleware answers refusals, whose listener answers "ping", and that has an effect. */
const spec: SpecDefinition = {
  digest: "",
  reducers: [notes],
  state: new RecordType("the store", () => [{ name: "notes", type: recordOf(() => NotesSchema) }]),
  actions: [new ActionType("Add", "action Add", fields), new ActionType("Load", "effect Load", fields)],
  validations: [
    (_before, after) =>
      (after as unknown as State).notes.texts.includes("never") ? new ActionError("never", "never") : null,
  ],
  middleware: [
    "async",
    middleware<State, Action>({
      name: "again",
      actions: ["Add"],
      steps: [
        {
          kind: "next",
          place: "",
          onRefused: [{ kind: "dispatch", place: "", make: (scope) => add(`refused as ${scope.error.code}`) }],
        },
      ],
    }),
  ],
  listeners: [
    listener<State, Notes>({
      name: "pong",
      stateKey: "notes",
      type: recordOf(() => NotesSchema),
      isForChanges: true,
      reactions: [
        {
          kind: "dispatch",
          place: "",
          condition: (change) => change.new.texts[change.new.texts.length - 1] === "ping",
          make: () => add("pong"),
        },
      ],
    }),
  ],
  effects: [
    effect<State, Action>({
      name: "Load",
      place: "",
      kind: "custom",
      responseType: Types.string,
      start: () => custom("load", null),
      onSuccess: [{ kind: "dispatch", place: "", make: (scope) => add(String(scope.response.result)) }],
      onFailure: [{ kind: "dispatch", place: "", make: (scope) => add(scope.error.message) }],
    }),
  ],
  effectRunner: (runtime) => new EffectRunner(runtime),
};

interface Made {
  readonly store: ReduxStore<Root>;
  readonly redux: ReduxSpec<State, Root>;
  readonly answers: ((answer: EffectAnswer) => void)[];
  readonly seen: string[];
  readonly refused: string[];
}

function made(options: ReduxOptions<State, Root> = {}, isBroken = false): Made {
  const answers: ((answer: EffectAnswer) => void)[] = [];
  const seen: string[] = [];
  const runtime = new SpecRuntime(spec, {
    clock: new VirtualClock(Timestamp.epoch),
    ids: seededIds(0n),
    performer: (_request, answer) => {
      if (isBroken) throw new TypeError("no network");
      answers.push(answer);
      return () => undefined;
    },
  });
  const redux = new ReduxSpec<State, Root>(runtime, { ...options, select: (root) => root.app });
  const other = (state = 0, action: { readonly type: string }): number => (action.type === "Other" ? state + 1 : state);
  const root = combineReducers<Root>({ app: redux.reducer, other });
  const store = createStore(root, redux.middleware, () => (next) => (action) => {
    seen.push((action as Action).type);
    return next(action);
  });
  redux.start();
  const refused: string[] = [];
  redux.addErrorListener((error) => refused.push(error.code));
  return { store, redux, answers, seen, refused };
}

test("A Redux store has the state of a spec, and its listeners dispatch", () => {
  const { store } = made();
  const action = add("ping");
  assert.equal(store.dispatch(action), action);
  assert.deepEqual(store.getState(), { app: { notes: { texts: ["ping", "pong"] } }, other: 0 });
});

test("An action that is refused leaves the state as the same object, and middleware answers it", () => {
  const { store, refused } = made();
  store.dispatch(add("never"));
  store.dispatch(add(""));
  assert.deepEqual(store.getState().app.notes.texts, ["refused as never", "refused as empty"]);
  assert.deepEqual(refused, ["never", "empty"]);
  const before = store.getState();
  store.dispatch({ type: "Unknown" });
  assert.equal(store.getState(), before);
});

test("An effect stands before the reducers, and its answer is dispatched to the Redux store", () => {
  const { store, answers, seen } = made();
  store.dispatch({ type: "Load", payload: { text: "" } });
  answers[0]?.({ kind: "result", value: "loaded" });
  assert.deepEqual(store.getState().app.notes.texts, ["loaded"]);
  assert.deepEqual(seen, ["Add"]);
});

test("An error that a performer throws is the failure of the effect", () => {
  const { store } = made({}, true);
  store.dispatch({ type: "Load", payload: { text: "" } });
  assert.deepEqual(store.getState().app.notes.texts, ["no network"]);
});

test("What a listener of the Redux store dispatches is done after the spec's listeners were told", () => {
  const { store, redux } = made();
  const told: string[] = [];
  const end = store.subscribe(() => {
    end();
    store.dispatch(add("of Redux"));
    store.dispatch({ type: "Other" });
  });
  redux.addListener((state) => told.push(state.notes.texts.join()));
  store.dispatch(add("ping"));
  assert.deepEqual(store.getState(), { app: { notes: { texts: ["ping", "of Redux", "pong"] } }, other: 1 });
  assert.deepEqual(told, ["ping", "ping,of Redux", "ping,of Redux,pong"]);
});

test("Actions of others, and what is no object, pass", () => {
  const { store } = made();
  store.dispatch({ type: "Other" });
  assert.equal(store.getState().other, 1);
  assert.throws(() => store.dispatch(() => undefined), /plain objects/);
});

test("A reset goes through the Redux store", () => {
  const { store, redux } = made({ initialState: { notes: { texts: ["first"] } } });
  assert.deepEqual(store.getState().app.notes.texts, ["first"]);
  store.dispatch(add("second"));
  redux.reset();
  assert.deepEqual(store.getState().app.notes.texts, ["first"]);
  redux.reset({ notes: { texts: [] } });
  assert.deepEqual(redux.getState().notes.texts, []);
});

test("A spec has no state before its Redux store is made", () => {
  assert.throws(() => new ReduxSpec<State>(new SpecRuntime(spec)).getState(), /the Redux store is made first/);
});
