import * as vscode from "vscode";
import { yamlPattern } from "../files";
import { workspaceFolder } from "../lsp/convert";
import { Feature } from "../lsp/session";

const FileChangeType = { created: 1, changed: 2, deleted: 3 } as const;

/** Tells the server what changes around it: YAML files on disk, folders of the workspace, settings. */
export const watching: Feature = ({ connection }) => {
  const watcher = vscode.workspace.createFileSystemWatcher(yamlPattern);
  const tell = (type: number) => (uri: vscode.Uri) =>
    connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  return [
    watcher,
    watcher.onDidCreate(tell(FileChangeType.created)),
    watcher.onDidChange(tell(FileChangeType.changed)),
    watcher.onDidDelete(tell(FileChangeType.deleted)),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) =>
      connection.notify("workspace/didChangeWorkspaceFolders", {
        event: { added: added.map(workspaceFolder), removed: removed.map(workspaceFolder) },
      })
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("suas-run")) connection.notify("workspace/didChangeConfiguration", { settings: null });
    }),
  ];
};
