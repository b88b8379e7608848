package suas

/** The head of a saved text: what it says about itself. */
internal class SavedHead(private val versions: SavedVersions) {
    /** The version that the text says; 0 if it says none. */
    var version: Long = 0
        private set

    /** The code and the message of the reason why nothing can be read. */
    var fault: Pair<String, String>? = null
        private set

    private var format: Any? = null
    private var name: Any? = null
    private var number: Any? = null
    private var hasState = false

    /** Reads a text; the function reads the sub-states of the version, and is called once unless there is a fault. */
    fun read(text: String, readState: (SavedReader) -> Unit) {
        if (isOversized(text)) return fail(OVERSIZED)
        try {
            read(SavedReader(text.toByteArray()), readState)
        } catch (error: JsonError) {
            fail("the text is no JSON: ${error.message}")
        } catch (misfit: Misfit) {
            fail("the text is not of the format: ${misfit.reason}")
        }
    }

    private fun fail(message: String, code: String = "unreadable") {
        if (fault == null) fault = Pair(code, message)
    }

    private fun read(reader: SavedReader, readState: (SavedReader) -> Unit) {
        // What is saved can be read only once the version is known.
        var start: Int? = null
        var isRead = false
        reader.skipBlanks()
        if (reader.next != '{') throw reader.failure("an object is missing")
        reader.members(0) { key ->
            when (key) {
                "suas-saved" -> format = reader.whole() ?: NOTHING
                "name" -> name = reader.whole() ?: NOTHING
                "version" -> {
                    number = reader.whole() ?: NOTHING
                    version = number as? Long ?: version
                    // What was read is of another version.
                    isRead = false
                }
                "state" -> {
                    hasState = true
                    start = reader.position
                    isRead = format != null && name != null && number != null && isReadable()
                    if (isRead) readState(reader) else reader.whole()
                }
                else -> reader.whole()
            }
        }
        reader.expectEnd()
        if (isReadable() && !isRead) {
            start?.let { position ->
                reader.position = position
                readState(reader)
            }
        }
        if (!hasState) fail("it has no 'state'")
    }

    /** Judges whether the text is of the format, of the spec, and of a version that can be read. */
    private fun isReadable(): Boolean {
        when {
            format != SAVED_FORMAT -> fail("it does not say that it is a saved state of this format")
            name !is String || number !is Long -> fail("it has no name or no version")
            name != versions.name -> fail("it was saved by '$name', not by '${versions.name}'", "other-spec")
            version < versions.oldest -> fail("version $version is older than ${versions.oldest}", "too-old")
            version > versions.version -> fail("version $version is newer than ${versions.version}", "too-new")
        }
        return fault == null
    }

    private companion object {
        /** Stands for a null in the text. */
        val NOTHING = Any()
    }
}

/** The largest text that is restored, in bytes. */
internal const val MOST_SAVED_BYTES: Int = 64 * 1024 * 1024

internal const val OVERSIZED: String = "the text is larger than 64 MB"

/** Returns true for a text that is not restored. */
internal fun isOversized(text: String): Boolean = text.length > MOST_SAVED_BYTES || utf8Count(text) > MOST_SAVED_BYTES
