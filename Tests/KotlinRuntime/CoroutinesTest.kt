/**
 * A stand-in for `kotlinx-coroutines-test`, which cannot be had where the tests run: the few names that tests here use,
 * with the same meaning. Time is virtual, and passes only where a test or something that it waits for says so.
 */
@file:OptIn(InternalCoroutinesApi::class, ExperimentalCoroutinesApi::class)

package kotlinx.coroutines.test

import java.util.PriorityQueue
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Delay
import kotlinx.coroutines.DisposableHandle
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.InternalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel

/** The virtual time, and the tasks that wait for it. */
public class TestCoroutineScheduler {
    private class Task(val time: Long, val order: Long, val isBackground: Boolean, val work: () -> Unit)

    private val tasks = PriorityQueue(compareBy<Task>({ it.time }, { it.order }))
    private var lastOrder = 0L

    /** The virtual time in milliseconds. */
    @get:Synchronized
    public var currentTime: Long = 0
        private set

    @Synchronized
    internal fun add(delay: Long, context: CoroutineContext, work: () -> Unit): DisposableHandle {
        lastOrder += 1
        val task = Task(currentTime + delay.coerceAtLeast(0), lastOrder, context[Background] != null, work)
        tasks.add(task)
        return DisposableHandle { synchronized(this) { tasks.remove(task) } }
    }

    /** Runs the tasks that are due. */
    public fun runCurrent() {
        val end = currentTime
        while (true) (next { it.time <= end } ?: return).work()
    }

    /** Lets time pass, and runs the tasks that become due before its end. */
    public fun advanceTimeBy(delayTimeMillis: Long) {
        val end = currentTime + delayTimeMillis
        while (true) (next { it.time < end } ?: break).work()
        synchronized(this) { currentTime = end }
    }

    /** Runs all tasks but those that are only in the background, however long that takes. */
    public fun advanceUntilIdle() {
        while (synchronized(this) { tasks.any { !it.isBackground } }) (next { true } ?: return).work()
    }

    internal fun runNext(): Boolean = next { true }?.work() != null

    @Synchronized
    private fun next(isMeant: (Task) -> Boolean): Task? {
        val first = tasks.peek()?.takeIf(isMeant) ?: return null
        tasks.remove(first)
        currentTime = maxOf(currentTime, first.time)
        return first
    }
}

private class Background : AbstractCoroutineContextElement(Background) {
    companion object : CoroutineContext.Key<Background>
}

/** A dispatcher whose delays are virtual. */
public class TestDispatcher internal constructor(public val scheduler: TestCoroutineScheduler) : CoroutineDispatcher(), Delay {
    override fun dispatch(context: CoroutineContext, block: Runnable) {
        scheduler.add(0, context) { block.run() }
    }

    override fun scheduleResumeAfterDelay(timeMillis: Long, continuation: CancellableContinuation<Unit>) {
        val handle = scheduler.add(timeMillis, continuation.context) {
            with(continuation) { this@TestDispatcher.resumeUndispatched(Unit) }
        }
        continuation.invokeOnCancellation { handle.dispose() }
    }

    override fun invokeOnTimeout(timeMillis: Long, block: Runnable, context: CoroutineContext): DisposableHandle =
        scheduler.add(timeMillis, context) { block.run() }
}

public fun StandardTestDispatcher(scheduler: TestCoroutineScheduler = TestCoroutineScheduler()): TestDispatcher =
    TestDispatcher(scheduler)

/** The scope of a test. */
public class TestScope internal constructor(
    scope: CoroutineScope,
    public val testScheduler: TestCoroutineScheduler,
    /** The scope of what goes on until the test ends. */
    public val backgroundScope: CoroutineScope,
) : CoroutineScope by scope

public val TestScope.currentTime: Long get() = testScheduler.currentTime

public fun TestScope.runCurrent(): Unit = testScheduler.runCurrent()

public fun TestScope.advanceTimeBy(delayTimeMillis: Long): Unit = testScheduler.advanceTimeBy(delayTimeMillis)

public fun TestScope.advanceUntilIdle(): Unit = testScheduler.advanceUntilIdle()

/** Runs a test to its end in virtual time; fails if it does not end within a minute of the system's time. */
public fun runTest(testBody: suspend TestScope.() -> Unit) {
    val scheduler = TestCoroutineScheduler()
    val dispatcher = StandardTestDispatcher(scheduler)
    val failures = CopyOnWriteArrayList<Throwable>()
    val handler = CoroutineExceptionHandler { _, error -> failures.add(error) }
    val background = CoroutineScope(dispatcher + Background() + SupervisorJob() + handler)
    val job = Job()
    val test = CoroutineScope(dispatcher + job).async { TestScope(this, scheduler, background).testBody() }
    val end = System.nanoTime() + 60_000_000_000
    while (!test.isCompleted) {
        // Another thread may be at work.
        if (!scheduler.runNext()) Thread.sleep(1)
        if (System.nanoTime() > end) throw AssertionError("the test does not end")
    }
    background.cancel()
    scheduler.advanceUntilIdle()
    while (scheduler.runNext()) Unit
    test.getCompletionExceptionOrNull()?.let { throw it }
    failures.firstOrNull()?.let { throw it }
}
