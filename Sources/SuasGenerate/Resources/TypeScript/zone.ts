import { invalidArgument } from "./failure.js";
import { type Int, int, intOf } from "./int.js";
import { brief } from "./text.js";
import type { Duration, Timestamp } from "./time.js";

/** A part of a date or of a time of day. */
export type TimePart =
  | "FullYear"
  | "Month"
  | "DayOfYear"
  | "DayOfMonth"
  | "Date"
  | "DayOfWeek"
  | "Hours"
  | "Minutes"
  | "Seconds"
  | "Milliseconds";

/** The part of a time, on clocks of UTC or of another zone. */
export function timePart(part: TimePart, time: Timestamp, zone = "UTC"): Int {
  const date = new Date((time.seconds + zoneOffset(zone, time)) * 1000);
  return int(read(part, date, time));
}

function read(part: TimePart, date: Date, time: Timestamp): number {
  switch (part) {
    case "FullYear":
      return date.getUTCFullYear();
    case "Month":
      return date.getUTCMonth();
    case "DayOfYear":
      return dayOfYear(date);
    case "DayOfMonth":
      return date.getUTCDate() - 1;
    case "Date":
      return date.getUTCDate();
    case "DayOfWeek":
      return date.getUTCDay();
    case "Hours":
      return date.getUTCHours();
    case "Minutes":
      return date.getUTCMinutes();
    case "Seconds":
      return date.getUTCSeconds();
    case "Milliseconds":
      return Math.floor(time.nanoseconds / 1_000_000);
  }
}

function dayOfYear(date: Date): number {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
}

const UNITS: { readonly [part: string]: bigint } = {
  Hours: 3_600_000_000_000n,
  Minutes: 60_000_000_000n,
  Seconds: 1_000_000_000n,
  Milliseconds: 1_000_000n,
};

/** True if durations have the part. */
export function isPartOfDurations(part: TimePart): boolean {
  return UNITS[part] !== undefined;
}

/** The whole units of a duration; of milliseconds those past the whole seconds. */
export function durationPart(part: TimePart, duration: Duration): Int {
  const units = duration.nanoseconds / (UNITS[part] ?? 1n);
  return intOf(part === "Milliseconds" ? units % 1000n : units);
}

/** Zones of the zone database that not every system has. */
const OLD_ZONES: { readonly [name: string]: number | undefined } = { EST: -5, MST: -7, HST: -10 };

/** The offset of a zone's clocks from UTC in seconds: of a name in the IANA database, or an offset. */
function zoneOffset(name: string, time: Timestamp): number {
  if (name === "UTC" || name === "GMT" || name === "Z") return 0;
  const match = /^([-+]?)([0-9]{2}):([0-9]{2})$/.exec(name);
  if (match !== null && Number(match[2]) < 24 && Number(match[3]) < 60) {
    return (Number(match[2]) * 60 + Number(match[3])) * (match[1] === "-" ? -60 : 60);
  }
  const old = OLD_ZONES[name];
  if (old !== undefined) return old * 3600;
  const shown = new Map(zoneFormat(name).formatToParts(time.seconds * 1000).map((part) => [part.type, part.value]));
  const number = (type: string): number => Number(shown.get(type as Intl.DateTimeFormatPartTypes) ?? 0);
  const local = new Date(0);
  // The last day before the year 1 is shown as one of a year 1, too.
  const isBefore = time.toDate().getUTCFullYear() === 1 && number("month") > time.toDate().getUTCMonth() + 1;
  local.setUTCFullYear(isBefore ? 0 : number("year"), number("month") - 1, number("day"));
  local.setUTCHours(number("hour") % 24, number("minute"), number("second"));
  return local.getTime() / 1000 - time.seconds;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(name: string): Intl.DateTimeFormat {
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = namesZone(name) ? madeFormat(name) : null;
  if (format === null) throw invalidArgument(`there is no time zone ${brief(name)}`);
  formats.set(name, format);
  return format;
}

/** True for a text that can be the name of a zone, which is no offset; case counts. */
function namesZone(name: string): boolean {
  return /^[A-Z][A-Za-z0-9_+/-]*$/.test(name) && !/\/[a-z]/.test(name.replace(/\/(of|de|au|es)\b/g, ""));
}

function madeFormat(name: string): Intl.DateTimeFormat | null {
  try {
    const options = { timeZone: name, hourCycle: "h23", calendar: "gregory", numberingSystem: "latn" } as const;
    const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
    return new Intl.DateTimeFormat("en-US", { ...options, ...parts, second: "numeric" });
  } catch {
    return null;
  }
}
