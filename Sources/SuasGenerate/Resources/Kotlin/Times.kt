package suas

import java.time.DateTimeException
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import java.time.ZonedDateTime
import java.time.zone.ZoneRulesException
import java.time.zone.ZoneRulesProvider

// Timestamps of the years 1 to 9999, and durations of up to 292 years.

private const val FIRST_SECOND = -62_135_596_800L
private const val LAST_SECOND = 253_402_300_799L
private const val BILLION = 1_000_000_000L

/** The time a number of seconds after the start of 1970. */
public fun timestamp(seconds: Long): Instant = makeTimestamp(seconds, 0) ?: throw overflow("timestamp")

private fun makeTimestamp(seconds: Long, nanoseconds: Long): Instant? =
    if (seconds in FIRST_SECOND..LAST_SECOND) Instant.ofEpochSecond(seconds, nanoseconds) else null

/** The time parsed from a text in the format of RFC 3339. */
public fun timestamp(text: String): Instant =
    parseTimestamp(text) ?: throw invalidArgument("${brief(text)} is no timestamp")

private val TIMESTAMP =
    Regex("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?(?:Z|([-+])([0-9]{2}):([0-9]{2}))")

internal fun parseTimestamp(text: String): Instant? {
    val match = TIMESTAMP.matchEntire(text) ?: return null
    val (year, month, day, hour, minute, second, fraction, sign, hours, minutes) = match.destructured
    if (hour.toInt() > 23 || minute.toInt() > 59 || second.toInt() > 59) return null
    val date = try {
        java.time.LocalDate.of(year.toInt(), month.toInt(), day.toInt())
    } catch (_: DateTimeException) {
        return null
    }
    var offset = 0L
    if (sign.isNotEmpty()) {
        if (hours.toInt() > 23 || minutes.toInt() > 59) return null
        offset = (hours.toLong() * 60 + minutes.toLong()) * if (sign == "-") -60 else 60
    }
    val seconds = date.toEpochDay() * 86_400 + hour.toLong() * 3600 + minute.toLong() * 60 + second.toLong() - offset
    return makeTimestamp(seconds, fraction.take(9).padEnd(9, '0').toLong())
}

/** The timestamp in the format of RFC 3339, in UTC with `Z` and as many decimals as needed. */
public fun timestampText(time: Instant): String {
    val date = time.atOffset(ZoneOffset.UTC)
    return padded(date.year, 4) + "-" + padded(date.monthValue, 2) + "-" + padded(date.dayOfMonth, 2) + "T" +
        padded(date.hour, 2) + ":" + padded(date.minute, 2) + ":" + padded(date.second, 2) +
        decimals(date.nano.toLong()) + "Z"
}

private fun padded(number: Int, width: Int): String = number.toString().padStart(width, '0')

private fun decimals(nanoseconds: Long): String =
    if (nanoseconds == 0L) "" else "." + nanoseconds.toString().padStart(9, '0').trimEnd('0')

/** The nanoseconds of a duration; a duration of CEL has no more than fit. */
public fun nanoseconds(duration: Duration): Long =
    try {
        duration.toNanos()
    } catch (_: ArithmeticException) {
        throw overflow("duration")
    }

/** The duration parsed from a text such as `1h30m` or `1.5s`. */
public fun duration(text: String): Duration =
    parseDuration(text) ?: throw invalidArgument("${brief(text)} is no duration")

internal fun parseDuration(text: String): Duration? {
    val isNegative = text.startsWith("-")
    var rest = if (isNegative || text.startsWith("+")) text.substring(1) else text
    if (rest == "0") return Duration.ZERO
    if (rest.isEmpty()) return null
    var total = java.math.BigInteger.ZERO
    while (rest.isNotEmpty()) {
        val match = DURATION_PART.matchAt(rest, 0) ?: return null
        val (whole, fraction, unit) = match.destructured
        if (whole.isEmpty() && fraction.isEmpty()) return null
        if (whole.trimStart('0').length > 20) return null
        total += part(whole, fraction, UNITS[unit] ?: return null)
        if (total.bitLength() > 64) return null
        rest = rest.substring(match.value.length)
    }
    val signed = if (isNegative) total.negate() else total
    return if (signed.bitLength() <= 63) Duration.ofNanos(signed.toLong()) else null
}

private val DURATION_PART = Regex("([0-9]*)(?:\\.([0-9]*))?(h|ms|m|s|us|\u00b5s|\u03bcs|ns)")

private val UNITS: Map<String, Long> = mapOf(
    "h" to 3_600_000_000_000L, "m" to 60_000_000_000L, "s" to BILLION, "ms" to 1_000_000L,
    "us" to 1000L, "\u00b5s" to 1000L, "\u03bcs" to 1000L, "ns" to 1L,
)

private fun part(whole: String, fraction: String, unit: Long): java.math.BigInteger {
    val scale = java.math.BigInteger.valueOf(unit)
    val units = java.math.BigInteger(whole.ifEmpty { "0" }) * scale
    val digits = fraction.take(18)
    if (digits.isEmpty()) return units
    return units + java.math.BigInteger(digits) * scale / java.math.BigInteger.TEN.pow(digits.length)
}

/** The duration in seconds, with as many decimals as needed: `90s`, `0.3s`. */
public fun durationText(duration: Duration): String {
    val magnitude = java.math.BigInteger.valueOf(nanoseconds(duration)).abs()
    val (whole, rest) = magnitude.divideAndRemainder(java.math.BigInteger.valueOf(BILLION))
    return (if (duration.isNegative) "-" else "") + whole + decimals(rest.toLong()) + "s"
}

/** The sum; overflow is an error. */
public fun add(left: Duration, right: Duration): Duration {
    val sum = left.plus(right)
    nanoseconds(sum)
    return sum
}

/** The difference; overflow is an error. */
public fun subtract(left: Duration, right: Duration): Duration {
    val difference = left.minus(right)
    nanoseconds(difference)
    return difference
}

/** The time plus the duration. */
public fun add(time: Instant, duration: Duration): Instant {
    val sum = time.plus(duration)
    if (sum.epochSecond !in FIRST_SECOND..LAST_SECOND) throw overflow("timestamp")
    return sum
}

/** The time minus the duration. */
public fun subtract(time: Instant, duration: Duration): Instant {
    if (nanoseconds(duration) == Long.MIN_VALUE) throw overflow("duration")
    return add(time, duration.negated())
}

/** The duration between two times. */
public fun subtract(left: Instant, right: Instant): Duration {
    val difference = Duration.between(right, left)
    nanoseconds(difference)
    return difference
}

/** A duration that a rule increments or decrements; an overflow names the verb. */
public fun incremented(duration: Duration, by: Duration, verb: String): Duration =
    try {
        val sum = duration.plus(by)
        sum.toNanos()
        sum
    } catch (_: ArithmeticException) {
        throw outOfRange(verb, "duration")
    }

/** A duration that a rule decrements; an overflow names the verb. */
public fun decremented(duration: Duration, by: Duration, verb: String): Duration =
    try {
        val difference = duration.minus(by)
        difference.toNanos()
        difference
    } catch (_: ArithmeticException) {
        throw outOfRange(verb, "duration")
    }

/** The time later by a duration; the first or last time where the result lies outside of the years 1 to 9999. */
internal fun laterClamped(time: Instant, duration: Duration): Instant {
    val later = time.plus(duration)
    return when {
        later.epochSecond < FIRST_SECOND -> Instant.ofEpochSecond(FIRST_SECOND)
        later.epochSecond > LAST_SECOND -> Instant.ofEpochSecond(LAST_SECOND)
        else -> later
    }
}

/** The present time of the system, in the range of timestamps. */
internal fun systemTime(): Instant = laterClamped(Instant.now(), Duration.ZERO)

private val FIXED_OFFSET = Regex("([-+]?)([0-9]{2}):([0-9]{2})")

/** Zones of the zone database that Java's provider does not have. */
private val OLD_ZONES: Map<String, Int> = mapOf("EST" to -5, "MST" to -7, "HST" to -10)

/** The offset of a zone from UTC in seconds; the zone is a name in the IANA database, or an offset such as `-02:30`. */
private fun zoneOffset(name: String, time: Instant): Long {
    if (name == "UTC" || name == "GMT" || name == "Z") return 0
    FIXED_OFFSET.matchEntire(name)?.let { match ->
        val (sign, hours, minutes) = match.destructured
        if (hours.toInt() < 24 && minutes.toInt() < 60) {
            return (hours.toLong() * 60 + minutes.toLong()) * if (sign == "-") -60 else 60
        }
    }
    OLD_ZONES[name]?.let { return it * 3600L }
    return try {
        ZoneRulesProvider.getRules(name, false).getOffset(time).totalSeconds.toLong()
    } catch (_: ZoneRulesException) {
        throw invalidArgument("there is no time zone ${brief(name)}")
    }
}

/** A part of a date or of a time of day. */
public enum class TimePart(private val get: (ZonedDateTime) -> Int, private val unit: Long) {
    FULL_YEAR({ it.year }, 0),
    MONTH({ it.monthValue - 1 }, 0),
    DAY_OF_YEAR({ it.dayOfYear - 1 }, 0),
    DAY_OF_MONTH({ it.dayOfMonth - 1 }, 0),
    DATE({ it.dayOfMonth }, 0),
    DAY_OF_WEEK({ it.dayOfWeek.value % 7 }, 0),
    HOURS({ it.hour }, 3_600_000_000_000L),
    MINUTES({ it.minute }, 60_000_000_000L),
    SECONDS({ it.second }, BILLION),
    MILLISECONDS({ it.nano / 1_000_000 }, 1_000_000L),
    ;

    /** The part of a time, on clocks of UTC or of another zone. */
    public fun of(time: Instant, zone: String = "UTC"): Long {
        val shifted = time.plusSeconds(zoneOffset(zone, time))
        return get(shifted.atZone(ZoneOffset.UTC)).toLong()
    }

    internal val isOfDurations: Boolean get() = unit > 0

    /** The whole units of a duration; for milliseconds, those past the whole seconds. */
    public fun of(duration: Duration): Long {
        val units = nanoseconds(duration) / unit
        return if (this == MILLISECONDS) units % 1000 else units
    }
}
