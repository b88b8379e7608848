import assert = require("node:assert/strict");
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { editor } from "./stub/editor";
import { activated, extensionFolder } from "./support";

const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, "package.json"), "utf8"));
const properties: { [name: string]: { scope: string; default: unknown } } = manifest.contributes.configuration.properties;

test("each command of the manifest is registered, and no other", async (context) => {
  activated(context);
  const contributed = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  assert.deepEqual([...editor.commands.keys()].sort(), contributed.sort());
});

test("each setting of the manifest is described in the README", () => {
  const readme = fs.readFileSync(path.join(extensionFolder, "README.md"), "utf8");
  const described = Array.from(readme.matchAll(/^\| `(suas-run\.\w+)` \|/gm), (match) => match[1]);
  assert.deepEqual(described, Object.keys(properties));
});

test("settings that name what is run are not taken from a workspace that is not trusted", () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  for (const name of ["suas-run.path", "suas-run.serverArguments", "suas-run.testArguments"]) {
    assert(restrictedConfigurations.includes(name), name);
    assert.equal(properties[name]?.scope, "machine-overridable");
  }
});

test("the files that the manifest names exist", () => {
  const files = [manifest.main, ...manifest.contributes.grammars.map((grammar: { path: string }) => grammar.path)];
  for (const file of files) assert(fs.existsSync(path.join(extensionFolder, file)), file);
});
