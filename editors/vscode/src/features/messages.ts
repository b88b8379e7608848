import * as vscode from "vscode";
import { range } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

interface Message {
  type: 1 | 2 | 3 | 4;
  message: string;
  actions?: { title: string }[];
}

/** Shows the server's messages, writes its log to the output, and opens what it wants to be seen. */
export function messages(output: vscode.OutputChannel): Feature {
  return ({ connection }) => {
    connection.onNotification("window/showMessage", (message: Message) => void show(message));
    connection.onNotification("window/logMessage", ({ message }: Message) => output.appendLine(message));
    connection.onRequest("window/showMessageRequest", async (message: Message) => {
      const title = await show(message);
      return message.actions?.find((action) => action.title === title);
    });
    connection.onRequest("window/showDocument", showDocument);
    return [];
  };
}

function show({ type, message, actions = [] }: Message): Thenable<string | undefined> {
  const titles = actions.map((action) => action.title);
  if (type === 1) return vscode.window.showErrorMessage(message, ...titles);
  if (type === 2) return vscode.window.showWarningMessage(message, ...titles);
  return vscode.window.showInformationMessage(message, ...titles);
}

async function showDocument(params: { uri: string; external?: boolean; selection?: lsp.Range }): Promise<{ success: boolean }> {
  const uri = vscode.Uri.parse(params.uri);
  if (params.external) return { success: await vscode.env.openExternal(uri) };
  try {
    await vscode.window.showTextDocument(uri, params.selection ? { selection: range(params.selection) } : {});
    return { success: true };
  } catch {
    return { success: false };
  }
}
