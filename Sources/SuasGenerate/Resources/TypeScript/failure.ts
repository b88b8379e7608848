import { brief, describe, utf8Count } from "./text.js";
import { isPlainNull, kindName, typeName } from "./values.js";

/** The reason why a store refused an action. */
export class ActionError {
  constructor(
    /** The kind of refusal, for programs; for example, `dispatch-depth-exceeded`. */
    readonly code: string,
    /** The description of the problem, for people. */
    readonly message: string,
    /** The place of the refusing rule, as `FILE:LINE:COLUMN`; null if it is written in no file. */
    readonly place: string | null = null,
    /** The shared rules in which the error was met, with the places of their uses, innermost first. */
    readonly uses: readonly string[] = [],
    /** True if the message is made of sensitive values. */
    readonly isSensitive = false,
  ) {}

  /** The refusal on one line: `todo.yaml:3:9: error[out-of-range]: index 7 of 3 items`. */
  toString(): string {
    const uses = this.uses.length === 0 ? "" : ` (${this.uses.join(", ")})`;
    return `${this.place === null ? "" : `${this.place}: `}error[${this.code}]: ${this.message}${uses}`;
  }
}

/**
 * The error of an expression or a rule, which refuses the action. It has a place as soon as the rule that
 * met it is left; the innermost rule counts.
 */
export class Failure extends Error {
  /** The place of the rule that met the error; null if there is none. */
  place: string | null = null;
  /** The shared rules in which the error was met, innermost first. */
  uses: readonly string[] = [];

  constructor(
    /** The stable name of the kind of error, such as `index-out-of-range`. */
    readonly code: string,
    message: string,
    /** True if the message is made of sensitive values. */
    private readonly isSensitive = false,
  ) {
    super(abridged(message));
  }

  /** The failure with another message, at the same place. */
  private saying(message: string): Failure {
    const other = new Failure(this.code, message);
    other.place = this.place;
    other.uses = this.uses;
    return other;
  }

  /** The failure as one of the call of a function that the spec defines. */
  inFunction(name: string): Failure {
    return this.saying(`${this.message}, in '${name}'`);
  }

  /** The failure with a message that begins with what it is about. */
  about(subject: string): Failure {
    return this.saying(`${subject}: ${this.message}`);
  }

  /** The failure with a message that quotes no value. */
  withoutValues(): Failure {
    return this.saying("the value is sensitive, and not shown");
  }

  /** The refusal that the failure leads to. */
  toActionError(): ActionError {
    return new ActionError(this.code, this.message, this.place, this.uses, this.isSensitive);
  }
}

function abridged(message: string): string {
  if (utf8Count(message) <= 400) return message;
  const points = Array.from(message);
  return `${points.slice(0, 120).join("")}…${points.slice(-80).join("")}`;
}

/** The failure that was thrown; anything else is an error of the program, and thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new Failure("state-too-large", "the value is nested too deep");
  }
  throw error;
}

/** Runs a rule; an error that it meets is placed at the rule unless an inner rule met it. */
export function rule<T>(place: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const failure = failureOf(error);
    failure.place ??= place;
    throw failure;
  }
}

/** Runs a shared rule where another rule uses it. */
export function use<T>(name: string, place: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    const failure = failureOf(error);
    failure.uses = [...failure.uses, `in the rule '${name}', used at ${place}`];
    throw failure;
  }
}

/** Runs the body of a function that the spec defines. */
export function inFunction<T>(name: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw failureOf(error).inFunction(name);
  }
}

/** Runs what may quote a sensitive value in its error, unless an inner rule met that. */
export function hidingValues<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    const failure = failureOf(error);
    throw failure.place === null ? failure.withoutValues() : failure;
  }
}

/** Refuses the action. */
export function refuse(code: string, message: string): never {
  throw new Failure(code, message);
}

/** Refuses the action with a message that is made of sensitive values. */
export function refuseHidden(code: string, message: string): never {
  throw new Failure(code, message, true);
}

export function overflow(type: string): Failure {
  return new Failure("overflow", `the result does not fit into ${type}`);
}

export function invalidArgument(message: string): Failure {
  return new Failure("invalid-argument", message);
}

export function divisionByZero(): Failure {
  return new Failure("division-by-zero", "division by zero");
}

export function indexOutOfRange(index: unknown, count: number): Failure {
  const elements = `${count} element${count === 1 ? "" : "s"}`;
  return new Failure("index-out-of-range", `there is no index ${describe(index)} in a list of ${elements}`);
}

/** The error of an expression for a key that a map lacks. */
export function noSuchKey(key: unknown): Failure {
  return new Failure("no-such-key", `the map has no key ${brief(key)}`);
}

/** The error of a rule for a key that a map lacks. */
export function keyIsAbsent(key: unknown): Failure {
  return new Failure("no-such-key", `the map has no key ${describe(key)}`);
}

export function noSuchField(name: string, type: string): Failure {
  return new Failure("no-such-field", `${type} has no field '${name}'`);
}

/** The error for a value of a wrong type. */
export function typeMismatch(value: unknown, expected: string): Failure {
  return isPlainNull(value)
    ? new Failure("null-value", `null stands where ${expected} is needed`)
    : new Failure("type-mismatch", `${kindName(value)} stands where ${expected} is needed`);
}

/** The error for reading through a null. */
export function nullValue(): Failure {
  return new Failure("null-value", "the value is null");
}

/** The error for a value that a part of an expression cannot do with. */
export function unexpected(value: unknown, type: string): Failure {
  if (isPlainNull(value)) return nullValue();
  return new Failure("no-matching-overload", `expected ${type}, found ${typeName(value)}`);
}

/** The error for a function that takes no values of such types. */
export function noMatchingOverload(name: string, values: readonly unknown[]): Failure {
  if (values.some(isPlainNull)) return nullValue();
  const types = values.map(typeName).join(", ");
  return new Failure("no-matching-overload", `no overload of '${asWritten(name)}' takes (${types})`);
}

/** The name of a function as expressions write it: `_+_` is `+`. */
function asWritten(name: string): string {
  if (name === "@in") return "in";
  if (name === "_[_]") return "[]";
  if (name === "_?_:_") return "?:";
  return name.includes("_") && !/\p{L}/u.test(name) ? name.split("_").join("") : name;
}
