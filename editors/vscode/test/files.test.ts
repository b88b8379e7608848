import assert = require("node:assert/strict");
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { isSuasText } from "../src/files";
import { extensionFolder } from "./support";

test("specs, scenario files and fragments are known by their keys", () => {
  assert(isSuasText("# mine\nname: Todo\nsuas: 1\n"));
  assert(isSuasText("spec: todo.yaml\nscenario: One\nsteps: []\n"));
  assert(isSuasText("spec: [a.yaml, b.yaml]\nscenarios:\n  - name: One\n"));
  assert(isSuasText("include: [more.yaml]\nfragments:\n  login:\n    steps: []\n"));
});

test("other YAML files are left to others", () => {
  for (const text of [
    "apiVersion: v1\nkind: Pod\nspec:\n  containers: []\n",
    "on: push\njobs:\n  suas: 1\n",
    "text: |\n  suas: 1\n",
    "name: x\nfragments: {}\n",
    "suas:1\n",
    "",
  ]) {
    assert(!isSuasText(text), text);
  }
});

test("all specs and scenario files of the repository are recognized", () => {
  const specs = path.join(extensionFolder, "../../specs");
  const folders = fs.readdirSync(specs).filter((name) => name !== "apps").map((name) => path.join(specs, name));
  const files = folders.flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)));
  const texts = files.filter((file) => file.endsWith(".yaml"));
  assert(texts.length > 25);
  for (const file of texts) assert(isSuasText(fs.readFileSync(file, "utf8")), file);
});
