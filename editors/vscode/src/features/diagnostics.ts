import * as vscode from "vscode";
import { diagnostic } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";
import { addressOf, offersExplanations } from "./explanations";

/** The server's own form of a shown diagnostic, whose `data` a code action may need. */
export const originals = new WeakMap<vscode.Diagnostic, lsp.Diagnostic>();

interface PublishDiagnosticsParams {
  uri: string;
  version?: number;
  diagnostics: lsp.Diagnostic[];
}

export const diagnostics: Feature = ({ connection, capabilities }) => {
  const canExplain = offersExplanations(capabilities);
  const collection = vscode.languages.createDiagnosticCollection("suas-run");
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    const uri = vscode.Uri.parse(params.uri);
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    // Those of an older text are about to be replaced, and would be shown at the wrong places meanwhile.
    if (document && params.version !== undefined && params.version < document.version) return;
    collection.set(
      uri,
      params.diagnostics.map((original) => {
        const shown = diagnostic(original);
        const { code, codeDescription } = original;
        if (canExplain && code !== undefined && !codeDescription) shown.code = { value: code, target: addressOf(code) };
        originals.set(shown, original);
        return shown;
      })
    );
  });
  return [collection];
};
