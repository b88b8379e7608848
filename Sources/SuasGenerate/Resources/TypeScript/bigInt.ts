import { divisionByZero, Failure, invalidArgument, overflow } from "./failure.js";
import { brief } from "./text.js";

// Whole numbers of 64 bits as bigints; a result beyond is an overflow. Programs have this file as 'int.ts'.

/** A whole number. */
export type Int = bigint;

export function isInt(value: unknown): value is Int {
  return typeof value === "bigint";
}

export function isZeroInt(value: Int): boolean {
  return value === 0n;
}

/** The int for a number that is one, such as a count. */
export function int(value: number): Int {
  return BigInt(value);
}

/** The int for a big one; overflow is an error. */
export function intOf(value: bigint): Int {
  if (!isIn64Bits(value)) throw overflow("int");
  return value;
}

/** The int that is a number of 64 bits; null if no int is. */
export function intIfAny(value: bigint): Int | null {
  return isIn64Bits(value) ? value : null;
}

/** The int that equals a double, as the key of a map; the double itself if there is none. */
export function keyOfDouble(value: number): unknown {
  return Number.isInteger(value) && isIn64Bits(BigInt(value)) ? BigInt(value) : value;
}

export function bigintOf(value: Int): bigint {
  return value;
}

/** The number of an int, for what has a number of JavaScript. */
export function numberOfInt(value: Int): number {
  return Number(value);
}

function isIn64Bits(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** The sum; overflow is an error. */
export function add(left: Int, right: Int): Int {
  return intOf(left + right);
}

/** The difference; overflow is an error. */
export function subtract(left: Int, right: Int): Int {
  return intOf(left - right);
}

/** The product; overflow is an error. */
export function multiply(left: Int, right: Int): Int {
  return intOf(left * right);
}

/** The quotient, rounded towards zero. */
export function divide(left: Int, right: Int): Int {
  if (right === 0n) throw divisionByZero();
  return intOf(left / right);
}

/** The remainder, which has the sign of the dividend. */
export function remainder(left: Int, right: Int): Int {
  if (right === 0n) throw divisionByZero();
  // The quotient of the least int and -1 is an overflow, and so is their remainder.
  intOf(left / right);
  return left % right;
}

/** The negated number; overflow is an error. */
export function negate(value: Int): Int {
  return intOf(-value);
}

/** A number that a rule increments; an overflow names the verb. */
export function incremented(value: Int, by: Int): Int {
  return inRange(value + by, "increment");
}

/** A number that a rule decrements; an overflow names the verb. */
export function decremented(value: Int, by: Int): Int {
  return inRange(value - by, "decrement");
}

function inRange(result: bigint, verb: string): Int {
  if (!isIn64Bits(result)) throw outOfRange(verb, "int");
  return result;
}

export function outOfRange(verb: string, type: string): Failure {
  return new Failure("overflow", `'${verb}' leaves the range of ${type}`);
}

/** The number without its fraction. */
export function truncatedToInt(value: number): Int {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 63) throw overflow("int");
  return BigInt(Math.trunc(value));
}

/** The number that a text has. */
export function parsedInt(text: string): Int {
  const value = parseInt64(text);
  if (value === null) throw invalidArgument(`${brief(text)} is no int`);
  return value;
}

/** The number of 64 bits that a text has; null if it has none. */
export function parseInt64(text: string): bigint | null {
  if (!/^[-+]?[0-9]+$/.test(text)) return null;
  const value = BigInt(text.replace(/^\+/, ""));
  return isIn64Bits(value) ? value : null;
}

/** The absolute value; overflow is an error. */
export function absolute(value: Int): Int {
  return value < 0n ? negate(value) : value;
}

/** The sign of a number. */
export function signOf(value: Int): Int {
  return value < 0n ? -1n : value > 0n ? 1n : 0n;
}

/** The square root, as a double. */
export function squareRoot(value: Int): number {
  return Math.sqrt(Number(value));
}

export function greater(left: Int, right: Int): Int {
  return left < right ? right : left;
}

export function lesser(left: Int, right: Int): Int {
  return right < left ? right : left;
}

export function bitAnd(left: Int, right: Int): Int {
  return left & right;
}

export function bitOr(left: Int, right: Int): Int {
  return left | right;
}

export function bitXor(left: Int, right: Int): Int {
  return left ^ right;
}

export function bitNot(value: Int): Int {
  return ~value;
}

/** The bits shifted to the left. */
export function shiftLeft(value: Int, by: Int): Int {
  if (by < 0n) throw invalidArgument(`bits cannot move by ${by}`);
  return by >= 64n ? 0n : BigInt.asIntN(64, value << by);
}

/** The bits shifted to the right and filled with zeros. */
export function shiftRight(value: Int, by: Int): Int {
  if (by < 0n) throw invalidArgument(`bits cannot move by ${by}`);
  return by >= 64n ? 0n : BigInt.asIntN(64, BigInt.asUintN(64, value) >> by);
}

/** The numbers from 0 up to, but not including, another. */
export function range(count: Int): readonly Int[] {
  if (count > 100_000_000n) throw new Failure("cost-exceeded", `a list of ${count} elements is too long`);
  return Array.from({ length: Math.max(0, Number(count)) }, (_, index) => BigInt(index));
}

/** The sum of ints. */
export function sum(list: readonly Int[]): Int {
  return list.reduce(add, 0n);
}
