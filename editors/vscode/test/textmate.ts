import * as fs from "fs";
import * as path from "path";
import { extensionFolder } from "./support";

// A reader of TextMate grammars for one line: enough to see what a grammar does, with JavaScript's regular
// expressions in the place of Oniguruma's. Selectors, `while` and `\G` are left out.

interface Rule {
  name?: string;
  contentName?: string;
  match?: string;
  begin?: string;
  end?: string;
  include?: string;
  patterns?: Rule[];
  captures?: Captures;
  beginCaptures?: Captures;
  endCaptures?: Captures;
}

type Captures = { [group: string]: { name: string } };

interface Grammar {
  scopeName: string;
  patterns: Rule[];
  repository?: { [name: string]: Rule };
}

/** A piece of a line with the innermost of its scopes, and whether it is part of an expression. */
export interface Token {
  text: string;
  scope: string;
  isExpression: boolean;
}

export function loadGrammars(): Map<string, Grammar> {
  const folder = path.join(extensionFolder, "syntaxes");
  const grammars = fs.readdirSync(folder).map((file): Grammar => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")));
  return new Map(grammars.map((grammar) => [grammar.scopeName, grammar]));
}

function endOf(match: RegExpExecArray): number {
  return match.index + (match[0] ?? "").length;
}

/** Tokenizes a line by the patterns of some grammars; what they do not match has the scope `text`. */
export function tokenize(line: string, ...scopeNames: string[]): Token[] {
  const grammars = loadGrammars();
  const tokens: Token[] = [];

  function emit(from: number, to: number, scopes: string[]): void {
    if (to <= from) return;
    const [scope = "text"] = scopes.slice(-1);
    tokens.push({ text: line.slice(from, to), scope, isExpression: scopes.includes("meta.embedded.inline.cel") });
  }

  function rules(patterns: Rule[], grammar: Grammar): { rule: Rule; grammar: Grammar }[] {
    return patterns.flatMap((rule) => {
      if (rule.include === undefined) return rule.match || rule.begin ? [{ rule, grammar }] : rules(rule.patterns ?? [], grammar);
      if (rule.include.startsWith("#")) {
        const named = grammar.repository?.[rule.include.slice(1)];
        return named ? rules([named], grammar) : [];
      }
      const other = rule.include === "$self" ? grammar : grammars.get(rule.include);
      return other ? rules(other.patterns, other) : [];
    });
  }

  function find(pattern: string, from: number): RegExpExecArray | null {
    const expression = new RegExp(pattern, "dg");
    expression.lastIndex = from;
    return expression.exec(line);
  }

  function emitCaptures(match: RegExpExecArray, captures: Captures | undefined, scopes: string[]): void {
    let at = match.index;
    const end = endOf(match);
    for (const [group, { name }] of Object.entries(captures ?? {})) {
      const place = (match as any).indices[Number(group)] as [number, number] | undefined;
      if (!place) continue;
      emit(at, place[0], scopes);
      emit(place[0], place[1], [...scopes, name]);
      at = place[1];
    }
    emit(at, end, scopes);
  }

  /** Reads to the end of the line or of the rule, and returns where that is. */
  function read(from: number, patterns: { rule: Rule; grammar: Grammar }[], scopes: string[], end?: RegExp, closing?: Rule): number {
    let at = from;
    for (;;) {
      const ended = end && find(end.source, at);
      let best: { match: RegExpExecArray; rule: Rule; grammar: Grammar } | undefined;
      for (const candidate of patterns) {
        const match = find(candidate.rule.match ?? candidate.rule.begin ?? "", at);
        if (match && (!best || match.index < best.match.index)) best = { match, ...candidate };
      }
      if (ended && (!best || ended.index <= best.match.index)) {
        emit(at, ended.index, scopes);
        emitCaptures(ended, closing?.endCaptures, closing?.contentName ? scopes.slice(0, -1) : scopes);
        return endOf(ended);
      }
      if (!best) {
        emit(at, line.length, scopes);
        return line.length;
      }
      const { match, rule, grammar } = best;
      emit(at, match.index, scopes);
      const inner = rule.name ? [...scopes, rule.name] : scopes;
      emitCaptures(match, rule.captures ?? rule.beginCaptures, inner);
      at = endOf(match);
      if (rule.begin === undefined) continue;
      const ending = new RegExp((rule.end ?? "").replace(/\\1/g, match[1] ?? ""));
      const content = rule.contentName ? [...inner, rule.contentName] : inner;
      at = read(at, rules(rule.patterns ?? [], grammar), content, ending, rule);
    }
  }

  const patterns = scopeNames.flatMap((name) => {
    const grammar = grammars.get(name);
    return grammar ? rules(grammar.patterns, grammar) : [];
  });
  read(0, patterns, []);
  return tokens;
}
