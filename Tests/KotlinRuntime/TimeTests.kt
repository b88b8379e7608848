package suas.test

import suas.TimePart
import suas.add
import suas.duration
import suas.durationText
import suas.nanoseconds
import suas.subtract
import suas.timestamp
import suas.timestampText
import java.time.Duration
import kotlin.test.Test
import kotlin.test.assertEquals

public class TimeTests {
    @Test
    public fun `Timestamps are read and written in RFC 3339`() {
        val table = mapOf(
            "2009-02-13T23:31:30Z" to "2009-02-13T23:31:30Z",
            "2009-02-13T23:31:30.5+01:00" to "2009-02-13T22:31:30.5Z",
            "0001-01-01T00:00:00Z" to "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z" to "9999-12-31T23:59:59.999999999Z",
            "2000-02-29T00:00:00.1234567891Z" to "2000-02-29T00:00:00.123456789Z",
        )
        for ((written, text) in table) assertEquals(text, timestampText(timestamp(written)))
        val wrong = listOf(
            "2009-02-13", "2009-02-30T00:00:00Z", "2009-02-13T24:00:00Z", "0000-12-31T23:59:59Z", "2009-02-13T23:31:60Z",
            "2009-02-13t23:31:30Z", "9999-12-31T23:59:59-01:00", "2009-02-13T23:31:30", "2009-02-13T23:31:30.Z",
        )
        for (text in wrong) assertFailure("invalid-argument") { timestamp(text) }
    }

    @Test
    public fun `Durations are read with units and written in seconds`() {
        val table = mapOf(
            "1h30m" to "5400s", "-1.5s" to "-1.5s", "300ms" to "0.3s", "1us" to "0.000001s", "0" to "0s", "1.5h" to "5400s",
            "+2s" to "2s", ".5s" to "0.5s", "1.s" to "1s", "1\u00b5s" to "0.000001s",
            "9223372036854775807ns" to "9223372036.854775807s", "-9223372036854775808ns" to "-9223372036.854775808s",
        )
        for ((written, text) in table) assertEquals(text, durationText(duration(written)))
        for (text in listOf("", "1", "s", "1 s", "1d", "9223372036854775808ns", "-", ".s", "1.5")) {
            assertFailure("invalid-argument") { duration(text) }
        }
    }

    @Test
    public fun `Arithmetic keeps to the years 1 to 9999 and to 64 bits`() {
        val last = timestamp("9999-12-31T23:59:59Z")
        assertFailure("overflow", "the result does not fit into timestamp") { add(last, Duration.ofSeconds(1)) }
        assertEquals("9999-12-31T23:59:58Z", timestampText(subtract(last, Duration.ofSeconds(1))))
        assertFailure("overflow") { subtract(last, timestamp("0001-01-01T00:00:00Z")) }
        assertFailure("overflow") { add(duration("9223372036s"), duration("1s")) }
        assertEquals(90_000_000_000L, nanoseconds(subtract(timestamp("2000-01-01T00:01:30Z"), timestamp("2000-01-01T00:00:00Z"))))
    }

    @Test
    public fun `Parts of times are read in zones`() {
        val time = timestamp("2024-03-31T00:30:15.678Z")
        assertEquals(2024L, TimePart.FULL_YEAR.of(time))
        assertEquals(2L, TimePart.MONTH.of(time))
        assertEquals(90L, TimePart.DAY_OF_YEAR.of(time))
        assertEquals(30L, TimePart.DAY_OF_MONTH.of(time))
        assertEquals(31L, TimePart.DATE.of(time))
        assertEquals(0L, TimePart.DAY_OF_WEEK.of(time))
        assertEquals(678L, TimePart.MILLISECONDS.of(time))
        assertEquals(1L, TimePart.HOURS.of(time, "Europe/Berlin"))
        assertEquals(3L, TimePart.HOURS.of(timestamp("2024-03-31T01:30:00Z"), "Europe/Berlin"))
        assertEquals(22L, TimePart.HOURS.of(time, "-02:30"))
        assertFailure("invalid-argument", "there is no time zone \"Nowhere/City\"") { TimePart.HOURS.of(time, "Nowhere/City") }
        assertEquals(1L, TimePart.HOURS.of(duration("90m")))
        assertEquals(90L, TimePart.MINUTES.of(duration("90m")))
        assertEquals(500L, TimePart.MILLISECONDS.of(duration("1.5s")))
    }
}
