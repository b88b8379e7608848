package suas

import java.io.BufferedReader
import java.io.PrintStream
import java.time.Duration

/**
 * The trace driver of a generated program: it reads one JSON object a line, performs what it says on a store of its own,
 * and writes one JSON object a line with what happened.
 */
public class Driver(private val spec: SpecDefinition) {
    private var stage: Stage? = null

    /** Answers requests until they end. */
    public fun run(input: BufferedReader, output: PrintStream) {
        while (true) {
            val line = input.readLine() ?: return
            if (line.isEmpty()) continue
            output.write((answer(line) + "\n").toByteArray(Charsets.UTF_8))
            output.flush()
        }
    }

    /** Answers a request, which is one line. */
    public fun answer(line: String): String = answer(parseJson(line) as Map<*, *>)

    private fun answer(request: Map<*, *>): String {
        if ("suas-driver" in request) return JsonWriter().objectOf(
            listOf(Pair("suas-driver", 1L), Pair("spec", spec.digest), Pair("language", "kotlin")),
        ).toString()
        val begin = request["begin"]
        if (begin is Map<*, *>) {
            val begun = Stage(spec, begin)
            stage = begun
            return begun.answer(null, acts = false)
        }
        val stage = stage ?: return "{\"hindrance\":\"nothing has begun\"}"
        return stage.perform(request)
    }

    /** A spec that runs on a store. */
    private class Stage(private val spec: SpecDefinition, begin: Map<*, *>) : SpecRuntime.Observer {
        private val clock = VirtualClock(timestamp(begin["clock"] as String))
        private val runtime = SpecRuntime(spec, SpecHost(clock, ids = SeededIds(begin["seed"] as Long)))
        private val store: Store
        private val listeners: Map<String, Subscription>
        private var handled = false
        private val errors = ArrayList<ActionError>()
        private val actions = ArrayList<SpecAction>()
        private val notified = ArrayList<Pair<String, Any?>>()
        private val failures = ArrayList<Triple<String, EffectError, String?>>()
        private var movements = 0

        init {
            val given = begin["state"] as Map<*, *>
            val state = spec.stateTypes.mapValues { (key, type) -> RecordOf { type }.read(given[key], isSent = true) as Any }
            store = runtime.createStore().withInitialState(state).build()
            store.core.observer = { action, keys, depth, _ ->
                if (action is SpecAction) {
                    if (depth == 0 && keys.isNotEmpty()) handled = true
                    actions.add(action)
                }
            }
            store.addErrorListener { errors.add(it) }
            runtime.observer = this
            listeners = runtime.attach(store)
        }

        override fun told(listener: String, value: Any?) {
            notified.add(Pair(listener, value))
        }

        override fun failed(error: ActionError) {
            errors.add(error)
        }

        override fun effectFailed(effect: String, error: EffectError, place: String?) {
            failures.add(Triple(effect, error, place))
        }

        override fun mayGoOn(): Boolean {
            movements += 1
            if (movements == LIMIT + 1) {
                val message = "middleware and listeners dispatch more than $LIMIT actions in answer"
                errors.add(ActionError("cost-exceeded", message))
            }
            return movements <= LIMIT
        }

        fun perform(request: Map<*, *>): String {
            handled = false
            errors.clear()
            actions.clear()
            notified.clear()
            failures.clear()
            val kind = request.keys.first() as String
            val hindrance = act(kind, request)
            return answer(hindrance, acts = kind != "listen" && kind != "unlisten")
        }

        /** Performs a request; returns the reason why it cannot be performed. */
        private fun act(kind: String, request: Map<*, *>): String? {
            when (kind) {
                "dispatch" -> return dispatch(request)
                "respond" -> return respond(request)
                "cancel" ->
                    if (!runtime.effects.cancelOldest(request[kind] as String)) {
                        return "no effect '${request[kind]}' is under way that could be cancelled"
                    }
                "advance" -> return advance(duration(request[kind] as String))
                "listen" -> listeners[request[kind]]?.addListener()
                "unlisten" -> listeners[request[kind]]?.removeListener()
                "reset" -> store.reset()
                else -> return "there is no request '$kind'"
            }
            return null
        }

        private fun dispatch(request: Map<*, *>): String? {
            val name = request["dispatch"] as String
            val type = spec.actions.firstOrNull { it.name == name } ?: return "there is no action '$name'"
            val payload = request["with"] as? Map<*, *> ?: emptyMap<Any?, Any?>()
            repeat((request["times"] as? Long ?: 1L).toInt()) {
                if (errors.isNotEmpty()) return null
                movements = 0
                val action = try {
                    type.payload.made(RecordOf { type.payload }.adapt(payload, isSent = true) as Map<*, *>) as SpecAction
                } catch (failure: Failure) {
                    return "the action cannot be made: ${failure.message}"
                }
                store.dispatch(runtime.completed(action))
            }
            return null
        }

        private fun advance(duration: Duration): String? {
            if (laterClamped(clock.now, duration) < clock.now.plus(duration)) {
                return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z"
            }
            if (!clock.advance(duration)) {
                val message = "more than $LIMIT things happen while the time passes"
                errors.add(ActionError("cost-exceeded", message))
            }
            return null
        }

        private fun respond(request: Map<*, *>): String? {
            val name = request["respond"] as String
            val effect = spec.effects.firstOrNull { it.name == name } ?: return "there is no effect '$name'"
            if (effect.kind == EffectDefinition.Kind.EVERY) {
                return "the effect '$name' has an outcome at every interval, and takes no answer"
            }
            val pending = runtime.effects.pending.filter { it.effect.name == name }
            val which = (request["which"] as? Long ?: 0L).toInt()
            val entry = pending.getOrNull(which) ?: return if (pending.isEmpty()) {
                "no effect '$name' is pending that could be answered"
            } else {
                "no effect '$name' of this number is pending: there are ${pending.size}, counted from 0"
            }
            runtime.effects.finish(entry, effectAnswer(request["answer"] as Map<*, *>))
            return null
        }

        private fun effectAnswer(answer: Map<*, *>): EffectAnswer =
            when {
                "status" in answer -> {
                    val headers = answer["headers"] as? List<*> ?: emptyList<Any?>()
                    val pairs = headers.map { header -> (header as List<*>).let { Pair(it[0] as String, it[1] as String) } }
                    EffectAnswer.Http(answer["status"] as Long, pairs, answer["body"])
                }
                "text" in answer -> EffectAnswer.Text(answer["text"] as String)
                "result" in answer -> EffectAnswer.Result(answer["result"])
                "failure" in answer -> EffectAnswer.Failure(answer["failure"] as String)
                "last" in answer -> EffectAnswer.Last((answer["last"] as? Map<*, *>)?.let { effectAnswer(it) })
                else -> EffectAnswer.Done
            }

        fun answer(hindrance: String?, acts: Boolean): String {
            val json = JsonWriter()
            json.raw("{").key("state").write(spec.store(store.getState()))
            json.raw(",").key("handled").write(acts && handled)
            json.raw(",").key("errors").array(errors) { error ->
                json.objectOf(
                    listOf(Pair("code", error.code), Pair("message", error.message), Pair("at", error.place)),
                )
            }
            json.raw(",").key("notified").array(notified) { json.objectOf(listOf(Pair("name", it.first), Pair("value", it.second))) }
            json.raw(",").key("actions").array(actions) { json.objectOf(listOf(Pair("name", it.actionName), Pair("value", it))) }
            json.raw(",").key("effects").array(runtime.effects.pending.filter { !it.isSuperseded }) { entry ->
                json.raw("{").key("name").write(entry.effect.name)
                json.raw(",").key("value").write(entry.action)
                json.raw(",").key("run").raw(entry.run?.let { described(it) } ?: "null").raw("}")
            }
            json.raw(",").key("failures").array(failures) { (effect, error, place) ->
                json.objectOf(
                    listOf(Pair("effect", effect), Pair("code", error.code), Pair("message", error.message), Pair("at", place)),
                )
            }
            if (hindrance != null) json.raw(",").key("hindrance").write(hindrance)
            return json.raw("}").toString()
        }

        /** What a pending effect asked its performer for. */
        private fun described(run: EffectRun): String {
            val json = JsonWriter().raw("{")
            when (run) {
                is EffectRun.Delay -> json.key("delay").write(run.duration)
                is EffectRun.Every -> json.key("every").write(run.interval)
                is EffectRun.Request -> describe(run.request, json)
            }
            return json.raw("}").toString()
        }

        private fun describe(request: EffectRequest, json: JsonWriter) {
            when (request) {
                is EffectRequest.Http -> {
                    val headers = request.headers.map { listOf(it.first, it.second) }
                    json.key("http").objectOf(
                        listOf(
                            Pair("method", request.method), Pair("url", request.url), Pair("headers", headers),
                            Pair("body", request.body),
                        ),
                    )
                }
                is EffectRequest.ReadFile -> json.key("read-file").write(request.path)
                is EffectRequest.WriteFile ->
                    json.key("write-file").objectOf(listOf(Pair("path", request.path), Pair("value", request.text)))
                is EffectRequest.Custom ->
                    json.key("custom").objectOf(listOf(Pair("name", request.name), Pair("input", request.input)))
            }
        }
    }

    private companion object {
        const val LIMIT = 100_000
    }
}

/** Runs the trace driver of a spec on standard input and output. */
public fun runDriver(spec: SpecDefinition) {
    Driver(spec).run(System.`in`.bufferedReader(), System.out)
}
