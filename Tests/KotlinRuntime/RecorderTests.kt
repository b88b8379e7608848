package suas.test

import suas.EffectAnswer
import suas.EffectDefinition
import suas.EffectPerformer
import suas.ErrorListener
import suas.Field
import suas.HiddenValues
import suas.History
import suas.HistoryReducer
import suas.HistoryRole
import suas.JsonWriter
import suas.LogFile
import suas.LogFunction
import suas.LogMonitor
import suas.LogRing
import suas.NamedMiddleware
import suas.Record
import suas.RecordOf
import suas.RecordSchema
import suas.RecordType
import suas.SeededIds
import suas.SessionLog
import suas.SessionRecorder
import suas.SipHash
import suas.SpecAction
import suas.SpecDefinition
import suas.SpecHost
import suas.SpecRuntime
import suas.SpecStep
import suas.State
import suas.Store
import suas.Types
import suas.VirtualClock
import suas.timestamp
import java.io.File
import java.net.ServerSocket
import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The state and the action of a spec with a sensitive field. */
public data class Account(val token: String = "", val visits: Long = 0) : Record {
    override val type: RecordType get() = Type

    override fun fieldValues(): List<Any?> = Type.valuesOf(this)

    public object Type : RecordSchema<Account>("Account", Account::class.java) {
        override fun makeFields(): List<Field> =
            listOf(Field("token", Types.string, isSensitive = true), Field("visits", Types.int))

        override fun values(record: Account): List<Any?> = listOf(record.token, record.visits)

        override fun make(values: List<Any?>): Account = Account(values[0] as String, values[1] as Long)
    }
}

public data class LogIn(val token: String) : SpecAction {
    override val type: RecordType get() = Type

    override fun fieldValues(): List<Any?> = Type.valuesOf(this)

    public object Type : suas.ActionSchema<LogIn>("LogIn", "action LogIn", LogIn::class.java) {
        override fun makeFields(): List<Field> = listOf(Field("token", Types.string, isSensitive = true))

        override fun values(record: LogIn): List<Any?> = listOf(record.token)

        override fun make(values: List<Any?>): LogIn = LogIn(values[0] as String)
    }
}

private class StoreType(private val states: Map<String, RecordType>) : RecordType("the store") {
    override fun makeFields(): List<Field> = states.map { (key, type) -> Field(key, RecordOf { type }) }

    override fun make(values: List<Any?>): Any = throw IllegalStateException()
}

private class AccountReducer : suas.Reducer<Account>() {
    override fun getInitialState() = Account()

    override fun reduce(state: Account, action: suas.Action): Account? =
        if (action is LogIn) Account(action.token, state.visits + 1) else null
}

/** The reducer of an account, and that of its history, whose groups are tokens. */
private object GroupedSpec : SpecDefinition {
    private val historyType = History.type(Account.Type, isSensitive = true)
    override val digest: String get() = "grouped"
    override val reducers
        get() = listOf(
            AccountReducer(),
            HistoryReducer("Account", "AccountHistory", 100, History<Account>(type = historyType)) { action ->
                if (action is LogIn) HistoryRole.Enter { action.token } else HistoryRole.Ignore
            },
        )
    override val stateTypes get() = mapOf("Account" to Account.Type, "AccountHistory" to historyType)
    override val actions get() = listOf(LogIn.Type)

    override fun store(state: State): Record = object : Record {
        override val type = StoreType(stateTypes)

        override fun fieldValues(): List<Any?> = listOf(state["Account"], state["AccountHistory"])
    }
}

private object AccountSpec : SpecDefinition {
    override val digest: String get() = "account"
    override val reducers get() = listOf(AccountReducer())
    override val stateTypes get() = mapOf("Account" to Account.Type)
    override val actions get() = listOf(LogIn.Type)
    override val middleware get() = listOf(NamedMiddleware.Async)
    override val effects
        get() = listOf(
            EffectDefinition<LogIn>(
                "LogIn2", "account.yaml:1:1", start = { throw IllegalStateException() },
                kind = EffectDefinition.Kind.HTTP, isSensitive = true,
            ),
        )

    override fun store(state: State): Record = object : Record {
        override val type = StoreType(stateTypes)

        override fun fieldValues(): List<Any?> = listOf(state["Account"])
    }
}

/** The spec of todos, whose effect is sensitive, or whose listener answers with an action. */
private class RecordedSpec(private val isSensitive: Boolean = false) : TodoSpec() {
    override val name: String get() = "Todo"
    override val effects = super.effects.map { recorded(it) }

    private fun <A : SpecAction> recorded(effect: EffectDefinition<A>): EffectDefinition<A> = with(effect) {
        EffectDefinition(
            name, place, start, kind, responseType, expected, debounce, isLatest, key, retryTimes, retryDelay, isStream,
            onSuccess, onFailure, onEnd, this@RecordedSpec.isSensitive,
        )
    }

    override val listeners = super.listeners + suas.ListenerDefinition<Todos>(
        "echo",
        stateKey = "Todos",
        isForChanges = true,
        reactions = listOf(
            SpecStep.Dispatch("todo.yaml:40:9", condition = { it.new.texts.last() == "echo" }) { AddTodo("said ${it.now}") },
        ),
    )
}

/** The spec of todos, which refuses milk. */
private object RefusingSpec : TodoSpec() {
    override val validations = listOf(
        suas.Validation { _, new, _ -> if ("MILK" in (new["Todos"] as Todos).texts) suas.ActionError("no-milk", "none") else null },
    )
}

public class RecorderTests {
    private val clock = VirtualClock(timestamp("2000-01-01T00:00:00Z"))
    private val answers = ArrayList<(EffectAnswer) -> Unit>()
    private val file = File.createTempFile("suas", ".suaslog").apply { deleteOnExit() }
    private val time = "2000-01-01T00:00:00Z"

    private fun record(spec: SpecDefinition, log: SessionLog, digestEvery: Int = 1000): Triple<Store, SpecRuntime, SessionRecorder> {
        val performer = EffectPerformer { _, answer ->
            answers.add(answer);
            {}
        }
        val runtime = SpecRuntime(spec, SpecHost(clock, performer, SeededIds(0)))
        val store = runtime.createStore().build()
        runtime.attach(store)
        store.addErrorListener(ErrorListener { })
        return Triple(store, runtime, SessionRecorder(runtime, store, log, digestEvery).apply { start() })
    }

    private fun advance(milliseconds: Long) = assertTrue(clock.advance(Duration.ofMillis(milliseconds)))

    private fun add(text: String) = AddTodo(text, timestamp(time), "1")

    private fun with(text: String) = "\"with\":{\"text\":\"$text\",\"at\":\"$time\",\"id\":\"1\"}"

    /** The lines without the first one and the digests. */
    private val lines: List<String> get() = file.readLines().drop(1).filter { "\"digest\":" !in it }

    private val digests: List<String> get() = file.readLines().filter { "\"digest\":" in it }

    @Test
    public fun `SipHash has the values of its reference`() {
        val hash = SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L)
        val expected = listOf("726fdb47dd0e0e31", "74f839c593dc67fd", "0d6c8009d9a94f5a", "85676696d7fb7e2d", "cf2794e0277187b7")
        for ((size, value) in expected.withIndex()) {
            val bytes = ByteArray(size) { it.toByte() }
            assertEquals(value, java.lang.Long.toHexString(hash.hash(bytes)).padStart(16, '0'))
        }
        val bytes = ByteArray(15) { it.toByte() }
        assertEquals("a129ca6149be45e5", java.lang.Long.toHexString(hash.hash(bytes)))
    }

    @Test
    public fun `Actions stand with their payload, and a listener's with what led to it`() {
        val (store, _, recorder) = record(RecordedSpec(), LogFile(file))
        store.dispatch(add("tea"))
        advance(1)
        store.dispatch(add("echo"))
        recorder.stop()
        store.dispatch(add("unseen"))
        val first = "{\"suas-log\":1,\"spec\":\"digest\",\"name\":\"Todo\",\"clock\":\"$time\",\"changes\":false," +
            "\"state\":{\"Todos\":{\"texts\":[],\"color\":\"red\",\"load\":\"idle\",\"note\":null}}}"
        assertEquals(first, file.readLines()[0])
        assertEquals("{\"t\":0,\"action\":\"AddTodo\",${with("tea")},\"from\":\"app\",\"id\":1}", lines[0])
        assertEquals("{\"t\":1000000,\"action\":\"AddTodo\",${with("echo")},\"from\":\"app\",\"id\":2}", lines[1])
        val now = "2000-01-01T00:00:00.001Z"
        assertEquals("{\"read\":\"now\",\"of\":2,\"is\":\"$now\"}", lines[2])
        assertEquals("{\"read\":\"now\",\"of\":2,\"is\":\"$now\"}", lines[3])
        assertTrue(lines[4].startsWith("{\"read\":\"uuid\",\"of\":2,\"is\":\""), lines[4])
        assertTrue(lines[5].startsWith("{\"t\":1000000,\"action\":\"AddTodo\",\"with\":{\"text\":\"said $now\""), lines[5])
        assertTrue(lines[5].endsWith("\"from\":\"listener\",\"by\":2,\"id\":3}"), lines[5])
        assertEquals("{\"t\":1000000,\"end\":3}", lines[6])
        assertEquals(7, lines.size)
    }

    @Test
    public fun `A refused action has its error, and middleware that follows it its own action`() {
        val (store, _, _) = record(RecordedSpec(), LogFile(file))
        store.dispatch(add(""))
        assertEquals("{\"t\":0,\"action\":\"AddTodo\",${with("")},\"from\":\"app\",\"id\":1}", lines[0])
        assertTrue(lines[1].startsWith("{\"t\":0,\"refused\":\"constraint-violated\",\"message\":\""), lines[1])
        assertTrue(lines[1].endsWith(",\"of\":1}"), lines[1])
    }

    @Test
    public fun `Middleware that follows a refusal has its action's id, and what it replaces is no action of its own`() {
        val (store, _, _) = record(RefusingSpec, LogFile(file))
        store.dispatch(add("milk"))
        assertEquals("{\"t\":0,\"action\":\"AddTodo\",${with("milk")},\"from\":\"app\",\"id\":1}", lines[0])
        assertEquals("{\"t\":0,\"refused\":\"no-milk\",\"message\":\"none\",\"of\":1}", lines.first { "refused" in it })
        val followed = lines.last { "\"action\"" in it }
        assertTrue(followed.startsWith("{\"t\":0,\"action\":\"AddTodo\",\"with\":{\"text\":\"no-milk\","), followed)
        assertTrue(followed.endsWith("\"from\":\"middleware\",\"by\":1,\"id\":2}"), followed)
    }

    @Test
    public fun `An effect starts after its quiet, is tried again, times out or is answered, and is cancelled`() {
        val (store, runtime, _) = record(RecordedSpec(), LogFile(file))
        store.dispatch(Fetch("a"))
        advance(300)
        answers[0](EffectAnswer.Http(503, listOf(Pair("a", "b")), null))
        advance(1000)
        advance(10_000)
        store.dispatch(Fetch("b"))
        advance(300)
        answers[2](EffectAnswer.Http(200, emptyList(), listOf("x")))
        store.dispatch(Fetch("c"))
        advance(300)
        answers[3](EffectAnswer.Failure("no way"))
        runtime.cancelEffects()
        val shown = lines.filter { "\"read\"" !in it }.map { it.replace(Regex(",\"at\":\"[^\"]*\",\"id\":\"[^\"]*\""), "") }
        assertEquals(
            """
            {"t":0,"action":"Fetch","with":{"query":"a"},"from":"app","id":1}
            {"t":300000000,"start":"Fetch","of":1}
            {"t":300000000,"answer":"Fetch","of":1,"with":{"status":503,"headers":[["a","b"]],"body":null}}
            {"t":1300000000,"start":"Fetch","of":1}
            {"t":11300000000,"timeout":"Fetch","of":1}
            {"t":11300000000,"action":"AddTodo","with":{"text":"timeout"},"from":"effect","by":1,"id":2}
            {"t":11300000000,"action":"Fetch","with":{"query":"b"},"from":"app","id":3}
            {"t":11600000000,"start":"Fetch","of":3}
            {"t":11600000000,"answer":"Fetch","of":3,"with":{"status":200,"headers":[],"body":["x"]}}
            {"t":11600000000,"action":"AddTodo","with":{"text":"x"},"from":"effect","by":3,"id":4}
            {"t":11600000000,"action":"Fetch","with":{"query":"c"},"from":"app","id":5}
            {"t":11900000000,"start":"Fetch","of":5}
            {"t":11900000000,"fail":"Fetch","of":5,"message":"no way"}
            {"t":11900000000,"cancel":"Fetch","of":5}
            """.trimIndent(),
            shown.joinToString("\n"),
        )
    }

    @Test
    public fun `A recording that begins later numbers the effects that are under way`() {
        val (store, _, recorder) = record(RecordedSpec(), LogFile(file))
        store.dispatch(add("tea"))
        store.dispatch(Fetch("a"))
        recorder.stop()
        recorder.start()
        val effects = "\"effects\":[{\"effect\":\"Fetch\",\"of\":1,\"with\":{\"query\":\"a\"},\"phase\":\"debounced\"}]"
        assertTrue(file.readLines()[0].endsWith(",$effects,\"last\":1}"), file.readLines()[0])
        advance(300)
        assertEquals("{\"t\":300000000,\"start\":\"Fetch\",\"of\":1}", lines[0])
        store.dispatch(add("milk"))
        assertTrue(lines[1].endsWith(",\"id\":2}"), lines[1])
    }

    @Test
    public fun `Sensitive values stand in no log`() {
        val secret = "hunter2"
        val ring = LogRing()
        val taken = LinkedBlockingQueue<String>()
        for (log in listOf(LogFile(file), ring, LogFunction { taken.add(it) })) {
            val (store, _, recorder) = record(AccountSpec, log, digestEvery = 1)
            store.dispatch(LogIn(secret))
            store.dispatch(LogIn(secret))
            store.reset("Account", Account(secret))
            recorder.stop()
        }
        assertTrue(lines.size == 4 && digests.size == 2, "$lines")
        val hashes = lines.mapNotNull { Regex("\"with\":\\{\"token\":\\{\"\\\$sensitive\":\"([0-9a-f]{16})\"").find(it)?.groupValues?.get(1) }
        assertTrue(hashes.size == 2 && hashes[0] == hashes[1], "$lines")
        assertTrue(secret !in file.readText(), "in the file")
        ring.write(file)
        assertTrue("\$sensitive" in file.readText() && secret !in file.readText(), "in the ring")
        repeat(7) { assertTrue(secret !in (taken.poll(10, TimeUnit.SECONDS) ?: throw AssertionError("no line")), "given away") }
    }

    @Test
    public fun `A history groups by a sensitive value, which stands in no log`() {
        val secret = "hunter2"
        val ring = LogRing(2000)
        for (log in listOf(LogFile(file), ring)) {
            val (store, _, recorder) = record(GroupedSpec, log, digestEvery = 1)
            repeat(50) { store.dispatch(LogIn(secret)) }
            val history = store.getState()["AccountHistory"] as History<*>
            assertEquals(1, history.past.size)
            assertEquals(secret, history.group)
            store.reset("AccountHistory", history)
            store.dispatch(LogIn("other $secret"))
            recorder.stop()
            recorder.start()
            recorder.stop()
        }
        assertTrue("\"group\":{\"\$sensitive\":" in file.readText() && secret !in file.readText(), file.readText())
        ring.write(file)
        assertTrue("\"group\":{\"\$sensitive\":" in file.readText() && secret !in file.readText(), file.readText())
    }

    @Test
    public fun `Answers of a sensitive effect are hashes`() {
        val (store, _, _) = record(RecordedSpec(isSensitive = true), LogFile(file))
        store.dispatch(Fetch("a"))
        advance(300)
        answers[0](EffectAnswer.Failure("hunter2"))
        advance(1000)
        answers[1](EffectAnswer.Http(200, listOf(Pair("a", "hunter2")), "hunter2"))
        assertTrue(lines.any { it.startsWith("{\"t\":300000000,\"fail\":\"Fetch\",\"of\":1,\"message\":{\"\$sensitive\":\"") }, "$lines")
        assertTrue(lines.any { it.startsWith("{\"t\":1300000000,\"answer\":\"Fetch\",\"of\":1,\"with\":{\"\$sensitive\":\"") }, "$lines")
        assertTrue("hunter2" !in file.readText(), "$lines")
    }

    @Test
    public fun `Digests of the state follow after more and more actions, and at the end`() {
        val (store, runtime, recorder) = record(RecordedSpec(), LogFile(file), digestEvery = 4)
        repeat(10) { store.dispatch(add("$it")) }
        recorder.stop()
        val digest = SipHash(0, 0).hexadecimal(suas.toJson(runtime.spec.store(store.getState())))
        assertEquals("{\"t\":0,\"digest\":\"$digest\",\"of\":10}", digests.last())
        assertEquals(listOf("1", "4", "8", "10"), digests.map { it.substringAfter("\"of\":").dropLast(1) })
    }

    @Test
    public fun `A large store has few digests, and one at the end`() {
        val (store, _, recorder) = record(RecordedSpec(), LogFile(file))
        store.dispatch(add("a".repeat(600_000)))
        repeat(99) { store.dispatch(add("a")) }
        recorder.stop()
        assertEquals(listOf("1", "4", "100"), digests.map { it.substringAfter("\"of\":").dropLast(1) })
    }

    @Test
    public fun `A map that begins like an object with a meaning stands in one of its own`() {
        val map = mapOf("\$sensitive" to listOf(mapOf("\$absent" to true)))
        assertEquals("""{"${'$'}sensitive":[{"${'$'}absent":true}]}""", JsonWriter().write(map).toString())
        val line = JsonWriter().also { it.hiding = HiddenValues() }
        assertEquals("""{"${'$'}map":{"${'$'}sensitive":[{"${'$'}map":{"${'$'}absent":true}}]}}""", line.write(map).toString())
    }

    @Test
    public fun `A monitor is sent the lines in chunks`() {
        ServerSocket(0).use { server ->
            val log = LogMonitor("http://127.0.0.1:${server.localPort}/feed?token=ab", "my app")
            log.accept("{\"ü\":1}\n".toByteArray())
            log.accept("{}\n".toByteArray())
            val stream = server.accept().getInputStream()
            var text = ""
            while (!text.endsWith("3\r\n{}\n\r\n")) text += stream.read().toChar()
            assertTrue(text.startsWith("POST /feed?token=ab&name=my+app HTTP/1.1\r\nHost: 127.0.0.1:${server.localPort}\r\n"), text)
            assertTrue(text.contains("\r\n\r\n9\r\n{\"Ã¼\":1}\n\r\n3\r\n"), text)
        }
    }

    @Test
    public fun `A monitor is on this machine, and an app without one goes on`() {
        for (address in listOf("http://10.0.0.1:80/feed?token=a", "https://127.0.0.1:1/feed?token=a", "http://127.0.0.1/feed?token=a")) {
            assertTrue(runCatching { LogMonitor(address) }.isFailure, address)
        }
        assertTrue(LogMonitor("http://127.0.0.1:1/feed?token=a").accept("{}\n".toByteArray()))
    }

    @Test
    public fun `A buffer that is full loses lines, says how many, and goes on with the state`() {
        val gate = CountDownLatch(1)
        val taken = LinkedBlockingQueue<String>()
        val log = LogFunction(4) {
            gate.await()
            taken.add(it)
        }
        val (store, _, _) = record(RecordedSpec(), log)
        store.dispatch(Fetch("slow"))
        repeat(20) { store.dispatch(add("$it")) }
        gate.countDown()
        val all = ArrayList<String>()
        while (true) all.add(taken.poll(200, TimeUnit.MILLISECONDS) ?: break)
        store.dispatch(add("after"))
        while (all.size < 20) all.add(taken.poll(200, TimeUnit.MILLISECONDS) ?: break)
        val gap = all.indexOfFirst { "\"lost\":" in it }
        val lost = Regex("\"lost\":([0-9]+)").find(all[gap])!!.groupValues[1].toInt()
        // The lines before are the first one and actions; there are three digests beside the 21 actions.
        assertEquals(24, gap - 1 + lost)
        assertTrue(all[gap + 1].startsWith("{\"suas-log\":1,"), all[gap + 1])
        assertTrue(all[gap + 1].endsWith(",\"effects\":[{\"effect\":\"Fetch\",\"of\":1,\"with\":{\"query\":\"slow\"},\"phase\":\"debounced\"}],\"last\":21}"), all[gap + 1])
        assertTrue(all[gap + 2].endsWith(",\"id\":22}"), all[gap + 2])
    }

    @Test
    public fun `A ring begins with a state, and has the last lines in bounded memory`() {
        val ring = LogRing(8_000)
        val (store, _, _) = record(AccountSpec, ring, digestEvery = 10_000)
        repeat(1000) { store.dispatch(LogIn("$it")) }
        ring.write(file)
        val all = file.readLines()
        assertTrue(file.length() in 6_000..9_000, "${file.length()}")
        val last = Regex("\"last\":([0-9]+)").find(all[0])!!.groupValues[1].toInt()
        assertTrue("\"visits\":$last}" in all[0], all[0])
        for ((index, line) in all.drop(1).withIndex()) assertTrue(line.endsWith(",\"id\":${last + 1 + index}}"), line)
        assertTrue(all.last().endsWith(",\"id\":1000}"), all.last())
    }

    @Test
    public fun `A crash writes the ring, and calls the former handler`() {
        val former = Thread.getDefaultUncaughtExceptionHandler()
        var called = ""
        Thread.setDefaultUncaughtExceptionHandler { _, error -> called = error.message.orEmpty() }
        try {
            val ring = LogRing()
            val (store, _, _) = record(AccountSpec, ring)
            ring.writeOnCrash(file)
            val thread = Thread {
                store.dispatch(LogIn("hunter2"))
                throw IllegalStateException("crash")
            }
            thread.start()
            thread.join()
            assertEquals("crash", called)
            assertEquals(1, lines.size)
            assertTrue("hunter2" !in file.readText(), file.readText())
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(former)
        }
    }
}
