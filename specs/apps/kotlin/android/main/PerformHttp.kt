package app.search

import java.net.HttpURLConnection
import java.net.URI
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import suas.EffectAnswer
import suas.EffectRequest
import suas.JsonError
import suas.parseJson

public suspend fun performHttp(request: EffectRequest): EffectAnswer {
    if (request !is EffectRequest.Http) throw UnsupportedOperationException("there is nothing that performs this")
    return coroutineScope {
        val connection = URI(request.url).toURL().openConnection() as HttpURLConnection
        val answer = async(Dispatchers.IO) { runCatching { exchange(request, connection) } }
        try {
            answer.await().getOrThrow()
        } finally {
            // A coroutine that is cancelled does not wait for the answer.
            connection.disconnect()
        }
    }
}

private fun exchange(request: EffectRequest.Http, connection: HttpURLConnection): EffectAnswer {
    connection.requestMethod = request.method
    connection.connectTimeout = request.timeout.toMillis().toInt()
    connection.readTimeout = connection.connectTimeout
    for ((name, value) in request.headers) connection.addRequestProperty(name, value)
    request.body?.let { body ->
        connection.doOutput = true
        connection.outputStream.use { it.write(body.toByteArray()) }
    }
    val status = connection.responseCode
    val stream = if (status < 400) connection.inputStream else connection.errorStream
    val text = stream?.use { it.readBytes().decodeToString() } ?: ""
    val headers = connection.headerFields.flatMap { (name, values) ->
        if (name == null) emptyList() else values.map { Pair(name, it) }
    }
    return EffectAnswer.Http(status.toLong(), headers, bodyOf(text, connection.contentType ?: ""))
}

private fun bodyOf(text: String, type: String): Any? {
    if ("json" !in type.substringBefore(';')) return text
    return try {
        parseJson(text)
    } catch (_: JsonError) {
        text
    }
}
