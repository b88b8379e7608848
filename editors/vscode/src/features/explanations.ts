import * as vscode from "vscode";
import { Feature } from "../lsp/session";
import { TextResult } from "../lsp/protocol";

const command = "suas-run.explain";
const scheme = "suas-run-explain";

/** The address of the text that explains a code, to which the code in a list of problems is a link. */
export const addressOf = (code: string | number): vscode.Uri => vscode.Uri.parse(`${scheme}:${code}.txt`);

/** Shows the explanations of codes as documents, which the server writes. */
export const explanations: Feature = (session) => {
  if (!offersExplanations(session.capabilities)) return [];
  const provider: vscode.TextDocumentContentProvider = {
    async provideTextDocumentContent({ path }, token) {
      const code = path.replace(/\.txt$/, "");
      const answer = await session.request<TextResult>("workspace/executeCommand", { command, arguments: [{ code }] }, token);
      return answer?.text;
    },
  };
  return [vscode.workspace.registerTextDocumentContentProvider(scheme, provider)];
};

/** True if the server can explain the codes of its diagnostics. */
export const offersExplanations = ({ executeCommandProvider }: { executeCommandProvider?: { commands: string[] } }): boolean =>
  executeCommandProvider?.commands.includes(command) ?? false;
