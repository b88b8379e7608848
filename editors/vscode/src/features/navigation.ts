import * as vscode from "vscode";
import { selector } from "../files";
import { location, lspPosition, range } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

type Definition = lsp.Location | lsp.Location[] | lsp.LocationLink[];

export const definition: Feature = (session) => {
  if (!session.capabilities.definitionProvider) return [];
  const provider: vscode.DefinitionProvider = {
    async provideDefinition(document, position, token) {
      const params = { position: lspPosition(position) };
      const answer = await session.ask<Definition>(document, "textDocument/definition", params, token);
      if (!answer) return undefined;
      return (Array.isArray(answer) ? answer : [answer]).map(definitionLink);
    },
  };
  return [vscode.languages.registerDefinitionProvider(selector, provider)];
};

export const references: Feature = (session) => {
  if (!session.capabilities.referencesProvider) return [];
  const provider: vscode.ReferenceProvider = {
    async provideReferences(document, position, context, token) {
      const params = { position: lspPosition(position), context: { includeDeclaration: context.includeDeclaration } };
      const answer = await session.ask<lsp.Location[]>(document, "textDocument/references", params, token);
      return answer?.map(location);
    },
  };
  return [vscode.languages.registerReferenceProvider(selector, provider)];
};

export const highlights: Feature = (session) => {
  if (!session.capabilities.documentHighlightProvider) return [];
  const provider: vscode.DocumentHighlightProvider = {
    async provideDocumentHighlights(document, position, token) {
      const params = { position: lspPosition(position) };
      const answer = await session.ask<lsp.DocumentHighlight[]>(document, "textDocument/documentHighlight", params, token);
      return answer?.map(({ range: place, kind }) => new vscode.DocumentHighlight(range(place), (kind ?? 1) - 1));
    },
  };
  return [vscode.languages.registerDocumentHighlightProvider(selector, provider)];
};

function definitionLink(value: lsp.Location | lsp.LocationLink): vscode.LocationLink {
  if ("uri" in value) return { targetUri: vscode.Uri.parse(value.uri), targetRange: range(value.range) };
  return {
    targetUri: vscode.Uri.parse(value.targetUri),
    targetRange: range(value.targetRange),
    targetSelectionRange: range(value.targetSelectionRange),
    ...(value.originSelectionRange ? { originSelectionRange: range(value.originSelectionRange) } : {}),
  };
}
