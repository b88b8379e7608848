import * as fs from "fs";
import * as path from "path";
import { Disposable, EventEmitter, Range, Uri, WorkspaceEdit } from "./values";

/** A document that a test opens and changes. */
export class Document {
  version = 1;
  constructor(readonly uri: Uri, public text: string, readonly languageId = "yaml") {}
  getText(): string {
    return this.text;
  }
}

/** A watcher of files, whose events a test fires. */
export class Watcher extends Disposable {
  readonly created = new EventEmitter<Uri>();
  readonly changed = new EventEmitter<Uri>();
  readonly deleted = new EventEmitter<Uri>();
  readonly onDidCreate = this.created.event;
  readonly onDidChange = this.changed.event;
  readonly onDidDelete = this.deleted.event;
  constructor(readonly pattern: string) {
    super(() => undefined);
  }
}

/** The state of the stand-in for the editor: what tests set, and what the extension did. */
class Editor {
  settings: { [name: string]: unknown } = {};
  isTrusted = true;
  folder: string | undefined;
  documents: Document[] = [];
  active: Document | undefined;
  /** What was shown to the user, and the button that the next message is answered with. */
  shown: string[] = [];
  choice: string | undefined;
  output = "";
  progress: unknown[] = [];
  edits: WorkspaceEdit[] = [];
  executed: unknown[][] = [];
  diagnostics = new Map<string, any[]>();
  providers = new Map<string, any[]>();
  commands = new Map<string, (...values: any[]) => any>();
  watchers: Watcher[] = [];

  readonly opened = new EventEmitter<Document>();
  readonly changed = new EventEmitter<{ document: Document; contentChanges: { range: Range; text: string }[] }>();
  readonly saved = new EventEmitter<Document>();
  readonly closed = new EventEmitter<Document>();
  readonly trusted = new EventEmitter<void>();
  readonly foldersChanged = new EventEmitter<{ added: unknown[]; removed: unknown[] }>();
  readonly configured = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

  open(name: string, text: string, languageId = "yaml"): Document {
    const document = new Document(Uri.file(path.join(this.folder ?? "/", name)), text, languageId);
    this.documents.push(document);
    this.opened.fire(document);
    return document;
  }

  /** Replaces a range of a document by a text. */
  change(document: Document, range: Range, text: string): void {
    const offset = ({ line, character }: { line: number; character: number }) =>
      document.text.split("\n").slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
    document.text = document.text.slice(0, offset(range.start)) + text + document.text.slice(offset(range.end));
    document.version += 1;
    this.changed.fire({ document, contentChanges: [{ range, text }] });
  }

  close(document: Document): void {
    this.documents = this.documents.filter((open) => open !== document);
    this.closed.fire(document);
  }

  trust(): void {
    this.isTrusted = true;
    this.trusted.fire();
  }

  set(name: string, value: unknown): void {
    this.settings[name] = value;
    this.configured.fire({ affectsConfiguration: (section) => name.startsWith(section) });
  }

  /** The provider that is registered under the name of its function, such as `Hover`. */
  provider(kind: string): any {
    return this.providers.get(kind)?.[0];
  }

  register(kind: string, provider: unknown): Disposable {
    this.providers.set(kind, [...(this.providers.get(kind) ?? []), provider]);
    return new Disposable(() => this.providers.set(kind, (this.providers.get(kind) ?? []).filter((other) => other !== provider)));
  }

  show(message: string): Promise<string | undefined> {
    this.shown.push(message);
    const choice = this.choice;
    this.choice = undefined;
    return Promise.resolve(choice);
  }

  /** The scenario files below the folder. */
  find(): Uri[] {
    const found: Uri[] = [];
    const visit = (folder: string): void => {
      for (const name of fs.readdirSync(folder).sort()) {
        const file = path.join(folder, name);
        if (name.endsWith(".scenario.yaml")) found.push(Uri.file(file));
        else if (!name.includes(".")) visit(file);
      }
    };
    if (this.folder) visit(this.folder);
    return found;
  }
}

export const editor = new Editor();
