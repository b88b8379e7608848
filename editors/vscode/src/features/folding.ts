import * as vscode from "vscode";
import { selector } from "../files";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

const kinds = {
  comment: vscode.FoldingRangeKind.Comment,
  imports: vscode.FoldingRangeKind.Imports,
  region: vscode.FoldingRangeKind.Region,
};

export const folding: Feature = (session) => {
  if (!session.capabilities.foldingRangeProvider) return [];
  const provider: vscode.FoldingRangeProvider = {
    async provideFoldingRanges(document, _context, token) {
      const answer = await session.ask<lsp.FoldingRange[]>(document, "textDocument/foldingRange", {}, token);
      return answer?.map(({ startLine, endLine, kind }) => new vscode.FoldingRange(startLine, endLine, kind && kinds[kind]));
    },
  };
  return [vscode.languages.registerFoldingRangeProvider(selector, provider)];
};
