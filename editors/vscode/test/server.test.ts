import assert = require("node:assert/strict");
import { spawnSync } from "child_process";
import * as fs from "fs";
import * as path from "path";
import test = require("node:test");
import { frame } from "../src/rpc/framing";
import { RunResult } from "../src/lsp/protocol";
import { editor } from "./stub/editor";
import { CancellationTokenSource, Position, Range, Uri } from "./stub/values";
import { extensionFolder, start, suasRun, temporaryFolder, until } from "./support";

// The extension with the server of suas-run itself, where it was built and has one.

const { token } = new CancellationTokenSource();

function hasServer(): boolean {
  if (suasRun === undefined) return false;
  const params = { processId: null, rootUri: null, capabilities: {} };
  const input = frame({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  return spawnSync(suasRun, ["lsp"], { input, timeout: 10_000 }).stdout.toString("utf8").startsWith("Content-Length");
}

/** Starts the server in a copy of the example `todo`, with one of its files open. */
async function opened(context: any, name: string) {
  const folder = temporaryFolder(context);
  fs.cpSync(path.join(extensionFolder, "../../specs/todo"), folder, { recursive: true });
  editor.folder = folder;
  editor.documents = [];
  editor.diagnostics.clear();
  editor.settings = { "suas-run.path": suasRun };
  const session = await start(context);
  const text = fs.readFileSync(path.join(folder, name), "utf8");
  const document: any = editor.open(name, text);
  const place = (wanted: string) => {
    const before = text.slice(0, text.indexOf(wanted)).split("\n");
    return new Position(before.length - 1, (before[before.length - 1] ?? "").length + 1);
  };
  return { session, document, text, place, folder };
}

function diagnostics(document: { uri: Uri }): { message: string; range: any; code: any }[] {
  return editor.diagnostics.get(document.uri.path) ?? [];
}

const options = { skip: !hasServer() && "suas-run has no server yet", timeout: 60_000 } as const;

test("suas-run lsp: a mistake is shown while it is there", options, async (context) => {
  const { document, place } = await opened(context, "todo.yaml");
  const at = place("text: string");
  editor.change(document, new Range(at.line, at.character + 5, at.line, at.character + 11), "strin");
  await until(() => diagnostics(document).length > 0, "the mistake is shown");
  editor.change(document, new Range(at.line, at.character + 5, at.line, at.character + 10), "string");
  await until(() => diagnostics(document).length === 0, "it is gone");
});

test("suas-run lsp: a quick fix mends a mistake", options, async (context) => {
  const { session, document, place } = await opened(context, "todo.yaml");
  if (!session.capabilities.codeActionProvider) return;
  const at = place("text: string");
  const wrong = new Range(at.line, at.character + 5, at.line, at.character + 10);
  editor.change(document, new Range(at.line, at.character + 5, at.line, at.character + 11), "strin");
  await until(() => diagnostics(document).length > 0, "the mistake is shown");
  const request = { diagnostics: diagnostics(document), triggerKind: 1 };
  const [action] = await editor.provider("CodeActions").provideCodeActions(document, wrong, request, token);
  assert.deepEqual(action.edit.operations.map((operation: unknown[]) => operation[4]), ["string"]);
  assert.deepEqual(action.diagnostics, diagnostics(document));
});

test("suas-run lsp: a lens runs its scenario as it is in the editor, and tells its line", options, async (context) => {
  const { session, document, place } = await opened(context, "todo.scenario.yaml");
  if (!session.capabilities.codeLensProvider) return;
  const run = async () => {
    const [lens] = await editor.provider("CodeLens").provideCodeLenses(document, token);
    const { command, arguments: values } = lens.command;
    const result = await session.request<RunResult>("workspace/executeCommand", { command, arguments: values });
    return [result?.passed, result?.failed, result?.scenarios.map(({ line, outcome }) => [line, outcome])];
  };
  const { line } = place("A new item is not completed");
  assert.deepEqual(await run(), [1, 0, [[line, "passed"]]]);
  const at = place("false");
  editor.change(document, new Range(at.line, at.character - 1, at.line, at.character + 4), "true");
  assert.deepEqual(await run(), [0, 1, [[line, "failed"]]]);
});

test("suas-run lsp: what it offers can be asked for, and converted", options, async (context) => {
  const { session, document, place } = await opened(context, "todo.scenario.yaml");
  const { capabilities } = session;
  const at = place("dispatch: AddTodo");
  const formatting = { tabSize: 2, insertSpaces: true };
  const inName = new Position(at.line, at.character + 11);
  const asked: [keyof typeof capabilities, () => Promise<unknown>][] = [
    ["hoverProvider", () => editor.provider("Hover").provideHover(document, inName, token)],
    ["definitionProvider", () => editor.provider("Definition").provideDefinition(document, inName, token)],
    ["referencesProvider", () => editor.provider("Reference").provideReferences(document, inName, { includeDeclaration: true }, token)],
    ["documentSymbolProvider", () => editor.provider("DocumentSymbol").provideDocumentSymbols(document, token)],
    ["foldingRangeProvider", () => editor.provider("FoldingRange").provideFoldingRanges(document, {}, token)],
    ["codeLensProvider", () => editor.provider("CodeLens").provideCodeLenses(document, token)],
    ["semanticTokensProvider", () => editor.provider("DocumentSemanticTokens").provideDocumentSemanticTokens(document, token)],
    ["documentFormattingProvider", () => editor.provider("DocumentFormattingEdit").provideDocumentFormattingEdits(document, formatting, token)],
    ["completionProvider", () => editor.provider("CompletionItem").provideCompletionItems(document, inName, token, { triggerKind: 0 })],
    ["renameProvider", () => editor.provider("Rename").provideRenameEdits(document, inName, "AddItem", token)],
  ];
  for (const [capability, ask] of asked) {
    if (!capabilities[capability]) continue;
    const answer: any = await ask();
    assert(answer !== undefined && answer !== null, capability);
    if (Array.isArray(answer) && capability !== "documentFormattingProvider") assert(answer.length > 0, capability);
  }
});
