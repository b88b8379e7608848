import * as vscode from "vscode";
import { selector } from "../files";
import { lspPosition, range, workspaceEdit } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

type Prepared = lsp.Range | { range: lsp.Range; placeholder: string } | { defaultBehavior: boolean };

export const rename: Feature = (session) => {
  const offered = session.capabilities.renameProvider;
  if (!offered) return [];
  const provider: vscode.RenameProvider = {
    async provideRenameEdits(document, position, newName, token) {
      const params = { position: lspPosition(position), newName };
      const answer = await session.ask<lsp.WorkspaceEdit>(document, "textDocument/rename", params, token);
      return answer ? workspaceEdit(answer) : undefined;
    },
  };
  if (typeof offered === "object" && offered.prepareProvider) {
    provider.prepareRename = async (document, position, token) => {
      const params = { position: lspPosition(position) };
      const answer = await session.ask<Prepared>(document, "textDocument/prepareRename", params, token);
      // The editor takes no answer as consent, and an error as a refusal that it shows.
      if (!answer) throw new Error("This cannot be renamed.");
      if ("defaultBehavior" in answer) return undefined;
      if ("placeholder" in answer) return { range: range(answer.range), placeholder: answer.placeholder };
      return range(answer);
    };
  }
  return [vscode.languages.registerRenameProvider(selector, provider)];
};
