import { compareNumbers } from "./equality.js";
import { divisionByZero, invalidArgument, noMatchingOverload, overflow } from "./failure.js";
import { type Int, intOf } from "./int.js";
import { brief } from "./text.js";
import { Uint } from "./values.js";

// Arithmetic of unsigned numbers, which fails where the result does not fit, and conversions of numbers.

const MOST = (1n << 64n) - 1n;

/** The unsigned number for a big one; fails where it does not fit. */
export function uint(value: bigint): Uint {
  if (value < 0n || value > MOST) throw overflow("uint");
  return new Uint(value);
}

/** The sum; overflow is an error. */
export function addUnsigned(left: Uint, right: Uint): Uint {
  return uint(left.value + right.value);
}

/** The difference; overflow is an error. */
export function subtractUnsigned(left: Uint, right: Uint): Uint {
  return uint(left.value - right.value);
}

/** The product; overflow is an error. */
export function multiplyUnsigned(left: Uint, right: Uint): Uint {
  return uint(left.value * right.value);
}

/** The quotient, rounded down. */
export function divideUnsigned(left: Uint, right: Uint): Uint {
  if (right.value === 0n) throw divisionByZero();
  return new Uint(left.value / right.value);
}

/** The remainder. */
export function remainderUnsigned(left: Uint, right: Uint): Uint {
  if (right.value === 0n) throw divisionByZero();
  return new Uint(left.value % right.value);
}

/** The same number as an int. */
export function intOfUint(value: Uint): Int {
  return intOf(value.value);
}

/** The number without its fraction, as an unsigned one. */
export function truncatedToUint(value: number): Uint {
  if (!(value >= 0 && value < 18446744073709551616)) throw overflow("uint");
  return new Uint(BigInt(Math.trunc(value)));
}

/** The same number as an unsigned one. */
export function uintOfInt(value: Int): Uint {
  return uint(BigInt(value));
}

/** The unsigned number that a text has. */
export function parsedUint(text: string): Uint {
  const isNumber = /^(\+?[0-9]+|-0+)$/.test(text);
  const value = isNumber ? BigInt(text.replace(/^[-+]/, "")) : MOST + 1n;
  if (value > MOST) throw invalidArgument(`${brief(text)} is no uint`);
  return new Uint(value);
}

/** The sum of unsigned numbers. */
export function sumOfUnsigned(list: readonly Uint[]): Uint {
  return list.reduce(addUnsigned, new Uint(0n));
}

/** The sum of doubles. */
export function sumOfDoubles(list: readonly number[]): number {
  return list.reduce((sum, item) => sum + item, 0);
}

/** The number that a text has. */
export function parsedDouble(text: string): number {
  const magnitude = text.replace(/^[-+]/, "");
  const value = magnitudeOf(magnitude);
  if (value === null) throw invalidArgument(`${brief(text)} is no double`);
  if (value === Infinity && /[0-9]/.test(text)) throw invalidArgument(`${brief(text)} does not fit into double`);
  return text.startsWith("-") ? -value : value;
}

function magnitudeOf(text: string): number | null {
  const word = text.toLowerCase();
  if (word === "inf" || word === "infinity") return Infinity;
  if (word === "nan") return NaN;
  if (/^0x/i.test(text)) return hexadecimal(text.slice(2));
  const isNumber = /^([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?$/i.test(text);
  return isNumber ? Number(text) : null;
}

function hexadecimal(text: string): number | null {
  const match = /^([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([-+]?[0-9]+))?$/i.exec(text);
  const [, whole = "", fraction = "", power = "0"] = match ?? [];
  if (match === null || whole + fraction === "") return null;
  return ratio(BigInt(`0x${whole}${fraction}`), Number(power) - 4 * fraction.length);
}

/** The double nearest to a whole number times a power of two. */
function ratio(digits: bigint, power: number): number {
  if (digits === 0n) return 0;
  const length = digits.toString(2).length;
  if (length + power > 1100) return Infinity;
  if (length + power < -1100) return 0;
  // Number() of a big number rounds half to even, as long as no bit is below the smallest double's.
  const lowest = Math.max(length - 53, -1074 - power, 0);
  const half = lowest > 0 ? 1n << BigInt(lowest - 1) : 0n;
  let kept = digits >> BigInt(lowest);
  const rest = digits - (kept << BigInt(lowest));
  if (rest > half || (rest === half && half > 0n && (kept & 1n) === 1n)) kept += 1n;
  const exponent = power + lowest;
  return exponent < -1000 ? Number(kept) * 2 ** -1000 * 2 ** (exponent + 1000) : Number(kept) * 2 ** (exponent / 2 | 0) * 2 ** (exponent - (exponent / 2 | 0));
}

/** The value that a text has: true, false, t, f, 1 or 0. */
export function parsedBool(text: string): boolean {
  if (["true", "True", "TRUE", "t", "T", "1"].includes(text)) return true;
  if (["false", "False", "FALSE", "f", "F", "0"].includes(text)) return false;
  throw invalidArgument(`${brief(text)} is no bool`);
}

/** The nearest whole number, halves away from zero. */
export function rounded(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

/** The sign of a number as a double; that of -0.0 is 0.0. */
export function sign(value: number): number {
  return value > 0 ? 1 : value < 0 ? -1 : value + 0;
}

/** The greater of two numbers of any types; the first if they are equal. */
export function greatestOf(left: unknown, right: unknown): unknown {
  return extreme(left, right, 1);
}

/** The lesser of two numbers of any types; the first if they are equal. */
export function leastOf(left: unknown, right: unknown): unknown {
  return extreme(left, right, -1);
}

/** The greatest number of a list. */
export function greatestIn(list: readonly unknown[]): unknown {
  return extremeIn(list, 1);
}

/** The least number of a list. */
export function leastIn(list: readonly unknown[]): unknown {
  return extremeIn(list, -1);
}

function extreme(left: unknown, right: unknown, wanted: number): unknown {
  const order = compareNumbers(right, left);
  if (order === null) throw noMatchingOverload(wanted > 0 ? "math.greatest" : "math.least", [left, right]);
  return order === wanted ? right : left;
}

function extremeIn(list: readonly unknown[], wanted: number): unknown {
  if (list.length === 0) throw invalidArgument("the list is empty");
  if (list.some((item) => compareNumbers(item, 0) === null)) {
    throw noMatchingOverload(wanted > 0 ? "math.greatest" : "math.least", [list]);
  }
  return list.reduce((best, item) => extreme(best, item, wanted));
}

/** The exact value rounded to a number of decimals, half to even, as `%f` or `%e` of C writes it. */
export function formatted(value: number, precision: number, hasExponent: boolean): string {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [digits, scale] = exactDigits(Math.abs(value));
  if (!hasExponent) {
    const text = roundedDigits(digits, scale - precision).padStart(precision + 1, "0");
    const split = text.length - precision;
    return sign + text.slice(0, split) + (precision > 0 ? `.${text.slice(split)}` : "");
  }
  if (digits === 0n) return `${sign}0${precision > 0 ? `.${"0".repeat(precision)}` : ""}e+00`;
  let power = digits.toString().length - scale - 1;
  let text = roundedDigits(digits, digits.toString().length - precision - 1);
  if (text.length > precision + 1) {
    power += 1;
    text = text.slice(0, -1);
  }
  const fraction = precision > 0 ? `.${text.slice(1)}` : "";
  return `${sign}${text.slice(0, 1)}${fraction}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** A finite number, exactly: decimal digits, and how many of them are behind the point. */
function exactDigits(value: number): [digits: bigint, scale: number] {
  let [mantissa, power] = [value, 0];
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    power += 1;
  }
  // The number is the mantissa divided by 2^power, and 2^-1 is 5 * 10^-1.
  return [BigInt(mantissa) * 5n ** BigInt(power), power];
}

/** The digits without so many at their end, rounded half to even; with zeros if the number is negative. */
function roundedDigits(digits: bigint, dropped: number): string {
  if (dropped <= 0) return (digits * 10n ** BigInt(-dropped)).toString();
  const unit = 10n ** BigInt(dropped);
  const [kept, rest] = [digits / unit, digits % unit];
  const isUp = 2n * rest > unit || (2n * rest === unit && kept % 2n === 1n);
  return (isUp ? kept + 1n : kept).toString();
}
