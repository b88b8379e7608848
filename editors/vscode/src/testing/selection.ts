import * as vscode from "vscode";
import { children, lineOf, runFolder } from "./items";

/** What one run of the program takes: files, whole or with lines, that have the same working directory. */
export interface Batch {
  folder: string;
  programArguments: string[];
  scenarios: vscode.TestItem[];
}

/** Divides the scenarios of a request by their working directories. */
export function batches(included: readonly vscode.TestItem[], excluded: readonly vscode.TestItem[]): Batch[] {
  const byFile = new Map<vscode.TestItem, Set<vscode.TestItem>>();
  for (const item of included) {
    const file = item.parent ?? item;
    const chosen = byFile.get(file) ?? new Set<vscode.TestItem>();
    for (const scenario of item.parent ? [item] : children(item.children)) {
      if (!excluded.includes(scenario) && !excluded.includes(file)) chosen.add(scenario);
    }
    byFile.set(file, chosen);
  }
  const byFolder = new Map<string, Batch>();
  for (const [file, chosen] of byFile) {
    if (!file.uri || chosen.size === 0) continue;
    const folder = runFolder(file.uri);
    const batch: Batch = byFolder.get(folder) ?? { folder, programArguments: [], scenarios: [] };
    byFolder.set(folder, batch);
    const relative = relativePath(folder, file.uri.fsPath);
    const lines = [...chosen].map(lineOf).sort((a, b) => a - b);
    batch.programArguments.push(chosen.size === file.children.size ? relative : `${relative}:${lines.join(",")}`);
    batch.scenarios.push(...chosen);
  }
  return [...byFolder.values()];
}

/** The path from a folder to a file below it. It does not begin with a hyphen, and so is no option. */
export function relativePath(folder: string, file: string): string {
  const isBelow = file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
  const relative = isBelow ? file.slice(folder.length).replace(/^\/+/, "") : file;
  return relative.startsWith("-") ? `./${relative}` : relative;
}
