import type { CharacterClass } from "./characterClass.js";
import { invalidArgument } from "./failure.js";
import { type Int, int, numberOfInt } from "./int.js";
import { type Assertion, PatternError, type PatternNode, PatternParser, type Repetition } from "./patternParser.js";
import { brief, utf8Count } from "./text.js";
import { Optional } from "./values.js";

type Instruction =
  | { readonly kind: "one"; readonly set: CharacterClass; readonly next: number }
  | { readonly kind: "fork"; readonly first: number; readonly second: number }
  | { readonly kind: "go"; readonly next: number }
  | { readonly kind: "save"; readonly slot: number; readonly next: number }
  | { readonly kind: "require"; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: "match" };

/** The greatest number of a program's steps and of a pattern's bytes. */
const LIMIT = 20_000;

/** The greatest number of a group that a replacement can name. */
const LAST_NAMED_GROUP = 9;

const TOO_LARGE = "the pattern is too large";

/** Compiles a parsed pattern to a program. */
class Compiler {
  readonly program: Instruction[] = [];

  private get end(): number {
    return this.program.length;
  }

  emit(node: PatternNode): void {
    if (this.end >= LIMIT) throw new PatternError(TOO_LARGE);
    switch (node.kind) {
      case "empty":
        return;
      case "one":
        this.program.push({ kind: "one", set: node.set, next: this.end + 1 });
        return;
      case "check":
        this.program.push({ kind: "require", assertion: node.assertion, next: this.end + 1 });
        return;
      case "sequence":
        for (const inner of node.nodes) this.emit(inner);
        return;
      case "alternatives":
        this.emitAlternatives(node.nodes);
        return;
      case "repeated":
        this.emitRepeated(node.node, node.repetition);
        return;
      case "group":
        this.emitGroup(node.node, node.number);
    }
  }

  private emitGroup(node: PatternNode, number: number): void {
    const isRecorded = number <= LAST_NAMED_GROUP;
    if (isRecorded) this.program.push({ kind: "save", slot: 2 * number, next: this.end + 1 });
    this.emit(node);
    if (isRecorded) this.program.push({ kind: "save", slot: 2 * number + 1, next: this.end + 1 });
  }

  private emitAlternatives(nodes: readonly PatternNode[]): void {
    const ends: number[] = [];
    nodes.forEach((node, index) => {
      if (index === nodes.length - 1) {
        this.emit(node);
        return;
      }
      const fork = this.placeholder();
      this.emit(node);
      ends.push(this.placeholder());
      this.program[fork] = { kind: "fork", first: fork + 1, second: this.end };
    });
    for (const end of ends) this.program[end] = { kind: "go", next: this.end };
  }

  private emitRepeated(node: PatternNode, { minimum, maximum, isGreedy }: Repetition): void {
    if (maximum === null) {
      for (let round = 1; round < minimum; round += 1) this.emit(node);
      const fork = minimum > 0 ? null : this.placeholder();
      const start = this.end;
      this.emit(node);
      this.program.push(forked(start, this.end + 1, isGreedy));
      if (fork !== null) this.program[fork] = forked(fork + 1, this.end, isGreedy);
      return;
    }
    for (let round = 0; round < minimum; round += 1) this.emit(node);
    const forks: number[] = [];
    for (let round = minimum; round < maximum; round += 1) {
      forks.push(this.placeholder());
      this.emit(node);
    }
    for (const fork of forks) this.program[fork] = forked(fork + 1, this.end, isGreedy);
  }

  private placeholder(): number {
    this.program.push({ kind: "match" });
    return this.end - 1;
  }
}

function forked(round: number, end: number, isGreedy: boolean): Instruction {
  return isGreedy ? { kind: "fork", first: round, second: end } : { kind: "fork", first: end, second: round };
}

/** Stands for the code point before the start and after the end of a text. */
const NONE = -1;

function isWord(scalar: number): boolean {
  return scalar >= 0 && /^[0-9A-Za-z_]$/.test(String.fromCodePoint(scalar));
}

function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case "text-start":
      return before < 0;
    case "text-end":
      return after < 0;
    case "line-start":
      return before < 0 || before === 10;
    case "line-end":
      return after < 0 || after === 10;
    case "word-boundary":
      return isWord(before) !== isWord(after);
    case "no-word-boundary":
      return isWord(before) === isWord(after);
  }
}

/** The places at which a match, and each of its groups, begins and ends. */
type Bounds = readonly number[];

interface Thread {
  readonly place: number;
  readonly bounds: Bounds;
}

/**
 * A regular expression in RE2's syntax, matched in time linear in the text: a set of threads in its program
 * is advanced by each code point.
 *
 * As in Perl and RE2, the leftmost match counts, and of several there the one that the order of alternatives
 * and the greed of repetitions prefer: threads are kept in the order of preference.
 */
export class Pattern {
  private constructor(
    private readonly program: readonly Instruction[],
    readonly groupCount: number,
  ) {}

  static parse(text: string): Pattern {
    if (utf8Count(text) > LIMIT) throw new PatternError(TOO_LARGE);
    const parser = new PatternParser(text);
    const compiler = new Compiler();
    compiler.emit(parser.parse());
    compiler.program.push({ kind: "match" });
    return new Pattern(compiler.program, parser.groupCount);
  }

  /** True if the pattern matches a part of the text. */
  matches(text: string): boolean {
    return this.firstMatch(text, 0, true) !== null;
  }

  /** Calls a function with each match in order, until it returns false. Matches do not overlap. */
  forEachMatch(text: string, body: (bounds: Bounds) => boolean): void {
    let [position, previousEnd] = [0, -1];
    while (position <= text.length) {
      const bounds = this.firstMatch(text, position);
      if (bounds === null) return;
      const [start = 0, end = 0] = bounds;
      if ((start !== end || start !== previousEnd) && !body(bounds)) return;
      previousEnd = end;
      position = end + (start === end ? scalarLength(text.codePointAt(end) ?? 0) : 0);
    }
  }

  /**
   * The leftmost match that begins at or after a place.
   *
   * @param isAny True if any match will do.
   */
  firstMatch(text: string, start: number, isAny = false): Bounds | null {
    let before = start > 0 ? scalarBefore(text, start) : NONE;
    let position = start;
    let found: Bounds | null = null;
    let next: readonly Thread[] = [];
    const reached = new Int32Array(this.program.length).fill(-1);
    for (;;) {
      const after = text.codePointAt(position) ?? NONE;
      const threads: Thread[] = [];
      for (const thread of next) this.add(thread, threads, reached, position, before, after);
      if (found === null) this.add({ place: 0, bounds: [position] }, threads, reached, position, before, after);
      const advanced: Thread[] = [];
      for (const { place, bounds } of threads) {
        const step = this.program[place];
        if (step?.kind === "match") {
          found = withBound(bounds, 1, position);
          break;
        }
        if (step?.kind === "one" && after >= 0 && step.set.has(after)) advanced.push({ place: step.next, bounds });
      }
      if (found !== null && (isAny || advanced.length === 0)) return found;
      if (after < 0) return found;
      next = advanced;
      position += scalarLength(after);
      before = after;
    }
  }

  /** Adds the threads that a thread becomes without reading a code point. */
  private add(
    thread: Thread,
    threads: Thread[],
    reached: Int32Array,
    position: number,
    before: number,
    after: number,
  ): void {
    const rest = [thread];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const { place, bounds } = next;
      if (reached[place] === position) continue;
      reached[place] = position;
      const step = this.program[place];
      switch (step?.kind) {
        case "one":
        case "match":
          threads.push(next);
          break;
        case "go":
          rest.push({ place: step.next, bounds });
          break;
        case "fork":
          rest.push({ place: step.second, bounds }, { place: step.first, bounds });
          break;
        case "save":
          rest.push({ place: step.next, bounds: withBound(bounds, step.slot, position) });
          break;
        case "require":
          if (holds(step.assertion, before, after)) rest.push({ place: step.next, bounds });
      }
    }
  }
}

function withBound(bounds: Bounds, slot: number, position: number): Bounds {
  const changed = bounds.slice();
  while (changed.length < slot) changed.push(-1);
  changed[slot] = position;
  return changed;
}

function scalarLength(scalar: number): number {
  return scalar > 0xffff ? 2 : 1;
}

function scalarBefore(text: string, place: number): number {
  const wide = place > 1 ? text.codePointAt(place - 2) ?? 0 : 0;
  return wide > 0xffff ? wide : text.charCodeAt(place - 1);
}

/** The text of a group; null if it took no part. */
function groupText(text: string, bounds: Bounds, group: number): string | null {
  const [start = -1, end = -1] = [bounds[2 * group], bounds[2 * group + 1]];
  return start < 0 || end < 0 ? null : text.slice(start, end);
}

const patterns = new Map<string, Pattern>();

/** The pattern that a text has, in RE2's syntax. */
export function pattern(text: string): Pattern {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  try {
    const parsed = Pattern.parse(text);
    if (patterns.size > 100) patterns.clear();
    patterns.set(text, parsed);
    return parsed;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw invalidArgument(`${brief(text)} is no pattern: ${error.message}`);
  }
}

/** True if a part of the text matches the pattern. */
export function matches(text: string, expression: string): boolean {
  return pattern(expression).matches(text);
}

/** The text with at most so many matches replaced; all if the number is negative. */
export function replaceMatches(text: string, expression: string, replacement: string, limit: Int = int(-1)): string {
  const compiled = pattern(expression);
  let left = limit < 0 ? Infinity : numberOfInt(limit);
  const pieces = replacementPieces(replacement, compiled.groupCount);
  if (left === 0) return text;
  let [result, end] = ["", 0];
  compiled.forEachMatch(text, (bounds) => {
    result += text.slice(end, bounds[0]);
    for (const piece of pieces) result += typeof piece === "number" ? groupText(text, bounds, piece) ?? "" : piece;
    end = bounds[1] ?? 0;
    left -= 1;
    return left > 0;
  });
  return result + text.slice(end);
}

/** The first match, or its group if the pattern has one. */
export function extract(text: string, expression: string): Optional<string> {
  const compiled = pattern(expression);
  const group = extractedGroup(compiled);
  const bounds = compiled.firstMatch(text, 0);
  return bounds === null ? Optional.none() : Optional.ofNullable(extracted(text, bounds, group));
}

/** All matches, or their groups if the pattern has one. */
export function extractAll(text: string, expression: string): readonly string[] {
  const compiled = pattern(expression);
  const group = extractedGroup(compiled);
  const found: string[] = [];
  compiled.forEachMatch(text, (bounds) => {
    const part = extracted(text, bounds, group);
    if (part !== null) found.push(part);
    return true;
  });
  return found;
}

/** What a group, or the match if it is 0, extracts; a group that took no part, or is empty, extracts nothing. */
function extracted(text: string, bounds: Bounds, group: number): string | null {
  const part = groupText(text, bounds, group);
  return group > 0 && part === "" ? null : part;
}

function extractedGroup({ groupCount }: Pattern): number {
  if (groupCount > 1) {
    throw invalidArgument(`the pattern has ${groupCount} groups, and more than one cannot be extracted`);
  }
  return groupCount;
}

/** The parts of a replacement: texts, and the numbers of groups. */
function replacementPieces(text: string, groupCount: number): readonly (string | number)[] {
  return (text.match(/\\[^]?|[^\\]+/g) ?? []).map((piece) => {
    if (!piece.startsWith("\\")) return piece;
    const letter = piece.slice(1);
    if (letter === "\\") return letter;
    if (!/^[0-9]$/.test(letter)) {
      throw invalidArgument("in a replacement, a digit or another backslash follows a backslash");
    }
    if (Number(letter) > groupCount) {
      const number = groupCount === 0 ? "none" : `only ${groupCount}`;
      throw invalidArgument(`the replacement names group ${letter}, but the pattern has ${number}`);
    }
    return Number(letter);
  });
}

