import * as vscode from "vscode";
import { selector } from "../files";
import { documentation, lspRange, position } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const inlayHints: Feature = (session) => {
  if (!session.capabilities.inlayHintProvider) return [];
  const refresh = new vscode.EventEmitter<void>();
  session.connection.onRequest("workspace/inlayHint/refresh", () => refresh.fire());
  const provider: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: refresh.event,
    async provideInlayHints(document, range, token) {
      const answer = await session.ask<lsp.InlayHint[]>(document, "textDocument/inlayHint", { range: lspRange(range) }, token);
      return answer?.map(inlayHint);
    },
  };
  return [refresh, vscode.languages.registerInlayHintsProvider(selector, provider)];
};

function inlayHint(value: lsp.InlayHint): vscode.InlayHint {
  const label = typeof value.label === "string" ? value.label : value.label.map((part) => part.value).join("");
  const hint = new vscode.InlayHint(position(value.position), label, value.kind);
  hint.tooltip = documentation(value.tooltip);
  hint.paddingLeft = value.paddingLeft;
  hint.paddingRight = value.paddingRight;
  return hint;
}
