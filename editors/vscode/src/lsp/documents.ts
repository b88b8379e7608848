import * as vscode from "vscode";
import { isSuasDocument } from "../files";
import { Connection } from "../rpc/connection";
import { lspRange } from "./convert";
import { ServerCapabilities } from "./protocol";

/** Keeps the server's texts of open specs and scenario files equal to those of the editor. */
export class Documents implements vscode.Disposable {
  private readonly known = new Set<string>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly isIncremental: boolean;
  private readonly save: boolean | { includeText?: boolean };

  constructor(private readonly connection: Connection, capabilities: ServerCapabilities) {
    const sync = capabilities.textDocumentSync ?? 0;
    this.isIncremental = (typeof sync === "object" ? sync.change : sync) === 2;
    this.save = typeof sync === "object" ? sync.save ?? false : false;
    this.subscriptions = [
      vscode.workspace.onDidOpenTextDocument((document) => this.open(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.change(event)),
      vscode.workspace.onDidSaveTextDocument((document) => this.saved(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.close(document)),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
  }

  has(document: vscode.TextDocument): boolean {
    return this.known.has(document.uri.toString());
  }

  dispose(): void {
    this.subscriptions.forEach((subscription) => subscription.dispose());
  }

  private open(document: vscode.TextDocument): void {
    if (this.has(document) || !isSuasDocument(document)) return;
    const uri = document.uri.toString();
    this.known.add(uri);
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  /** A document that becomes a spec while it is written is opened then; one that was a spec stays open. */
  private change({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!this.has(document)) return this.open(document);
    if (contentChanges.length === 0) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: this.isIncremental
        ? contentChanges.map((change) => ({ range: lspRange(change.range), text: change.text }))
        : [{ text: document.getText() }],
    });
  }

  private saved(document: vscode.TextDocument): void {
    if (!this.save || !this.has(document)) return;
    const includeText = typeof this.save === "object" && this.save.includeText;
    this.connection.notify("textDocument/didSave", {
      textDocument: { uri: document.uri.toString() },
      ...(includeText ? { text: document.getText() } : {}),
    });
  }

  private close(document: vscode.TextDocument): void {
    if (!this.known.delete(document.uri.toString())) return;
    this.connection.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
  }
}
