import { failureOf, invalidArgument } from "./failure.js";
import { type Int, int } from "./int.js";
import { toJson } from "./json.js";
import { OrderedMap } from "./map.js";
import type { Scope, SpecStep } from "./spec.js";
import { interpolated, utf8 } from "./text.js";
import type { Duration } from "./time.js";
import { type FieldType, Types } from "./types.js";

/** A header or a field of a query. */
export type NamedText = readonly [name: string, value: string];

/** The request of an effect to the outside world, with every value evaluated. */
export type EffectRequest =
  | {
      readonly kind: "http";
      readonly method: string;
      readonly url: string;
      readonly headers: readonly NamedText[];
      /** The body; null if nothing is sent. */
      readonly body: string | null;
      readonly timeout: Duration;
    }
  | { readonly kind: "read-file"; readonly path: string }
  /** A write of a file, which is written whole or not at all. */
  | { readonly kind: "write-file"; readonly path: string; readonly text: string }
  /** A request that the app implements; the input is a value such as `parseJson` gives. */
  | { readonly kind: "custom"; readonly name: string; readonly input: unknown };

/** The answer to a request. */
export type EffectAnswer =
  /** An answer of a server, whatever its status; the body is a value where the content type is JSON, else a text. */
  | {
      readonly kind: "http";
      readonly status: number;
      readonly headers: readonly NamedText[];
      readonly body: unknown;
    }
  | { readonly kind: "text"; readonly text: string }
  /** The end of a write to a file, or of a delay. */
  | { readonly kind: "done" }
  /** The result of a custom effect. */
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "failure"; readonly message: string }
  /** The last answer of a stream; null if the stream ends without another answer. */
  | { readonly kind: "last"; readonly answer: EffectAnswer | null };

/** Performs requests. What it returns is called when the answer is no longer needed. */
export type EffectPerformer = (request: EffectRequest, answer: (answer: EffectAnswer) => void) => () => void;

/** What an effect does, evaluated at its start. */
export type EffectRun =
  /** A request, and the time to wait for its answer. */
  | { readonly kind: "request"; readonly request: EffectRequest; readonly timeout: Duration | null }
  | { readonly kind: "delay"; readonly duration: Duration }
  | { readonly kind: "every"; readonly interval: Duration };

/** The answer to an effect, as expressions read it. */
export interface Response {
  readonly status: Int;
  readonly headers: OrderedMap<string, string>;
  readonly body: unknown;
  readonly text: string;
  readonly result: unknown;
}

/** The failure of an effect, or the refusal of an action, as expressions read it. */
export interface EffectError {
  readonly code: string;
  readonly message: string;
  readonly status: Int | null;
  readonly body: unknown;
}

export function effectError(code: string, message: string, status: number | null = null, body: unknown = null): EffectError {
  return { code, message, status: status === null ? null : int(status), body };
}

/** True if a failure may pass, so that the effect is tried again. */
export function mayPass(error: EffectError): boolean {
  if (error.code === "status") return error.status !== null && (error.status >= 500 || error.status === int(429));
  return error.code === "no-answer" || error.code === "timeout";
}

/** An effect that a spec declares. */
export interface EffectDefinition<S, A> {
  readonly name: string;
  readonly place: string;
  readonly start: (scope: Scope<S, A>) => EffectRun;
  readonly kind: "http" | "delay" | "every" | "read-file" | "write-file" | "custom";
  /** The name by which the app performs a custom effect. */
  readonly customName?: string;
  readonly responseType?: FieldType;
  /** The statuses that are successes, by their bounds. */
  readonly expected?: readonly (readonly [number, number])[];
  readonly debounce?: (scope: Scope<S, A>) => Duration;
  readonly isLatest?: boolean;
  readonly key?: (scope: Scope<S, A>) => unknown;
  readonly retryTimes?: number;
  readonly retryDelay?: (scope: Scope<S, A>) => Duration;
  readonly isStream?: boolean;
  readonly onSuccess?: readonly SpecStep<Scope<S, A>>[];
  readonly onFailure?: readonly SpecStep<Scope<S, A>>[];
  readonly onEnd?: readonly SpecStep<Scope<S, A>>[];
  readonly isSensitive?: boolean;
  readonly isWithoutResult?: boolean;
}

/** An effect that a spec declares, whatever its payload is. */
export function effect<S, A>(definition: EffectDefinition<S, A>): EffectDefinition<never, never> {
  return definition as unknown as EffectDefinition<never, never>;
}

/** Carries the failure of an effect to where it is handled. */
export class EffectFailure extends Error {
  constructor(readonly error: EffectError) {
    super(error.message);
  }
}

const NOTHING: Response = { status: int(0), headers: OrderedMap.empty(), body: null, text: "", result: null };

/** The answer as expressions read it; throws the failure that it is. */
export function responseOf(effect: EffectDefinition<never, never>, answer: EffectAnswer): Response {
  const { kind } = effect;
  if (answer.kind === "failure") throw new EffectFailure(effectError("no-answer", answer.message));
  if (kind === "http" && answer.kind === "http") return httpResponse(effect, answer);
  if (kind === "read-file" && answer.kind === "text") return { ...NOTHING, text: answer.text };
  if ((kind === "delay" || kind === "every" || kind === "write-file") && answer.kind === "done") return NOTHING;
  const isEmpty = effect.isWithoutResult === true && (answer.kind === "done" || answer.kind === "result");
  if (isEmpty) return NOTHING;
  if (kind === "custom" && answer.kind === "result") {
    const what = `the result of '${effect.customName ?? effect.name}'`;
    return { ...NOTHING, result: readAnswer(effect, what, answer.value, null) };
  }
  throw new EffectFailure(effectError("no-answer", "the answer is of another kind than the effect"));
}

function httpResponse(effect: EffectDefinition<never, never>, answer: EffectAnswer & { readonly kind: "http" }): Response {
  const expected = effect.expected ?? [[200, 299]];
  if (!expected.some(([first, last]) => answer.status >= first && answer.status <= last)) {
    throw new EffectFailure(effectError("status", `the status is ${answer.status}`, answer.status, answer.body));
  }
  const headers = OrderedMap.of(answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const));
  const body = readAnswer(effect, "the body", answer.body, answer.status);
  return { ...NOTHING, status: int(answer.status), headers, body };
}

function readAnswer(
  effect: EffectDefinition<never, never>,
  what: string,
  value: unknown,
  status: number | null,
): unknown {
  try {
    return (effect.responseType ?? Types.any).read(value);
  } catch (error) {
    const failure = failureOf(error);
    const message = effect.isSensitive === true ? `${what} is not of its type` : `${what}: ${failure.message}`;
    throw new EffectFailure(effectError("response", message, status, value));
  }
}

/** Makes the request of an HTTP effect; the body is boxed, and undefined if nothing is sent. */
export function httpRequest(
  method: string,
  url: string,
  headers: readonly NamedText[],
  body: unknown,
  timeout: Duration,
): EffectRun {
  for (const [name, value] of headers) {
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
      throw invalidArgument(`the header '${name}' holds what no header can (RFC 9110, section 5)`);
    }
  }
  const request = { kind: "http", method, url, timeout } as const;
  if (body === undefined) return { kind: "request", request: { ...request, headers, body: null }, timeout };
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const implied = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  const all = type === undefined ? [...headers, ["Content-Type", implied] as const] : headers;
  const text = typeof body === "string" && (type === undefined || !namesJson(type)) ? body : toJson(body);
  return { kind: "request", request: { ...request, headers: all, body: text }, timeout };
}

/** True for a content type that is JSON. */
export function namesJson(type: string): boolean {
  const name = (type.split(";")[0] ?? "").replace(/[ \t]/g, "").toLowerCase();
  return name === "application/json" || name === "text/json" || name.endsWith("+json");
}

/** Makes the request of a read of a file. */
export function readFile(path: string): EffectRun {
  return { kind: "request", request: { kind: "read-file", path }, timeout: null };
}

/** Makes the request of a write to a file; the value is boxed. */
export function writeFile(path: string, value: unknown): EffectRun {
  const text = typeof value === "string" ? value : toJson(value);
  return { kind: "request", request: { kind: "write-file", path, text }, timeout: null };
}

/** Makes the request of a custom effect; the input is boxed. */
export function custom(name: string, input: unknown): EffectRun {
  return { kind: "request", request: { kind: "custom", name, input }, timeout: null };
}

/** Makes the run of an effect with an outcome after a time. */
export function delay(duration: Duration): EffectRun {
  return { kind: "delay", duration: waitingTime(duration) };
}

/** Makes the run of an effect with an outcome after each interval. */
export function every(interval: Duration): EffectRun {
  const checked = waitingTime(interval);
  if (checked.nanoseconds === 0n) throw invalidArgument("the time between two outcomes cannot be 0");
  return { kind: "every", interval: checked };
}

/** A duration to wait for, which cannot be negative. */
export function waitingTime(duration: Duration): Duration {
  if (duration.isNegative) throw invalidArgument("a time to wait cannot be negative");
  return duration;
}

/** Appends a query of boxed values to a URL that was put together of texts and values. */
export function webAddress(
  url: string,
  isComputed: boolean,
  query: readonly (readonly [string, unknown])[] = [],
): string {
  const segments = (url.split("?")[0] ?? "").split("/");
  if (isComputed && segments.some((segment) => segment === "." || segment === "..")) {
    throw invalidArgument(`a part of the url's path is only dots: '${url}'`);
  }
  const fields = query.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(interpolated(value))}`);
  if (fields.length === 0) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${fields.join("&")}`;
}

/** The text with all bytes of its UTF-8 but unreserved characters percent-encoded. */
export function percentEncoded(text: string): string {
  const encode = (character: string): string =>
    Array.from(utf8(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  return text.replace(/[^A-Za-z0-9\-._~]/gu, encode);
}

