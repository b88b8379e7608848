import assert = require("node:assert/strict");
import test = require("node:test");
import { loadGrammars, tokenize } from "./textmate";

/** The pieces of a line that are colored as expressions; pieces side by side are one. */
function expressions(line: string, ...grammars: string[]): string[] {
  const result: string[] = [];
  let wasExpression = false;
  for (const { text, isExpression } of tokenize(line, ...grammars)) {
    if (isExpression && wasExpression) result[result.length - 1] += text;
    else if (isExpression) result.push(text);
    wasExpression = isExpression;
  }
  return result;
}

const lines: [string, string[]][] = [
  ["      when: size(todos) < 100", ["size(todos) < 100"]],
  ["    - for-each: action.ids # all", ["action.ids"]],
  ["    - append: todos[action.index].tags", ["todos[action.index].tags"]],
  ["    - { set: title, unless: done }", ["title", "done "]],
  ["  price: { type: int, where: self >= 0 && self < limit(1, 2) }", ["self >= 0 && self < limit(1, 2) "]],
  ['      that: "a == \\"b\\" ? x : y"', ['a == \\"b\\" ? x : y']],
  ["      for-each: '[\"ann\", ''bob'']'", ["[\"ann\", ''bob'']"]],
  ["      if: ${!done}", ["${!done}"]],
  ["      value: ${size(items)} of ${limit} items", ["size(items)", "limit"]],
  ['      with: { text: "${action.text}", id: "${now}" }', ["action.text", "now"]],
  ["      value: '${Item{title: \"}\"}}'", ['Item{title: "}"}']],
  ["      value: $${price} is text", []],
  ["      title: when it rains", []],
  ["      whenever: x", []],
  ["  todos: list(TodoItem) = []", []],
];

for (const [line, expected] of lines) {
  test(`the expressions of ${line.trim()}`, () => assert.deepEqual(expressions(line, "suas.expression.injection", "suas.template.injection"), expected));
}

test("each value under invariants and reachable is an expression, but for descriptions", () => {
  const [section] = loadGrammars().get("suas.section.injection")?.patterns ?? [];
  assert(new RegExp(section?.begin ?? "").test("invariants: # always"));
  assert(!new RegExp(section?.begin ?? "").test("reducers:"));
  const line = "  at-most-100: { that: size(store.todos) <= 100, description: so many }";
  assert.deepEqual(expressions(line, "suas.condition.injection"), ["size(store.todos) <= 100"]);
});

test("expressions are colored by what their parts are", () => {
  const tokens = tokenize('todos.filter(t, t.isDone && t.size() > 0x1F).all(t, "a" in [null, TodoItem{text: r"\\d"}])', "source.cel");
  const scopes = new Map(tokens.map(({ text, scope }) => [text.trim(), scope.replace(/\.cel$/, "")]));
  for (const [text, scope] of [
    ["filter", "keyword.control.macro"],
    ["isDone", "variable.other.property"],
    ["size", "entity.name.function"],
    ["&&", "keyword.operator"],
    ["0x1F", "constant.numeric"],
    ["in", "keyword.operator.word"],
    ["null", "constant.language"],
    ["TodoItem", "entity.name.type"],
    ["\\d", "string.quoted.raw"],
    ["t", "variable.other"],
  ] as const) {
    assert.equal(scopes.get(text), scope, text);
  }
});

test("only files of suas-run are colored", () => {
  const [marker] = loadGrammars().get("suas.document.injection")?.patterns ?? [];
  const begins = (line: string) => new RegExp(marker?.begin ?? "").test(line);
  for (const line of ["suas: 1", "scenarios:", "scenario: Adding", "spec: todo.yaml", 'spec: ["a.yaml", b.yml]', "fragments:"]) assert(begins(line), line);
  for (const line of ["spec:", "  suas: 1", "spec: { replicas: 1 }", "if: always()", "suas-run: x"]) assert(!begins(line), line);
});
