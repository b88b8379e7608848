import * as vscode from "vscode";
import { selector } from "../files";
import { lspPosition, range } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const hover: Feature = (session) => {
  if (!session.capabilities.hoverProvider) return [];
  const provider: vscode.HoverProvider = {
    async provideHover(document, position, token) {
      const answer = await session.ask<lsp.Hover>(document, "textDocument/hover", { position: lspPosition(position) }, token);
      if (!answer) return undefined;
      const contents = Array.isArray(answer.contents) ? answer.contents : [answer.contents];
      return new vscode.Hover(contents.map(markdown), answer.range && range(answer.range));
    },
  };
  return [vscode.languages.registerHoverProvider(selector, provider)];
};

function markdown(value: lsp.Documentation | { language: string; value: string }): vscode.MarkdownString {
  if (typeof value === "string") return new vscode.MarkdownString(value);
  if ("language" in value) return new vscode.MarkdownString().appendCodeblock(value.value, value.language);
  return value.kind === "markdown"
    ? new vscode.MarkdownString(value.value)
    : new vscode.MarkdownString().appendText(value.value);
}
