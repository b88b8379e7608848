package suas

import java.time.Duration
import java.time.Instant

/** The versions of what a spec saves, as data. */
public interface SavedVersions {
    /** The name that saved texts carry. */
    public val name: String
    public val version: Long

    /** The oldest version that can still be read. */
    public val oldest: Long

    /** The quiet after which a changed state is saved. */
    public val delay: Duration

    /** The state keys that are saved. */
    public val stateKeys: List<String>

    /** The places that begin anew: the names that lead there, where `[]` is every element or entry. */
    public val except: List<List<String>> get() = emptyList()

    /** The cases of the enums of all versions. */
    public val enums: Map<String, List<String>> get() = emptyMap()

    /** The records and variants of all versions. */
    public val shapes: List<SavedShape>

    /** The stores of the versions, from the oldest one on. */
    public val stores: List<SavedStore>

    /** The plans that lead from each version to the next. */
    public val carried: List<CarriedOver> get() = emptyList()

    /** The plan that leads from the present shape to the sub-states of the spec; null if they are the same. */
    public val toPresent: CarriedOver? get() = null

    /** The migrations that have rules. */
    public val migrations: List<Migration<*, *>> get() = emptyList()
}

/** The rules of the migration to a version, on what was carried over. */
public class Migration<N : Record, O : Record>(
    internal val version: Long,
    private val new: RecordType,
    private val old: RecordType,
    private val migrate: (N, O) -> N,
) {
    internal fun migrated(state: Any?, former: Any?): Any =
        migrate(known(RecordOf { new }.fit(state)), known(RecordOf { old }.fit(former)))
}

/** A spec some of whose state outlives its store. */
public interface SavedSpec : SpecDefinition, SavedForm {
    public val saved: SavedVersions

    /** The invariants, which a restored state has to keep. */
    public val invariants: List<Validation> get() = emptyList()

    // if RestoredScope
    /** The steps of a new store. */
    public val onRestore: List<SpecStep<RestoredScope>> get() = emptyList()
    // end

    override val savedVersion: Long get() = saved.version

    override val savingDelay: Duration get() = saved.delay

    override fun savedText(state: State): String = savedText(state, systemTime())

    override fun restore(text: String?): Restoration =
        if (text == null) Restoration(0, emptyList(), initialStates()) else Restoring(this).restore(text)
}

/** Returns what is saved of a state, with a time unless it is null. */
internal fun SavedSpec.savedText(state: State, time: Instant?): String =
    SavedWriter(saved).text(saved.stateKeys.map { state[it] }, time)

internal fun SavedSpec.initialStates(): Map<String, Any> = reducers.associate { it.getStateKey() to it.getInitialState() }

/** The result of restoring, as the steps of a new store read it. */
public class Restored internal constructor(restoration: Restoration?) : Record {
    /** The version that was read; 0 if there was none. */
    public val version: Long = restoration?.version ?: 0

    /** The state keys that are initial, although something was saved. */
    public val lost: List<String> = persistentList(restoration?.lostKeys ?: emptyList())

    override val type: RecordType get() = RestoredType

    override fun fieldValues(): List<Any?> = listOf(version, lost)
}

private object RestoredType : RecordType("what was restored") {
    override fun makeFields(): List<Field> = listOf(Field("version", Types.int), Field("lost", ListOf(Types.string)))

    override fun make(values: List<Any?>): Any = throw IllegalStateException("only restoring makes one")
}

/** The data that the steps of a new store read. */
public class RestoredScope internal constructor(
    runtime: SpecRuntime,
    private val getState: () -> State,
    /** The result of reading the saved text. */
    public val restored: Restored,
) : AppRuntime(runtime) {
    /** The whole store, when it is first read. */
    public val state: State by lazy(getState)
}
