package app.search

import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import suas.EffectAnswer
import suas.EffectRequest

public class PerformHttpTest {
    private val isAsked = CountDownLatch(1)
    private val isOver = CountDownLatch(1)

    /** Runs a test with a server, which answers with what it was sent, as JSON unless something else is asked for. */
    private fun withServer(test: suspend (address: String) -> Unit) {
        val threads = Executors.newCachedThreadPool()
        val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
        server.executor = threads
        server.createContext("/") { exchange ->
            isAsked.countDown()
            if (exchange.requestURI.path == "/slow") isOver.await(30, TimeUnit.SECONDS)
            val bytes = exchange.requestBody.readBytes()
            exchange.responseHeaders.add("Content-Type", exchange.requestHeaders.getFirst("X-Type") ?: "application/json")
            exchange.sendResponseHeaders(if (exchange.requestURI.path == "/none") 404 else 200, bytes.size.toLong())
            exchange.responseBody.use { it.write(bytes) }
        }
        server.start()
        try {
            runBlocking { withTimeout(20_000) { test("http://127.0.0.1:${server.address.port}") } }
        } finally {
            isOver.countDown()
            server.stop(0)
            threads.shutdown()
        }
    }

    private suspend fun ask(url: String, body: String, vararg headers: Pair<String, String>): EffectAnswer.Http =
        performHttp(EffectRequest.Http("POST", url, headers.toList(), body, Duration.ofSeconds(10))) as EffectAnswer.Http

    @Test
    public fun `An answer in JSON is a value, and another one a text, whatever the status`() {
        withServer { address ->
            val found = ask("$address/", "{\"a\":[1]}")
            assertEquals(mapOf("a" to listOf(1L)), found.body)
            assertEquals(200L, found.status)
            assertTrue(found.headers.any { (name, value) -> name.lowercase() == "content-type" && value == "application/json" })
            assertEquals("{", ask("$address/", "{").body)
            val none = ask("$address/none", "no such page", "X-Type" to "text/plain")
            assertEquals("no such page", none.body)
            assertEquals(404L, none.status)
        }
    }

    @Test
    public fun `A coroutine that is cancelled does not wait for the answer`() {
        withServer { address ->
            runBlocking {
                val job = launch(Dispatchers.Default) { ask("$address/slow", "") }
                isAsked.await()
                job.cancelAndJoin()
                assertTrue(job.isCancelled)
            }
        }
    }

    @Test
    public fun `A request of another kind fails`() {
        assertFailsWith<UnsupportedOperationException> { runBlocking { performHttp(EffectRequest.ReadFile("a")) } }
    }
}
