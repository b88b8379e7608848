package suas

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.nio.file.Files
import java.nio.file.StandardCopyOption

/**
 * A file in a folder that exists, as the place of a saved text.
 *
 * It is written whole or not at all. What could not be restored is kept beside it, as `NAME.lost`; of older such files
 * two are kept, as `NAME.lost.1` and `NAME.lost.2`.
 */
public class StateFile(private val path: String) : SavedPlace {
    override fun read(): String? = textOf(File(path))

    override fun write(text: String) {
        write(text, File(path))
    }

    override fun keep(text: String?) {
        if (text == null) {
            makeRoom()
            return move(File(path), kept(0))
        }
        // An app that ends before it saves anything finds the same text again.
        if (textOf(kept(0)) == text) return
        makeRoom()
        write(text, kept(0))
    }

    /** Renames the lost texts that are there; the oldest one goes. */
    private fun makeRoom() {
        for (index in KEPT_COUNT - 1 downTo 1) {
            if (kept(index - 1).exists()) move(kept(index - 1), kept(index))
        }
    }

    private fun kept(index: Int) = File(if (index == 0) "$path.lost" else "$path.lost.$index")

    private fun write(text: String, file: File) {
        val temporary = File("${file.path}.new")
        FileOutputStream(temporary).use { output ->
            output.write(text.toByteArray())
            output.fd.sync()
        }
        move(temporary, file)
    }

    private fun move(file: File, goal: File) {
        Files.move(file.toPath(), goal.toPath(), StandardCopyOption.ATOMIC_MOVE)
    }

    private fun textOf(file: File): String? {
        if (!file.exists()) return null
        if (file.length() > MOST_SAVED_BYTES) throw IOException("${file.path} is larger than 64 MB")
        return file.readBytes().decodeToString(throwOnInvalidSequence = true)
    }

    private companion object {
        const val KEPT_COUNT = 3
    }
}
