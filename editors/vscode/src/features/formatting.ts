import * as vscode from "vscode";
import { selector } from "../files";
import { lspRange, textEdit } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const formatting: Feature = (session) => {
  const disposables: vscode.Disposable[] = [];
  if (session.capabilities.documentFormattingProvider) {
    const provider: vscode.DocumentFormattingEditProvider = {
      async provideDocumentFormattingEdits(document, options, token) {
        const params = { options: formattingOptions(options) };
        const answer = await session.ask<lsp.TextEdit[]>(document, "textDocument/formatting", params, token);
        return answer?.map(textEdit);
      },
    };
    disposables.push(vscode.languages.registerDocumentFormattingEditProvider(selector, provider));
  }
  if (session.capabilities.documentRangeFormattingProvider) {
    const provider: vscode.DocumentRangeFormattingEditProvider = {
      async provideDocumentRangeFormattingEdits(document, range, options, token) {
        const params = { range: lspRange(range), options: formattingOptions(options) };
        const answer = await session.ask<lsp.TextEdit[]>(document, "textDocument/rangeFormatting", params, token);
        return answer?.map(textEdit);
      },
    };
    disposables.push(vscode.languages.registerDocumentRangeFormattingEditProvider(selector, provider));
  }
  return disposables;
};

function formattingOptions({ tabSize, insertSpaces }: vscode.FormattingOptions): object {
  return { tabSize, insertSpaces };
}
