import assert = require("node:assert/strict");
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { Restarts } from "../src/lsp/restarts";
import { editor } from "./stub/editor";
import { activated, fakeServer, newClient, script, start, temporaryFolder, until } from "./support";

const spec = "suas: 1\n";

test("at most five restarts in three minutes are allowed", () => {
  let now = 0;
  const restarts = new Restarts(5, 180, () => now);
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => restarts.allow()), [true, true, true, true, true, false]);
  now = 179;
  assert.equal(restarts.allow(), false);
  now = 180;
  assert.equal(restarts.allow(), true);
  restarts.clear();
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => restarts.allow()), [true, true, true, true, true, false]);
});

test("a server that crashes is started again, and gets the open documents", async (context) => {
  script(temporaryFolder(context), { capabilities: { hoverProvider: true } });
  editor.documents = [];
  editor.open("a.yaml", spec);
  const client = newClient();
  context.after(() => client.stop());
  const first = await client.start();
  first?.connection.notify("fake/crash");
  await until(() => editor.provider("Hover") === undefined, "the server ends");
  const second = await client.start();
  assert(second !== undefined && second !== first);
  assert(second.documents.has(editor.documents[0] as any));
  assert(editor.provider("Hover") !== undefined);
});

test("a server that crashes again and again is given up, with a message and a button", async (context) => {
  script(temporaryFolder(context), { status: 1 });
  editor.shown = [];
  editor.choice = "Show Output";
  const client = newClient();
  context.after(() => client.stop());
  await client.start();
  await until(() => editor.shown.length > 1, "it is given up");
  assert.match(editor.shown[0] ?? "", /^error: .* ended too often/);
  assert.equal(editor.shown[1], "output");
});

test("a missing program is reported with a button that opens the setting", async (context) => {
  script(temporaryFolder(context), {});
  editor.settings = { "suas-run.path": "/nowhere/suas-run" };
  editor.shown = [];
  editor.executed = [];
  editor.choice = "Open Setting";
  const client = newClient();
  assert.equal(await client.start(), undefined);
  await until(() => editor.executed.length > 0, "the setting is opened");
  assert.match(editor.shown[0] ?? "", /cannot be started as '\/nowhere\/suas-run'/);
  assert.deepEqual(editor.executed, [["workbench.action.openSettings", "suas-run.path"]]);
});

for (const status of [2, 64]) {
  test(`a version of suas-run without a server, which ends with ${status}, is reported as such`, async (context) => {
    script(temporaryFolder(context), { status });
    editor.shown = [];
    const client = newClient();
    assert.equal(await client.start(), undefined);
    await until(() => editor.shown.length > 0, "it is reported");
    assert.match(editor.shown[0] ?? "", /has no language server/);
  });
}

test("the server starts with the first spec, in a trusted workspace only", async (context) => {
  const folder = temporaryFolder(context);
  script(folder, {});
  editor.documents = [];
  editor.isTrusted = false;
  editor.output = "";
  activated(context);
  editor.open("pod.yaml", "kind: Pod\n");
  editor.open("todo.yaml", spec);
  await editor.commands.get("suas-run.explore")?.({ uri: "file:///a.yaml" });
  assert.equal(editor.output, "");
  editor.trust();
  assert.match(editor.output, /fake-server lsp\n/);
});

test("after the path is set right, the server starts", async (context) => {
  script(temporaryFolder(context), { capabilities: { hoverProvider: true } });
  editor.settings = { "suas-run.path": "/nowhere/suas-run" };
  editor.documents = [];
  editor.shown = [];
  activated(context);
  editor.open("todo.yaml", spec);
  await until(() => editor.shown.length > 0, "the missing program is reported");
  editor.set("suas-run.path", fakeServer);
  await until(() => editor.provider("Hover") !== undefined, "the server starts");
});

test("a relative path is one in the workspace, a name is one in PATH", async (context) => {
  script(temporaryFolder(context), {});
  editor.folder = path.dirname(path.dirname(fakeServer));
  editor.settings = { "suas-run.path": "test/fake-server", "suas-run.serverArguments": ["--root", "."] };
  editor.output = "";
  await start(context);
  assert.match(editor.output, /\/test\/fake-server lsp --root \.\n/);
});

test("what is no message ends the server instead of the extension", async (context) => {
  const folder = temporaryFolder(context);
  const program = path.join(folder, "suas-run");
  fs.writeFileSync(program, "#!/bin/sh\nprintf 'hello\\r\\n\\r\\n'\nexec sleep 60\n");
  fs.chmodSync(program, 0o755);
  editor.settings = { "suas-run.path": program };
  editor.output = "";
  const client = newClient();
  context.after(() => client.stop());
  assert.equal(await client.start(), undefined);
  assert.match(editor.output, /the server writes what is no message: Error: a header has no length: hello/);
});
