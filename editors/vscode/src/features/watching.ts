import * as vscode from "vscode";
import { yamlPattern } from "../documents";
import { Feature } from "../lsp/session";

const FileChangeType = { created: 1, changed: 2, deleted: 3 } as const;

/** Tells the server which YAML files change on disk: specs include others, and golden files are YAML too. */
export const watching: Feature = ({ connection }) => {
  const watcher = vscode.workspace.createFileSystemWatcher(yamlPattern);
  const tell = (type: number) => (uri: vscode.Uri) =>
    connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  return [
    watcher,
    watcher.onDidCreate(tell(FileChangeType.created)),
    watcher.onDidChange(tell(FileChangeType.changed)),
    watcher.onDidDelete(tell(FileChangeType.deleted)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("suas-run")) connection.notify("workspace/didChangeConfiguration", { settings: null });
    }),
  ];
};
