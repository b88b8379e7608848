import * as vscode from "vscode";
import { addressOf } from "./features/explanations";
import { withProgress } from "./features/progress";
import { Client } from "./lsp/client";
import { CommandResult, RunResult } from "./lsp/protocol";

/** The commands of the server, which lenses call with a place, and the palette for the file of the editor. */
const serverCommands: { [name: string]: string } = {
  "suas-run.runScenario": "Running scenarios",
  "suas-run.updateGolden": "Updating golden files",
  "suas-run.explore": "Exploring the spec",
};

export function registerCommands(client: Client, output: vscode.OutputChannel): vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand("suas-run.restartServer", () => client.restart()),
    registerCommand("suas-run.showOutput", () => output.show()),
    registerCommand("suas-run.explain", (place?: { code: string }) => place && vscode.window.showTextDocument(addressOf(place.code))),
    ...Object.entries(serverCommands).map(([name, title]) =>
      registerCommand(name, (place?: unknown) => execute(client, output, name, title, place ?? placeOfEditor()))
    ),
  ];
}

function placeOfEditor(): { uri: string } | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && { uri: document.uri.toString() };
}

async function execute(client: Client, output: vscode.OutputChannel, name: string, title: string, place: unknown): Promise<void> {
  if (place === undefined) return void vscode.window.showInformationMessage("Open a spec or a scenario file first.");
  if (!vscode.workspace.isTrusted) {
    return void vscode.window.showInformationMessage("suas-run is not started in a workspace that is not trusted.");
  }
  const session = await client.start();
  if (!session) return;
  try {
    const result = await withProgress(session, title, (workDoneToken, cancellation) =>
      session.request<CommandResult>("workspace/executeCommand", { command: name, arguments: [place], workDoneToken }, cancellation)
    );
    if (result) await report(result, output);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

async function report(result: CommandResult, output: vscode.OutputChannel): Promise<void> {
  if ("passed" in result) return reportRun(result, output);
  if ("updated" in result) return void vscode.window.showInformationMessage(`golden files updated: ${result.updated}`);
  output.appendLine(result.text);
  output.show();
}

/** Says how many scenarios passed and failed; the failures stand in the output with their places. */
async function reportRun({ passed, failed, scenarios }: RunResult, output: vscode.OutputChannel): Promise<void> {
  for (const { name, uri, line, outcome, message } of scenarios) {
    if (outcome !== "failed") continue;
    output.appendLine(`${vscode.Uri.parse(uri).fsPath}:${line + 1}: ${name}`);
    if (message) output.appendLine(message.replace(/^/gm, "    "));
  }
  if (failed === 0) return void vscode.window.showInformationMessage(`${passed} passed`);
  const choice = await vscode.window.showWarningMessage(`${passed} passed, ${failed} failed`, "Show Output");
  if (choice) output.show();
}
