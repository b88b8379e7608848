package benchmarks

import benchmarks.generated.AppAction
import benchmarks.generated.TodoReducer
import suas.Outcome
import suas.State
import suas.StateLayout

/** Reduce functions on the workload, with the steps as their own actions. */
private abstract class Contender(val name: String) {
    abstract fun start(count: Int, steps: List<Step>)

    /** Runs all steps from the first state; returns the last one's checksum. */
    abstract fun run(): Checksum
}

private object HandWritten : Contender("hand-written") {
    private var first = benchmarks.hand.TodoList()
    private var actions: List<benchmarks.hand.TodoAction> = emptyList()

    override fun start(count: Int, steps: List<Step>) {
        first = benchmarks.hand.TodoList(List(count) { benchmarks.hand.TodoItem(Titles.initial(it)) })
        actions = steps.map { step ->
            when (step) {
                is Step.Toggle -> benchmarks.hand.ToggleTodo(step.index)
                is Step.Append -> benchmarks.hand.AddTodo(Titles.pool[step.title])
                is Step.Remove -> benchmarks.hand.RemoveTodo(step.index)
                is Step.Move -> benchmarks.hand.MoveTodo(step.from, step.to)
            }
        }
    }

    override fun run(): Checksum {
        var state = first
        for (action in actions) state = benchmarks.hand.reduce(state, action)
        return Checksum().also { sum -> state.todos.forEach { sum.add(it.title, it.isCompleted) } }
    }
}

private object Generated : Contender("generated") {
    private val reducer = TodoReducer()
    private val store = State(StateLayout(emptyList()), emptyList())
    private var first = benchmarks.generated.TodoList()
    private var actions: List<AppAction> = emptyList()

    override fun start(count: Int, steps: List<Step>) {
        first = benchmarks.generated.TodoList(List(count) { benchmarks.generated.TodoItem(Titles.initial(it)) })
        actions = steps.map { step ->
            when (step) {
                is Step.Toggle -> benchmarks.generated.ToggleTodo(step.index.toLong())
                is Step.Append -> benchmarks.generated.AddTodo(Titles.pool[step.title])
                is Step.Remove -> benchmarks.generated.RemoveTodo(step.index.toLong())
                is Step.Move -> benchmarks.generated.MoveTodo(step.from.toLong(), step.to.toLong())
            }
        }
    }

    override fun run(): Checksum {
        var state = first
        for (action in actions) {
            val outcome = reducer.reduce(state, store, action)
            if (outcome is Outcome.Changed) state = outcome.state
        }
        return Checksum().also { sum -> state.todos.forEach { sum.add(it.title, it.isCompleted) } }
    }
}

/** Measures the contenders in turns, after a warm-up; the only argument is the number of rounds. */
public fun main(arguments: Array<String>) {
    val rounds = arguments.firstOrNull()?.toInt() ?: 9
    val contenders = listOf(HandWritten, Generated)
    println("| bench | row | median | least – most | unit |")
    println("|---|---|---:|---:|---|")
    for ((count, dispatches) in listOf(10 to 200_000, 1_000 to 50_000)) {
        val steps = trace(count, dispatches)
        for (contender in contenders) contender.start(count, steps)
        val sums = contenders.map { contender -> (0 until 5).map { contender.run().toString() }.last() }
        check(sums.distinct().size == 1) { "the contenders end in different states: $sums" }
        val times = contenders.map { ArrayList<Double>() }
        repeat(rounds) {
            contenders.forEachIndexed { index, contender ->
                val start = System.nanoTime()
                contender.run()
                times[index].add((System.nanoTime() - start).toDouble() / dispatches)
            }
        }
        contenders.forEachIndexed { index, contender -> println(row("W($count)", contender.name, times[index], "ns")) }
        println(row("W($count)", "generated ÷ hand-written", times[1].zip(times[0]) { one, other -> one / other }, "×"))
    }
}

private fun row(bench: String, name: String, values: List<Double>, unit: String): String {
    val sorted = values.sorted()
    val texts = listOf(sorted[sorted.size / 2], sorted.first(), sorted.last()).map {
        if (it < 10) String.format("%.2f", it) else String.format("%,.0f", it)
    }
    return "| $bench | $name | ${texts[0]} | ${texts[1]} – ${texts[2]} | $unit |"
}
