import * as path from "path";

// Stand-ins for the values of the editor's API, with just enough behavior for the tests.

export class Disposable {
  constructor(private readonly callOnDispose: () => unknown) {}
  static from(...disposables: Disposable[]): Disposable {
    return new Disposable(() => disposables.forEach((disposable) => disposable.dispose()));
  }
  dispose(): unknown {
    return this.callOnDispose();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown) => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  get listenerCount(): number {
    return this.listeners.size;
  }
  fire(value: T): void {
    [...this.listeners].forEach((listener) => listener(value));
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class CancellationTokenSource {
  private readonly emitter = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
}

export class Uri {
  private constructor(readonly scheme: string, readonly path: string) {}
  static parse(text: string): Uri {
    const match = /^([a-z][a-z0-9+.-]*):(?:\/\/)?(.*)$/.exec(text);
    return new Uri(match?.[1] ?? "file", decodeURIComponent(match?.[2] ?? ""));
  }
  static file(file: string): Uri {
    return new Uri("file", path.resolve(file));
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${encodeURI(this.path)}`;
  }
}

export class Position {
  constructor(readonly line: number, readonly character: number) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...parts: [Position, Position] | [number, number, number, number]) {
    if (parts.length === 2) [this.start, this.end] = parts;
    else [this.start, this.end] = [new Position(parts[0], parts[1]), new Position(parts[2], parts[3])];
  }
}

export class Location {
  readonly range: Range;
  constructor(readonly uri: Uri, range: Range | Position) {
    this.range = range instanceof Position ? new Range(range, range) : range;
  }
}

export class MarkdownString {
  constructor(public value = "") {}
  appendText(text: string): this {
    this.value += text;
    return this;
  }
  appendCodeblock(code: string, language = ""): this {
    this.value += `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
    return this;
  }
}

export class SnippetString {
  constructor(readonly value = "") {}
}

export class TextEdit {
  constructor(readonly range: Range, readonly newText: string) {}
}

export class WorkspaceEdit {
  readonly operations: unknown[] = [];
  set(uri: Uri, edits: TextEdit[]): void {
    edits.forEach(({ range, newText }) => this.replace(uri, range, newText));
  }
  replace(uri: Uri, range: Range, newText: string): void {
    this.operations.push(["replace", uri.path, range.start.line, range.start.character, newText]);
  }
  createFile(uri: Uri): void {
    this.operations.push(["create", uri.path]);
  }
  renameFile(from: Uri, to: Uri): void {
    this.operations.push(["rename", from.path, to.path]);
  }
  deleteFile(uri: Uri): void {
    this.operations.push(["delete", uri.path]);
  }
}

export class Diagnostic {
  constructor(public range: Range, public message: string, public severity = 0) {}
}
export class DiagnosticRelatedInformation {
  constructor(readonly location: Location, readonly message: string) {}
}
export class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  constructor(readonly value: string) {}
  append(parts: string): CodeActionKind {
    return new CodeActionKind(this.value === "" ? parts : `${this.value}.${parts}`);
  }
}
export class CodeAction {
  constructor(readonly title: string, readonly kind?: CodeActionKind) {}
}
export class CompletionItem {
  constructor(readonly label: string, readonly kind?: number) {}
}
export class CompletionList {
  constructor(readonly items: CompletionItem[], readonly isIncomplete: boolean) {}
}
export class Hover {
  constructor(readonly contents: MarkdownString[], readonly range?: Range) {}
}
export class DocumentSymbol {
  children: DocumentSymbol[] = [];
  constructor(readonly name: string, readonly detail: string, readonly kind: number, readonly range: Range, readonly selectionRange: Range) {}
}
export class SymbolInformation {
  constructor(readonly name: string, readonly kind: number, readonly containerName: string, readonly location: Location) {}
}
export class DocumentHighlight {
  constructor(readonly range: Range, readonly kind?: number) {}
}
export class FoldingRange {
  constructor(readonly start: number, readonly end: number, readonly kind?: number) {}
}
export class SemanticTokensLegend {
  constructor(readonly tokenTypes: string[], readonly tokenModifiers: string[]) {}
}
export class SemanticTokens {
  constructor(readonly data: Uint32Array) {}
}
export class ParameterInformation {
  constructor(readonly label: unknown, readonly documentation?: unknown) {}
}
export class SignatureInformation {
  parameters: ParameterInformation[] = [];
  constructor(readonly label: string, readonly documentation?: unknown) {}
}
export class SignatureHelp {}
export class CallHierarchyItem {
  constructor(
    readonly kind: number, readonly name: string, readonly detail: string,
    readonly uri: Uri, readonly range: Range, readonly selectionRange: Range
  ) {}
}
export class CallHierarchyIncomingCall {
  constructor(readonly from: CallHierarchyItem, readonly fromRanges: Range[]) {}
}
export class CallHierarchyOutgoingCall {
  constructor(readonly to: CallHierarchyItem, readonly fromRanges: Range[]) {}
}
export class CodeLens {
  constructor(readonly range: Range, public command?: unknown) {}
}
export class InlayHint {
  constructor(readonly position: Position, readonly label: string, readonly kind?: number) {}
}

export const FoldingRangeKind = { Comment: 1, Imports: 2, Region: 3 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
