import * as vscode from "vscode";
import { Launch, openPathSetting } from "./settings";

export function reportMissingProgram(launch: Launch): Promise<void> {
  return reportProgram(`suas-run cannot be started as '${launch.program}'. Install it, or set the path of the program.`);
}

export function reportMissingServer(): Promise<void> {
  return reportProgram(
    "This suas-run has no language server, or refuses its arguments. Install a newer version, or change the settings."
  );
}

async function reportProgram(message: string): Promise<void> {
  const openSetting = "Open Setting";
  if ((await vscode.window.showErrorMessage(message, openSetting)) === openSetting) await openPathSetting();
}
