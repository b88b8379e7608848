import * as vscode from "vscode";
import { selector } from "../files";
import { command, lspDiagnostic, lspRange, workspaceEdit } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";
import { originals } from "./diagnostics";

export const codeActions: Feature = (session) => {
  const offered = session.capabilities.codeActionProvider;
  if (!offered) return [];
  const options = typeof offered === "object" ? offered : {};
  const unresolved = new WeakMap<vscode.CodeAction, lsp.CodeAction>();

  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, context, token) {
      const answer = await session.ask<(lsp.CodeAction | lsp.Command)[]>(
        document,
        "textDocument/codeAction",
        {
          range: lspRange(range),
          context: {
            diagnostics: context.diagnostics.map((shown) => originals.get(shown) ?? lspDiagnostic(shown)),
            ...(context.only ? { only: [context.only.value] } : {}),
            triggerKind: context.triggerKind,
          },
        },
        token
      );
      return answer?.map((item) => {
        if (typeof item.command === "string") return command(item as lsp.Command);
        const action = codeAction(item as lsp.CodeAction, context.diagnostics);
        unresolved.set(action, item as lsp.CodeAction);
        return action;
      });
    },
    async resolveCodeAction(action, token) {
      const original = unresolved.get(action);
      if (!options.resolveProvider || !original || action.edit) return action;
      const resolved = await session.request<lsp.CodeAction>("codeAction/resolve", original, token);
      if (resolved?.edit) action.edit = workspaceEdit(resolved.edit);
      return action;
    },
  };
  const kinds = (options.codeActionKinds ?? []).map((kind) => vscode.CodeActionKind.Empty.append(kind));
  return [vscode.languages.registerCodeActionsProvider(selector, provider, { providedCodeActionKinds: kinds })];
};

function codeAction(value: lsp.CodeAction, shown: readonly vscode.Diagnostic[]): vscode.CodeAction {
  const kind = value.kind === undefined ? undefined : vscode.CodeActionKind.Empty.append(value.kind);
  const action = new vscode.CodeAction(value.title, kind);
  const mended = new Set(value.diagnostics?.map((diagnostic) => JSON.stringify([diagnostic.range, diagnostic.message])));
  action.diagnostics = shown.filter((diagnostic) => mended.has(JSON.stringify([lspRange(diagnostic.range), diagnostic.message])));
  if (value.isPreferred !== undefined) action.isPreferred = value.isPreferred;
  if (value.disabled) action.disabled = value.disabled;
  if (value.edit) action.edit = workspaceEdit(value.edit);
  if (value.command) action.command = command(value.command);
  return action;
}
