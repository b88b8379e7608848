package suas

import java.util.concurrent.Executor

/** A listener in a store's list; a listener that is removed and added again gets another one. */
internal class Entry<L>(val listener: L) {
    @Volatile
    var isAdded = true
}

/** The listeners of a store, which any thread may add and remove. A round goes over the lists as they were. */
internal class ListenerRegistry {
    @Volatile
    var states: List<Entry<StateListener>> = emptyList()
        private set

    @Volatile
    var actions: List<Entry<ActionListener>> = emptyList()
        private set

    @Volatile
    var errors: List<Entry<ErrorListener>> = emptyList()
        private set

    fun subscribe(listener: StateListener, inform: (Entry<StateListener>) -> Unit): Subscription =
        Added(listener, { states }, { states = it }, inform)

    fun subscribe(listener: ActionListener): Subscription = Added(listener, { actions }, { actions = it }) {}

    fun subscribe(listener: ErrorListener): Subscription = Added(listener, { errors }, { errors = it }) {}

    @Synchronized
    fun remove(identity: Any) {
        for (entry in states) if (entry.listener.identity === identity) entry.isAdded = false
        for (entry in actions) if (entry.listener === identity) entry.isAdded = false
        for (entry in errors) if (entry.listener === identity) entry.isAdded = false
        states = states.filter { it.isAdded }
        actions = actions.filter { it.isAdded }
        errors = errors.filter { it.isAdded }
    }

    private inner class Added<L>(
        private val listener: L,
        private val get: () -> List<Entry<L>>,
        private val set: (List<Entry<L>>) -> Unit,
        private val inform: (Entry<L>) -> Unit,
    ) : Subscription {
        private var entry: Entry<L>? = null

        init {
            addListener()
        }

        override fun addListener(): Unit = synchronized(this@ListenerRegistry) {
            if (entry?.isAdded == true) return
            val added = Entry(listener)
            entry = added
            set(get() + added)
        }

        override fun removeListener(): Unit = synchronized(this@ListenerRegistry) {
            val removed = entry ?: return
            removed.isAdded = false
            entry = null
            set(get().filter { it !== removed })
        }

        override fun informWithCurrentState() {
            val added = synchronized(this@ListenerRegistry) { entry?.takeIf { it.isAdded } } ?: return
            inform(added)
        }
    }
}

/** The dispatch that led to another one, with its own cause. */
internal class Cause(private val action: Action, val isTooDeep: Boolean, private val parent: Cause?) {
    val depth: Int = (parent?.depth ?: 0) + 1

    /** The names of the actions from the first to the last; the middle of a long chain is left out. */
    fun chain(last: Action): String {
        val count = depth + 1
        val names = arrayListOf(last.actionName)
        var cause: Cause? = this
        while (cause != null) {
            if (count <= SHORT || cause.depth <= EDGE || cause.depth > count - EDGE) {
                names.add(cause.action.actionName)
            } else if (cause.depth == EDGE + 1) {
                names.add("… (${count - 2 * EDGE} more)")
            }
            cause = cause.parent
        }
        return names.reversed().joinToString(" → ")
    }

    private companion object {
        const val SHORT = 12
        const val EDGE = 5
    }
}

/** The pending calls of listeners on an executor; they are made in order even if it has several threads. */
internal class Deliveries(private val executor: Executor) {
    private class Delivery(val cause: Cause?, val calls: () -> Unit)

    private val pending = ArrayDeque<Delivery>()
    private var isScheduled = false

    @Volatile
    private var thread: Thread? = null
    private var cause: Cause? = null

    /** The cause of the calling thread's dispatches, if a listener is running on it. */
    val presentCause: Cause? get() = if (thread === Thread.currentThread()) cause else null

    fun add(cause: Cause?, calls: () -> Unit) {
        val isFirst = synchronized(this) {
            pending.addLast(Delivery(cause, calls))
            val isFirst = !isScheduled
            isScheduled = true
            isFirst
        }
        if (isFirst) executor.execute { deliverOne() }
    }

    /** Makes one delivery, so that other work on the executor gets its turn. */
    private fun deliverOne() {
        val next = synchronized(this) { pending.removeFirstOrNull() } ?: return
        cause = next.cause
        thread = Thread.currentThread()
        try {
            next.calls()
        } finally {
            thread = null
            cause = null
            val goesOn = synchronized(this) {
                isScheduled = pending.isNotEmpty()
                isScheduled
            }
            if (goesOn) executor.execute { deliverOne() }
        }
    }
}
