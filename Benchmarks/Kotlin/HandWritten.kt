package benchmarks.hand

/** An item of the list. */
public data class TodoItem(val title: String, val isCompleted: Boolean = false)

/** The state: an immutable list, as an app with plain reducers has it. */
public data class TodoList(val todos: List<TodoItem> = emptyList())

public sealed interface TodoAction

public data class AddTodo(val text: String) : TodoAction

public data class RemoveTodo(val index: Int) : TodoAction

public data class MoveTodo(val from: Int, val to: Int) : TodoAction

public data class ToggleTodo(val index: Int) : TodoAction

/** The next state. */
public fun reduce(state: TodoList, action: TodoAction): TodoList =
    when (action) {
        is AddTodo -> state.copy(todos = state.todos + TodoItem(action.text))
        is RemoveTodo -> state.copy(todos = state.todos.toMutableList().apply { removeAt(action.index) })
        is MoveTodo -> state.copy(todos = state.todos.toMutableList().apply { add(action.to, removeAt(action.from)) })
        is ToggleTodo ->
            state.copy(
                todos = state.todos.toMutableList().apply {
                    val item = this[action.index]
                    this[action.index] = item.copy(isCompleted = !item.isCompleted)
                },
            )
    }
