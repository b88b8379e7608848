import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { isSuasDocument } from "./files";
import { allFeatures } from "./features";
import { Client } from "./lsp/client";
import { section, serverLaunch } from "./settings";
import { createTestExplorer } from "./testing/explorer";

let client: Client | undefined;

/** Starts the server once a spec or scenario file is open and the workspace is trusted; other YAML files start nothing. */
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("suas-run");
  const running = (client = new Client(output, serverLaunch, allFeatures(output)));
  let wasStarted = false;
  const startFor = (documents: readonly vscode.TextDocument[]) => {
    if (wasStarted || !vscode.workspace.isTrusted || !documents.some(isSuasDocument)) return;
    wasStarted = true;
    void running.start();
  };
  context.subscriptions.push(
    output,
    running,
    ...registerCommands(running, output),
    createTestExplorer(output),
    vscode.workspace.onDidOpenTextDocument((document) => startFor([document])),
    vscode.workspace.onDidChangeTextDocument(({ document }) => startFor([document])),
    vscode.workspace.onDidGrantWorkspaceTrust(() => startFor(vscode.workspace.textDocuments)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const isOfServer = ["path", "serverArguments"].some((name) => event.affectsConfiguration(`${section}.${name}`));
      if (isOfServer && wasStarted && vscode.workspace.isTrusted) void running.restart();
    })
  );
  startFor(vscode.workspace.textDocuments);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
