package suas.test

import suas.absolute
import suas.add
import suas.areEqual
import suas.divide
import suas.incremented
import suas.multiply
import suas.negate
import suas.numberText
import suas.pointedText
import suas.remainder
import suas.rounded
import suas.shiftLeft
import suas.shiftRight
import suas.subtract
import suas.toDouble
import suas.toInt
import suas.toUnsigned
import suas.valueHash
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

public class NumberTests {
    @Test
    public fun `What does not fit is an error`() {
        val max = Long.MAX_VALUE
        val min = Long.MIN_VALUE
        assertFailure("overflow", "the result does not fit into int") { add(max, 1) }
        assertFailure("overflow") { subtract(min, 1) }
        assertFailure("overflow") { multiply(max, 2) }
        assertFailure("overflow") { divide(min, -1) }
        assertFailure("overflow") { remainder(min, -1) }
        assertFailure("overflow") { negate(min) }
        assertFailure("overflow") { absolute(min) }
        assertFailure("overflow", "'increment' leaves the range of int") { incremented(max, 1, "increment") }
        assertFailure("division-by-zero", "division by zero") { divide(1, 0) }
        assertFailure("division-by-zero") { remainder(1, 0) }
        assertFailure("overflow") { add(ULong.MAX_VALUE, 1UL) }
        assertFailure("overflow") { subtract(1UL, 2UL) }
        assertFailure("overflow") { multiply(ULong.MAX_VALUE, 2UL) }
        assertEquals(-3L, divide(-7, 2))
        assertEquals(-1L, remainder(-7, 2))
    }

    @Test
    public fun `Doubles are written in the shortest form with a point or an exponent`() {
        val table = mapOf(
            1.0 to "1.0", -0.0 to "-0.0", 0.1 to "0.1", 100000.0 to "100000.0", 1e15 to "1000000000000000.0",
            9007199254740994.0 to "9.007199254740994e+15", 1e16 to "1e+16", 1.8e16 to "1.8e+16", 1e17 to "1e+17", 1e100 to "1e+100",
            0.0001 to "0.0001", 0.00001 to "1e-05", 1.5e-7 to "1.5e-07", 123456.789 to "123456.789",
            2e-3 to "0.002", 1.0 / 3 to "0.3333333333333333", 5e-324 to "5e-324", 2.2250738585072014e-308 to "2.2250738585072014e-308",
            1.7976931348623157e308 to "1.7976931348623157e+308", 9007199254740993.0 to "9007199254740992.0",
            2e23 to "2e+23", 5.684341886080802e-14 to "5.684341886080802e-14",
        )
        for ((number, text) in table) assertEquals(text, pointedText(number))
        assertEquals("1", numberText(1.0))
        assertEquals("NaN", numberText(Double.NaN))
        assertEquals("-Infinity", numberText(Double.NEGATIVE_INFINITY))
    }

    @Test
    public fun `Every double reads back`() {
        val random = kotlin.random.Random(3)
        repeat(20_000) {
            val number = Double.fromBits(random.nextLong())
            if (!number.isNaN() && !number.isInfinite()) assertEquals(number, pointedText(number).toDouble())
        }
    }

    @Test
    public fun `Texts are numbers by the rules of the language`() {
        assertEquals(12L, toInt("12"))
        assertEquals(-5L, toInt("-5"))
        assertEquals(5L, toInt("+5"))
        assertFailure("invalid-argument", "\"x\" is no int") { toInt("x") }
        assertFailure("invalid-argument") { toInt("9223372036854775808") }
        assertFailure("invalid-argument") { toInt("\u0661") }
        assertFailure("invalid-argument") { toInt(" 1") }
        assertEquals(1000.0, toDouble("1e3"))
        assertEquals(Double.POSITIVE_INFINITY, toDouble("Infinity"))
        assertEquals(8.0, toDouble("0x1p3"))
        assertFailure("invalid-argument", "\"1e400\" does not fit into double") { toDouble("1e400") }
        assertFailure("invalid-argument") { toDouble("1f") }
        assertFailure("invalid-argument") { toDouble("") }
        assertEquals(7UL, toUnsigned("7"))
        assertFailure("overflow") { toUnsigned(-1L) }
        assertFailure("overflow") { toInt(1e19) }
        assertEquals(-1L, toInt(-1.9))
    }

    @Test
    public fun `Numbers are equal by value, and not a number is equal to none`() {
        assertTrue(areEqual(1L, 1.0))
        assertTrue(areEqual(1UL, 1L))
        assertFalse(areEqual(-1L, ULong.MAX_VALUE))
        assertFalse(areEqual(Double.NaN, Double.NaN))
        assertTrue(areEqual(0.0, -0.0))
        assertEquals(valueHash(0.0), valueHash(-0.0))
        assertEquals(valueHash(1L), valueHash(1.0))
        assertTrue(areEqual(listOf(1L, 2.0), listOf(1.0, 2L)))
        assertFalse(areEqual("1", 1L))
    }

    @Test
    public fun `Rounding is away from zero at halves, and shifts fill with zeros`() {
        assertEquals(3.0, rounded(2.5))
        assertEquals(-3.0, rounded(-2.5))
        assertEquals(0.0, rounded(0.49999999999999994))
        assertEquals(0L, shiftLeft(1, 64))
        assertEquals(1L, shiftRight(-1, 63))
        assertFailure("invalid-argument") { shiftLeft(1, -1) }
    }
}
