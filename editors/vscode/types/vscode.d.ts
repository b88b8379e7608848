// The part of the API of Visual Studio Code that the extension uses, written from its documentation
// (https://code.visualstudio.com/api/references/vscode-api). `engines` in package.json names the version.

interface Thenable<T> extends PromiseLike<T> {}

declare module "vscode" {
  export const version: string;

  type ProviderResult<T> = T | undefined | null | PromiseLike<T | undefined | null>;

  // Basic values

  export class Disposable {
    constructor(callOnDispose: () => unknown);
    static from(...disposables: { dispose(): unknown }[]): Disposable;
    dispose(): unknown;
  }

  export type Event<T> = (listener: (event: T) => unknown) => Disposable;

  export class EventEmitter<T> {
    readonly event: Event<T>;
    fire(data: T): void;
    dispose(): void;
  }

  export interface CancellationToken {
    readonly isCancellationRequested: boolean;
    readonly onCancellationRequested: Event<any>;
  }

  export class Uri {
    static parse(value: string): Uri;
    static file(path: string): Uri;
    readonly scheme: string;
    readonly path: string;
    readonly fsPath: string;
    toString(): string;
  }

  export class Position {
    constructor(line: number, character: number);
    readonly line: number;
    readonly character: number;
  }

  export class Range {
    constructor(start: Position, end: Position);
    constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
    readonly start: Position;
    readonly end: Position;
  }

  export class Location {
    constructor(uri: Uri, range: Range | Position);
    readonly uri: Uri;
    readonly range: Range;
  }

  export interface LocationLink {
    originSelectionRange?: Range;
    targetUri: Uri;
    targetRange: Range;
    targetSelectionRange?: Range;
  }

  export class MarkdownString {
    constructor(value?: string);
    readonly value: string;
    appendText(value: string): MarkdownString;
    appendCodeblock(value: string, language?: string): MarkdownString;
  }

  export class SnippetString {
    constructor(value?: string);
    readonly value: string;
  }

  export interface Command {
    title: string;
    command: string;
    arguments?: any[];
  }

  // Documents and edits

  export interface TextDocument {
    readonly uri: Uri;
    readonly languageId: string;
    readonly version: number;
    getText(): string;
  }

  export interface TextDocumentChangeEvent {
    readonly document: TextDocument;
    readonly contentChanges: readonly { readonly range: Range; readonly text: string }[];
  }

  export interface DocumentFilter {
    readonly language?: string;
    readonly scheme?: string;
  }

  export interface TextEditor {
    readonly document: TextDocument;
  }

  export class TextEdit {
    constructor(range: Range, newText: string);
    readonly range: Range;
    readonly newText: string;
  }

  export class WorkspaceEdit {
    set(uri: Uri, edits: TextEdit[]): void;
    replace(uri: Uri, range: Range, newText: string): void;
    createFile(uri: Uri, options?: { overwrite?: boolean; ignoreIfExists?: boolean }): void;
    renameFile(oldUri: Uri, newUri: Uri, options?: { overwrite?: boolean; ignoreIfExists?: boolean }): void;
    deleteFile(uri: Uri, options?: { recursive?: boolean; ignoreIfNotExists?: boolean }): void;
  }

  // Diagnostics

  export enum DiagnosticSeverity { Error, Warning, Information, Hint }
  export enum DiagnosticTag { Unnecessary = 1, Deprecated = 2 }

  export class DiagnosticRelatedInformation {
    constructor(location: Location, message: string);
    readonly location: Location;
    readonly message: string;
  }

  export class Diagnostic {
    constructor(range: Range, message: string, severity?: DiagnosticSeverity);
    range: Range;
    message: string;
    severity: DiagnosticSeverity;
    source?: string | undefined;
    code?: string | number | { value: string | number; target: Uri } | undefined;
    relatedInformation?: DiagnosticRelatedInformation[] | undefined;
    tags?: DiagnosticTag[] | undefined;
  }

  export interface DiagnosticCollection extends Disposable {
    set(uri: Uri, diagnostics: readonly Diagnostic[] | undefined): void;
  }

  // Language features

  export class CodeActionKind {
    static readonly Empty: CodeActionKind;
    readonly value: string;
    append(parts: string): CodeActionKind;
  }

  export class CodeAction {
    constructor(title: string, kind?: CodeActionKind);
    title: string;
    kind?: CodeActionKind;
    edit?: WorkspaceEdit;
    diagnostics?: Diagnostic[];
    command?: Command;
    isPreferred?: boolean;
    disabled?: { readonly reason: string };
  }

  export interface CodeActionContext {
    readonly triggerKind: 1 | 2;
    readonly diagnostics: readonly Diagnostic[];
    readonly only: CodeActionKind | undefined;
  }

  export interface CodeActionProvider {
    provideCodeActions(document: TextDocument, range: Range, context: CodeActionContext, token: CancellationToken): ProviderResult<(Command | CodeAction)[]>;
    resolveCodeAction?(action: CodeAction, token: CancellationToken): ProviderResult<CodeAction>;
  }

  export enum CompletionItemKind {}
  export enum CompletionItemTag { Deprecated = 1 }

  export class CompletionItem {
    constructor(label: string | { label: string; detail?: string; description?: string }, kind?: CompletionItemKind);
    label: string | { label: string; detail?: string; description?: string };
    kind?: CompletionItemKind;
    tags?: CompletionItemTag[] | undefined;
    detail?: string | undefined;
    documentation?: string | MarkdownString | undefined;
    sortText?: string | undefined;
    filterText?: string | undefined;
    preselect?: boolean | undefined;
    insertText?: string | SnippetString;
    range?: Range | { inserting: Range; replacing: Range };
    commitCharacters?: string[] | undefined;
    additionalTextEdits?: TextEdit[];
    command?: Command;
  }

  export class CompletionList {
    constructor(items?: CompletionItem[], isIncomplete?: boolean);
    isIncomplete?: boolean;
    items: CompletionItem[];
  }

  export interface CompletionItemProvider {
    provideCompletionItems(
      document: TextDocument,
      position: Position,
      token: CancellationToken,
      context: { readonly triggerKind: 0 | 1 | 2; readonly triggerCharacter: string | undefined }
    ): ProviderResult<CompletionItem[] | CompletionList>;
    resolveCompletionItem?(item: CompletionItem, token: CancellationToken): ProviderResult<CompletionItem>;
  }

  export class Hover {
    constructor(contents: MarkdownString | MarkdownString[], range?: Range);
    contents: MarkdownString[];
    range?: Range;
  }

  export interface HoverProvider {
    provideHover(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Hover>;
  }

  export interface DefinitionProvider {
    provideDefinition(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<LocationLink[]>;
  }

  export interface ReferenceProvider {
    provideReferences(
      document: TextDocument,
      position: Position,
      context: { readonly includeDeclaration: boolean },
      token: CancellationToken
    ): ProviderResult<Location[]>;
  }

  export enum DocumentHighlightKind {}

  export class DocumentHighlight {
    constructor(range: Range, kind?: DocumentHighlightKind);
    range: Range;
  }

  export interface DocumentHighlightProvider {
    provideDocumentHighlights(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<DocumentHighlight[]>;
  }

  export interface RenameProvider {
    provideRenameEdits(document: TextDocument, position: Position, newName: string, token: CancellationToken): ProviderResult<WorkspaceEdit>;
    prepareRename?(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Range | { range: Range; placeholder: string }>;
  }

  export enum SymbolKind {}

  export class DocumentSymbol {
    constructor(name: string, detail: string, kind: SymbolKind, range: Range, selectionRange: Range);
    name: string;
    children: DocumentSymbol[];
  }

  export class SymbolInformation {
    constructor(name: string, kind: SymbolKind, containerName: string, location: Location);
    name: string;
  }

  export interface DocumentSymbolProvider {
    provideDocumentSymbols(document: TextDocument, token: CancellationToken): ProviderResult<DocumentSymbol[]>;
  }

  export interface WorkspaceSymbolProvider {
    provideWorkspaceSymbols(query: string, token: CancellationToken): ProviderResult<SymbolInformation[]>;
  }

  export enum FoldingRangeKind { Comment = 1, Imports = 2, Region = 3 }

  export class FoldingRange {
    constructor(start: number, end: number, kind?: FoldingRangeKind);
    start: number;
    end: number;
  }

  export interface FoldingRangeProvider {
    provideFoldingRanges(document: TextDocument, context: object, token: CancellationToken): ProviderResult<FoldingRange[]>;
  }

  export class SemanticTokensLegend {
    constructor(tokenTypes: string[], tokenModifiers?: string[]);
    readonly tokenTypes: string[];
  }

  export class SemanticTokens {
    constructor(data: Uint32Array, resultId?: string);
    readonly data: Uint32Array;
  }

  export interface DocumentSemanticTokensProvider {
    onDidChangeSemanticTokens?: Event<void>;
    provideDocumentSemanticTokens(document: TextDocument, token: CancellationToken): ProviderResult<SemanticTokens>;
  }

  export class ParameterInformation {
    constructor(label: string | [number, number], documentation?: string | MarkdownString);
  }

  export class SignatureInformation {
    constructor(label: string, documentation?: string | MarkdownString);
    label: string;
    parameters: ParameterInformation[];
    activeParameter?: number | undefined;
  }

  export class SignatureHelp {
    signatures: SignatureInformation[];
    activeSignature: number;
    activeParameter: number;
  }

  export interface SignatureHelpProvider {
    provideSignatureHelp(
      document: TextDocument,
      position: Position,
      token: CancellationToken,
      context: { readonly triggerKind: 1 | 2 | 3; readonly triggerCharacter: string | undefined; readonly isRetrigger: boolean }
    ): ProviderResult<SignatureHelp>;
  }

  export class CallHierarchyItem {
    constructor(kind: SymbolKind, name: string, detail: string, uri: Uri, range: Range, selectionRange: Range);
    kind: SymbolKind;
    name: string;
    detail?: string;
    uri: Uri;
    range: Range;
    selectionRange: Range;
  }

  export class CallHierarchyIncomingCall {
    constructor(item: CallHierarchyItem, fromRanges: Range[]);
    from: CallHierarchyItem;
  }

  export class CallHierarchyOutgoingCall {
    constructor(item: CallHierarchyItem, fromRanges: Range[]);
    to: CallHierarchyItem;
  }

  export interface CallHierarchyProvider {
    prepareCallHierarchy(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<CallHierarchyItem[]>;
    provideCallHierarchyIncomingCalls(item: CallHierarchyItem, token: CancellationToken): ProviderResult<CallHierarchyIncomingCall[]>;
    provideCallHierarchyOutgoingCalls(item: CallHierarchyItem, token: CancellationToken): ProviderResult<CallHierarchyOutgoingCall[]>;
  }

  export class CodeLens {
    constructor(range: Range, command?: Command);
    range: Range;
    command?: Command;
  }

  export interface CodeLensProvider {
    onDidChangeCodeLenses?: Event<void>;
    provideCodeLenses(document: TextDocument, token: CancellationToken): ProviderResult<CodeLens[]>;
    resolveCodeLens?(lens: CodeLens, token: CancellationToken): ProviderResult<CodeLens>;
  }

  export enum InlayHintKind { Type = 1, Parameter = 2 }

  export class InlayHint {
    constructor(position: Position, label: string, kind?: InlayHintKind);
    position: Position;
    label: string;
    tooltip?: string | MarkdownString | undefined;
    paddingLeft?: boolean | undefined;
    paddingRight?: boolean | undefined;
  }

  export interface InlayHintsProvider {
    onDidChangeInlayHints?: Event<void>;
    provideInlayHints(document: TextDocument, range: Range, token: CancellationToken): ProviderResult<InlayHint[]>;
  }

  export interface FormattingOptions {
    tabSize: number;
    insertSpaces: boolean;
  }

  export interface DocumentFormattingEditProvider {
    provideDocumentFormattingEdits(document: TextDocument, options: FormattingOptions, token: CancellationToken): ProviderResult<TextEdit[]>;
  }

  export interface DocumentRangeFormattingEditProvider {
    provideDocumentRangeFormattingEdits(document: TextDocument, range: Range, options: FormattingOptions, token: CancellationToken): ProviderResult<TextEdit[]>;
  }

  export namespace languages {
    function createDiagnosticCollection(name: string): DiagnosticCollection;
    function registerCodeActionsProvider(selector: DocumentFilter, provider: CodeActionProvider, metadata?: { providedCodeActionKinds?: readonly CodeActionKind[] }): Disposable;
    function registerCompletionItemProvider(selector: DocumentFilter, provider: CompletionItemProvider, ...triggerCharacters: string[]): Disposable;
    function registerHoverProvider(selector: DocumentFilter, provider: HoverProvider): Disposable;
    function registerDefinitionProvider(selector: DocumentFilter, provider: DefinitionProvider): Disposable;
    function registerReferenceProvider(selector: DocumentFilter, provider: ReferenceProvider): Disposable;
    function registerDocumentHighlightProvider(selector: DocumentFilter, provider: DocumentHighlightProvider): Disposable;
    function registerRenameProvider(selector: DocumentFilter, provider: RenameProvider): Disposable;
    function registerDocumentSymbolProvider(selector: DocumentFilter, provider: DocumentSymbolProvider, metadata?: { label?: string }): Disposable;
    function registerWorkspaceSymbolProvider(provider: WorkspaceSymbolProvider): Disposable;
    function registerFoldingRangeProvider(selector: DocumentFilter, provider: FoldingRangeProvider): Disposable;
    function registerDocumentSemanticTokensProvider(selector: DocumentFilter, provider: DocumentSemanticTokensProvider, legend: SemanticTokensLegend): Disposable;
    function registerSignatureHelpProvider(
      selector: DocumentFilter,
      provider: SignatureHelpProvider,
      metadata: { readonly triggerCharacters: readonly string[]; readonly retriggerCharacters: readonly string[] }
    ): Disposable;
    function registerCallHierarchyProvider(selector: DocumentFilter, provider: CallHierarchyProvider): Disposable;
    function registerCodeLensProvider(selector: DocumentFilter, provider: CodeLensProvider): Disposable;
    function registerInlayHintsProvider(selector: DocumentFilter, provider: InlayHintsProvider): Disposable;
    function registerDocumentFormattingEditProvider(selector: DocumentFilter, provider: DocumentFormattingEditProvider): Disposable;
    function registerDocumentRangeFormattingEditProvider(selector: DocumentFilter, provider: DocumentRangeFormattingEditProvider): Disposable;
  }

  // The workspace

  export interface WorkspaceFolder {
    readonly uri: Uri;
    readonly name: string;
  }

  export interface WorkspaceConfiguration {
    get<T>(section: string): T | undefined;
    get<T>(section: string, defaultValue: T): T;
  }

  export interface FileSystemWatcher extends Disposable {
    readonly onDidCreate: Event<Uri>;
    readonly onDidChange: Event<Uri>;
    readonly onDidDelete: Event<Uri>;
  }

  export interface TextDocumentContentProvider {
    provideTextDocumentContent(uri: Uri, token: CancellationToken): ProviderResult<string>;
  }

  export namespace workspace {
    const workspaceFolders: readonly WorkspaceFolder[] | undefined;
    const textDocuments: readonly TextDocument[];
    const isTrusted: boolean;
    const onDidGrantWorkspaceTrust: Event<void>;
    const onDidOpenTextDocument: Event<TextDocument>;
    const onDidChangeTextDocument: Event<TextDocumentChangeEvent>;
    const onDidSaveTextDocument: Event<TextDocument>;
    const onDidCloseTextDocument: Event<TextDocument>;
    const onDidChangeWorkspaceFolders: Event<{ readonly added: readonly WorkspaceFolder[]; readonly removed: readonly WorkspaceFolder[] }>;
    const onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
    function getConfiguration(section: string): WorkspaceConfiguration;
    function getWorkspaceFolder(uri: Uri): WorkspaceFolder | undefined;
    function asRelativePath(uri: Uri): string;
    function applyEdit(edit: WorkspaceEdit): Thenable<boolean>;
    function findFiles(include: string): Thenable<Uri[]>;
    function createFileSystemWatcher(pattern: string): FileSystemWatcher;
    function registerTextDocumentContentProvider(scheme: string, provider: TextDocumentContentProvider): Disposable;
  }

  // The window

  export interface OutputChannel extends Disposable {
    append(value: string): void;
    appendLine(value: string): void;
    show(): void;
  }

  export enum ProgressLocation { SourceControl = 1, Window = 10, Notification = 15 }

  export interface Progress {
    report(value: { message?: string; increment?: number }): void;
  }

  export namespace window {
    const activeTextEditor: TextEditor | undefined;
    function createOutputChannel(name: string): OutputChannel;
    function showInformationMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showWarningMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
    function showTextDocument(uri: Uri, options?: { selection?: Range }): Thenable<TextEditor>;
    function withProgress<R>(
      options: { location: ProgressLocation; title?: string; cancellable?: boolean },
      task: (progress: Progress, token: CancellationToken) => Thenable<R>
    ): Thenable<R>;
  }

  export namespace env {
    const appName: string;
    const language: string;
    function openExternal(target: Uri): Thenable<boolean>;
  }

  export namespace commands {
    function registerCommand(command: string, callback: (...values: any[]) => any): Disposable;
    function executeCommand<T = unknown>(command: string, ...values: any[]): Thenable<T>;
  }

  export interface ExtensionContext {
    readonly subscriptions: { dispose(): unknown }[];
  }

  // The test explorer

  export interface TestItemCollection {
    readonly size: number;
    get(id: string): TestItem | undefined;
    add(item: TestItem): void;
    delete(id: string): void;
    replace(items: readonly TestItem[]): void;
    forEach(callback: (item: TestItem) => unknown): void;
  }

  export interface TestItem {
    readonly id: string;
    readonly uri: Uri | undefined;
    readonly children: TestItemCollection;
    readonly parent: TestItem | undefined;
    label: string;
    canResolveChildren: boolean;
    range: Range | undefined;
    error: string | undefined;
  }

  export class TestMessage {
    constructor(message: string);
    message: string;
    expectedOutput?: string;
    actualOutput?: string;
    location?: Location;
  }

  export interface TestRunRequest {
    readonly include: readonly TestItem[] | undefined;
    readonly exclude: readonly TestItem[] | undefined;
    readonly continuous?: boolean;
  }

  export interface TestRun {
    started(test: TestItem): void;
    passed(test: TestItem, duration?: number): void;
    failed(test: TestItem, message: TestMessage | readonly TestMessage[], duration?: number): void;
    errored(test: TestItem, message: TestMessage | readonly TestMessage[], duration?: number): void;
    skipped(test: TestItem): void;
    appendOutput(output: string): void;
    end(): void;
  }

  export enum TestRunProfileKind { Run = 1, Debug = 2, Coverage = 3 }

  export interface TestController extends Disposable {
    readonly items: TestItemCollection;
    resolveHandler?: (item: TestItem | undefined) => Thenable<void> | void;
    refreshHandler?: (token: CancellationToken) => Thenable<void> | void;
    createTestItem(id: string, label: string, uri?: Uri): TestItem;
    createTestRun(request: TestRunRequest): TestRun;
    createRunProfile(
      label: string,
      kind: TestRunProfileKind,
      runHandler: (request: TestRunRequest, token: CancellationToken) => Thenable<void> | void,
      isDefault?: boolean,
      tag?: undefined,
      supportsContinuousRun?: boolean
    ): Disposable;
  }

  export namespace tests {
    function createTestController(id: string, label: string): TestController;
  }
}
