import * as vscode from "vscode";
import { selector } from "../files";
import { location, range, symbolKind } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const documentSymbols: Feature = (session) => {
  if (!session.capabilities.documentSymbolProvider) return [];
  const provider: vscode.DocumentSymbolProvider = {
    async provideDocumentSymbols(document, token) {
      const answer = await session.ask<lsp.DocumentSymbol[]>(document, "textDocument/documentSymbol", {}, token);
      return answer?.map(documentSymbol);
    },
  };
  return [vscode.languages.registerDocumentSymbolProvider(selector, provider, { label: "suas-run" })];
};

export const workspaceSymbols: Feature = (session) => {
  if (!session.capabilities.workspaceSymbolProvider) return [];
  const provider: vscode.WorkspaceSymbolProvider = {
    async provideWorkspaceSymbols(query, token) {
      const answer = await session.request<lsp.WorkspaceSymbol[]>("workspace/symbol", { query }, token);
      return answer?.map(symbolInformation);
    },
  };
  return [vscode.languages.registerWorkspaceSymbolProvider(provider)];
};

function symbolInformation(value: lsp.WorkspaceSymbol): vscode.SymbolInformation {
  const { name, kind, containerName } = value;
  return new vscode.SymbolInformation(name, symbolKind(kind), containerName ?? "", location(value.location));
}

function documentSymbol(value: lsp.DocumentSymbol): vscode.DocumentSymbol {
  const { name, detail, kind, selectionRange } = value;
  const symbol = new vscode.DocumentSymbol(name, detail ?? "", symbolKind(kind), range(value.range), range(selectionRange));
  symbol.children = (value.children ?? []).map(documentSymbol);
  return symbol;
}
