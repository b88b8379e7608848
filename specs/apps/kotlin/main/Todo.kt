@file:JvmName("MainKt")

package app.todo

import suas.SpecRuntime

/** A list of things to do, changed by the lines that it reads. */
public fun main() {
    val runtime = SpecRuntime(AppSpec)
    val store = runtime.createStore().build()
    runtime.attach(store)
    store.addErrorListener { println("refused: ${it.message}") }
    for (line in generateSequence(::readLine)) {
        val action = action(line)
        if (action == null) {
            println("add TEXT, toggle NUMBER, background COLOR, text COLOR, over")
        } else {
            store.dispatch(action)
            show(AppState(store.getState()))
        }
    }
}

/** The action that a line stands for. */
private fun action(line: String): AppAction? {
    val argument = line.substringAfter(' ', "")
    return when (line.substringBefore(' ')) {
        "add" -> AddTodo(text = argument)
        "toggle" -> argument.toLongOrNull()?.let { ToggleTodo(index = it) }
        "background" -> color(argument)?.let { SetBackground(color = it) }
        "text" -> color(argument)?.let { SetText(color = it) }
        "over" -> StartOver
        else -> null
    }
}

private fun color(name: String): Color? = Color.entries.firstOrNull { it.name == name.uppercase() }

private fun show(state: AppState) {
    println("${state.settings.textColor} on ${state.settings.backgroundColor}")
    for (todo in state.todos.todos) println("${if (todo.isCompleted) "[x]" else "[ ]"} ${todo.title}")
}
