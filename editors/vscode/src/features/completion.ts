import * as vscode from "vscode";
import { selector } from "../files";
import { command, documentation, lspPosition, range, textEdit } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const completion: Feature = (session) => {
  const options = session.capabilities.completionProvider;
  if (!options) return [];
  const unresolved = new WeakMap<vscode.CompletionItem, lsp.CompletionItem>();

  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token, context) {
      const answer = await session.ask<lsp.CompletionList | lsp.CompletionItem[]>(
        document,
        "textDocument/completion",
        {
          position: lspPosition(position),
          context: {
            triggerKind: context.triggerKind + 1,
            ...(context.triggerCharacter === undefined ? {} : { triggerCharacter: context.triggerCharacter }),
          },
        },
        token
      );
      if (!answer) return undefined;
      const { items, isIncomplete } = Array.isArray(answer) ? { items: answer, isIncomplete: false } : answer;
      const shown = items.map((item) => {
        const result = completionItem(item);
        unresolved.set(result, item);
        return result;
      });
      return new vscode.CompletionList(shown, isIncomplete);
    },
    async resolveCompletionItem(item, token) {
      const original = unresolved.get(item);
      if (!options.resolveProvider || !original) return item;
      const resolved = await session.request<lsp.CompletionItem>("completionItem/resolve", original, token);
      if (!resolved) return item;
      item.documentation = documentation(resolved.documentation);
      item.detail = resolved.detail;
      if (resolved.additionalTextEdits) item.additionalTextEdits = resolved.additionalTextEdits.map(textEdit);
      return item;
    },
  };
  return [vscode.languages.registerCompletionItemProvider(selector, provider, ...(options.triggerCharacters ?? []))];
};

function completionItem(value: lsp.CompletionItem): vscode.CompletionItem {
  const label = value.labelDetails ? { label: value.label, ...value.labelDetails } : value.label;
  const item = new vscode.CompletionItem(label, value.kind === undefined ? undefined : value.kind - 1);
  const text = value.textEdit?.newText ?? value.insertText ?? value.label;
  item.insertText = value.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  item.tags = value.tags;
  item.detail = value.detail;
  item.documentation = documentation(value.documentation);
  item.preselect = value.preselect;
  item.sortText = value.sortText;
  item.filterText = value.filterText;
  item.commitCharacters = value.commitCharacters;
  if (value.textEdit) {
    item.range =
      "insert" in value.textEdit
        ? { inserting: range(value.textEdit.insert), replacing: range(value.textEdit.replace) }
        : range(value.textEdit.range);
  }
  if (value.additionalTextEdits) item.additionalTextEdits = value.additionalTextEdits.map(textEdit);
  if (value.command) item.command = command(value.command);
  return item;
}
