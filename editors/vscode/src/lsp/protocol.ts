// The parts of the Language Server Protocol 3.17 that the extension uses, under the names of its specification.

export interface WorkspaceFolder {
  uri: string;
  name: string;
}

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface Location {
  uri: string;
  range: Range;
}

export interface LocationLink {
  originSelectionRange?: Range;
  targetUri: string;
  targetRange: Range;
  targetSelectionRange: Range;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface InsertReplaceEdit {
  newText: string;
  insert: Range;
  replace: Range;
}

export interface TextDocumentEdit {
  textDocument: { uri: string; version?: number | null };
  edits: TextEdit[];
}

export type FileOperation =
  | { kind: "create"; uri: string; options?: { overwrite?: boolean; ignoreIfExists?: boolean } }
  | { kind: "rename"; oldUri: string; newUri: string; options?: { overwrite?: boolean; ignoreIfExists?: boolean } }
  | { kind: "delete"; uri: string; options?: { recursive?: boolean; ignoreIfNotExists?: boolean } };

export interface WorkspaceEdit {
  changes?: { [uri: string]: TextEdit[] };
  documentChanges?: (TextDocumentEdit | FileOperation)[];
}

export interface Diagnostic {
  range: Range;
  severity?: 1 | 2 | 3 | 4;
  code?: number | string;
  codeDescription?: { href: string };
  source?: string;
  message: string;
  tags?: (1 | 2)[];
  relatedInformation?: { location: Location; message: string }[];
  data?: unknown;
}

export interface Command {
  title: string;
  command: string;
  arguments?: unknown[];
}

export interface CodeAction {
  title: string;
  kind?: string;
  diagnostics?: Diagnostic[];
  isPreferred?: boolean;
  disabled?: { reason: string };
  edit?: WorkspaceEdit;
  command?: Command;
  data?: unknown;
}

export interface MarkupContent {
  kind: "plaintext" | "markdown";
  value: string;
}

export type Documentation = string | MarkupContent;

export interface CompletionItem {
  label: string;
  labelDetails?: { detail?: string; description?: string };
  kind?: number;
  tags?: 1[];
  detail?: string;
  documentation?: Documentation;
  preselect?: boolean;
  sortText?: string;
  filterText?: string;
  insertText?: string;
  insertTextFormat?: 1 | 2;
  textEdit?: TextEdit | InsertReplaceEdit;
  additionalTextEdits?: TextEdit[];
  commitCharacters?: string[];
  command?: Command;
  data?: unknown;
}

export interface CompletionList {
  isIncomplete: boolean;
  items: CompletionItem[];
}

export interface Hover {
  contents: Documentation | { language: string; value: string } | (string | { language: string; value: string })[];
  range?: Range;
}

export interface DocumentSymbol {
  name: string;
  detail?: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: DocumentSymbol[];
}

export interface WorkspaceSymbol {
  name: string;
  kind: number;
  containerName?: string;
  location: Location;
}

export interface FoldingRange {
  startLine: number;
  endLine: number;
  kind?: "comment" | "imports" | "region";
}

export interface SignatureHelp {
  signatures: {
    label: string;
    documentation?: Documentation;
    parameters?: { label: string | [number, number]; documentation?: Documentation }[];
    activeParameter?: number;
  }[];
  activeSignature?: number;
  activeParameter?: number;
}

export interface DocumentHighlight {
  range: Range;
  kind?: 1 | 2 | 3;
}

export interface CallHierarchyItem {
  name: string;
  kind: number;
  detail?: string;
  uri: string;
  range: Range;
  selectionRange: Range;
  data?: unknown;
}

export interface CodeLens {
  range: Range;
  command?: Command;
  data?: unknown;
}

export interface InlayHint {
  position: Position;
  label: string | { value: string; tooltip?: Documentation }[];
  kind?: 1 | 2;
  tooltip?: Documentation;
  paddingLeft?: boolean;
  paddingRight?: boolean;
}

type Offered<Options = object> = boolean | Options;

export interface ServerCapabilities {
  textDocumentSync?: 0 | 1 | 2 | { openClose?: boolean; change?: 0 | 1 | 2; save?: Offered<{ includeText?: boolean }> };
  completionProvider?: { triggerCharacters?: string[]; resolveProvider?: boolean };
  hoverProvider?: Offered;
  signatureHelpProvider?: { triggerCharacters?: string[]; retriggerCharacters?: string[] };
  definitionProvider?: Offered;
  referencesProvider?: Offered;
  documentHighlightProvider?: Offered;
  documentSymbolProvider?: Offered;
  workspaceSymbolProvider?: Offered;
  codeActionProvider?: Offered<{ codeActionKinds?: string[]; resolveProvider?: boolean }>;
  codeLensProvider?: { resolveProvider?: boolean };
  documentFormattingProvider?: Offered;
  documentRangeFormattingProvider?: Offered;
  renameProvider?: Offered<{ prepareProvider?: boolean }>;
  foldingRangeProvider?: Offered;
  callHierarchyProvider?: Offered;
  semanticTokensProvider?: { legend: { tokenTypes: string[]; tokenModifiers: string[] }; full?: Offered };
  inlayHintProvider?: Offered;
  executeCommandProvider?: { commands: string[] };
}

/** The answers of `suas-run.runScenario`, `suas-run.updateGolden` and `suas-run.explore`. */
export type CommandResult = RunResult | { updated: number } | TextResult;

/** The answer of `suas-run.explain`, too. */
export interface TextResult {
  text: string;
}

/** Lines count from 0. */
export interface RunResult {
  passed: number;
  failed: number;
  scenarios: ScenarioResult[];
}

export interface ScenarioResult {
  name: string;
  uri: string;
  line: number;
  outcome: "passed" | "failed";
  message?: string;
}
