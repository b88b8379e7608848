import type { EffectAnswer } from "./effects.js";
import { failureOf } from "./failure.js";
import { bigintOf, type Int, isInt, numberOfInt } from "./int.js";
import { JsonError, parseJson, toJson } from "./json.js";
import { OrderedMap } from "./map.js";
import { ProgramRun, shownRun } from "./programRun.js";
import { actionType, boxedPayload, type SpecDefinition } from "./spec.js";
import type { State } from "./store.js";
import { Duration, Timestamp } from "./time.js";
import { recordOf } from "./types.js";
import { RecordValue } from "./values.js";

type Request = OrderedMap<unknown, unknown>;

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function count(value: unknown, other: number): number {
  return isInt(value) ? numberOfInt(value) : other;
}

function map(value: unknown): Request {
  return value instanceof OrderedMap ? value : OrderedMap.empty();
}

/** The saved text that a request says is found; null if it says none. */
function savedIn(request: Request): string | null {
  return request.has("saved") ? text(request.get("saved")) : null;
}

/**
 * The trace driver of a generated program: for each JSON object that says what to do, it does that on a
 * store of its own, and answers with a JSON object of what happened.
 */
export class Driver {
  /** The program's run; null before it has begun. */
  run: ProgramRun | null = null;

  constructor(private readonly spec: SpecDefinition) {}

  /** Answers a request, which is one line. */
  answer(line: string): string {
    let request: Request;
    try {
      request = map(parseJson(line));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return toJson(OrderedMap.from({ hindrance: error.message }));
    }
    if (request.has("suas-driver")) {
      const greeting = [`"suas-driver":1`, `"spec":${toJson(this.spec.digest)}`, `"language":"typescript"`];
      return `{${greeting.join()}}`;
    }
    if (request.has("begin")) {
      this.run = this.begun(map(request.get("begin")));
      return this.report(this.run, null, true);
    }
    const { run } = this;
    if (run === null) return `{"hindrance":"nothing has begun"}`;
    run.clear();
    const kind = text(request.keys()[0]);
    const hindrance = this.act(kind, request, run);
    return this.report(run, hindrance, kind !== "listen" && kind !== "unlisten");
  }

  private begun(begin: Request): ProgramRun {
    const seed = begin.get("seed");
    return new ProgramRun(
      this.spec,
      Timestamp.of(text(begin.get("clock"))),
      isInt(seed) ? bigintOf(seed) : 0n,
      begin.has("saved") ? {} : this.read(map(begin.get("state"))),
      savedIn(begin),
    );
  }

  private read(given: Request): State {
    const { fields } = this.spec.state;
    return Object.fromEntries(fields.map((field) => [field.name, field.type.read(given.get(field.name), true)] as const));
  }

  /** Performs a request; returns the reason why it cannot be performed. */
  private act(kind: string, request: Request, run: ProgramRun): string | null {
    const subject = text(request.get(kind));
    switch (kind) {
      case "dispatch":
        return this.dispatch(subject, request, run);
      case "respond":
        return run.respond(subject, count(request.get("which"), 0), effectAnswer(map(request.get("answer"))));
      case "cancel":
        return run.cancel(subject);
      case "advance":
        return run.advance(Duration.of(subject));
      case "listen":
        run.listen(subject);
        return null;
      case "unlisten":
        run.unlisten(subject);
        return null;
      case "restart":
        run.restart(savedIn(map(request.get(kind))));
        return null;
      case "reset":
        run.store.reset();
        return null;
      default:
        return `there is no request '${kind}'`;
    }
  }

  private dispatch(name: string, request: Request, run: ProgramRun): string | null {
    const type = actionType(this.spec, { type: name });
    if (type === undefined) return `there is no action '${name}'`;
    let payload: object;
    try {
      payload = type.madeOf(map(recordOf(() => type).adapt(map(request.get("with")), true)));
    } catch (error) {
      return `the action cannot be made: ${failureOf(error).message}`;
    }
    run.dispatch({ type: name, payload }, count(request.get("times"), 1));
    return null;
  }

  private report(run: ProgramRun, hindrance: string | null, acts: boolean): string {
    const state: State = run.store.getState();
    const named = (name: string, value: unknown): string => `{"name":${toJson(name)},"value":${toJson(value)}}`;
    const list = <T>(items: readonly T[], shown: (item: T) => string): string => `[${items.map(shown).join()}]`;
    const error = (code: string, message: string, place: string | null): string =>
      `"code":${toJson(code)},"message":${toJson(message)},"at":${toJson(place)}}`;
    const members = [
      `"state":${toJson(new RecordValue(this.spec.state, state))}`,
      `"handled":${acts && run.isHandled}`,
      `"errors":${list(run.errors, ({ code, message, place }) => `{${error(code, message, place)}`)}`,
      `"notified":${list(run.notified, ({ name, value }) => named(name, value))}`,
      `"actions":${list(run.actions, (action) => named(action.type, boxedPayload(this.spec, action)))}`,
      `"effects":${list(run.pending, ({ effect, action, run: started }) => {
        const shown = started === null ? null : shownRun(started);
        return `${named(effect.name, boxedPayload(this.spec, action)).slice(0, -1)},"run":${toJson(shown)}}`;
      })}`,
      `"requests":${list(run.requests, (one) => `{"name":${toJson(one.effect)},"run":${toJson(shownRun(one.run))}}`)}`,
      `"failures":${list(
        run.failures,
        ({ effect, error: { code, message }, place }) => `{"effect":${toJson(effect)},${error(code, message, place)}`,
      )}`,
    ];
    const { savedText, restoration } = run;
    if (savedText !== null) {
      const lost = list(
        restoration?.lost ?? [],
        (loss) => `{"name":${toJson(loss.stateKey)},${error(loss.code, loss.message, loss.place)}`,
      );
      members.push(`"saved":${toJson(savedText)}`);
      members.push(`"restored":${restoration && `{"version":${restoration.version},"lost":${lost}}`}`);
    }
    if (hindrance !== null) members.push(`"hindrance":${toJson(hindrance)}`);
    return `{${members.join()}}`;
  }
}

function effectAnswer(answer: Request): EffectAnswer {
  if (answer.has("status")) {
    const headers = answer.get("headers");
    const pairs = (Array.isArray(headers) ? headers : []).map((header) => header as readonly [string, string]);
    return { kind: "http", status: count(answer.get("status") as Int, 0), headers: pairs, body: answer.get("body") ?? null };
  }
  if (answer.has("text")) return { kind: "text", text: text(answer.get("text")) };
  if (answer.has("result")) return { kind: "result", value: answer.get("result") ?? null };
  if (answer.has("failure")) return { kind: "failure", message: text(answer.get("failure")) };
  if (!answer.has("last")) return { kind: "done" };
  const last = answer.get("last");
  return { kind: "last", answer: last instanceof OrderedMap ? effectAnswer(last) : null };
}

/** What the driver needs of Node. */
declare const process: {
  readonly stdin: { setEncoding(encoding: string): void; on(event: string, listener: (chunk: string) => void): void };
  readonly stdout: { write(text: string): unknown };
};

/** Calls a function with each line of standard input, and writes what it returns as a line. */
export function answerLines(answer: (line: string) => string): void {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    const answers = lines.filter((line) => line !== "").map((line) => `${answer(line)}\n`);
    if (answers.length > 0) process.stdout.write(answers.join(""));
  });
}

/** Runs the trace driver of a spec on standard input and output. */
export function runDriver(spec: SpecDefinition): void {
  const driver = new Driver(spec);
  answerLines((line) => driver.answer(line));
}
