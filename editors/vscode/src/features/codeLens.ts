import * as vscode from "vscode";
import { selector } from "../files";
import { command, range } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const codeLens: Feature = (session) => {
  const options = session.capabilities.codeLensProvider;
  if (!options) return [];
  const refresh = new vscode.EventEmitter<void>();
  session.connection.onRequest("workspace/codeLens/refresh", () => refresh.fire());
  const unresolved = new WeakMap<vscode.CodeLens, lsp.CodeLens>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: refresh.event,
    async provideCodeLenses(document, token) {
      const answer = await session.ask<lsp.CodeLens[]>(document, "textDocument/codeLens", {}, token);
      return answer?.map((value) => {
        const lens = new vscode.CodeLens(range(value.range), value.command && command(value.command));
        unresolved.set(lens, value);
        return lens;
      });
    },
    async resolveCodeLens(lens, token) {
      const original = unresolved.get(lens);
      if (lens.command || !options.resolveProvider || !original) return lens;
      const resolved = await session.request<lsp.CodeLens>("codeLens/resolve", original, token);
      if (resolved?.command) lens.command = command(resolved.command);
      return lens;
    },
  };
  return [refresh, vscode.languages.registerCodeLensProvider(selector, provider)];
};
