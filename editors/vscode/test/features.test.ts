import assert = require("node:assert/strict");
import test = require("node:test");
import { ServerCapabilities } from "../src/lsp/protocol";
import { script, start, temporaryFolder } from "./support";
import { editor } from "./stub/editor";
import { CancellationTokenSource, Position, Range, Uri } from "./stub/values";

const range = (line: number, from: number, to: number) => ({ start: { line, character: from }, end: { line, character: to } });
const shown = (line: number, from: number, to: number) => new Range(line, from, line, to);
const { token } = new CancellationTokenSource();
const position = new Position(2, 4);

/** Starts the fake server with one answer for a method, with an open spec. */
async function opened(context: any, capabilities: ServerCapabilities, answers: { [method: string]: unknown }) {
  const folder = temporaryFolder(context);
  script(folder, { capabilities, answers });
  editor.documents = [];
  const session = await start(context);
  const document: any = editor.open("todo.yaml", "suas: 1\nname: Todo\n");
  const received = async (method: string) =>
    ((await session.request("fake/received", null)) as [string, any][]).filter(([name]) => name === method).map(([, params]) => params);
  return { session, document, received, uri: document.uri.toString() as string };
}

test("documents are opened, changed, saved and closed, other YAML files are not", async (context) => {
  const { document, received, uri } = await opened(context, { textDocumentSync: { openClose: true, change: 2, save: { includeText: true } } }, {});
  const other = editor.open("pod.yaml", "kind: Pod\n");
  editor.change(document, shown(1, 6, 10), "Shop");
  editor.saved.fire(document);
  editor.close(document);
  editor.close(other);
  assert.deepEqual(await received("textDocument/didOpen"), [
    { textDocument: { uri, languageId: "yaml", version: 1, text: "suas: 1\nname: Todo\n" } },
  ]);
  assert.deepEqual(await received("textDocument/didChange"), [
    { textDocument: { uri, version: 2 }, contentChanges: [{ range: range(1, 6, 10), text: "Shop" }] },
  ]);
  assert.deepEqual(await received("textDocument/didSave"), [{ textDocument: { uri }, text: "suas: 1\nname: Shop\n" }]);
  assert.deepEqual(await received("textDocument/didClose"), [{ textDocument: { uri } }]);
});

test("a server that takes whole texts gets these", async (context) => {
  const { document, received } = await opened(context, { textDocumentSync: 1 }, {});
  editor.change(document, shown(1, 6, 10), "Shop");
  const [change] = await received("textDocument/didChange");
  assert.deepEqual(change.contentChanges, [{ text: "suas: 1\nname: Shop\n" }]);
});

test("a file is opened at the server when it becomes a spec", async (context) => {
  const { session, received } = await opened(context, { textDocumentSync: 1 }, {});
  const document: any = editor.open("new.yaml", "");
  assert(!session.documents.has(document));
  editor.change(document, shown(0, 0, 0), "suas: 1\n");
  const texts = (await received("textDocument/didOpen")).map(({ textDocument }) => textDocument.text);
  assert.deepEqual(texts, ["suas: 1\nname: Todo\n", "suas: 1\n"]);
});

test("nothing is asked about a file that is no spec", async (context) => {
  await opened(context, { hoverProvider: true }, { "textDocument/hover": { contents: "x" } });
  const other = editor.open("pod.yaml", "kind: Pod\n");
  assert.equal(await editor.provider("Hover").provideHover(other, position, token), undefined);
});

test("what a server does not offer is not registered", async (context) => {
  await opened(context, {}, {});
  const kinds = [...editor.providers].filter(([, providers]) => providers.length > 0).map(([kind]) => kind);
  assert.deepEqual(kinds, []);
});

test("diagnostics come with their codes, links and related places", async (context) => {
  const { session, document, uri } = await opened(context, {}, {});
  await session.request("fake/notify", {
    method: "textDocument/publishDiagnostics",
    params: {
      uri,
      version: 1,
      diagnostics: [{
        range: range(1, 0, 4), severity: 2, code: "unused-declaration", source: "suas-run", message: "unused", tags: [1],
        codeDescription: { href: "https://example.org/unused" },
        relatedInformation: [{ location: { uri, range: range(0, 0, 4) }, message: "declared here" }],
      }],
    },
  });
  const [diagnostic] = editor.diagnostics.get(document.uri.path) ?? [];
  assert.equal(diagnostic.severity, 1);
  assert.equal(diagnostic.code.value, "unused-declaration");
  assert.equal(diagnostic.code.target.toString(), "https://example.org/unused");
  assert.deepEqual(diagnostic.range, shown(1, 0, 4));
  assert.deepEqual(diagnostic.tags, [1]);
  assert.equal(diagnostic.relatedInformation[0].message, "declared here");
});

test("the code of a diagnostic is a link to its explanation", async (context) => {
  const { session, document, received, uri } = await opened(
    context,
    { executeCommandProvider: { commands: ["suas-run.explain"] } },
    { "workspace/executeCommand": { text: "unknown-field: there is no such field\n" } }
  );
  const diagnostic = { range: range(1, 0, 4), message: "no such field", code: "unknown-field" };
  await session.request("fake/notify", { method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [diagnostic] } });
  const [{ code }] = editor.diagnostics.get(document.uri.path) ?? [];
  assert.equal(code.value, "unknown-field");
  const text = await editor.provider("TextDocumentContent").provideTextDocumentContent(code.target, token);
  assert.equal(text, "unknown-field: there is no such field\n");
  const [asked] = await received("workspace/executeCommand");
  assert.deepEqual(asked, { command: "suas-run.explain", arguments: [{ code: "unknown-field" }] });
});

test("diagnostics for an older text are not shown", async (context) => {
  const { session, document, uri } = await opened(context, {}, {});
  editor.change(document, shown(1, 0, 0), " ");
  const params = { uri, version: 1, diagnostics: [{ range: range(0, 0, 1), message: "old" }] };
  await session.request("fake/notify", { method: "textDocument/publishDiagnostics", params });
  assert.equal(editor.diagnostics.get(document.uri.path), undefined);
});

test("a code action gets the diagnostic as the server sent it, and brings its edit", async (context) => {
  const diagnostic = { range: range(1, 0, 4), message: "no such key", data: { key: "nmae" } };
  const { session, document, received, uri } = await opened(
    context,
    { codeActionProvider: { codeActionKinds: ["quickfix"], resolveProvider: true } },
    {
      "textDocument/codeAction": [
        { title: "Replace by name", kind: "quickfix", isPreferred: true, diagnostics: [diagnostic], data: 1 },
        { title: "Run", command: "suas-run.runScenario", arguments: [1] },
      ],
      "codeAction/resolve": { title: "Replace by name", edit: { changes: { "file:///a.yaml": [{ range: range(1, 0, 4), newText: "name" }] } } },
    }
  );
  await session.request("fake/notify", { method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [diagnostic] } });
  const diagnostics = editor.diagnostics.get(document.uri.path) ?? [];
  const provider = editor.provider("CodeActions");
  const [action, command] = await provider.provideCodeActions(document, shown(1, 0, 4), { diagnostics, triggerKind: 1 }, token);
  assert.deepEqual((await received("textDocument/codeAction"))[0].context, { diagnostics: [diagnostic], triggerKind: 1 });
  assert.equal(action.kind.value, "quickfix");
  assert.equal(action.isPreferred, true);
  assert.deepEqual(action.diagnostics, diagnostics);
  assert.deepEqual(command, { title: "Run", command: "suas-run.runScenario", arguments: [1] });
  const resolved = await provider.resolveCodeAction(action, token);
  assert.deepEqual(resolved.edit.operations, [["replace", "/a.yaml", 1, 0, "name"]]);
});

test("completion brings snippets, ranges and documentation", async (context) => {
  const { document, received } = await opened(
    context,
    { completionProvider: { triggerCharacters: ["."], resolveProvider: true } },
    {
      "textDocument/completion": {
        isIncomplete: true,
        items: [
          { label: "append", kind: 15, insertTextFormat: 2, textEdit: { range: range(2, 0, 4), newText: "append: $1" } },
          { label: "size", labelDetails: { detail: "(list)" } },
        ],
      },
      "completionItem/resolve": { label: "append", documentation: { kind: "markdown", value: "*adds*" } },
    }
  );
  const provider = editor.provider("CompletionItem");
  const list = await provider.provideCompletionItems(document, position, token, { triggerKind: 1, triggerCharacter: "." });
  const [append, size] = list.items;
  assert.deepEqual((await received("textDocument/completion"))[0].context, { triggerKind: 2, triggerCharacter: "." });
  assert.equal(list.isIncomplete, true);
  assert.equal(append.kind, 14);
  assert.equal(append.insertText.value, "append: $1");
  assert.deepEqual(append.range, shown(2, 0, 4));
  assert.deepEqual(size.label, { label: "size", detail: "(list)" });
  assert.equal(size.insertText, "size");
  assert.equal((await provider.resolveCompletionItem(append, token)).documentation.value, "*adds*");
});

test("hover, signature help and inlay hints show what is known of a place", async (context) => {
  const { session, document } = await opened(
    context,
    { hoverProvider: true, signatureHelpProvider: { triggerCharacters: ["("] }, inlayHintProvider: true },
    {
      "textDocument/hover": { contents: { kind: "markdown", value: "**int**" }, range: range(2, 0, 3) },
      "textDocument/signatureHelp": {
        activeParameter: 1,
        signatures: [{ label: "slice(a, b)", parameters: [{ label: [6, 7] }, { label: [9, 10], documentation: "the end" }] }],
      },
      "textDocument/inlayHint": [{ position: { line: 2, character: 3 }, label: [{ value: ": " }, { value: "int" }], kind: 1, paddingLeft: true }],
    }
  );
  const hover = await editor.provider("Hover").provideHover(document, position, token);
  assert.deepEqual(hover.contents.map((content: any) => content.value), ["**int**"]);
  const context2 = { triggerKind: 2, triggerCharacter: "(", isRetrigger: false };
  const help = await editor.provider("SignatureHelp").provideSignatureHelp(document, position, token, context2);
  assert.equal(help.activeParameter, 1);
  assert.equal(help.signatures[0].parameters[1].documentation, "the end");
  const provider = editor.provider("InlayHints");
  const [hint] = await provider.provideInlayHints(document, shown(0, 0, 9), token);
  assert.equal(hint.label, ": int");
  assert.equal(hint.paddingLeft, true);
  let refreshed = 0;
  provider.onDidChangeInlayHints(() => refreshed++);
  await session.request("fake/request", { method: "workspace/inlayHint/refresh" });
  assert.equal(refreshed, 1);
});

test("definitions, references, highlights and calls lead to places", async (context) => {
  const target = { uri: "file:///b.yaml", range: range(7, 1, 5) };
  const item = { name: "AddTodo", kind: 12, uri: "file:///b.yaml", range: range(7, 0, 9), selectionRange: range(7, 1, 5), data: 5 };
  const { document, received } = await opened(
    context,
    { definitionProvider: true, referencesProvider: true, documentHighlightProvider: true, callHierarchyProvider: true },
    {
      "textDocument/definition": target,
      "textDocument/references": [target, target],
      "textDocument/documentHighlight": [{ range: range(3, 0, 4), kind: 3 }],
      "textDocument/prepareCallHierarchy": [item],
      "callHierarchy/incomingCalls": [{ from: item, fromRanges: [range(8, 0, 1)] }],
      "callHierarchy/outgoingCalls": [],
    }
  );
  const [definition] = await editor.provider("Definition").provideDefinition(document, position, token);
  assert.equal(definition.targetUri.path, "/b.yaml");
  assert.deepEqual(definition.targetRange, shown(7, 1, 5));
  const references = await editor.provider("Reference").provideReferences(document, position, { includeDeclaration: true }, token);
  assert.equal(references.length, 2);
  const [highlight] = await editor.provider("DocumentHighlight").provideDocumentHighlights(document, position, token);
  assert.deepEqual([highlight.range, highlight.kind], [shown(3, 0, 4), 2]);
  const calls = editor.provider("CallHierarchy");
  const [called] = await calls.prepareCallHierarchy(document, position, token);
  assert.equal(called.kind, 11);
  const [call] = await calls.provideCallHierarchyIncomingCalls(called, token);
  assert.deepEqual(call.fromRanges, [shown(8, 0, 1)]);
  assert.deepEqual((await received("callHierarchy/incomingCalls"))[0], { item });
});

test("a rename is prepared and made, and refused where nothing can be renamed", async (context) => {
  const edit = {
    documentChanges: [
      { textDocument: { uri: "file:///b.yaml", version: null }, edits: [{ range: range(1, 2, 3), newText: "New" }] },
      { kind: "rename", oldUri: "file:///golden/old.yaml", newUri: "file:///golden/new.yaml" },
    ],
  };
  const { document } = await opened(
    context,
    { renameProvider: { prepareProvider: true } },
    { "textDocument/rename": edit, "textDocument/prepareRename": { range: range(1, 2, 3), placeholder: "Old" } }
  );
  const provider = editor.provider("Rename");
  assert.deepEqual(await provider.prepareRename(document, position, token), { range: shown(1, 2, 3), placeholder: "Old" });
  const made = await provider.provideRenameEdits(document, position, "New", token);
  assert.deepEqual(made.operations, [["replace", "/b.yaml", 1, 2, "New"], ["rename", "/golden/old.yaml", "/golden/new.yaml"]]);
  const other = editor.open("pod.yaml", "kind: Pod\n");
  await assert.rejects(provider.prepareRename(other, position, token), /cannot be renamed/);
});

test("symbols, folds and semantic tokens describe a file", async (context) => {
  const { document } = await opened(
    context,
    {
      documentSymbolProvider: true, workspaceSymbolProvider: true, foldingRangeProvider: true,
      semanticTokensProvider: { legend: { tokenTypes: ["function"], tokenModifiers: [] }, full: true },
    },
    {
      "textDocument/documentSymbol": [{
        name: "Todo", kind: 5, range: range(1, 0, 9), selectionRange: range(1, 0, 4),
        children: [{ name: "title", kind: 8, range: range(2, 0, 9), selectionRange: range(2, 0, 4) }],
      }],
      "workspace/symbol": [{ name: "Todo", kind: 5, location: { uri: "file:///b.yaml", range: range(1, 0, 4) } }],
      "textDocument/foldingRange": [{ startLine: 1, endLine: 4, kind: "comment" }, { startLine: 6, endLine: 8 }],
      "textDocument/semanticTokens/full": { data: [0, 1, 4, 0, 0] },
    }
  );
  const [symbol] = await editor.provider("DocumentSymbol").provideDocumentSymbols(document, token);
  assert.equal(symbol.kind, 4);
  assert.equal(symbol.children[0].name, "title");
  const [found] = await editor.provider("WorkspaceSymbol").provideWorkspaceSymbols("To", token);
  assert.equal(found.location.uri.path, "/b.yaml");
  const folds = await editor.provider("FoldingRange").provideFoldingRanges(document, {}, token);
  assert.deepEqual(folds.map((fold: any) => [fold.start, fold.end, fold.kind]), [[1, 4, 1], [6, 8, undefined]]);
  const tokens = await editor.provider("DocumentSemanticTokens").provideDocumentSemanticTokens(document, token);
  assert.deepEqual([...tokens.data], [0, 1, 4, 0, 0]);
});

test("formatting changes the whole or a range", async (context) => {
  const { document, received } = await opened(
    context,
    { documentFormattingProvider: true, documentRangeFormattingProvider: true },
    { "textDocument/formatting": [{ range: range(0, 0, 1), newText: "" }], "textDocument/rangeFormatting": null }
  );
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await editor.provider("DocumentFormattingEdit").provideDocumentFormattingEdits(document, options, token);
  assert.deepEqual(edits.map((edit: any) => edit.newText), [""]);
  const provider = editor.provider("DocumentRangeFormattingEdit");
  assert.equal(await provider.provideDocumentRangeFormattingEdits(document, shown(1, 0, 3), options, token), undefined);
  assert.deepEqual((await received("textDocument/rangeFormatting"))[0].range, range(1, 0, 3));
});

test("a lens carries its command, or is resolved to it", async (context) => {
  const { document } = await opened(
    context,
    { codeLensProvider: { resolveProvider: true } },
    {
      "textDocument/codeLens": [
        { range: range(1, 0, 1), command: { title: "Run", command: "suas-run.runScenario", arguments: [{ uri: "file:///a.yaml" }] } },
        { range: range(3, 0, 1), data: 1 },
      ],
      "codeLens/resolve": { range: range(3, 0, 1), command: { title: "2 references", command: "" } },
    }
  );
  const provider = editor.provider("CodeLens");
  const [run, other] = await provider.provideCodeLenses(document, token);
  assert.deepEqual(run.command.arguments, [{ uri: "file:///a.yaml" }]);
  assert.equal((await provider.resolveCodeLens(other, token)).command.title, "2 references");
});

test("edits of the server are applied, but not to a text that has changed", async (context) => {
  const { session, document, uri } = await opened(context, {}, {});
  const ask = (version: number) => {
    const documentChanges = [
      { kind: "create", uri: "file:///golden/a.yaml" },
      { textDocument: { uri, version }, edits: [{ range: range(0, 0, 0), newText: "#" }] },
    ];
    return session.request("fake/request", { method: "workspace/applyEdit", params: { edit: { documentChanges } } });
  };
  assert.deepEqual(await ask(1), { applied: true });
  assert.deepEqual(editor.edits.pop()?.operations, [["create", "/golden/a.yaml"], ["replace", document.uri.path, 0, 0, "#"]]);
  editor.change(document, shown(0, 0, 0), "# ");
  assert.deepEqual(await ask(1), { applied: false, failureReason: "the document has changed since" });
  assert.deepEqual(editor.edits, []);
});

test("the server shows messages, documents and progress", async (context) => {
  const { session } = await opened(context, {}, {});
  editor.shown = [];
  editor.progress = [];
  editor.choice = "Yes";
  const ask = (method: string, params: unknown) => session.request("fake/request", { method, params });
  const tell = (value: object) => session.request("fake/notify", { method: "$/progress", params: { token: 9, value } });
  assert.deepEqual(await ask("window/showMessageRequest", { type: 2, message: "Sure?", actions: [{ title: "Yes" }, { title: "No" }] }), { title: "Yes" });
  assert.deepEqual(await ask("window/showDocument", { uri: "file:///a.yaml", selection: range(4, 0, 0) }), { success: true });
  await ask("window/workDoneProgress/create", { token: 9 });
  await tell({ kind: "begin", title: "Exploring", percentage: 10 });
  await tell({ kind: "report", message: "100 states", percentage: 50 });
  await tell({ kind: "end" });
  assert.deepEqual(editor.shown, ["warning: Sure?", "document: /a.yaml:4"]);
  assert.deepEqual(editor.progress, ["Exploring", { increment: 10 }, { message: "100 states", increment: 40 }]);
});

test("the server is told of files, folders and settings that change", async (context) => {
  const { received } = await opened(context, {}, {});
  const watcher = editor.watchers[editor.watchers.length - 1];
  watcher?.created.fire(Uri.file("/a.yaml"));
  watcher?.deleted.fire(Uri.file("/b.yaml"));
  editor.foldersChanged.fire({ added: [{ uri: Uri.file("/more"), name: "more" }], removed: [] });
  editor.set("suas-run.trace", false);
  assert.deepEqual(await received("workspace/didChangeWatchedFiles"), [
    { changes: [{ uri: "file:///a.yaml", type: 1 }] },
    { changes: [{ uri: "file:///b.yaml", type: 3 }] },
  ]);
  assert.deepEqual(await received("workspace/didChangeWorkspaceFolders"), [{ event: { added: [{ uri: "file:///more", name: "more" }], removed: [] } }]);
  assert.deepEqual(await received("workspace/didChangeConfiguration"), [{ settings: null }]);
});

test("a request that the editor gives up is cancelled at the server", async (context) => {
  const { session, received } = await opened(context, {}, {});
  const source = new CancellationTokenSource();
  void session.request("fake/never", null, source.token).catch(() => undefined);
  source.cancel();
  assert.equal((await received("$/cancelRequest")).length, 1);
});
