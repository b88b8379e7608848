package suas

import java.time.Duration
import java.time.Instant
import kotlin.test.assertEquals
import kotlin.test.assertNull

/**
 * A scenario under way: the program of a spec, with a clock that only the scenario moves.
 *
 * All events are those of the last step. Each step has the codes of the errors that it must lead to.
 *
 * @param clock the time at which the clock starts.
 * @param seed the seed of random ids.
 * @param state sub-states to begin with, in place of the reducers' own, by state key.
 * @param found the saved text that the program finds; null to begin with the sub-states. // if SavedSpec
 */
public class ScenarioRun(
    spec: SpecDefinition,
    clock: Instant,
    seed: Long = 0,
    state: Map<String, Any> = emptyMap(),
    found: String? = null, // if SavedSpec
) {
    private var run = ProgramRun(spec, clock, seed, state)

    // if SavedSpec
    init {
        if (found != null) run = finding(spec, clock, seed, found)
    }

    /** The text that would be saved, without the time. */
    public val saved: String? get() = run.savedText

    /** The version that the start or the last restart found; 0 if there was none. */
    public val restoredVersion: Long get() = run.restoration?.version ?: 0

    /** The state keys that the start or the last restart lost. */
    public val lost: List<String> get() = run.restoration?.lostKeys ?: emptyList()
    // end

    /** Ends the program, and begins it with a saved text; without one, with that of the present state. */
    public fun restart(found: String? = null, errors: List<String> = emptyList()) {
        run = run.restarted(found)
        assertEquals(errors, run.errors.map { it.code })
    }

    public val state: State get() = run.store.getState()

    /** True if a reducer handled the step's action, or one that replaced it. */
    public val isHandled: Boolean get() = run.isHandled

    /** The names of the listeners that were notified, each with its value as JSON. */
    public val notified: List<String> get() = run.notified.map { (name, value) -> described(name, value) }

    /** The names of the actions that reached the reducers, each with its payload as JSON. */
    public val actions: List<String> get() = run.actions.map { described(it.actionName, it) }

    /** The names of the pending effects, oldest first. */
    public val effects: List<String> get() = run.effects

    /** The names of the effects that were started or tried again, each with its request as JSON. */
    public val requests: List<String> get() = run.requests.map { (effect, request) -> described(effect, shown(request)) }

    /** Adds a listener, between steps. */
    public fun listen(name: String) {
        run.listen(name)
    }

    /** Removes a listener, between steps. */
    public fun unlisten(name: String) {
        run.unlisten(name)
    }

    public fun dispatch(action: SpecAction, times: Int = 1, errors: List<String> = emptyList()) {
        step(errors) {
            run.dispatch(action, times)
            null
        }
    }

    public fun respond(effect: String, answer: EffectAnswer, which: Int = 0, errors: List<String> = emptyList()) {
        step(errors) { run.respond(effect, which, answer) }
    }

    public fun cancel(effect: String, errors: List<String> = emptyList()) {
        step(errors) { run.cancel(effect) }
    }

    public fun advance(duration: Duration, errors: List<String> = emptyList()) {
        step(errors) { run.advance(duration) }
    }

    public fun reset(errors: List<String> = emptyList()) {
        step(errors) {
            run.store.reset()
            null
        }
    }

    /** Performs a step, which returns the reason if it cannot be performed. */
    private fun step(errors: List<String>, body: () -> String?) {
        run.clear()
        assertNull(body())
        assertEquals(errors, run.errors.map { it.code })
    }

    private fun described(name: String, value: Any?): String = "$name ${JsonWriter().write(value)}"
}
