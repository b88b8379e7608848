package suas

import java.time.Duration
import java.time.Instant

/**
 * Writes a session log of a store: its actions, the answers to its effects, and the results.
 *
 * ```
 * val recorder = SessionRecorder(runtime, store, LogFile(File("app.suaslog")))
 * recorder.start()
 * ```
 *
 * @param digestEvery the largest number of actions without a digest of the store. At first there are fewer: 1, 3, 9, …
 *     Large stores have digests less often, so that the cost of an action does not grow with the store.
 */
public class SessionRecorder(
    private val runtime: SpecRuntime,
    private val store: Store,
    private val log: SessionLog,
    private val digestEvery: Int = 1000,
) {
    private val effect = ThreadLocal<LoggedEffect?>()
    private var hiding = HiddenValues()
    private var start: Instant = Instant.EPOCH
    private var time = 0L
    private var lastId = 0L
    private var lost = 0L
    private var sinceDigest = 0
    private var digestInterval = 1

    /** The number of characters of states that digests may be made of; it grows with each action. */
    private var digestBudget = 0L

    /** The id of the last action since the first line that did not follow from another one; 0 if there is none. */
    private var lastOutermost = 0L

    @Volatile
    private var isRecording = false

    /** Begins a new log with the state of the store. It is not called by middleware, reducers or listeners. */
    public fun start() {
        store.core.whileAtRest {
            synchronized(this) {
                hiding = HiddenValues()
                start = runtime.clock.now
                time = 0
                lastId = 0
                lastId = runtime.effects.renumber() // if EffectRunner
                lost = 0
                sinceDigest = 0
                digestInterval = 1
                digestBudget = 1 shl 20
                isRecording = true
                begin()
            }
            store.core.recorder = this
            runtime.recorder = this
        }
    }

    /** Ends the log. */
    public fun stop() {
        store.core.inTurn {
            store.core.recorder = null
            runtime.recorder = null
            synchronized(this) {
                if (isRecording && lost > 0) resume()
                val isAtRest = store.core.isAtRest && effect.get() == null
                if (isAtRest && sinceDigest > 0 && lastOutermost > 0) digest()
                if (isRecording) add(timed().member("end", lastId))
                isRecording = false
                log.end()
            }
        }
    }

    private fun line(): JsonWriter = JsonWriter().also { it.hiding = hiding }

    private fun timed(): JsonWriter = line().raw("{\"t\":").write(now())

    /** The nanoseconds since the log began. */
    private fun now(): Long {
        time = maxOf(time, Duration.between(start, runtime.clock.now).toNanos())
        return time
    }

    private fun JsonWriter.member(name: String, value: Any?): JsonWriter = raw(",").key(name).write(value)

    private fun JsonWriter.of(id: Long): JsonWriter = if (id > 0) member("of", id) else this

    private fun JsonWriter.end(): ByteArray = raw("}\n").toString().toByteArray(Charsets.UTF_8)

    private fun add(line: JsonWriter) {
        if (!isRecording) return
        if (lost > 0 || !log.accept(line.end())) lost += 1
    }

    private fun begin(): Boolean {
        lastOutermost = 0
        val state = store.getState()
        val last = lastId
        val clock = start
        val hiding = hiding
        var effects = emptyList<UnderWay>()
        effects = runtime.effects.underWay() // if EffectRunner
        if (!log.begin { firstLine(state, clock, hiding, effects, last) }) return false
        for ((name, isAdded) in runtime.listenerChanges()) {
            listening(name, false)
            if (isAdded) listening(name, true)
        }
        return true
    }

    private fun firstLine(state: State, clock: Instant, hiding: HiddenValues, effects: List<UnderWay>, last: Long): ByteArray {
        val line = JsonWriter().also { it.hiding = hiding }.raw("{\"suas-log\":1").member("spec", runtime.spec.digest)
        runtime.spec.name?.let { line.member("name", it) }
        line.member("clock", clock).member("changes", false)
        line.member("state", runtime.spec.store(state))
        for ((index, effect) in effects.withIndex()) {
            line.raw(if (index == 0) ",\"effects\":[" else ",").raw("{\"effect\":").write(effect.action.actionName)
            line.of(effect.logged?.of ?: 0)
            effect.logged?.nth?.let { if (it > 0) line.member("nth", it) }
            line.member("with", effect.action).member("phase", effect.phase)
            if (effect.tries > 0) line.member("tries", effect.tries)
            if (effect.isSuperseded) line.member("superseded", true)
            line.raw(if (index == effects.size - 1) "}]" else "}")
        }
        if (last > 0) line.member("last", last)
        return line.end()
    }

    /** Goes on after lines were dropped. */
    private fun resume() {
        if (!log.hasRoom) return
        val dropped = lost
        lost = 0
        if (!log.accept(timed().member("lost", dropped).end())) {
            lost = dropped
        } else if (!begin()) {
            lost = 1
        }
    }

    /** Writes an action, before anybody sees it; returns its id. */
    @Synchronized
    internal fun began(action: SpecAction, origin: RecordedAction?, isAtRest: Boolean): Long {
        if (isAtRest && lost > 0) resume()
        if (isAtRest && log.needsState) begin()
        lastId += 1
        sinceDigest += 1
        digestBudget += 32
        val line = timed().member("action", action.actionName)
        if (action.type.fields.isNotEmpty()) line.member("with", action)
        line.member("from", origin?.source ?: "app")
        if (origin != null && origin.by > 0) line.member("by", origin.by)
        add(line.member("id", lastId))
        return lastId
    }

    /** Writes a digest if it is time for one; the action and all that followed from it are done. */
    @Synchronized
    internal fun ended(id: Long) {
        lastOutermost = id
        if (sinceDigest < digestInterval || digestBudget < 0) return
        digestInterval = minOf(3 * digestInterval, digestEvery)
        digest()
    }

    /** Writes a digest of the store, in which nothing is under way. */
    private fun digest() {
        sinceDigest = 0
        val state = line().write(runtime.spec.store(store.getState())).toString()
        digestBudget -= state.length
        add(timed().member("digest", SipHash(0, 0).hexadecimal(state)).of(lastOutermost))
    }

    @Synchronized
    internal fun refused(error: ActionError, of: Long) {
        val message = if (error.isSensitive) hiding.hidden(error.message) else error.message
        if (of > 0) add(timed().member("refused", error.code).member("message", message).of(of))
    }

    /** Writes an error that refuses no action. */
    internal fun failed(error: ActionError) {
        val of = presentId()
        val isHidden = effect.get()?.isSensitive == true
        synchronized(this) {
            val message = if (isHidden) hiding.hidden(error.message) else error.message
            add(timed().member("failed", error.code).member("message", message).of(of))
        }
    }

    @Synchronized
    internal fun reset(state: State, keys: Collection<String>) {
        val record = runtime.spec.store(state)
        val values = record.type.fields.zip(record.fieldValues()).filter { (field, _) -> field.name in keys }
        if (values.isEmpty()) return
        val line = timed().raw(",\"reset\":")
        for ((index, value) in values.withIndex()) line.raw(if (index == 0) "{" else ",").key(value.first.name).write(value.second)
        add(line.raw("}"))
    }

    @Synchronized
    internal fun listening(name: String, isAdded: Boolean) {
        add(timed().member(if (isAdded) "listen" else "unlisten", name))
    }

    /** Writes a time or an id that middleware, a listener or an effect read. */
    internal fun read(kind: String, value: Any) {
        val of = presentId()
        synchronized(this) { add(line().raw("{\"read\":").write(kind).of(of).member("is", value)) }
    }

    /** The id of the action that led to the thread's present work; 0 if there is none. */
    private fun presentId(): Long = effect.get()?.of ?: store.core.presentId

    /** Makes an effect the cause of the thread's present work, and returns the former cause. */
    internal fun enter(cause: LoggedEffect?): LoggedEffect? {
        val former = effect.get()
        effect.set(cause)
        return former
    }

    /** Dispatches an action for a listener, or for the middleware or the effect that the thread is in. */
    internal fun dispatch(action: SpecAction, isListener: Boolean, dispatcher: Dispatcher) {
        val source = if (effect.get() != null) "effect" else if (isListener) "listener" else "middleware"
        dispatcher.dispatch(RecordedAction(completed(action), source, presentId()))
    }

    /** The action with its late defaults, which are written as reads. */
    internal fun completed(action: SpecAction): SpecAction {
        val whole = runtime.filled(action)
        if (whole === action) return action
        val values = whole.fieldValues()
        for ((index, value) in action.fieldValues().withIndex()) {
            val filled = values[index] ?: continue
            if (value === filled) continue
            val isSensitive = action.type.fields[index].isSensitive
            read(if (filled is Instant) "now" else "uuid", if (isSensitive) hiding.hidden(filled) else filled)
        }
        return whole
    }

    /** An action of the app with its late defaults, which its line has. */
    internal fun whole(action: SpecAction): SpecAction = runtime.filled(action)

    // if EffectRunner
    /** The present action's next run of an effect. */
    internal fun begins(effect: EffectDefinition<*>): LoggedEffect =
        LoggedEffect(store.core.presentId, store.core.nextRun(), effect.isSensitive)

    private fun JsonWriter.run(entry: EffectRunner.Entry): JsonWriter {
        of(entry.logged?.of ?: 0)
        entry.logged?.nth?.let { if (it > 0) member("nth", it) }
        return this
    }

    @Synchronized
    internal fun happened(kind: String, entry: EffectRunner.Entry) {
        add(timed().member(kind, entry.effect.name).run(entry))
    }

    /** Writes an answer, or the lack of one; null is the end of a delay or interval. */
    @Synchronized
    internal fun answered(entry: EffectRunner.Entry, answer: EffectAnswer?) {
        val hides = entry.effect.isSensitive
        if (answer is EffectAnswer.Failure) {
            val message = if (hides) hiding.hidden(answer.message) else answer.message
            return add(timed().member("fail", entry.effect.name).run(entry).member("message", message))
        }
        val line = timed().member("answer", entry.effect.name).run(entry)
        if (answer != null) {
            val value = contents(answer, if (hides) null else entry.effect.responseType)
            line.member("with", if (hides) hiding.hidden(value) else value)
        }
        add(line)
    }

    private fun contents(answer: EffectAnswer?, type: FieldType?): Any? =
        when (answer) {
            null -> null
            is EffectAnswer.Http ->
                linkedMapOf("status" to answer.status, "headers" to answer.headers.map { listOf(it.first, it.second) }, "body" to typed(answer.body, type))
            is EffectAnswer.Text -> mapOf("text" to answer.text)
            is EffectAnswer.Done -> mapOf("done" to true)
            is EffectAnswer.Result -> mapOf("result" to typed(answer.value, type))
            is EffectAnswer.Failure -> mapOf("failure" to answer.message)
            is EffectAnswer.Last -> mapOf("last" to contents(answer.answer, type))
        }

    /** The value as one of its type if that may have sensitive fields, or null if it does not fit; else as it came. */
    private fun typed(value: Any?, type: FieldType?): Any? {
        if (type == null || !type.holdsSensitiveFields(HashSet())) return value
        return try {
            type.hiding(type.read(value)) { hiding.hidden(it) }
        } catch (_: Failure) {
            null
        }
    }

    /** True if values of the type may have sensitive fields. */
    private fun FieldType.holdsSensitiveFields(seen: HashSet<RecordType>): Boolean =
        records.any { type -> seen.add(type) && type.fields.any { it.isSensitive || it.type.holdsSensitiveFields(seen) } }
    // end
}

/** A run of an effect in a session log: the id of the action that started it, and its number among that action's runs. */
internal class LoggedEffect(val of: Long, val nth: Long, val isSensitive: Boolean)

/** An effect under way at the beginning of a session log. */
internal class UnderWay(
    val action: SpecAction,
    val logged: LoggedEffect?,
    val phase: String,
    val tries: Long,
    val isSuperseded: Boolean,
)

/** An action that the spec itself dispatches, on its way to the store. */
internal class RecordedAction(val action: SpecAction, val source: String, val by: Long) : Action {
    override val actionName: String get() = action.actionName
}

/** A listener of the spec that is recorded when it is removed, and when it is added again. */
internal class RecordedSubscription(
    private val name: String,
    private val inner: Subscription,
    private val runtime: SpecRuntime,
) : Subscription {
    private var isAdded = true

    override fun addListener() {
        inner.addListener()
        if (!isAdded) runtime.noteListener(name, true)
        isAdded = true
    }

    override fun removeListener() {
        inner.removeListener()
        if (isAdded) runtime.noteListener(name, false)
        isAdded = false
    }

    override fun informWithCurrentState() {
        inner.informWithCurrentState()
    }
}

/** An object of a log that has a meaning, beside the maps of a store. */
internal class LogObject(val members: List<Pair<String, Any?>>)

/** True for a map that would look like such an object, around which an object with the key `$map` is written. */
internal fun Map<*, *>.looksLikeLogObject(): Boolean = isNotEmpty() && interpolated(keys.first()).startsWith("\$")

/** The stand-ins for sensitive values: hashes with a random key. */
internal class HiddenValues {
    private val hash = java.security.SecureRandom().let { SipHash(it.nextLong(), it.nextLong()) }

    fun hidden(value: Any?): Any = LogObject(listOf(Pair("\$sensitive", hash.hexadecimal(toJson(value)))))

    /** The fields of a record, with hashes in place of sensitive values. */
    fun fields(record: Record): Sequence<Pair<String, Any?>> =
        record.type.fields.zip(record.fieldValues()).asSequence().map { (field, value) ->
            Pair(field.name, if (field.isSensitive) hidden(value) else value)
        }
}
