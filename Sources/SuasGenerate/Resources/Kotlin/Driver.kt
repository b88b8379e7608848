package suas

import java.io.BufferedReader
import java.io.File
import java.io.PrintStream

/**
 * The trace driver of a generated program: it reads one JSON object a line, performs the request on a store of its
 * own, and writes one JSON object a line with the results.
 */
public class Driver(private val spec: SpecDefinition) {
    private var run: ProgramRun? = null
    private var recorder: SessionRecorder? = null // if SessionRecorder

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
            val begun = begun(begin)
            run = begun
            if (spec is SavedSpec) return answer(begun, null, acts = true) // if SavedSpec
            return answer(begun, null, acts = false)
        }
        val run = run ?: return "{\"hindrance\":\"nothing has begun\"}"
        val restart = request["restart"]
        if (restart is Map<*, *>) {
            val begun = run.restarted(restart["saved"] as? String)
            this.run = begun
            return answer(begun, null, acts = true)
        }
        run.clear()
        val kind = request.keys.first() as String
        val hindrance = act(kind, request, run)
        return answer(run, hindrance, acts = kind != "listen" && kind != "unlisten")
    }

    private fun begun(begin: Map<*, *>): ProgramRun {
        // if SavedSpec
        val found = begin["saved"]
        if (found is String) return finding(spec, timestamp(begin["clock"] as String), begin["seed"] as Long, found)
        // end
        val given = begin["state"] as Map<*, *>
        val state = spec.stateTypes.mapValues { (key, type) -> RecordOf { type }.read(given[key], isSent = true) as Any }
        return ProgramRun(spec, timestamp(begin["clock"] as String), begin["seed"] as Long, state)
    }

    /** Performs a request; returns the reason why it cannot be performed. */
    private fun act(kind: String, request: Map<*, *>, run: ProgramRun): String? {
        when (kind) {
            "dispatch" -> return dispatch(request, run)
            "respond" -> {
                val which = (request["which"] as? Long ?: 0L).toInt()
                return run.respond(request[kind] as String, which, effectAnswer(request["answer"] as Map<*, *>))
            }
            "cancel" -> return run.cancel(request[kind] as String)
            "advance" -> return run.advance(duration(request[kind] as String))
            "listen" -> run.listen(request[kind] as String)
            "unlisten" -> run.unlisten(request[kind] as String)
            "reset" -> run.store.reset()
            // if SessionRecorder
            "record" -> {
                recorder?.stop()
                recorder = (request[kind] as? String)?.let { run.record(LogFile(File(it))) }
            }
            // end
            else -> return "there is no request '$kind'"
        }
        return null
    }

    private fun dispatch(request: Map<*, *>, run: ProgramRun): String? {
        val name = request["dispatch"] as String
        val type = spec.actions.firstOrNull { it.actionName == name } ?: return "there is no action '$name'"
        val payload = request["with"] as? Map<*, *> ?: emptyMap<Any?, Any?>()
        val action = try {
            type.made(RecordOf { type }.adapt(payload, isSent = true) as Map<*, *>) as SpecAction
        } catch (failure: Failure) {
            return "the action cannot be made: ${failure.message}"
        }
        run.dispatch(action, (request["times"] as? Long ?: 1L).toInt())
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

    private fun answer(run: ProgramRun, hindrance: String?, acts: Boolean): String {
        val json = JsonWriter()
        json.raw("{").key("state").write(spec.store(run.store.getState()))
        json.raw(",").key("handled").write(acts && run.isHandled)
        json.raw(",").key("errors").array(run.errors) { error ->
            json.objectOf(
                listOf(Pair("code", error.code), Pair("message", error.message), Pair("at", error.place)),
            )
        }
        json.raw(",").key("notified").array(run.notified) { json.objectOf(listOf(Pair("name", it.first), Pair("value", it.second))) }
        json.raw(",").key("actions").array(run.actions) { json.objectOf(listOf(Pair("name", it.actionName), Pair("value", it))) }
        json.raw(",").key("effects").array(run.pending) { entry ->
            json.raw("{").key("name").write(entry.effect.name)
            json.raw(",").key("value").write(entry.action)
            json.raw(",").key("run").write(entry.run?.let { shown(it) }).raw("}")
        }
        json.raw(",").key("requests").array(run.requests) { (effect, request) ->
            json.raw("{").key("name").write(effect).raw(",").key("run").write(shown(request)).raw("}")
        }
        json.raw(",").key("failures").array(run.failures) { (effect, error, place) ->
            json.objectOf(
                listOf(Pair("effect", effect), Pair("code", error.code), Pair("message", error.message), Pair("at", place)),
            )
        }
        // if SavedSpec
        if (spec is SavedSpec) {
            json.raw(",").key("saved").write(run.savedText)
            json.raw(",").key("restored").write(run.restoration?.let { shown(it) })
        }
        // end
        if (hindrance != null) json.raw(",").key("hindrance").write(hindrance)
        return json.raw("}").toString()
    }
}

// if SavedSpec

private fun shown(restoration: Restoration): Map<String, Any?> {
    val lost = restoration.lost.map { mapOf("name" to it.stateKey, "code" to it.code, "message" to it.message, "at" to it.place) }
    return mapOf("version" to restoration.version, "lost" to lost)
}

// end

/** Runs the trace driver of a spec on standard input and output. */
public fun runDriver(spec: SpecDefinition) {
    Driver(spec).run(System.`in`.bufferedReader(), System.out)
}
