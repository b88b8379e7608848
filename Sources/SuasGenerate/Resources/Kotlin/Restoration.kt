package suas

/** The result of restoring a saved text: the state to begin with, and the losses. */
public class Restoration internal constructor(
    /** The version that was read; 0 if there was no text, or one that says none. */
    public val version: Long,
    /** The sub-states that were lost, in the order of the reducers. */
    public val lost: List<Loss>,
    /** The sub-states that the store begins with, by state key. */
    public val state: Map<String, Any>,
) {
    /** A sub-state that could not be restored and is initial. */
    public class Loss(
        public val stateKey: String,
        /**
         * `unreadable`, `other-spec`, `too-old`, `too-new`, `type-mismatch`, `constraint-violated`, `invariant-violated`,
         * or the code with which a migration was refused.
         */
        public val code: String,
        public val message: String,
        /** The place in the store, or that of the rule that refused a migration. */
        public val place: String,
    ) {
        override fun toString(): String = "$stateKey: $message ($code) $place"
    }

    /** The keys of the sub-states that were lost. */
    public val lostKeys: List<String> get() = lost.map { it.stateKey }

    /** Keeps what was lost; null once that is done. */
    private var keeping: ((SavedPlace) -> Unit)? = null

    /** Keeps what was lost, if that is still to be done; fails if it cannot be done. */
    @Synchronized
    internal fun keep(place: SavedPlace) {
        keeping?.invoke(place)
        keeping = null
    }

    internal companion object {
        /** The restoration of what a place has. What is lost of it is kept there. */
        fun of(form: SavedForm, place: SavedPlace): Restoration {
            val restoration = try {
                val text = place.read() ?: return form.restore(null as String?)
                form.restore(text).apply { if (lost.isNotEmpty()) keeping = { it.keep(text) } }
            } catch (error: Exception) {
                unread(form, error)
            }
            try {
                restoration.keep(place)
            } catch (_: Exception) {
                // A saver tries it again before it writes.
            }
            return restoration
        }

        /** No text at all is one that cannot be read. */
        private fun unread(form: SavedForm, error: Exception): Restoration {
            val nothing = form.restore("")
            val lost = nothing.lost.map { Loss(it.stateKey, it.code, error.toString(), it.place) }
            return Restoration(nothing.version, lost, nothing.state).apply { keeping = { it.keep(null) } }
        }
    }
}

/** The saved part of a store's state: its form as one text, and the restoring of that. */
public interface SavedForm {
    /** The version of what is saved. */
    public val savedVersion: Long

    /** The quiet after which a changed state is saved. */
    public val savingDelay: java.time.Duration

    /** Returns what is saved of a state, as one line of JSON that says the present time. */
    public fun savedText(state: State): String

    /**
     * Restores a state from a text of this version or an earlier one, or from none.
     *
     * It never fails: what cannot be restored is initial, and [Restoration.lost] says why.
     */
    public fun restore(text: String?): Restoration

    /**
     * Restores a state from what a place has. What cannot be restored is kept there, at the latest before something else
     * is written by a [StateSaver].
     *
     * It never fails: a place that cannot be read counts as a text that cannot be.
     */
    public fun restore(place: SavedPlace): Restoration = Restoration.of(this, place)
}

/** A place for one saved text: a file, a preference, a row of a database. A [StateSaver] calls it on one thread at a time. */
public interface SavedPlace {
    /** Returns the text; null if nothing was saved. */
    public fun read(): String?

    /** Replaces the text, whole or not at all. */
    public fun write(text: String)

    /** Keeps a text that could not be restored; null stands for what is there, which could not be read. */
    public fun keep(text: String?)
}
