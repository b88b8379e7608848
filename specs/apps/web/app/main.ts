import { addTodo, setBackground, setText, startOver, toggleTodo } from "./generated/actions.js";
import { appSpec } from "./generated/appSpec.js";
import type { AppState } from "./generated/appState.js";
import { LogMonitor } from "./generated/runtime/logMonitor.js";
import { SessionRecorder } from "./generated/runtime/sessionRecorder.js";
import { SpecRuntime } from "./generated/runtime/specRuntime.js";
import type { Color, TodoItem } from "./generated/types.js";

const colors: readonly Color[] = ["red", "green", "white", "black"];

const runtime = new SpecRuntime(appSpec);
const store = runtime.createStore<AppState>();

// With the address that `suas-run monitor` prints for apps, the page is seen in the monitor.
const monitor = new URLSearchParams(location.search).get("monitor");
if (monitor !== null) new SessionRecorder(runtime, store, new LogMonitor(monitor)).start();

function element<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`);
  return found;
}

const form = element("add", HTMLFormElement);
const list = element("todos", HTMLUListElement);
const left = element("left", HTMLElement);
const problem = element("problem", HTMLElement);
const background = element("background", HTMLSelectElement);
const text = element("text", HTMLSelectElement);

function row(todo: TodoItem, index: number): HTMLLIElement {
  const item = document.createElement("li");
  const label = document.createElement("label");
  const box = document.createElement("input");
  const title = document.createElement("span");
  box.type = "checkbox";
  box.checked = todo.isCompleted;
  box.addEventListener("change", () => store.dispatch(toggleTodo({ index })));
  title.textContent = todo.title;
  item.classList.toggle("done", todo.isCompleted);
  label.append(box, " ", title);
  item.append(label);
  return item;
}

// What a selector or a sub-state holds stays the same object until it changes.
let shown: readonly TodoItem[] | null = null;

function render(): void {
  const { todos, settings } = store.getState();
  problem.textContent = "";
  if (todos.todos !== shown) {
    shown = todos.todos;
    list.replaceChildren(...shown.map(row));
    left.textContent = `${shown.filter((todo) => !todo.isCompleted).length} left`;
  }
  background.value = settings.backgroundColor;
  text.value = settings.textColor;
  document.body.style.background = settings.backgroundColor;
  document.body.style.color = settings.textColor;
}

for (const select of [background, text]) {
  select.append(...colors.map((color) => new Option(color, color)));
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const title = new FormData(form).get("title");
  if (typeof title === "string") store.dispatch(addTodo({ text: title }));
  form.reset();
});
background.addEventListener("change", () => {
  store.dispatch(setBackground({ color: background.value as Color }));
  // The spec refuses the colour of the text, so that nothing changes and nobody is told.
  render();
});
text.addEventListener("change", () => {
  store.dispatch(setText({ color: text.value as Color }));
  render();
});
element("over", HTMLButtonElement).addEventListener("click", () => store.dispatch(startOver()));

store.addErrorListener((error) => {
  problem.textContent = error.message;
});
store.subscribe(render);
render();
