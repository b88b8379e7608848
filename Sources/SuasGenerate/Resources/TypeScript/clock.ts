import { Duration, timerDelay, Timestamp } from "./time.js";

/** The source of time for a running spec. */
export interface SpecClock {
  /** The current time. */
  readonly now: Timestamp;
  /** Calls a function once at a deadline or soon after it; each call replaces the last one, and null only cancels it. */
  wake(deadline: Timestamp | null, body: () => void): void;
}

declare function setTimeout(body: () => void, delay: number): unknown;
declare function clearTimeout(timer: never): void;

/** The system's clock. */
export class SystemClock implements SpecClock {
  private alarm: unknown = null;

  get now(): Timestamp {
    return Timestamp.fromDate(new Date());
  }

  wake(deadline: Timestamp | null, body: () => void): void {
    if (this.alarm !== null) clearTimeout(this.alarm as never);
    // A call that comes too early leads to another call.
    this.alarm = deadline === null ? null : setTimeout(body, timerDelay(this.now, deadline));
  }
}

const MOST_ALARMS = 100_000;

/** A clock that moves only when it is told to, and then at once. */
export class VirtualClock implements SpecClock {
  private alarm: { readonly deadline: Timestamp; readonly body: () => void } | null = null;

  constructor(public now: Timestamp) {}

  wake(deadline: Timestamp | null, body: () => void): void {
    this.alarm = deadline === null ? null : { deadline, body };
  }

  /** Moves the clock, and makes the calls that are due; returns false if there are too many, and stops there. */
  advance(by: Duration): boolean {
    const end = this.now.laterClamped(by);
    for (let count = 0; count < MOST_ALARMS; count += 1) {
      const next: { readonly deadline: Timestamp; readonly body: () => void } | null = this.alarm;
      if (next === null || next.deadline.compare(end) > 0) {
        this.now = end;
        return true;
      }
      this.alarm = null;
      if (next.deadline.compare(this.now) > 0) this.now = next.deadline;
      next.body();
    }
    return false;
  }
}

/** The source of random ids: UUIDs of version 4 in lower case. */
export type RandomIds = () => string;

/** The ids of SplitMix64 from a seed: the same for a seed. */
export function seededIds(seed: bigint): RandomIds {
  let state = BigInt.asUintN(64, seed);
  const next = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let bits = state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return bits ^ (bits >> 31n);
  };
  return () => id(next(), next());
}

/** The ids of the system's random numbers. */
export function systemIds(): string {
  const { crypto } = globalThis as unknown as {
    readonly crypto?: { randomUUID?(): string; getRandomValues(words: Uint32Array): unknown };
  };
  if (crypto?.randomUUID !== undefined) return crypto.randomUUID();
  const words = new Uint32Array(4);
  if (crypto === undefined) words.forEach((_, index) => (words[index] = Math.floor(Math.random() * 2 ** 32)));
  else crypto.getRandomValues(words);
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return id((BigInt(a) << 32n) | BigInt(b), (BigInt(c) << 32n) | BigInt(d));
}

function id(high: bigint, low: bigint): string {
  const versioned = (high & 0xffffffffffff0fffn) | 0x4000n;
  const variant = (low & 0x3fffffffffffffffn) | 0x8000000000000000n;
  const digits = versioned.toString(16).padStart(16, "0") + variant.toString(16);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
