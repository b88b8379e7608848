package suas

/** An internet address of version 4 or 6. */
public class IPAddress internal constructor(private val bytes: List<Int>) : Opaque {
    override val typeName: String get() = "net.IP"

    private val isV4: Boolean get() = bytes.size == 4

    /** The IP version: 4 or 6. */
    public val family: Long get() = if (isV4) 4 else 6

    internal val bitCount: Int get() = bytes.size * 8

    /** True if it is 0.0.0.0 or ::. */
    public val isUnspecified: Boolean get() = bytes.all { it == 0 }

    /** True if it is a loopback address. */
    public val isLoopback: Boolean
        get() = if (isV4) bytes[0] == 127 else bytes.take(15).all { it == 0 } && bytes[15] == 1

    private val isMulticast: Boolean get() = if (isV4) bytes[0] and 0xf0 == 0xe0 else bytes[0] == 0xff

    /** True if it is a link-local multicast address. */
    public val isLinkLocalMulticast: Boolean
        get() = if (isV4) {
            bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0
        } else {
            bytes[0] == 0xff && bytes[1] and 0x0f == 0x02
        }

    /** True if it is a link-local unicast address. */
    public val isLinkLocalUnicast: Boolean
        get() = if (isV4) {
            bytes[0] == 169 && bytes[1] == 254
        } else {
            bytes[0] == 0xfe && bytes[1] and 0xc0 == 0x80
        }

    /** True if it is a global unicast address. */
    public val isGlobalUnicast: Boolean
        get() = !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast &&
            !(isV4 && bytes.all { it == 255 })

    internal fun masked(length: Int): IPAddress = IPAddress(
        bytes.mapIndexed { index, byte ->
            val kept = (length - index * 8).coerceIn(0, 8)
            byte and (0xff shl (8 - kept) and 0xff)
        },
    )

    override fun equals(other: Any?): Boolean = other is IPAddress && bytes == other.bytes

    override fun hashCode(): Int = bytes.hashCode()

    /** The text of the address according to RFC 5952. */
    override fun toString(): String {
        if (isV4) return bytes.joinToString(".")
        val groups = (0 until 16 step 2).map { bytes[it] shl 8 or bytes[it + 1] }
        var gap = IntRange.EMPTY
        var start = 0
        while (start < 8) {
            var end = start
            while (end < 8 && groups[end] == 0) end += 1
            if (end - start > maxOf(1, gap.count())) gap = start until end
            start = maxOf(end, start + 1)
        }
        if (gap.isEmpty()) return hexadecimal(groups)
        return hexadecimal(groups.take(gap.first)) + "::" + hexadecimal(groups.drop(gap.last + 1))
    }

    private fun hexadecimal(groups: List<Int>): String = groups.joinToString(":") { it.toString(16) }

    public companion object {
        /** The address parsed from a text. */
        public fun parse(text: String): IPAddress {
            if ('%' in text) throw invalidArgument("an address with a zone is not allowed: ${brief(text)}")
            if (':' !in text) return IPAddress(v4(text) ?: throw noAddress(text))
            val bytes = v6(text) ?: throw noAddress(text)
            val isMapped = bytes.take(10).all { it == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
            if (!isMapped) return IPAddress(bytes)
            if ('.' in text) throw invalidArgument("an IPv4 address mapped to IPv6 is not allowed")
            return IPAddress(bytes.drop(12))
        }

        /** True if a text is an address. */
        public fun isCanonical(text: String): Boolean = parse(text).toString() == text

        /** True if a text is an address. */
        public fun isAddress(text: String): Boolean = try {
            parse(text)
            true
        } catch (_: Failure) {
            false
        }

        private fun noAddress(text: String): Failure = invalidArgument("${brief(text)} is no IP address")

        private fun v4(text: String): List<Int>? {
            val parts = text.split(".")
            if (parts.size != 4) return null
            return parts.map { part ->
                if (part.length !in 1..3 || part.any { it !in '0'..'9' }) return null
                if (part != "0" && part.startsWith("0")) return null
                part.toInt().takeIf { it < 256 } ?: return null
            }
        }

        private fun v6(text: String): List<Int>? {
            if (utf8Count(text) > 45) return null
            val gap = text.indexOf("::")
            val halves = if (gap < 0) listOf(text) else listOf(text.substring(0, gap), text.substring(gap + 2))
            val groups = halves.mapIndexed { index, half -> v6Groups(half, index == halves.size - 1) ?: return null }
            val count = groups.sumOf { it.size }
            if (if (halves.size == 2) count > 14 else count != 16) return null
            return groups[0] + List(16 - count) { 0 } + if (groups.size == 2) groups[1] else emptyList()
        }

        private fun v6Groups(text: String, isLast: Boolean): List<Int>? {
            if (text.isEmpty()) return emptyList()
            val bytes = ArrayList<Int>()
            val parts = text.split(":")
            for ((index, part) in parts.withIndex()) {
                if (isLast && index == parts.size - 1 && '.' in part) {
                    bytes += v4(part) ?: return null
                    continue
                }
                if (part.length !in 1..4 || part.any { it !in '0'..'9' && it.lowercaseChar() !in 'a'..'f' }) return null
                val group = part.toInt(16)
                bytes += listOf(group shr 8, group and 0xff)
            }
            return bytes
        }
    }
}

/** A network: the addresses that begin with the same bits (RFC 4632). */
public class Cidr private constructor(
    /** The address of the network. */
    public val address: IPAddress,
    private val length: Int,
) : Opaque {
    override val typeName: String get() = "net.CIDR"

    /** The number of bits in the prefix. */
    public val prefixLength: Long get() = length.toLong()

    /** The network with all bits after the prefix set to zero. */
    public val masked: Cidr get() = Cidr(address.masked(length), length)

    /** True if it contains an address. */
    public operator fun contains(other: IPAddress): Boolean =
        other.bitCount == address.bitCount && other.masked(length) == address.masked(length)

    /** True if it contains a whole other network. */
    public operator fun contains(other: Cidr): Boolean = length <= other.length && other.address in this

    override fun equals(other: Any?): Boolean = other is Cidr && address == other.address && length == other.length

    override fun hashCode(): Int = 31 * address.hashCode() + length

    override fun toString(): String = "$address/$length"

    public companion object {
        /** The network parsed from a text. */
        public fun parse(text: String): Cidr {
            val failure = invalidArgument("${brief(text)} is no network")
            val slash = text.lastIndexOf('/')
            if (slash < 0) throw failure
            val address = IPAddress.parse(text.substring(0, slash))
            val digits = text.substring(slash + 1)
            if (digits.length !in 1..3 || digits.any { it !in '0'..'9' }) throw failure
            if (digits != "0" && digits.startsWith("0") || digits.toInt() > address.bitCount) throw failure
            return Cidr(address, digits.toInt())
        }

        /** True if a network contains an address or another network, which may be a text. */
        public fun containsAny(function: String, network: Any?, other: Any?): Boolean {
            val (range, value) = Pair(network as? Cidr, plain(other))
            return when {
                range == null -> throw noOverload(function, network, value)
                function == "containsIP" && value is IPAddress -> value in range
                function == "containsIP" && value is String -> IPAddress.parse(value) in range
                function == "containsCIDR" && value is Cidr -> value in range
                function == "containsCIDR" && value is String -> parse(value) in range
                else -> throw noOverload(function, network, value)
            }
        }

        /** True if a text is a network. */
        public fun isNetwork(text: String): Boolean = try {
            parse(text)
            true
        } catch (_: Failure) {
            false
        }
    }
}
