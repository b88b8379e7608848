// What `require("vscode")` gives in tests, where NODE_PATH leads here.

import { editor, Watcher } from "../stub/editor";
import { controllers, TestController, TestMessage } from "../stub/testExplorer";
import { CancellationTokenSource, Disposable, Range, Uri, WorkspaceEdit } from "../stub/values";

export * from "../stub/values";
export { TestMessage };

export const version = "1.82.0";

const languageFunctions = [
  "CodeActions", "CompletionItem", "Hover", "Definition", "Reference", "DocumentHighlight", "Rename", "DocumentSymbol",
  "FoldingRange",
  "DocumentSemanticTokens", "SignatureHelp", "CallHierarchy", "CodeLens", "InlayHints", "DocumentFormattingEdit",
  "DocumentRangeFormattingEdit",
].map((kind) => [`register${kind}Provider`, (_selector: unknown, provider: unknown) => editor.register(kind, provider)]);

export const languages = {
  ...Object.fromEntries(languageFunctions),
  registerWorkspaceSymbolProvider: (provider: unknown) => editor.register("WorkspaceSymbol", provider),
  createDiagnosticCollection: () => ({
    set: (uri: Uri, diagnostics: unknown[]) => editor.diagnostics.set(uri.path, diagnostics),
    dispose: () => editor.diagnostics.clear(),
  }),
};

export const workspace = {
  registerTextDocumentContentProvider: (_scheme: string, provider: unknown) => editor.register("TextDocumentContent", provider),
  get workspaceFolders() {
    return editor.folder === undefined ? undefined : [{ uri: Uri.file(editor.folder), name: "test" }];
  },
  get textDocuments() {
    return editor.documents;
  },
  get isTrusted() {
    return editor.isTrusted;
  },
  onDidGrantWorkspaceTrust: editor.trusted.event,
  onDidOpenTextDocument: editor.opened.event,
  onDidChangeTextDocument: editor.changed.event,
  onDidSaveTextDocument: editor.saved.event,
  onDidCloseTextDocument: editor.closed.event,
  onDidChangeWorkspaceFolders: editor.foldersChanged.event,
  onDidChangeConfiguration: editor.configured.event,
  getConfiguration: (section: string) => ({
    get: (name: string, defaultValue?: unknown) => editor.settings[`${section}.${name}`] ?? defaultValue,
  }),
  getWorkspaceFolder: (uri: Uri) =>
    editor.folder !== undefined && uri.path.startsWith(`${editor.folder}/`) ? { uri: Uri.file(editor.folder), name: "test" } : undefined,
  asRelativePath: (uri: Uri) => uri.path.replace(`${editor.folder}/`, ""),
  applyEdit: async (edit: WorkspaceEdit) => editor.edits.push(edit) > 0,
  findFiles: async () => editor.find(),
  createFileSystemWatcher: (pattern: string) => {
    const watcher = new Watcher(pattern);
    editor.watchers.push(watcher);
    return watcher;
  },
};

export const window = {
  get activeTextEditor() {
    return editor.active && { document: editor.active };
  },
  createOutputChannel: () => ({
    append: (text: string) => (editor.output += text),
    appendLine: (text: string) => (editor.output += `${text}\n`),
    show: () => editor.shown.push("output"),
    dispose: () => undefined,
  }),
  showInformationMessage: (message: string) => editor.show(`information: ${message}`),
  showWarningMessage: (message: string) => editor.show(`warning: ${message}`),
  showErrorMessage: (message: string) => editor.show(`error: ${message}`),
  showTextDocument: async (uri: Uri, options: { selection?: Range }) => {
    editor.shown.push(`document: ${uri.path}:${options.selection?.start.line}`);
  },
  withProgress: (options: { title: string }, task: Function) => {
    editor.progress.push(options.title);
    const source = new CancellationTokenSource();
    return task({ report: (value: unknown) => editor.progress.push(value) }, source.token);
  },
};

export const env = { appName: "test", language: "en", openExternal: async () => true };

export const commands = {
  registerCommand: (name: string, callback: () => unknown) => {
    editor.commands.set(name, callback);
    return new Disposable(() => editor.commands.delete(name));
  },
  executeCommand: async (...call: unknown[]) => {
    editor.executed.push(call);
  },
};

export const tests = {
  createTestController: () => {
    const controller = new TestController();
    controllers.push(controller);
    return controller;
  },
};
