package suas

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.io.OutputStream
import java.net.Socket
import java.net.URI
import java.net.URLEncoder
import java.util.concurrent.ArrayBlockingQueue

/** The destination of a recorder's lines, each with its line end. */
public abstract class SessionLog internal constructor() {
    /** Accepts a line; returns false if it is dropped. */
    internal abstract fun accept(line: ByteArray): Boolean

    /** Begins a log, or goes on after a loss or from a new state; the first line may be made later. */
    internal open fun begin(firstLine: () -> ByteArray): Boolean = accept(firstLine())

    /** True if lines are to be written again after some were dropped. */
    internal open val hasRoom: Boolean get() = true

    /** True if the log needs a newer state to begin with. */
    internal open val needsState: Boolean get() = false

    /** Ends a log. */
    internal open fun end() {}
}

/** A file to which each line is written at once. Its former contents are replaced when the recorder starts. */
public class LogFile(private val file: File) : SessionLog() {
    private var stream: OutputStream? = null

    override fun accept(line: ByteArray): Boolean =
        try {
            val stream = stream ?: FileOutputStream(file).also { stream = it }
            stream.write(line)
            true
        } catch (_: IOException) {
            false
        }

    override fun end() {
        try {
            stream?.close()
        } catch (_: IOException) {
        }
        stream = null
    }
}

/**
 * A function that takes lines, without their ends, on a thread of its own. While [capacity] lines wait for it, new ones are
 * dropped; once half of them are taken, the log goes on with the whole state.
 */
public class LogFunction(private val capacity: Int = 10_000, private val take: (String) -> Unit) : SessionLog() {
    private val lines = ArrayBlockingQueue<ByteArray>(capacity)

    @Volatile
    private var hasThread = false

    override fun accept(line: ByteArray): Boolean {
        if (!hasThread) {
            hasThread = true
            Thread({ while (true) deliver(lines.take()) }, "suas log").apply { isDaemon = true }.start()
        }
        return lines.offer(line)
    }

    private fun deliver(line: ByteArray) {
        try {
            take(String(line, 0, line.size - 1, Charsets.UTF_8))
        } catch (error: Exception) {
            System.err.println("a session log's function failed: $error")
        }
    }

    override val hasRoom: Boolean get() = lines.size <= capacity / 2
}

/**
 * The page of `suas-run monitor` on the developer's machine: [address] is the one that it prints for apps,
 * `http://127.0.0.1:PORT/feed?token=TOKEN`. For a device or an emulator forward the port first: `adb reverse tcp:PORT tcp:PORT`.
 * If there is no connection, the app goes on, and nothing is sent. It is not for release builds.
 */
public class LogMonitor(address: String, name: String = "app", capacity: Int = 10_000) : SessionLog() {
    private val uri = URI(address)
    private val head = "POST ${uri.rawPath}?${uri.rawQuery}&name=${URLEncoder.encode(name, "UTF-8")} HTTP/1.1\r\n" +
        "Host: 127.0.0.1:${uri.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    private val lines = LogFunction(capacity) { send(it) }
    private var socket: Socket? = null
    private var hasFailed = false

    init {
        require(uri.scheme == "http" && uri.host in setOf("127.0.0.1", "localhost") && uri.port > 0 && uri.rawQuery != null) {
            "the address of the monitor is none of this machine"
        }
    }

    override fun accept(line: ByteArray): Boolean = lines.accept(line)

    override val hasRoom: Boolean get() = lines.hasRoom

    /** Sends a line as a chunk, on the thread of the function. */
    private fun send(line: String) {
        if (hasFailed) return
        try {
            val stream = connected().getOutputStream()
            val bytes = "$line\n".toByteArray(Charsets.UTF_8)
            stream.write("${Integer.toHexString(bytes.size)}\r\n".toByteArray(Charsets.UTF_8) + bytes + "\r\n".toByteArray(Charsets.UTF_8))
        } catch (error: IOException) {
            hasFailed = true
            System.err.println("the monitor is off: $error")
        }
    }

    private fun connected(): Socket =
        socket ?: Socket("127.0.0.1", uri.port).also {
            it.tcpNoDelay = true
            it.getOutputStream().write(head.toByteArray(Charsets.UTF_8))
            socket = it
        }
}

/** The last lines in memory, about [capacity] bytes of them, after the state with which they begin. */
public class LogRing(private val capacity: Int = 1 shl 20) : SessionLog() {
    /** The lines from a state on. */
    private class Segment(val firstLine: () -> ByteArray) {
        val lines = ArrayList<ByteArray>()
        var size = 0
    }

    private val segments = ArrayDeque<Segment>()

    /** True until a state follows the lines that were too large. */
    private var isOverfull = false

    @Synchronized
    override fun accept(line: ByteArray): Boolean {
        val last = segments.lastOrNull() ?: return true
        if (isOverfull) return true
        last.lines.add(line)
        last.size += line.size
        while (segments.size > 1 && segments.sumOf { it.size } > capacity) segments.removeFirst()
        // One action may lead to more than the ring can hold.
        if (last.size > capacity) {
            last.lines.clear()
            last.size = 0
            isOverfull = true
        }
        return true
    }

    @Synchronized
    override fun begin(firstLine: () -> ByteArray): Boolean {
        if (isOverfull) segments.clear()
        isOverfull = false
        segments.addLast(Segment(firstLine))
        return true
    }

    override val needsState: Boolean
        @Synchronized get() = isOverfull || segments.lastOrNull()?.let { it.size > capacity / 8 } == true

    @Synchronized
    private fun copy(): Pair<() -> ByteArray, List<ByteArray>>? =
        segments.firstOrNull()?.let { first -> Pair(first.firstLine, segments.flatMap { it.lines }) }

    /** Writes the log to a file: the state, and the lines since then. */
    public fun write(file: File) {
        val (firstLine, lines) = copy() ?: return
        FileOutputStream(file).use { stream ->
            stream.write(firstLine())
            for (line in lines) stream.write(line)
        }
    }

    /** Writes the log to a file when an exception ends a thread, and then calls the handler that was there before. */
    public fun writeOnCrash(file: File) {
        val former = Thread.getDefaultUncaughtExceptionHandler()
        Thread.setDefaultUncaughtExceptionHandler { thread, error ->
            try {
                write(file)
            } catch (failure: Throwable) {
                System.err.println("the session log cannot be written: $failure")
            }
            if (former != null) {
                former.uncaughtException(thread, error)
            } else {
                System.err.print("Exception in thread \"${thread.name}\" ")
                error.printStackTrace()
            }
        }
    }
}
