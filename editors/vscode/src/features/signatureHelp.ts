import * as vscode from "vscode";
import { selector } from "../files";
import { documentation, lspPosition } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

export const signatureHelp: Feature = (session) => {
  const options = session.capabilities.signatureHelpProvider;
  if (!options) return [];
  const provider: vscode.SignatureHelpProvider = {
    async provideSignatureHelp(document, position, token, context) {
      const params = {
        position: lspPosition(position),
        context: {
          triggerKind: context.triggerKind,
          triggerCharacter: context.triggerCharacter,
          isRetrigger: context.isRetrigger,
        },
      };
      const answer = await session.ask<lsp.SignatureHelp>(document, "textDocument/signatureHelp", params, token);
      return answer ? help(answer) : undefined;
    },
  };
  const triggers = { triggerCharacters: options.triggerCharacters ?? [], retriggerCharacters: options.retriggerCharacters ?? [] };
  return [vscode.languages.registerSignatureHelpProvider(selector, provider, triggers)];
};

function help(value: lsp.SignatureHelp): vscode.SignatureHelp {
  const result = new vscode.SignatureHelp();
  result.activeSignature = value.activeSignature ?? 0;
  result.activeParameter = value.activeParameter ?? 0;
  result.signatures = value.signatures.map((signature) => {
    const information = new vscode.SignatureInformation(signature.label, documentation(signature.documentation));
    information.parameters = (signature.parameters ?? []).map(
      (parameter) => new vscode.ParameterInformation(parameter.label, documentation(parameter.documentation))
    );
    information.activeParameter = signature.activeParameter;
    return information;
  });
  return result;
}
