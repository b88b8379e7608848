import * as vscode from "vscode";
import { workspaceEdit } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

/** Applies the edits that the server asks for, unless they are for an older text than the editor has. */
export const edits: Feature = ({ connection }) => {
  connection.onRequest("workspace/applyEdit", async ({ edit }: { edit: lsp.WorkspaceEdit }) => {
    const changed = edit.documentChanges?.find(isOutdated);
    if (changed) return { applied: false, failureReason: "the document has changed since" };
    return { applied: await vscode.workspace.applyEdit(workspaceEdit(edit)) };
  });
  return [];
};

function isOutdated(change: lsp.TextDocumentEdit | lsp.FileOperation): boolean {
  if ("kind" in change || change.textDocument.version === undefined || change.textDocument.version === null) return false;
  const uri = vscode.Uri.parse(change.textDocument.uri).toString();
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  return document !== undefined && document.version !== change.textDocument.version;
}
