package suas

import java.time.Duration

/** The request of an effect to the outside world, with every value evaluated. */
public sealed interface EffectRequest {
    /** An HTTP request; the body is null if nothing is sent. */
    public class Http(
        public val method: String,
        public val url: String,
        public val headers: List<Pair<String, String>>,
        public val body: String?,
        public val timeout: Duration,
    ) : EffectRequest

    /** A read of a file as text. */
    public class ReadFile(public val path: String) : EffectRequest

    /** A write of a file, which is written whole or not at all. */
    public class WriteFile(public val path: String, public val text: String) : EffectRequest

    /** A request that the app implements. */
    public class Custom(public val name: String, public val input: JsonValue) : EffectRequest
}

/** The answer to a request. */
public sealed interface EffectAnswer {
    /** An answer of a server, whatever its status; the body is a value where the content type is JSON, else a text. */
    public class Http(
        public val status: Long,
        public val headers: List<Pair<String, String>>,
        public val body: JsonValue,
    ) : EffectAnswer

    /** The contents of a file. */
    public class Text(public val text: String) : EffectAnswer

    /** The end of a write to a file, or of a delay. */
    public object Done : EffectAnswer

    /** The result of a custom effect. */
    public class Result(public val value: JsonValue) : EffectAnswer

    /** The lack of an answer, with a message. */
    public class Failure(public val message: String) : EffectAnswer

    /** The last answer of a stream; null if the stream ends without another answer. */
    public class Last(public val answer: EffectAnswer?) : EffectAnswer
}

/** Performs requests. The function that it returns is called when the answer is no longer needed. */
public fun interface EffectPerformer {
    public fun perform(request: EffectRequest, answer: (EffectAnswer) -> Unit): () -> Unit
}

/** The work of an effect, evaluated at its start. */
public sealed interface EffectRun {
    /** A request, and the time to wait for its answer. */
    public class Request(internal val request: EffectRequest, internal val timeout: Duration?) : EffectRun

    public class Delay(internal val duration: Duration) : EffectRun

    public class Every(internal val interval: Duration) : EffectRun
}

/** The answer to an effect, as expressions read it. */
public class Response(
    public val status: Long = 0,
    public val headers: Map<String, String> = emptyMap(),
    public val body: JsonValue = null,
    public val text: String = "",
    public val result: JsonValue = null,
)

/** The failure of an effect, or the refusal of an action, as expressions read it. */
public class EffectError(
    public val code: String,
    public val message: String,
    public val status: Long? = null,
    public val body: JsonValue = null,
) {
    internal val mayPass: Boolean
        get() = when (code) {
            "no-answer", "timeout" -> true
            "status" -> status == 429L || status != null && status >= 500
            else -> false
        }
}

/** An effect that a spec declares. */
public class EffectDefinition<A : SpecAction>(
    internal val name: String,
    internal val place: String,
    internal val start: (Scope<A>) -> EffectRun,
    internal val kind: Kind,
    internal val responseType: FieldType = Types.any,
    internal val expected: List<LongRange> = listOf(200L..299L),
    internal val debounce: ((Scope<A>) -> Duration)? = null,
    internal val isLatest: Boolean = false,
    internal val key: ((Scope<A>) -> Any?)? = null,
    internal val retryTimes: Int = 0,
    internal val retryDelay: ((Scope<A>) -> Duration)? = null,
    internal val isStream: Boolean = false,
    internal val onSuccess: List<SpecStep<Scope<A>>> = emptyList(),
    internal val onFailure: List<SpecStep<Scope<A>>> = emptyList(),
    internal val onEnd: List<SpecStep<Scope<A>>> = emptyList(),
    internal val isSensitive: Boolean = false,
    internal val isWithoutResult: Boolean = false,
) {
    /** The kinds of effects. */
    public enum class Kind { HTTP, DELAY, EVERY, READ_FILE, WRITE_FILE, CUSTOM }

    internal val goesOn: Boolean get() = isStream || kind == Kind.EVERY

    /** The answer as expressions read it; throws if the answer is a failure. */
    internal fun response(answer: EffectAnswer): Response =
        when {
            answer is EffectAnswer.Failure -> throw EffectFailure(EffectError("no-answer", answer.message))
            kind == Kind.HTTP && answer is EffectAnswer.Http -> httpResponse(answer)
            kind == Kind.READ_FILE && answer is EffectAnswer.Text -> Response(text = answer.text)
            kind in WITHOUT_CONTENTS && answer is EffectAnswer.Done -> Response()
            isWithoutResult && (answer is EffectAnswer.Done || answer is EffectAnswer.Result) -> Response()
            kind == Kind.CUSTOM && answer is EffectAnswer.Result -> Response(result = result(answer))
            else -> throw EffectFailure(EffectError("no-answer", "the answer is of another kind than the effect"))
        }

    private fun httpResponse(answer: EffectAnswer.Http): Response {
        if (expected.none { answer.status in it }) {
            throw EffectFailure(EffectError("status", "the status is ${answer.status}", answer.status, answer.body))
        }
        val headers = answer.headers.fold(persistentMapOf<String, String>()) { map, (name, value) ->
            map.put(name.lowercase(), value)
        }
        val body = try {
            responseType.read(answer.body)
        } catch (failure: Failure) {
            throw EffectFailure(EffectError("response", misfit("the body", failure), answer.status, answer.body))
        }
        return Response(answer.status, headers, body)
    }

    private fun result(answer: EffectAnswer.Result): Any? =
        try {
            responseType.read(answer.value)
        } catch (failure: Failure) {
            val custom = "the result of '${customName}'"
            throw EffectFailure(EffectError("response", misfit(custom, failure), null, answer.value))
        }

    /** The name by which the app performs a custom effect. */
    public var customName: String = name

    private fun misfit(what: String, failure: Failure): String =
        if (isSensitive) "$what is not of its type" else "$what: ${failure.message}"

    private companion object {
        val WITHOUT_CONTENTS = setOf(Kind.DELAY, Kind.EVERY, Kind.WRITE_FILE)
    }
}

/** Carries the failure of an effect to where it is handled. */
internal class EffectFailure(val error: EffectError) : RuntimeException(error.message, null, false, false)

/** Makes the request of an HTTP effect. */
public fun httpRequest(
    method: String,
    url: String,
    headers: List<Pair<String, String>> = emptyList(),
    body: JsonValue = null,
    hasBody: Boolean = false,
    timeout: Duration,
): EffectRun {
    for ((name, value) in headers) {
        if (!canStandInHeader(value)) {
            throw invalidArgument("the header '$name' holds what no header can (RFC 9110, section 5)")
        }
    }
    if (!hasBody) return EffectRun.Request(EffectRequest.Http(method, url, headers, null, timeout), timeout)
    val type = headers.firstOrNull { it.first.equals("content-type", ignoreCase = true) }?.second
    val implied = if (body is String) "text/plain; charset=utf-8" else "application/json"
    val all = if (type == null) headers + Pair("Content-Type", implied) else headers
    val text = if (body is String && (type == null || !namesJson(type))) body else toJson(body)
    return EffectRun.Request(EffectRequest.Http(method, url, all, text, timeout), timeout)
}

private fun namesJson(type: String): Boolean {
    val name = type.substringBefore(';').filter { it != ' ' && it != '\t' }.lowercase()
    return name == "application/json" || name == "text/json" || name.endsWith("+json")
}

private fun canStandInHeader(value: String): Boolean =
    value.none { it.code < 0x20 && it != '\t' || it.code == 0x7f }

/** Makes the request of a write to a file. */
public fun writeFile(path: String, value: JsonValue): EffectRun {
    val text = if (value is String) value else toJson(value)
    return EffectRun.Request(EffectRequest.WriteFile(path, text), null)
}

/** Makes the run of an effect with an outcome after each interval. */
public fun every(interval: Duration): EffectRun {
    val checked = waitingTime(interval)
    if (checked.isZero) throw invalidArgument("the time between two outcomes cannot be 0")
    return EffectRun.Every(checked)
}

/** A duration to wait for, which cannot be negative. */
public fun waitingTime(duration: Duration): Duration {
    if (duration.isNegative) throw invalidArgument("a time to wait cannot be negative")
    return duration
}

/** Appends a query to a URL that was put together from texts and values. */
public fun webAddress(
    url: String,
    isComputed: Boolean = false,
    query: List<Pair<String, Any?>> = emptyList(),
): String {
    val segments = url.substringBefore('?').split('/')
    if (isComputed && segments.any { it == "." || it == ".." }) {
        throw invalidArgument("a part of the url's path is only dots: '$url'")
    }
    val result = StringBuilder(url)
    var separator = if ('?' in url) '&' else '?'
    for ((name, value) in query) {
        result.append(separator).append(percentEncoded(name)).append('=').append(percentEncoded(interpolated(value)))
        separator = '&'
    }
    return result.toString()
}

/** The text with all bytes of its UTF-8 but unreserved characters percent-encoded. */
public fun percentEncoded(text: String): String {
    val result = StringBuilder()
    for (byte in text.toByteArray(Charsets.UTF_8)) {
        val code = byte.toInt() and 0xff
        val character = code.toChar()
        if (character in 'a'..'z' || character in 'A'..'Z' || character in '0'..'9' || character in "-._~") {
            result.append(character)
        } else {
            result.append('%').append(code.toString(16).uppercase().padStart(2, '0'))
        }
    }
    return result.toString()
}

/** The body of an answer, which was read as the type that the spec declares. */
public fun <T> Response.bodyAs(): T {
    @Suppress("UNCHECKED_CAST")
    return body as T
}

/** The result of a custom effect, which was read as the type that the spec declares. */
public fun <T> Response.resultAs(): T {
    @Suppress("UNCHECKED_CAST")
    return result as T
}
