package suas.test

import suas.CarriedOver
import suas.Restoration
import suas.RestoredScope
import suas.SavedField
import suas.SavedPlace
import suas.SavedShape
import suas.SavedSpec
import suas.SavedStore
import suas.SavedType
import suas.SavedVersions
import suas.SpecRuntime
import suas.SpecStep
import suas.StateFile
import suas.StateSaver
import suas.Store
import java.io.File
import java.io.IOException
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** The todos, whose first version had one text. */
private class SavedTodos : TodoSpec(), SavedSpec {
    override val saved: SavedVersions = object : SavedVersions {
        override val name: String get() = "todos"
        override val version: Long get() = 2
        override val oldest: Long get() = 1
        override val delay: Duration get() = Duration.ofMillis(20)
        override val stateKeys: List<String> get() = listOf("Todos")
        override val except: List<List<String>> get() = listOf(listOf("Todos", "note"))
        override val enums: Map<String, List<String>> get() = mapOf("Color" to listOf("red", "green"))
        override val shapes: List<SavedShape> = listOf(
            SavedShape("one", listOf(SavedField("Todos", SavedType.Record("Todos 1")))),
            SavedShape("Todos 1", listOf(SavedField("text", SavedType.Text), SavedField("color", SavedType.Enumeration("Color"), "\"red\""))),
            SavedShape("two", listOf(SavedField("Todos", SavedType.Record("Todos 2")))),
            SavedShape(
                "Todos 2",
                listOf(
                    SavedField("texts", SavedType.List(SavedType.Text), "[]"),
                    SavedField("color", SavedType.Enumeration("Color"), "\"red\""),
                    SavedField("load", SavedType.Record("Load"), "\"idle\""),
                ),
            ),
            SavedShape("Load", listOf(SavedField("idle", SavedType.Record("Idle")), SavedField("loaded", SavedType.Record("Loaded"))), isVariant = true),
            SavedShape("Idle", emptyList()),
            SavedShape("Loaded", listOf(SavedField("names", SavedType.List(SavedType.Text), "[]"))),
        )
        override val stores: List<SavedStore> = listOf(
            SavedStore("one", "{\"Todos\":{\"text\":\"\"}}"),
            SavedStore("two", "{\"Todos\":{}}"),
        )
        override val carried: List<CarriedOver> = listOf(CarriedOver(listOf(CarriedOver.Fields(0, listOf(CarriedOver.Anew, kept(1), CarriedOver.Anew)))))
        override val toPresent: CarriedOver = CarriedOver(listOf(CarriedOver.Fields(0, listOf(kept(0), kept(1), kept(2), CarriedOver.Anew))))

        private fun kept(slot: Int) = CarriedOver.Kept(slot, CarriedOver.Same)
    }

    override val onRestore: List<SpecStep<RestoredScope>> = listOf(
        SpecStep.Dispatch("todo.yaml:40:9", condition = { it.restored.version > 0 }) { AddTodo("restored ${it.restored.version}") },
    )
}

/** A place that notes what is done with it. */
private class NotingPlace(var text: String? = null) : SavedPlace {
    val kept = CopyOnWriteArrayList<String?>()
    val written = CopyOnWriteArrayList<Pair<String, String>>()
    var failure: IOException? = null

    override fun read(): String? = failure?.let { throw it } ?: text

    override fun write(text: String) {
        failure?.let { throw it }
        written.add(Pair(text, Thread.currentThread().name))
        this.text = text
    }

    override fun keep(text: String?) {
        failure?.let { throw it }
        kept.add(text)
    }
}

public class SavingTests {
    private val spec = SavedTodos()

    private fun text(version: Int, state: String) = "{\"suas-saved\":1,\"name\":\"todos\",\"version\":$version,\"state\":$state}"

    private fun started(restoration: Restoration): Store {
        val runtime = SpecRuntime(spec)
        return runtime.createStore(restoration).build().also { runtime.attach(it) }
    }

    private fun todos(store: Store): Todos = store.getState()["Todos"] as Todos

    private fun saved(text: String?): String? = text?.replace(Regex("\"at\":\"[^\"]*\","), "")

    @Test
    public fun `A store begins with what was saved, and takes its first steps once`() {
        val restoration = spec.restore(text(1, "{\"Todos\":{\"text\":\"old\",\"color\":\"green\"},\"Gone\":[]}"))
        assertEquals(emptyList<String>(), restoration.lostKeys)
        val store = started(restoration)
        assertEquals(Todos(texts = listOf("restored 1"), color = Color.GREEN), todos(store))
        assertEquals(
            text(2, "{\"Todos\":{\"texts\":[\"restored 1\"],\"color\":\"green\",\"load\":\"idle\"}}"),
            saved(spec.savedText(store.getState())),
        )
        assertEquals(Todos(), todos(started(spec.restore(null as String?))))
    }

    @Test
    public fun `A text is never too bad to restore`() {
        val deep = "[".repeat(100_000)
        for (text in listOf("", "{", "null", deep, "{\"a\":$deep", "\uFEFF{}", "\uD800", text(2, "{\"Todos\":{\"texts\":$deep}}"))) {
            val restoration = spec.restore(text)
            assertEquals(listOf("unreadable"), restoration.lost.map { it.code })
            assertEquals(Todos(), restoration.state["Todos"])
        }
        assertEquals(listOf("too-new"), spec.restore(text(3, "{}")).lost.map { it.code })
        assertEquals(listOf("too-old"), spec.restore(text(0, "{}")).lost.map { it.code })
        assertEquals("unreadable", spec.restore(" ".repeat(64 * 1024 * 1024 + 1)).lost.single().code)
    }

    @Test
    public fun `The last of two members counts`() {
        val restoration = spec.restore(text(2, "{\"Todos\":{\"color\":\"blue\"},\"Todos\":{\"color\":\"red\",\"color\":\"green\"}}"))
        assertEquals(Todos(color = Color.GREEN), restoration.state["Todos"])
        val loss = spec.restore(text(2, "{\"Todos\":{\"texts\":[\"a\",1]}}")).lost.single()
        assertEquals("type-mismatch it is no string Todos.texts[1]", "${loss.code} ${loss.message} ${loss.place}")
    }

    @Test
    public fun `A saver waits for quiet, and writes on a thread of its own`() {
        val place = NotingPlace()
        val store = started(spec.restore(place))
        StateSaver(store, spec, place).use { saver ->
            saver.flush()
            assertEquals(0, place.written.size)
            repeat(3) { store.dispatch(AddTodo("$it")) }
            await { place.written.size == 1 }
            assertEquals("suas saving", place.written[0].second)
            assertEquals(listOf("0", "1", "2"), todos(started(spec.restore(place))).texts.dropLast(1))
            store.dispatch(AddTodo("last"))
            saver.flush()
            assertEquals(true, "last" in place.written[1].first)
        }
    }

    @Test
    public fun `A state that goes on changing is written after ten waits`() {
        val place = NotingPlace()
        val store = started(spec.restore(place))
        StateSaver(store, spec, place).use {
            val end = System.nanoTime() + 2_000_000_000
            while (place.written.isEmpty() && System.nanoTime() < end) {
                store.dispatch(AddTodo("a"))
                Thread.sleep(5)
            }
            assertEquals(1, place.written.size)
        }
    }

    @Test
    public fun `What was lost is kept before something is written, and a text of an earlier version is replaced`() {
        val place = NotingPlace("nonsense")
        val restoration = spec.restore(place)
        assertEquals(listOf<String?>("nonsense"), place.kept.toList())
        StateSaver(started(restoration), spec, place, restoration).use { it.flush() }
        assertEquals(0, place.written.size)
        place.text = text(1, "{\"Todos\":{\"text\":\"\"}}")
        val older = spec.restore(place)
        StateSaver(started(older), spec, place, older).use { it.flush() }
        assertEquals(1, place.written.size)
        assertEquals(1, place.kept.size)
    }

    @Test
    public fun `What was written stays when the text has become too large to be restored`() {
        val place = NotingPlace()
        val store = started(spec.restore(null as String?))
        StateSaver(store, spec, place).use { saver ->
            store.dispatch(AddTodo("a"))
            saver.flush()
            val written = place.text
            store.dispatch(AddTodo("x".repeat(64 * 1024 * 1024)))
            assertEquals("the text is larger than 64 MB", assertFailsWith<IOException> { saver.flush() }.message)
            assertEquals(written, place.text)
        }
    }

    @Test
    public fun `A place that fails loses nothing, and the store tells of it`() {
        val place = NotingPlace()
        place.failure = IOException("the disk is gone")
        val restoration = spec.restore(place)
        assertEquals("java.io.IOException: the disk is gone", restoration.lost.single().message)
        val store = started(restoration)
        val errors = CopyOnWriteArrayList<String>()
        store.addErrorListener { errors.add(it.code) }
        StateSaver(store, spec, place, restoration).use { saver ->
            store.dispatch(AddTodo("a"))
            await { errors.isNotEmpty() }
            assertEquals("not-saved", errors[0])
            assertFailsWith<IOException> { saver.flush() }
            place.failure = null
            saver.flush()
        }
        assertEquals(listOf<String?>(null), place.kept.toList())
        assertEquals(1, place.written.size)
    }

    @Test
    public fun `A file is written whole, and three lost texts are kept beside it`() {
        val folder = File.createTempFile("suas", "").apply { delete() }
        folder.mkdir()
        try {
            val file = File(folder, "state.json")
            val place = StateFile(file.path)
            assertNull(place.read())
            for (text in listOf("a", "b", "b", "é", "d")) {
                place.write(text)
                assertEquals(text, place.read())
                place.keep(text)
            }
            assertEquals(listOf("state.json", "state.json.lost", "state.json.lost.1", "state.json.lost.2"), folder.list()?.sorted())
            assertEquals(listOf("d", "é", "b"), listOf("", ".1", ".2").map { File("${file.path}.lost$it").readText() })
            file.writeBytes(byteArrayOf(-1, 0))
            val restoration = spec.restore(place)
            assertEquals(listOf("unreadable"), restoration.lost.map { it.code })
            assertTrue(!file.exists())
            assertEquals(-1, File("${file.path}.lost").readBytes()[0].toInt())
        } finally {
            folder.deleteRecursively()
        }
    }

    private fun await(isDone: () -> Boolean) {
        val end = System.nanoTime() + 5_000_000_000
        while (!isDone() && System.nanoTime() < end) Thread.sleep(2)
        assertTrue(isDone())
    }
}
