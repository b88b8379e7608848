import assert = require("node:assert/strict");
import { spawn } from "child_process";
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { extensionFolder, fakeServer, script, temporaryFolder } from "./support";

// The configurations of other editors, with the fake server under the name suas-run.

const editors = path.join(extensionFolder, "..");
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 4 } };
const contents = {
  capabilities: { textDocumentSync: 1, hoverProvider: true, codeLensProvider: {}, executeCommandProvider: { commands: ["suas-run.runScenario"] } },
  answers: {
    "textDocument/hover": { contents: "from the server" },
    "textDocument/codeLens": [{ range, command: { title: "Run", command: "suas-run.runScenario", arguments: [{ uri: "file:///a.yaml" }] } }],
    "workspace/executeCommand": {
      passed: 2,
      failed: 1,
      scenarios: [{ name: "Adding", uri: "file:///todo.scenario.yaml", line: 3, outcome: "failed", message: "not as expected" }],
    },
  },
};

/** A folder with two files, and `suas-run` in `bin`. */
function project(context: any): string {
  const folder = temporaryFolder(context);
  script(folder, contents);
  fs.mkdirSync(path.join(folder, "bin"));
  fs.writeFileSync(path.join(folder, "bin/suas-run"), `#!/bin/sh\nexec '${fakeServer}' "$@"\n`);
  fs.chmodSync(path.join(folder, "bin/suas-run"), 0o755);
  fs.writeFileSync(path.join(folder, "todo.yaml"), "suas: 1\n");
  fs.writeFileSync(path.join(folder, "pod.yaml"), "kind: Pod\nspec: {}\n");
  return folder;
}

/** Runs a program in a project, and returns what it prints. */
function run(folder: string, program: string, ...programArguments: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const environment = { ...process.env, PATH: `${folder}/bin:${process.env["PATH"]}`, HOME: folder };
    const child = spawn(program, programArguments, { cwd: folder, env: environment });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk.toString("utf8")));
    child.stderr.on("data", (chunk) => (output += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

function skipWithout(program: string): { skip: string | false; timeout: number } {
  const isInstalled = (process.env["PATH"] ?? "").split(":").some((folder) => fs.existsSync(path.join(folder, program)));
  return { skip: !isInstalled && `${program} is not installed`, timeout: 60_000 };
}

const neovimTest = `
vim.wait(5000, function() local c = vim.lsp.buf_get_clients(0) return next(c) ~= nil end)
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 5000)
for _, answer in pairs(answers or {}) do print("hover: " .. answer.result.contents .. "\\n") end
vim.lsp.codelens.refresh()
vim.wait(5000, function() return #vim.lsp.codelens.get(0) > 0 end)
vim.lsp.codelens.run()
vim.wait(5000, function() return #vim.fn.getqflist() > 0 end)
for _, item in ipairs(vim.fn.getqflist()) do print("\\nquickfix: " .. item.lnum .. " " .. item.text .. "\\n") end
vim.cmd("edit pod.yaml")
print("\\nclients for a pod: " .. #vim.tbl_values(vim.lsp.buf_get_clients(0)) .. "\\n")
vim.cmd("qa!")
`;

test("Neovim starts the server for specs, and shows what lenses ran", skipWithout("nvim"), async (context) => {
  const folder = project(context);
  fs.writeFileSync(path.join(folder, "test.lua"), neovimTest);
  const output = await run(folder, "nvim", "--headless", "-u", path.join(editors, "neovim/suas-run.lua"), "todo.yaml", "-c", "luafile test.lua");
  for (const line of [/hover: from the server/, /2 passed, 1 failed/, /quickfix: 4 Adding: not as expected/, /clients for a pod: 0/]) {
    assert.match(output, line);
  }
});

const emacsTest = `
(require 'suas-run)
(require 'eglot)
(setq eglot-sync-connect 10)
(find-file "todo.yaml")
(message "mode: %s" major-mode)
(call-interactively #'eglot)
(let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (message "hover: %s" (plist-get hover :contents)))
(suas-run-scenarios)
(message "buffer: %s" (with-current-buffer "*suas-run*" (buffer-string)))
(find-file "pod.yaml")
(message "mode of a pod: %s" major-mode)
`;

test("Emacs starts the server with Eglot, and shows what failed", skipWithout("emacs"), async (context) => {
  const folder = project(context);
  fs.writeFileSync(path.join(folder, "test.el"), emacsTest);
  const output = await run(folder, "emacs", "--batch", "-L", path.join(editors, "emacs"), "-l", "test.el");
  for (const line of [
    /mode: suas-mode/,
    /hover: from the server/,
    /2 passed, 1 failed/,
    /buffer: \/todo\.scenario\.yaml:4: Adding/,
    /mode of a pod: yaml-mode/,
  ]) {
    assert.match(output, line);
  }
});

test("the README names a file for each editor", () => {
  const readme = fs.readFileSync(path.join(editors, "README.md"), "utf8");
  const files = Array.from(readme.matchAll(/^\| \[[^\]]+\]\(#[\w-]+\) \| \[`[^`]+`\]\(([^)]+)\)/gm), (match) => match[1] ?? "");
  assert.equal(files.length, fs.readdirSync(editors).length - 1);
  for (const file of files) assert(fs.existsSync(path.join(editors, file)), file);
});
