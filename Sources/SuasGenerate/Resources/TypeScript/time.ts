import { invalidArgument, overflow } from "./failure.js";
import { type Int, intOf, outOfRange } from "./int.js";
import { brief } from "./text.js";

// Timestamps of the years 1 to 9999, and durations of up to 292 years.

const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
const BILLION = 1_000_000_000n;

/** A time, to the nanosecond. */
export class Timestamp {
  private constructor(
    /** The seconds since the start of 1970. */
    readonly seconds: number,
    /** The nanoseconds after the seconds. */
    readonly nanoseconds: number,
  ) {}

  static readonly epoch = new Timestamp(0, 0);

  /** The time after so many nanoseconds since the start of 1970; null outside of the years 1 to 9999. */
  static atNanoseconds(nanoseconds: bigint): Timestamp | null {
    const rest = ((nanoseconds % BILLION) + BILLION) % BILLION;
    const seconds = Number((nanoseconds - rest) / BILLION);
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return null;
    return new Timestamp(seconds, Number(rest));
  }

  /** The time after so many seconds since the start of 1970. */
  static atSeconds(seconds: Int): Timestamp {
    const time = Timestamp.atNanoseconds(BigInt(seconds) * BILLION);
    if (time === null) throw overflow("timestamp");
    return time;
  }

  /** The time that a text has in the format of RFC 3339. */
  static of(text: string): Timestamp {
    const time = Timestamp.parse(text);
    if (time === null) throw invalidArgument(`${brief(text)} is no timestamp`);
    return time;
  }

  /** The time that a text has; null if it has none. */
  static parse(text: string): Timestamp | null {
    const match = TIMESTAMP.exec(text);
    if (match === null) return null;
    const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", sign = ""] = match;
    const [hours = "0", minutes = "0"] = [match[9], match[10]];
    const isClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
    if (!isClock || Number(hours) > 23 || Number(minutes) > 59) return null;
    const date = new Date(0);
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    // A day that its month does not have is one of the next month.
    if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
    const ofDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
    const seconds = date.getTime() / 1000 + ofDay - offset;
    return Timestamp.atNanoseconds(BigInt(seconds) * BILLION + BigInt(fraction.slice(0, 9).padEnd(9, "0")));
  }

  /** The time of a date of JavaScript. */
  static fromDate(date: Date): Timestamp {
    return Timestamp.clamped(BigInt(date.getTime()) * 1_000_000n);
  }

  /** The nearest time of the years 1 to 9999. */
  static clamped(nanoseconds: bigint): Timestamp {
    const time = Timestamp.atNanoseconds(nanoseconds);
    if (time !== null) return time;
    return nanoseconds < 0n ? new Timestamp(FIRST_SECOND, 0) : new Timestamp(LAST_SECOND, 0);
  }

  /** The nanoseconds since the start of 1970. */
  get total(): bigint {
    return BigInt(this.seconds) * BILLION + BigInt(this.nanoseconds);
  }

  compare(other: Timestamp): number {
    return this.seconds === other.seconds ? this.nanoseconds - other.nanoseconds : this.seconds - other.seconds;
  }

  /** The time plus a duration. */
  plus(duration: Duration): Timestamp {
    const time = Timestamp.atNanoseconds(this.total + duration.nanoseconds);
    if (time === null) throw overflow("timestamp");
    return time;
  }

  /** The time minus a duration. */
  minus(duration: Duration): Timestamp {
    return this.plus(Duration.checked(-duration.nanoseconds));
  }

  /** The duration since another time. */
  since(other: Timestamp): Duration {
    return Duration.checked(this.total - other.total);
  }

  /** The time later by a duration; the first or last time where the result lies outside of the range. */
  laterClamped(duration: Duration): Timestamp {
    return Timestamp.clamped(this.total + duration.nanoseconds);
  }

  /** The time as a date of JavaScript, which has milliseconds. */
  toDate(): Date {
    return new Date(this.seconds * 1000 + Math.floor(this.nanoseconds / 1_000_000));
  }

  /** The time in the format of RFC 3339, in UTC with `Z` and as many decimals as needed. */
  toString(): string {
    return `${new Date(this.seconds * 1000).toISOString().slice(0, 19)}${decimals(this.nanoseconds)}Z`;
  }

  toJSON(): string {
    return this.toString();
  }
}

const TIMESTAMP =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:Z|([-+])([0-9]{2}):([0-9]{2}))$/;

function decimals(nanoseconds: number): string {
  return nanoseconds === 0 ? "" : `.${String(nanoseconds).padStart(9, "0").replace(/0+$/, "")}`;
}

/** A span of time, to the nanosecond. */
export class Duration {
  constructor(readonly nanoseconds: bigint) {}

  static readonly zero = new Duration(0n);

  /** The duration of so many nanoseconds, which have to fit. */
  static checked(nanoseconds: bigint): Duration {
    if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw overflow("duration");
    return new Duration(nanoseconds);
  }

  /** The duration of so many nanoseconds. */
  static ofNanoseconds(nanoseconds: Int): Duration {
    return new Duration(BigInt(nanoseconds));
  }

  /** The duration that a text such as `1h30m` or `1.5s` has. */
  static of(text: string): Duration {
    const duration = Duration.parse(text);
    if (duration === null) throw invalidArgument(`${brief(text)} is no duration`);
    return duration;
  }

  /** The duration that a text has; null if it has none. */
  static parse(text: string): Duration | null {
    let rest = text.replace(/^[-+]/, "");
    if (rest === "0") return Duration.zero;
    if (rest === "") return null;
    let total = 0n;
    while (rest !== "") {
      const match = DURATION_PART.exec(rest);
      const [part = "", whole = "", fraction = "", unit = ""] = match ?? [];
      if (match === null || whole + fraction === "" || whole.replace(/^0+/, "").length > 20) return null;
      const scale = UNITS[unit] ?? 0n;
      const digits = fraction.slice(0, 18);
      total += BigInt(whole) * scale + (BigInt(digits) * scale) / 10n ** BigInt(digits.length);
      if (total >= 1n << 64n) return null;
      rest = rest.slice(part.length);
    }
    const signed = text.startsWith("-") ? -total : total;
    return BigInt.asIntN(64, signed) === signed ? new Duration(signed) : null;
  }

  static ofMilliseconds(milliseconds: number): Duration {
    return new Duration(BigInt(Math.round(milliseconds)) * 1_000_000n);
  }

  get milliseconds(): number {
    return Number(this.nanoseconds) / 1_000_000;
  }

  get isNegative(): boolean {
    return this.nanoseconds < 0n;
  }

  compare(other: Duration): number {
    return this.nanoseconds < other.nanoseconds ? -1 : this.nanoseconds > other.nanoseconds ? 1 : 0;
  }

  plus(other: Duration): Duration {
    return Duration.checked(this.nanoseconds + other.nanoseconds);
  }

  minus(other: Duration): Duration {
    return Duration.checked(this.nanoseconds - other.nanoseconds);
  }

  /** The nanoseconds as an int. */
  toInt(): Int {
    return intOf(this.nanoseconds);
  }

  /** The duration in seconds, with as many decimals as needed: `90s`, `0.3s`. */
  toString(): string {
    const magnitude = this.isNegative ? -this.nanoseconds : this.nanoseconds;
    const rest = decimals(Number(magnitude % BILLION));
    return `${this.isNegative ? "-" : ""}${magnitude / BILLION}${rest}s`;
  }

  toJSON(): string {
    return this.toString();
  }
}

const DURATION_PART = /^([0-9]*)(?:\.([0-9]*))?(h|ms|m|s|us|\u00b5s|\u03bcs|ns)/;

const UNITS: { readonly [unit: string]: bigint } = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: BILLION,
  ms: 1_000_000n,
  us: 1_000n,
  "\u00b5s": 1_000n,
  "\u03bcs": 1_000n,
  ns: 1n,
};

/** A duration that a rule increments; an overflow names the verb. */
export function prolonged(duration: Duration, by: Duration): Duration {
  return inRange(duration.nanoseconds + by.nanoseconds, "increment");
}

/** A duration that a rule decrements; an overflow names the verb. */
export function shortened(duration: Duration, by: Duration): Duration {
  return inRange(duration.nanoseconds - by.nanoseconds, "decrement");
}

function inRange(nanoseconds: bigint, verb: string): Duration {
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw outOfRange(verb, "duration");
  return new Duration(nanoseconds);
}

/** The sum of durations. */
export function sumOfDurations(list: readonly Duration[]): Duration {
  return list.reduce((sum, item) => sum.plus(item), Duration.zero);
}

/** The number of seconds since the start of 1970. */
export function secondsOf(time: Timestamp): Int {
  return intOf(BigInt(time.seconds));
}

/** A number of milliseconds as a timer of JavaScript takes it. */
export function timerDelay(from: Timestamp, to: Timestamp): number {
  return Math.min(Math.max(Number((to.total - from.total) / 1_000_000n) + 1, 0), 3_600_000);
}

