import * as os from "os";
import * as path from "path";
import * as vscode from "vscode";

export const section = "suas-run";

/** A program with its arguments and the folder that it runs in. */
export interface Launch {
  program: string;
  arguments: string[];
  folder: string | undefined;
}

export function serverLaunch(): Launch {
  return launch(["lsp", ...texts("serverArguments")]);
}

/** A run of scenarios; relative paths in its arguments and in the setting are relative to `folder`. */
export function testLaunch(programArguments: string[], folder: string | undefined): Launch {
  return { ...launch([...programArguments, ...texts("testArguments")]), folder };
}

export function isTraced(): boolean {
  return vscode.workspace.getConfiguration(section).get<boolean>("trace", false);
}

export async function openPathSetting(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openSettings", `${section}.path`);
}

function launch(programArguments: string[]): Launch {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const program = vscode.workspace.getConfiguration(section).get<string>("path", "") || "suas-run";
  return { program: resolved(program, folder), arguments: programArguments, folder };
}

function resolved(program: string, folder: string | undefined): string {
  if (program.startsWith("~/")) return path.join(os.homedir(), program.slice(2));
  const isName = !program.includes("/") && !program.includes("\\");
  return isName || path.isAbsolute(program) || folder === undefined ? program : path.resolve(folder, program);
}

function texts(setting: string): string[] {
  const value = vscode.workspace.getConfiguration(section).get<unknown>(setting);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
