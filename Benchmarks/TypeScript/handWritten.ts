/** The workload's states and actions by hand. */
export interface TodoItem {
  readonly title: string;
  readonly isCompleted: boolean;
}

export interface TodoList {
  readonly todos: readonly TodoItem[];
}

export interface TodoSettings {
  readonly backgroundColor: string;
  readonly textColor: string;
}

export type TodoAction =
  | { readonly type: "AddTodo"; readonly payload: { readonly text: string } }
  | { readonly type: "RemoveTodo"; readonly payload: { readonly index: number } }
  | { readonly type: "MoveTodo"; readonly payload: { readonly from: number; readonly to: number } }
  | { readonly type: "ToggleTodo"; readonly payload: { readonly index: number } }
  | { readonly type: "SetBackground"; readonly payload: { readonly color: string } };

export const initialSettings: TodoSettings = { backgroundColor: "red", textColor: "white" };

export function settings(state = initialSettings, action: TodoAction): TodoSettings {
  return action.type === "SetBackground" ? { ...state, backgroundColor: action.payload.color } : state;
}

/** The reducer as Redux's documentation has it: spread syntax, `map` and `filter`. */
export function documented(state: TodoList = { todos: [] }, action: TodoAction): TodoList {
  switch (action.type) {
    case "AddTodo":
      return { ...state, todos: [...state.todos, { title: action.payload.text, isCompleted: false }] };
    case "RemoveTodo":
      return { ...state, todos: state.todos.filter((_, index) => index !== action.payload.index) };
    case "MoveTodo": {
      const rest = state.todos.filter((_, index) => index !== action.payload.from);
      const moved = state.todos[action.payload.from] as TodoItem;
      return { ...state, todos: [...rest.slice(0, action.payload.to), moved, ...rest.slice(action.payload.to)] };
    }
    case "ToggleTodo":
      return {
        ...state,
        todos: state.todos.map((todo, index) =>
          index === action.payload.index ? { ...todo, isCompleted: !todo.isCompleted } : todo,
        ),
      };
    default:
      return state;
  }
}

/** The reducer with the fastest copies that are known: `slice`, and one change in it. */
export function fastest(state: TodoList = { todos: [] }, action: TodoAction): TodoList {
  switch (action.type) {
    case "AddTodo": {
      const todos = state.todos.slice();
      todos.push({ title: action.payload.text, isCompleted: false });
      return { todos };
    }
    case "RemoveTodo": {
      const todos = state.todos.slice();
      todos.splice(action.payload.index, 1);
      return { todos };
    }
    case "MoveTodo": {
      const todos = state.todos.slice();
      todos.splice(action.payload.to, 0, ...todos.splice(action.payload.from, 1));
      return { todos };
    }
    case "ToggleTodo": {
      const todos = state.todos.slice();
      const todo = todos[action.payload.index] as TodoItem;
      todos[action.payload.index] = { title: todo.title, isCompleted: !todo.isCompleted };
      return { todos };
    }
    default:
      return state;
  }
}
