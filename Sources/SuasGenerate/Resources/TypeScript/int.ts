import { divisionByZero, Failure, invalidArgument, overflow } from "./failure.js";
import { brief } from "./text.js";

// Whole numbers from -(2^53 - 1) to 2^53 - 1 as numbers; a result beyond is an overflow.

/** A whole number. */
export type Int = number;

export function isInt(value: unknown): value is Int {
  return Number.isSafeInteger(value);
}

export function isZeroInt(value: Int): boolean {
  return value === 0;
}

/** The int for a number that is one, such as a count. */
export function int(value: number): Int {
  return value;
}

/** The int for a big one; overflow is an error. */
export function intOf(value: bigint): Int {
  return checked(Number(value));
}

/** The int that is a number of 64 bits; null if no int is. */
export function intIfAny(value: bigint): Int | null {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** The int that equals a double, as the key of a map; the double itself if there is none. */
export function keyOfDouble(value: number): unknown {
  return value;
}

export function bigintOf(value: Int): bigint {
  return BigInt(value);
}

/** The number of an int, for what has a number of JavaScript. */
export function numberOfInt(value: Int): number {
  return value;
}

function checked(result: number): Int {
  if (!Number.isSafeInteger(result)) throw overflow("int");
  // No int is -0.
  return result + 0;
}

/** The sum; overflow is an error. */
export function add(left: Int, right: Int): Int {
  return checked(left + right);
}

/** The difference; overflow is an error. */
export function subtract(left: Int, right: Int): Int {
  return checked(left - right);
}

/** The product; overflow is an error. */
export function multiply(left: Int, right: Int): Int {
  return checked(left * right);
}

/** The quotient, rounded towards zero. */
export function divide(left: Int, right: Int): Int {
  if (right === 0) throw divisionByZero();
  return (left - (left % right)) / right + 0;
}

/** The remainder, which has the sign of the dividend. */
export function remainder(left: Int, right: Int): Int {
  if (right === 0) throw divisionByZero();
  return (left % right) + 0;
}

/** The negated number. */
export function negate(value: Int): Int {
  return 0 - value;
}

/** A number that a rule increments; an overflow names the verb. */
export function incremented(value: Int, by: Int): Int {
  return inRange(value + by, "increment");
}

/** A number that a rule decrements; an overflow names the verb. */
export function decremented(value: Int, by: Int): Int {
  return inRange(value - by, "decrement");
}

function inRange(result: number, verb: string): Int {
  if (!Number.isSafeInteger(result)) throw outOfRange(verb, "int");
  return result + 0;
}

export function outOfRange(verb: string, type: string): Failure {
  return new Failure("overflow", `'${verb}' leaves the range of ${type}`);
}

/** The number without its fraction. */
export function truncatedToInt(value: number): Int {
  return checked(Math.trunc(value));
}

/** The number that a text has. */
export function parsedInt(text: string): Int {
  const value = parseInt64(text);
  if (value === null) throw invalidArgument(`${brief(text)} is no int`);
  return intOf(value);
}

/** The number of 64 bits that a text has; null if it has none. */
export function parseInt64(text: string): bigint | null {
  if (!/^[-+]?[0-9]+$/.test(text)) return null;
  const value = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, value) === value ? value : null;
}

/** The absolute value. */
export function absolute(value: Int): Int {
  return Math.abs(value);
}

/** The sign of a number. */
export function signOf(value: Int): Int {
  return Math.sign(value) + 0;
}

/** The square root, as a double. */
export function squareRoot(value: Int): number {
  return Math.sqrt(value);
}

export function greater(left: Int, right: Int): Int {
  return left < right ? right : left;
}

export function lesser(left: Int, right: Int): Int {
  return right < left ? right : left;
}

function bits(result: bigint): Int {
  return intOf(BigInt.asIntN(64, result));
}

export function bitAnd(left: Int, right: Int): Int {
  return bits(BigInt(left) & BigInt(right));
}

export function bitOr(left: Int, right: Int): Int {
  return bits(BigInt(left) | BigInt(right));
}

export function bitXor(left: Int, right: Int): Int {
  return bits(BigInt(left) ^ BigInt(right));
}

export function bitNot(value: Int): Int {
  return -1 - value;
}

/** The bits shifted to the left. */
export function shiftLeft(value: Int, by: Int): Int {
  if (by < 0) throw invalidArgument(`bits cannot move by ${by}`);
  return by >= 64 ? 0 : bits(BigInt(value) << BigInt(by));
}

/** The bits shifted to the right and filled with zeros. */
export function shiftRight(value: Int, by: Int): Int {
  if (by < 0) throw invalidArgument(`bits cannot move by ${by}`);
  return by >= 64 ? 0 : bits(BigInt.asUintN(64, BigInt(value)) >> BigInt(by));
}

/** The numbers from 0 up to, but not including, another. */
export function range(count: Int): readonly Int[] {
  if (count > 100_000_000) throw new Failure("cost-exceeded", `a list of ${count} elements is too long`);
  return Array.from({ length: Math.max(0, count) }, (_, index) => index);
}

/** The sum of ints. */
export function sum(list: readonly Int[]): Int {
  return list.reduce(add, 0);
}
