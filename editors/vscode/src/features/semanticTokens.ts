import * as vscode from "vscode";
import { selector } from "../files";
import { Feature } from "../lsp/session";

export const semanticTokens: Feature = (session) => {
  const options = session.capabilities.semanticTokensProvider;
  if (!options?.full) return [];
  const refresh = new vscode.EventEmitter<void>();
  session.connection.onRequest("workspace/semanticTokens/refresh", () => refresh.fire());
  const provider: vscode.DocumentSemanticTokensProvider = {
    onDidChangeSemanticTokens: refresh.event,
    async provideDocumentSemanticTokens(document, token) {
      const answer = await session.ask<{ data: number[] }>(document, "textDocument/semanticTokens/full", {}, token);
      return answer ? new vscode.SemanticTokens(new Uint32Array(answer.data)) : undefined;
    },
  };
  const legend = new vscode.SemanticTokensLegend(options.legend.tokenTypes, options.legend.tokenModifiers);
  return [refresh, vscode.languages.registerDocumentSemanticTokensProvider(selector, provider, legend)];
};
