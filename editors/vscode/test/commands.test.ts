import assert = require("node:assert/strict");
import test = require("node:test");
import { registerCommands } from "../src/commands";
import { newClient, output, script, temporaryFolder } from "./support";
import { editor } from "./stub/editor";

const failing = {
  passed: 2,
  failed: 1,
  scenarios: [{ name: "Adding", uri: "file:///todo.scenario.yaml", line: 3, outcome: "failed", message: "the state is not as expected\n  ~ n: 1 → 2" }],
};

/** Answers the command of a lens, and returns the parameters that the server was sent. */
async function execute(context: any, answer: unknown, ...values: unknown[]): Promise<any> {
  script(temporaryFolder(context), { answers: { "workspace/executeCommand": answer } });
  editor.shown = [];
  editor.output = "";
  const client = newClient();
  context.after(() => client.stop());
  registerCommands(client, output);
  await editor.commands.get("suas-run.runScenario")?.(...values);
  const received = await (await client.start())?.request<[string, any][]>("fake/received", null);
  return received?.find(([method]) => method === "workspace/executeCommand")?.[1];
}

test("a lens runs its scenario, and the result is told", async (context) => {
  const place = { uri: "file:///todo.scenario.yaml", scenario: "Adding", step: 1 };
  const params = await execute(context, { passed: 1, failed: 0, scenarios: [] }, place);
  assert.equal(params.command, "suas-run.runScenario");
  assert.deepEqual(params.arguments, [place]);
  assert.deepEqual(editor.shown, ["information: 1 passed"]);
});

test("failures stand in the output with their places", async (context) => {
  editor.choice = "Show Output";
  await execute(context, failing, { uri: "file:///todo.scenario.yaml" });
  assert.deepEqual(editor.shown, ["warning: 2 passed, 1 failed", "output"]);
  assert.match(editor.output, /\/todo\.scenario\.yaml:4: Adding\n    the state is not as expected\n      ~ n: 1 → 2\n/);
});

test("updated golden files are counted, and what exploring found stands in the output", async (context) => {
  await execute(context, { updated: 2 }, { uri: "file:///todo.scenario.yaml" });
  assert.deepEqual(editor.shown, ["information: golden files updated: 2"]);
  await execute(context, { text: "42 states, no promise is broken" }, { uri: "file:///todo.yaml" });
  assert.deepEqual(editor.shown, ["output"]);
  assert.match(editor.output, /^42 states, no promise is broken$/m);
});

test("from the palette, a command takes the file of the editor", async (context) => {
  editor.active = editor.open("todo.scenario.yaml", "spec: todo.yaml\n");
  const params = await execute(context, { passed: 0, failed: 0, scenarios: [] });
  assert.deepEqual(params.arguments, [{ uri: editor.active.uri.toString() }]);
  editor.active = undefined;
});

test("a refusal of the server is shown", async (context) => {
  await execute(context, undefined, { uri: "file:///nowhere.yaml" });
  assert.match(editor.shown[0] ?? "", /^error: no handler for workspace\/executeCommand/);
});
