import assert = require("node:assert/strict");
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { createTestExplorer } from "../src/testing/explorer";
import { parseListing } from "../src/testing/listing";
import { extensionFolder, fakeServer, output, suasRun, temporaryFolder, until } from "./support";
import { editor } from "./stub/editor";
import { controllers, TestController, TestItem } from "./stub/testExplorer";
import { CancellationTokenSource, Uri } from "./stub/values";

const fixtures = path.join(extensionFolder, "test/fixtures");

/** Creates the explorer in a copy of the fixtures, with this program. */
function explorer(context: any, program: string): { controller: TestController; folder: string } {
  const folder = temporaryFolder(context);
  fs.cpSync(fixtures, folder, { recursive: true });
  process.env["FAKE_LISTING"] = path.join(folder, "listing.txt");
  process.env["FAKE_REPORT"] = path.join(folder, "report.json");
  editor.folder = folder;
  editor.isTrusted = true;
  editor.documents = [];
  editor.watchers = [];
  editor.settings = { "suas-run.path": program };
  const explorer: any = createTestExplorer(output);
  context.after(() => explorer.dispose());
  return { controller: controllers[controllers.length - 1] as TestController, folder };
}

function files(controller: TestController): TestItem[] {
  const result: TestItem[] = [];
  controller.items.forEach((item) => result.push(item));
  return result;
}

function scenarios(item: TestItem | undefined): TestItem[] {
  const result: TestItem[] = [];
  item?.children.forEach((child) => result.push(child));
  return result;
}

async function run(controller: TestController, request: object = {}) {
  await controller.runHandler(request, new CancellationTokenSource().token);
  const last = controller.runs[controller.runs.length - 1];
  assert(last !== undefined && last.isEnded);
  return last;
}

const programs: [string, string | undefined][] = [["a recorded suas-run", fakeServer], ["suas-run itself", suasRun]];

for (const [name, program] of programs) {
  const options = { skip: program === undefined && "suas-run was not built" } as const;

  test(`${name}: files and their scenarios are listed with their lines`, options, async (context) => {
    const { controller } = explorer(context, program ?? "");
    await controller.resolveHandler();
    assert.deepEqual(files(controller).map(({ label, error }) => [label, error]), [
      ["broken.scenario.yaml", "This file has errors, or no scenarios."],
      ["counter.scenario.yaml", undefined],
    ]);
    assert.deepEqual(
      scenarios(files(controller)[1]).map(({ label, range }) => [label, range?.start.line]),
      [["Counting", 2], ["Counting wrongly", 7], ["By 2 [by=2]", 15], ["By 3 [by=3]", 16], ["Left out", 21]]
    );
  });

  test(`${name}: results are shown at their scenarios, failures at their places`, options, async (context) => {
    const { controller, folder } = explorer(context, program ?? "");
    await controller.resolveHandler();
    const { states, messages } = await run(controller, { include: files(controller).slice(1) });
    assert.deepEqual([...states], [
      ["Counting", "passed"], ["Counting wrongly", "failed"], ["By 2 [by=2]", "passed"], ["By 3 [by=3]", "passed"], ["Left out", "skipped"],
    ]);
    assert.deepEqual(messages.map(({ message }) => message), [
      "dispatch Increment {by: 1}: the state is not as expected\n  Counter.value: expected 5, actual 1",
    ]);
    assert.equal(messages[0]?.expectedOutput, "5");
    assert.equal(messages[0]?.actualOutput, "1");
    assert.equal(messages[0]?.location?.uri.path, path.join(folder, "counter.scenario.yaml"));
    assert.equal(messages[0]?.location?.range.start.line, 11);
  });
}

test("a single scenario is run by its line", { skip: suasRun === undefined && "suas-run was not built" }, async (context) => {
  const { controller } = explorer(context, suasRun ?? "");
  await controller.resolveHandler();
  const { states } = await run(controller, { include: [scenarios(files(controller)[1])[0]] });
  assert.deepEqual([...states], [["Counting", "passed"]]);
});

test("a file that breaks after it was listed is an error with its diagnostic", { skip: suasRun === undefined && "suas-run was not built" }, async (context) => {
  const { controller, folder } = explorer(context, suasRun ?? "");
  await controller.resolveHandler();
  fs.writeFileSync(path.join(folder, "counter.yaml"), "suas: 1\nstates: 5\n");
  const { states, messages } = await run(controller, { include: files(controller) });
  assert.equal(states.get("Counting"), "errored");
  assert.equal(messages[0]?.location?.uri.path, path.join(folder, "counter.yaml"));
});

test("a scenario that moves keeps its item, one that goes loses it", async (context) => {
  const { controller, folder } = explorer(context, fakeServer);
  await controller.resolveHandler();
  const [counting] = scenarios(files(controller)[1]);
  fs.writeFileSync(path.join(folder, "listing.txt"), "counter.scenario.yaml:9: Counting\n");
  editor.watchers[0]?.changed.fire(Uri.file(path.join(folder, "counter.scenario.yaml")));
  await until(() => files(controller)[1]?.children.size === 1, "the list is read again");
  assert.equal(scenarios(files(controller)[1])[0], counting);
  assert.equal(counting?.range?.start.line, 8);
  editor.watchers[0]?.deleted.fire(Uri.file(path.join(folder, "counter.scenario.yaml")));
  assert.equal(files(controller).length, 1);
});

test("a run that is cancelled ends its program", async (context) => {
  const { controller } = explorer(context, fakeServer);
  await controller.resolveHandler();
  editor.settings["suas-run.testArguments"] = ["FOREVER"];
  const source = new CancellationTokenSource();
  const ended = controller.runHandler({ include: files(controller).slice(1) }, source.token);
  await until(() => controller.runs[0]?.states.size === 5, "the run has begun");
  source.cancel();
  await ended;
  assert.equal(controller.runs[0]?.states.get("Counting"), "started");
});

test("scenarios that are run continuously run after each change, until they are stopped", async (context) => {
  const { controller, folder } = explorer(context, fakeServer);
  await controller.resolveHandler();
  const source = new CancellationTokenSource();
  await controller.runHandler({ include: files(controller).slice(1), continuous: true }, source.token);
  const watcher = editor.watchers[editor.watchers.length - 1];
  watcher?.changed.fire(Uri.file(path.join(folder, "counter.yaml")));
  await until(() => controller.runs[0]?.isEnded, "they run");
  source.cancel();
  watcher?.changed.fire(Uri.file(path.join(folder, "counter.yaml")));
  assert.equal(watcher?.changed.listenerCount, 0);
});

test("nothing is started in a workspace that is not trusted", async (context) => {
  const { controller } = explorer(context, fakeServer);
  editor.isTrusted = false;
  await controller.resolveHandler();
  await controller.runHandler({}, new CancellationTokenSource().token);
  assert.equal(files(controller).length + controller.runs.length, 0);
});

test("a missing program is told at the files", async (context) => {
  const { controller } = explorer(context, "/nowhere/suas-run");
  await controller.resolveHandler();
  assert.equal(files(controller)[0]?.error, "'/nowhere/suas-run' cannot be started.");
});

test("names may contain what separates them from their places", () => {
  assert.deepEqual(parseListing("a/b.yaml:12: x:3: y\nerror: none\n\n"), [{ file: "a/b.yaml", line: 12, name: "x:3: y" }]);
});
