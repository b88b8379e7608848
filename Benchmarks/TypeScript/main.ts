import { appendFileSync } from "node:fs";
import { addTodo, type AppAction, moveTodo, removeTodo, toggleTodo } from "./generated/actions.js";
import { appSpec } from "./generated/appSpec.js";
import type { AppState } from "./generated/appState.js";
import { LogFunction, LogRing, type SessionLog } from "./generated/runtime/sessionLog.js";
import { SessionRecorder } from "./generated/runtime/sessionRecorder.js";
import { SpecRuntime } from "./generated/runtime/specRuntime.js";
import { documented, fastest, initialSettings, settings, type TodoAction, type TodoList } from "./handWritten.js";
import { combineReducers, createStore } from "./reduxStore.js";
import { checksum, items, type Step, titles, trace } from "./workload.js";

declare const process: { readonly argv: readonly string[]; hrtime: { bigint(): bigint } };
declare const console: { log(text: string): void };

/** A store on which the steps run, with one listener that counts. */
interface Contender {
  readonly name: string;
  /** Runs all steps on a new store; returns the nanoseconds for each, and the list that comes of them. */
  run(count: number, steps: readonly Step[]): { readonly time: number; readonly list: TodoList };
}

function actionOf(step: Step): TodoAction {
  switch (step.kind) {
    case "toggle":
      return { type: "ToggleTodo", payload: { index: step.index } };
    case "append":
      return { type: "AddTodo", payload: { text: titles[step.title] ?? "" } };
    case "remove":
      return { type: "RemoveTodo", payload: { index: step.index } };
    case "move":
      return { type: "MoveTodo", payload: { from: step.from, to: step.to } };
  }
}

function generatedActionOf(step: Step): AppAction {
  switch (step.kind) {
    case "toggle":
      return toggleTodo({ index: step.index });
    case "append":
      return addTodo({ text: titles[step.title] ?? "" });
    case "remove":
      return removeTodo({ index: step.index });
    case "move":
      return moveTodo({ from: step.from, to: step.to });
  }
}

function timed(steps: readonly Step[], told: () => number, dispatch: (step: Step) => void): number {
  const start = process.hrtime.bigint();
  for (const step of steps) dispatch(step);
  const time = Number(process.hrtime.bigint() - start) / steps.length;
  if (told() !== steps.length) throw new Error(`the listener was told ${told()} times`);
  return time;
}

/** A Redux store with hand-written reducers. */
function redux(name: string, reducer: typeof documented): Contender {
  return {
    name,
    run: (count, steps) => {
      const first: TodoList = { todos: items(count) };
      const store = createStore(
        combineReducers<{ TodoList: TodoList; TodoSettings: typeof initialSettings }>({
          TodoList: (state = first, action) => reducer(state, action),
          TodoSettings: settings,
        }),
      );
      let told = 0;
      store.subscribe(() => (told += 1));
      const time = timed(steps, () => told, (step) => store.dispatch(actionOf(step)));
      return { time, list: store.getState().TodoList };
    },
  };
}

/** The generated store, with a recorder if there is a log. */
function generated(name: string, log?: () => SessionLog): Contender {
  return {
    name,
    run: (count, steps) => {
      const initialState: AppState = { TodoList: { todos: items(count) }, TodoSettings: initialSettings };
      const runtime = new SpecRuntime(appSpec);
      const store = runtime.createStore<AppState>({ initialState: { ...initialState } });
      let told = 0;
      store.addKeyListener("TodoList", () => (told += 1));
      if (log !== undefined) new SessionRecorder(runtime, store, log()).start();
      const time = timed(steps, () => told, (step) => store.dispatch(generatedActionOf(step)));
      return { time, list: store.getState().TodoList };
    },
  };
}

const file = `${process.argv[1]}.suaslog`;

const recorded = [
  generated("recorded into a ring", () => new LogRing()),
  generated("recorded into a file", () => new LogFunction((line) => appendFileSync(file, `${line}\n`))),
];

const contenders = [
  redux("Redux, reducers as documented", documented),
  redux("Redux, the fastest copies", fastest),
  generated("generated, on its store"),
];

function row(bench: string, name: string, values: readonly number[], unit: string): string {
  const sorted = values.slice().sort((one, other) => one - other);
  const shown = [sorted[sorted.length >> 1], sorted[0], sorted[sorted.length - 1]].map((value = 0) =>
    value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString("en"),
  );
  return `| ${bench} | ${name} | ${shown[0]} | ${shown[1]} – ${shown[2]} | ${unit} |`;
}

const rounds = Number(process.argv[2] ?? 9);
console.log("| bench | row | median | least – most | unit |\n|---|---|---:|---:|---|");
for (const [count, dispatches] of [[10, 200_000], [1_000, 50_000], [100_000, 500]] as const) {
  const steps = trace(count, dispatches);
  const all = [...contenders, ...recorded];
  const sums = all.map((contender) => checksum(contender.run(count, steps).list.todos));
  if (new Set(sums).size !== 1) throw new Error(`the contenders end in different states: ${sums.join(", ")}`);
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    all.forEach((contender, index) => times[index]?.push(contender.run(count, steps).time));
  }
  const bench = `W(${count.toLocaleString("en")})`;
  all.forEach(({ name }, index) => console.log(row(bench, name, times[index] ?? [], "ns")));
  const own = times[contenders.length - 1] ?? [];
  contenders.slice(0, -1).forEach(({ name }, index) => {
    const ratios = own.map((time, round) => time / (times[index]?.[round] ?? 1));
    console.log(row(bench, `generated ÷ ${name}`, ratios, "×"));
  });
  recorded.forEach(({ name }, index) => {
    const costs = (times[contenders.length + index] ?? []).map((time, round) => time - (own[round] ?? 0));
    console.log(row(bench, `a dispatch ${name} − generated`, costs, "ns"));
  });
}
