import * as path from "path";
import * as vscode from "vscode";
import { Listed } from "./listing";

/** The folder that a file's run has as its working directory: its folder of the workspace, else its own. */
export function runFolder(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
}

/** The test items: one for each scenario file, and below it one for each scenario or row of examples. */
export class Items {
  constructor(private readonly controller: vscode.TestController) {}

  file(uri: vscode.Uri): vscode.TestItem {
    const id = uri.toString();
    const known = this.controller.items.get(id);
    if (known) return known;
    const item = this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  remove(uri: vscode.Uri): void {
    this.controller.items.delete(uri.toString());
  }

  /** Replaces the scenarios of a file. One that keeps its name keeps its last result. */
  fill(file: vscode.TestItem, listed: Listed[]): void {
    const counts = new Map<string, number>();
    const items = listed.map(({ name, line }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const id = count === 1 ? name : `${name}#${count}`;
      const item = file.children.get(id) ?? this.controller.createTestItem(id, name, file.uri);
      item.range = new vscode.Range(line - 1, 0, line - 1, 0);
      return item;
    });
    file.children.replace(items);
    file.error = items.length === 0 ? "This file has errors, or no scenarios." : undefined;
  }

  all(): vscode.TestItem[] {
    return children(this.controller.items);
  }
}

export function children(items: vscode.TestItemCollection): vscode.TestItem[] {
  const result: vscode.TestItem[] = [];
  items.forEach((item) => result.push(item));
  return result;
}

/** The line of a scenario, which counts from 1. */
export function lineOf(item: vscode.TestItem): number {
  return (item.range?.start.line ?? 0) + 1;
}
