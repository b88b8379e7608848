import * as vscode from "vscode";
import { selector } from "../files";
import { lspPosition, lspRange, range, symbolKind } from "../lsp/convert";
import * as lsp from "../lsp/protocol";
import { Feature } from "../lsp/session";

interface IncomingCall {
  from: lsp.CallHierarchyItem;
  fromRanges: lsp.Range[];
}

interface OutgoingCall {
  to: lsp.CallHierarchyItem;
  fromRanges: lsp.Range[];
}

export const callHierarchy: Feature = (session) => {
  if (!session.capabilities.callHierarchyProvider) return [];
  const originals = new WeakMap<vscode.CallHierarchyItem, lsp.CallHierarchyItem>();

  function shown(value: lsp.CallHierarchyItem): vscode.CallHierarchyItem {
    const { name, kind, detail, uri, selectionRange } = value;
    const item = new vscode.CallHierarchyItem(
      symbolKind(kind), name, detail ?? "", vscode.Uri.parse(uri), range(value.range), range(selectionRange)
    );
    originals.set(item, value);
    return item;
  }

  function original(item: vscode.CallHierarchyItem): lsp.CallHierarchyItem {
    const { name, kind, detail, uri } = item;
    return (
      originals.get(item) ?? {
        name, kind: kind + 1, detail: detail ?? "", uri: uri.toString(),
        range: lspRange(item.range), selectionRange: lspRange(item.selectionRange),
      }
    );
  }

  const provider: vscode.CallHierarchyProvider = {
    async prepareCallHierarchy(document, position, token) {
      const params = { position: lspPosition(position) };
      const answer = await session.ask<lsp.CallHierarchyItem[]>(document, "textDocument/prepareCallHierarchy", params, token);
      return answer?.map(shown);
    },
    async provideCallHierarchyIncomingCalls(item, token) {
      const answer = await session.request<IncomingCall[]>("callHierarchy/incomingCalls", { item: original(item) }, token);
      return answer?.map((call) => new vscode.CallHierarchyIncomingCall(shown(call.from), call.fromRanges.map(range)));
    },
    async provideCallHierarchyOutgoingCalls(item, token) {
      const answer = await session.request<OutgoingCall[]>("callHierarchy/outgoingCalls", { item: original(item) }, token);
      return answer?.map((call) => new vscode.CallHierarchyOutgoingCall(shown(call.to), call.fromRanges.map(range)));
    },
  };
  return [vscode.languages.registerCallHierarchyProvider(selector, provider)];
};
