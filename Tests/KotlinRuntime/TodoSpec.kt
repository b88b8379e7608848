package suas.test

import suas.Action
import suas.ActionSchema
import suas.Constraint
import suas.Default
import suas.EffectDefinition
import suas.EffectRequest
import suas.EffectRun
import suas.EnumOf
import suas.EnumType
import suas.Field
import suas.LateDefault
import suas.ListOf
import suas.ListenerDefinition
import suas.MiddlewareDefinition
import suas.NamedMiddleware
import suas.OptionalOf
import suas.Outcome
import suas.Record
import suas.RecordOf
import suas.RecordSchema
import suas.RecordType
import suas.Reducer
import suas.RefusingReducer
import suas.SpecAction
import suas.SpecDefinition
import suas.SpecEnum
import suas.SpecStep
import suas.State
import suas.Types
import suas.Validation
import suas.Variant
import suas.VariantCase
import suas.VariantType
import suas.appending
import java.time.Duration
import java.time.Instant

/** A small spec by hand, as generated code would write it. */
public enum class Color(override val text: String) : SpecEnum { RED("red"), GREEN("green") }

public val colorType: EnumType = EnumType("Color", Color.entries)

public sealed interface Load : Variant {
    override val type: VariantType get() = Type

    public data object Idle : Load

    public data class Loaded(val names: List<String>) : Load

    public object Type : VariantType("Load", { listOf(VariantCase("idle", IdleType), VariantCase("loaded", LoadedType)) })

    public object IdleType : RecordSchema<Idle>("Load.idle", Idle::class.java) {
        override fun makeFields(): List<Field> = emptyList()

        override fun values(record: Idle): List<Any?> = emptyList()

        override fun make(values: List<Any?>): Idle = Idle
    }

    public object LoadedType : RecordSchema<Loaded>("Load.loaded", Loaded::class.java) {
        override fun makeFields(): List<Field> = listOf(Field("names", ListOf(Types.string)))

        override fun values(record: Loaded): List<Any?> = listOf(record.names)

        override fun make(values: List<Any?>): Loaded = Loaded(values.strings(0))
    }
}

@Suppress("UNCHECKED_CAST")
internal fun List<Any?>.strings(index: Int): List<String> = this[index] as List<String>

public data class Todos(
    val texts: List<String> = emptyList(),
    val color: Color = Color.RED,
    val load: Load = Load.Idle,
    val note: String? = null,
) : Record {
    override val type: RecordType get() = Type

    override fun fieldValues(): List<Any?> = Type.valuesOf(this)

    public object Type : RecordSchema<Todos>("Todos", Todos::class.java) {
        override fun makeFields(): List<Field> =
            listOf(
                Field("texts", ListOf(Types.string), Default(emptyList<String>())),
                Field("color", EnumOf(colorType), Default(Color.RED)),
                Field("load", RecordOf { Load.Type }, Default(Load.Idle)),
                Field("note", OptionalOf(Types.string), Default(null)),
            )

        override fun values(record: Todos): List<Any?> = listOf(record.texts, record.color, record.load, record.note)

        override fun make(values: List<Any?>): Todos =
            Todos(values.strings(0), values[1] as Color, values[2] as Load, values[3] as String?)
    }
}

public sealed interface TodoAction : SpecAction

public data class AddTodo(val text: String, val at: Instant = LateDefault.now, val id: String = LateDefault.uuid) : TodoAction {
    override val type: RecordType get() = Type

    override fun fieldValues(): List<Any?> = Type.valuesOf(this)

    public object Type : ActionSchema<AddTodo>("AddTodo", "action AddTodo", AddTodo::class.java) {
        override fun makeFields(): List<Field> =
            listOf(
                Field("text", Types.string, constraint = Constraint("self != ''", "todo.yaml:5:9") { it != "" }),
                Field("at", Types.timestamp, Default(LateDefault.now, LateDefault.NOW)),
                Field("id", Types.string, Default(LateDefault.uuid, LateDefault.UUID)),
            )

        override fun values(record: AddTodo): List<Any?> = listOf(record.text, record.at, record.id)

        override fun make(values: List<Any?>): AddTodo = AddTodo(values[0] as String, values[1] as Instant, values[2] as String)
    }
}

public data class Fetch(val query: String) : TodoAction {
    override val type: RecordType get() = Type

    override fun fieldValues(): List<Any?> = Type.valuesOf(this)

    public object Type : ActionSchema<Fetch>("Fetch", "effect Fetch", Fetch::class.java) {
        override fun makeFields(): List<Field> = listOf(Field("query", Types.string))

        override fun values(record: Fetch): List<Any?> = listOf(record.query)

        override fun make(values: List<Any?>): Fetch = Fetch(values[0] as String)
    }
}

private class TodoReducer : RefusingReducer<Todos>() {
    override fun getInitialState() = Todos()

    override fun reduce(state: Todos, store: State, action: Action): Outcome<Todos> =
        if (action is AddTodo) Outcome.Changed(state.copy(texts = state.texts.appending(action.text))) else Outcome.Unchanged
}

/** Its effect is debounced, superseded and retried; what it gets is added. */
public open class TodoSpec : SpecDefinition {
    override val digest: String get() = "digest"
    override val reducers: List<Reducer<*>> get() = listOf(TodoReducer())
    override val stateTypes: Map<String, RecordType> get() = mapOf("Todos" to Todos.Type)
    override val actions: List<ActionSchema<*>> = listOf(AddTodo.Type, Fetch.Type)
    override val validations: List<Validation> get() = emptyList()

    override val middleware: List<NamedMiddleware> = listOf(
        NamedMiddleware.Async,
        NamedMiddleware.Declared(
            MiddlewareDefinition<AddTodo>(
                "louder",
                actions = setOf("AddTodo"),
                condition = { it.action.text == "milk" },
                steps = listOf(
                    SpecStep.Replace("todo.yaml:9:9", onRefused = listOf(SpecStep.Dispatch("todo.yaml:10:9") { AddTodo(it.error.code) })) {
                        AddTodo(it.action.text.uppercase())
                    },
                ),
            ),
        ),
    )

    override val listeners: List<ListenerDefinition<*>> = listOf(
        ListenerDefinition<Record>("all"),
        ListenerDefinition<Todos>(
            "todos",
            stateKey = "Todos",
            isForChanges = true,
            reactions = listOf(
                SpecStep.Cancel("todo.yaml:20:9", "Fetch", condition = { "stop" in it.new.texts }),
            ),
        ),
    )

    override val effects: List<EffectDefinition<*>> = listOf(
        EffectDefinition<Fetch>(
            "Fetch",
            "todo.yaml:30:9",
            start = { scope ->
                val url = "https://example.org/" + scope.action.query
                EffectRun.Request(EffectRequest.Http("GET", url, emptyList(), null, Duration.ofSeconds(10)), Duration.ofSeconds(10))
            },
            kind = EffectDefinition.Kind.HTTP,
            responseType = ListOf(Types.string),
            debounce = { Duration.ofMillis(300) },
            isLatest = true,
            retryTimes = 1,
            retryDelay = { Duration.ofSeconds(1) },
            onSuccess = listOf(
                SpecStep.Dispatch("todo.yaml:31:9") { scope ->
                    @Suppress("UNCHECKED_CAST")
                    AddTodo((scope.response.body as List<String>).joinToString("+"))
                },
            ),
            onFailure = listOf(SpecStep.Dispatch("todo.yaml:32:9") { AddTodo(it.error.code) }),
        ),
    )

    override fun store(state: State): Record = Store(state)

    private class Store(private val state: State) : Record {
        override val type: RecordType get() = Type

        override fun fieldValues(): List<Any?> = listOf(state["Todos"])
    }

    private object Type : RecordType("the store") {
        override fun makeFields(): List<Field> = listOf(Field("Todos", RecordOf { Todos.Type }))

        override fun make(values: List<Any?>): Any = throw IllegalStateException()
    }
}
