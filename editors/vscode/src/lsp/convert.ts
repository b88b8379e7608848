import * as vscode from "vscode";
import * as lsp from "./protocol";

// Conversions between the editor's values and the protocol's. Both count lines and UTF-16 code units from 0.

export function position(value: lsp.Position): vscode.Position {
  return new vscode.Position(value.line, value.character);
}

export function range(value: lsp.Range): vscode.Range {
  return new vscode.Range(position(value.start), position(value.end));
}

export function location(value: lsp.Location): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(value.uri), range(value.range));
}

export function textEdit(value: lsp.TextEdit): vscode.TextEdit {
  return new vscode.TextEdit(range(value.range), value.newText);
}

export function documentation(value: lsp.Documentation | undefined): string | vscode.MarkdownString | undefined {
  if (value === undefined || typeof value === "string") return value;
  return value.kind === "markdown" ? new vscode.MarkdownString(value.value) : value.value;
}

export function command(value: lsp.Command): vscode.Command {
  return { title: value.title, command: value.command, arguments: value.arguments ?? [] };
}

/** Kinds of symbols count from 1 in the protocol, and from 0 in the editor. */
export function symbolKind(value: number): vscode.SymbolKind {
  return value - 1;
}

export function diagnostic(value: lsp.Diagnostic): vscode.Diagnostic {
  const result = new vscode.Diagnostic(range(value.range), value.message, (value.severity ?? 1) - 1);
  result.source = value.source;
  result.code =
    value.code !== undefined && value.codeDescription
      ? { value: value.code, target: vscode.Uri.parse(value.codeDescription.href) }
      : value.code;
  result.tags = value.tags;
  result.relatedInformation = value.relatedInformation?.map(
    (related) => new vscode.DiagnosticRelatedInformation(location(related.location), related.message)
  );
  return result;
}

export function workspaceEdit(value: lsp.WorkspaceEdit): vscode.WorkspaceEdit {
  const result = new vscode.WorkspaceEdit();
  if (!value.documentChanges) {
    for (const [uri, edits] of Object.entries(value.changes ?? {})) {
      result.set(vscode.Uri.parse(uri), edits.map(textEdit));
    }
    return result;
  }
  for (const change of value.documentChanges) {
    if (!("kind" in change)) {
      const uri = vscode.Uri.parse(change.textDocument.uri);
      for (const edit of change.edits) result.replace(uri, range(edit.range), edit.newText);
    } else if (change.kind === "create") {
      result.createFile(vscode.Uri.parse(change.uri), change.options);
    } else if (change.kind === "rename") {
      result.renameFile(vscode.Uri.parse(change.oldUri), vscode.Uri.parse(change.newUri), change.options);
    } else {
      result.deleteFile(vscode.Uri.parse(change.uri), change.options);
    }
  }
  return result;
}

export function lspPosition(value: vscode.Position): lsp.Position {
  return { line: value.line, character: value.character };
}

export function lspRange(value: vscode.Range): lsp.Range {
  return { start: lspPosition(value.start), end: lspPosition(value.end) };
}

export function lspDiagnostic(value: vscode.Diagnostic): lsp.Diagnostic {
  const code = typeof value.code === "object" ? value.code.value : value.code;
  return {
    range: lspRange(value.range),
    message: value.message,
    severity: (value.severity + 1) as 1 | 2 | 3 | 4,
    ...(code === undefined ? {} : { code }),
    ...(value.source === undefined ? {} : { source: value.source }),
  };
}

export function workspaceFolder({ uri, name }: vscode.WorkspaceFolder): lsp.WorkspaceFolder {
  return { uri: uri.toString(), name };
}
