import * as vscode from "vscode";
import { Feature } from "../lsp/session";
import { callHierarchy } from "./callHierarchy";
import { codeActions } from "./codeActions";
import { codeLens } from "./codeLens";
import { completion } from "./completion";
import { diagnostics } from "./diagnostics";
import { edits } from "./edits";
import { explanations } from "./explanations";
import { folding } from "./folding";
import { formatting } from "./formatting";
import { hover } from "./hover";
import { inlayHints } from "./inlayHints";
import { messages } from "./messages";
import { definition, highlights, references } from "./navigation";
import { progress } from "./progress";
import { rename } from "./rename";
import { semanticTokens } from "./semanticTokens";
import { signatureHelp } from "./signatureHelp";
import { documentSymbols, workspaceSymbols } from "./symbols";
import { watching } from "./watching";

/** All that the extension makes of what a server offers. */
export function allFeatures(output: vscode.OutputChannel): Feature[] {
  return [
    diagnostics, explanations, edits, messages(output), progress, watching,
    completion, signatureHelp, hover, codeActions, codeLens, inlayHints,
    definition, references, highlights, callHierarchy, rename,
    documentSymbols, workspaceSymbols, folding, semanticTokens, formatting,
  ];
}
