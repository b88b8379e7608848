import * as vscode from "vscode";
import { isTraced, section } from "../settings";
import { workspaceFolder } from "./convert";

const markup = ["markdown", "plaintext"];
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The parameters of `initialize`: who asks, in which folders, and what the extension makes use of. */
export function initializeParams(): object {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(workspaceFolder);
  return {
    processId: process.pid,
    clientInfo: { name: vscode.env.appName, version: vscode.version },
    locale: vscode.env.language,
    rootUri: folders[0]?.uri ?? null,
    workspaceFolders: folders.length > 0 ? folders : null,
    capabilities,
    initializationOptions: { showsAnswers: true },
    trace: isTraced() ? "verbose" : "off",
  };
}

/** Answers `workspace/configuration`: the extension's settings for its own section, null for others. */
export function configuration(params: { items: { section?: string }[] }): unknown[] {
  return params.items.map((item) =>
    item.section === section ? vscode.workspace.getConfiguration(section) : null
  );
}

const codeActionKinds = [
  "", "quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source",
  "source.organizeImports", "source.fixAll",
];

const tokenTypes = [
  "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable",
  "property", "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment",
  "string", "number", "regexp", "operator",
];

const tokenModifiers = [
  "declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification",
  "documentation", "defaultLibrary",
];

const capabilities = {
  general: { positionEncodings: ["utf-16"], markdown: { parser: "marked" } },
  window: { workDoneProgress: true, showDocument: { support: true }, showMessage: {} },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"], failureHandling: "abort" },
    workspaceFolders: true,
    configuration: true,
    didChangeWatchedFiles: { relativePatternSupport: false },
    symbol: { symbolKind: { valueSet: numbers(26) } },
    executeCommand: {},
    codeLens: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: {
      relatedInformation: true,
      tagSupport: { valueSet: [1, 2] },
      versionSupport: true,
      codeDescriptionSupport: true,
      dataSupport: true,
    },
    completion: {
      contextSupport: true,
      completionItem: {
        snippetSupport: true,
        commitCharactersSupport: true,
        documentationFormat: markup,
        preselectSupport: true,
        tagSupport: { valueSet: [1] },
        insertReplaceSupport: true,
        labelDetailsSupport: true,
        resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
      },
      completionItemKind: { valueSet: numbers(25) },
    },
    hover: { contentFormat: markup },
    signatureHelp: {
      contextSupport: true,
      signatureInformation: {
        documentationFormat: markup,
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
    },
    definition: { linkSupport: true },
    references: {},
    documentHighlight: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, symbolKind: { valueSet: numbers(26) } },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: codeActionKinds } },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    codeLens: {},
    formatting: {},
    rangeFormatting: {},
    rename: { prepareSupport: true },
    foldingRange: { lineFoldingOnly: true },
    callHierarchy: {},
    semanticTokens: {
      requests: { full: true },
      tokenTypes,
      tokenModifiers,
      formats: ["relative"],
      overlappingTokenSupport: false,
      multilineTokenSupport: true,
    },
    inlayHint: {},
  },
};
