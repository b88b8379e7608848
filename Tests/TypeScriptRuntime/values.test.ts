import assert from "node:assert/strict";
import { test } from "node:test";
import { areEqual, areSame, compareTexts } from "../../Sources/SuasGenerate/Resources/TypeScript/equality.js";
import { Failure } from "../../Sources/SuasGenerate/Resources/TypeScript/failure.js";
import { add, divide, multiply, negate, remainder, subtract } from "../../Sources/SuasGenerate/Resources/TypeScript/int.js";
import { fromPlain, parseJson, toJson } from "../../Sources/SuasGenerate/Resources/TypeScript/json.js";
import { OrderedMap } from "../../Sources/SuasGenerate/Resources/TypeScript/map.js";
import { matches } from "../../Sources/SuasGenerate/Resources/TypeScript/pattern.js";
import { numberText } from "../../Sources/SuasGenerate/Resources/TypeScript/text.js";
import { Duration, Timestamp } from "../../Sources/SuasGenerate/Resources/TypeScript/time.js";
import { Double } from "../../Sources/SuasGenerate/Resources/TypeScript/values.js";
import { timePart } from "../../Sources/SuasGenerate/Resources/TypeScript/zone.js";

function code(body: () => unknown): string {
  try {
    body();
    return "none";
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}

test("Ints are exact up to 2^53 - 1, and beyond an overflow", () => {
  const most = Number.MAX_SAFE_INTEGER;
  assert.equal(add(most - 1, 1), most);
  assert.equal(subtract(1 - most, 1), -most);
  for (const body of [
    () => add(most, 1),
    () => subtract(-most, 1),
    () => multiply(most, 2),
    () => multiply(94906266, 94906267),
  ]) {
    assert.equal(code(body), "overflow");
  }
  assert.equal(code(() => divide(1, 0)), "division-by-zero");
});

test("No int is -0", () => {
  for (const value of [multiply(0, -1), divide(-1, 2), remainder(-4, 2), negate(0), divide(0, -5)]) {
    assert.equal(Object.is(value, 0), true);
  }
});

test("Whole doubles stay doubles where their type is known only at run time", () => {
  assert.equal(toJson(parseJson("[1, 1.0, 1.5, -0.0, 1e300]")), "[1,1.0,1.5,-0.0,1e+300]");
  assert.equal(areEqual(1, new Double(1)), true);
  assert.equal(areSame(1, new Double(1)), false);
  assert.equal(areEqual([NaN], [NaN]), false);
  assert.equal(areSame([NaN], [NaN]), true);
  assert.equal(numberText(1e21), "1e+21");
});

test("Whole numbers beyond those of ints are no JSON for a spec", () => {
  assert.throws(() => parseJson("9007199254740992"), /beyond the range of an int/);
  assert.throws(() => parseJson("{\"a\": 01}"), /does not end/);
});

test("Maps keep the order of their keys, and stay as they are", () => {
  const map = OrderedMap.of<string, number>([["b", 1], ["10", 2], ["a", 3]]);
  const other = map.with("b", 4).without("10").with("c", 5);
  assert.deepEqual(map.keys(), ["b", "10", "a"]);
  assert.deepEqual(other.entries(), [["b", 4], ["a", 3], ["c", 5]]);
  assert.equal(JSON.stringify(OrderedMap.of([["z", 1], ["y", 2]] as const)), '{"z":1,"y":2}');
  assert.equal(map.without("missing"), map);
  assert.equal(toJson(fromPlain({ b: [1, { c: null }] })), '{"b":[1,{"c":null}]}');
});

test("Texts are ordered by their code points", () => {
  assert.equal(compareTexts("\u{1F600}", "\uffff") > 0, true);
  assert.equal(compareTexts("a", "ab") < 0, true);
});

test("Times have nanoseconds, and parts in zones", () => {
  const time = Timestamp.of("2024-03-10T09:59:59.123456789Z");
  assert.equal(String(time), "2024-03-10T09:59:59.123456789Z");
  assert.equal(timePart("Hours", time, "America/Los_Angeles"), 1);
  assert.equal(timePart("Hours", time.plus(Duration.of("1s")), "America/Los_Angeles"), 3);
  assert.equal(String(Duration.of("-1h30m0.5s")), "-5400.5s");
  assert.equal(code(() => Timestamp.of("2023-02-29T00:00:00Z")), "invalid-argument");
  assert.equal(code(() => timePart("Hours", time, "Mars/Base")), "invalid-argument");
});

test("Regular expressions take time linear in the text", () => {
  const text = "a".repeat(20_000);
  const start = Date.now();
  assert.equal(matches(text, "^(a+)+$"), true);
  assert.equal(matches(`${text}b`, "^(a|aa)+$"), false);
  assert.equal(Date.now() - start < 5_000, true);
});

test("Maps that were made of one another are each what they were, in any order of reads", () => {
  let seed = 1;
  const random = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 200; round += 1) {
    const maps = [OrderedMap.empty<string, number>()];
    const models: (readonly (readonly [string, number])[])[] = [[]];
    for (let step = 0; step < 40; step += 1) {
      const at = random(3) === 0 ? random(maps.length) : maps.length - 1;
      const [map, model] = [maps[at], models[at]];
      if (map === undefined || model === undefined) continue;
      const [key, isRemoved] = [`k${random(8)}`, random(5) === 0];
      const others = model.filter(([other]) => other !== key);
      const isThere = others.length < model.length;
      const replaced = model.map(([other, value]) => [other, other === key ? step : value] as const);
      maps.push(isRemoved ? map.without(key) : map.with(key, step));
      models.push(isRemoved ? others : isThere ? replaced : [...model, [key, step]]);
      const read = random(maps.length);
      assert.deepEqual(maps[read]?.entries(), models[read]);
    }
    for (const index of maps.keys()) assert.deepEqual(maps[index]?.entries(), models[index]);
  }
});
