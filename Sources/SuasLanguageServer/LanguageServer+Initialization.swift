import JSONRPC
import SuasIDE
import SuasSpec

/// The beginning of a session.
extension LanguageServer {
  func initialize(_ parameters: Parameters) -> JSON {
    capabilities = parameters["capabilities"]
    showsAnswers = parameters["initializationOptions"]["showsAnswers"].flag == true
    let offered = capabilities["general"]["positionEncodings"].items.compactMap(\.text)
    encoding = offered.contains(TextPositions.Encoding.utf8.rawValue) ? .utf8 : .utf16
    var folders = parameters["workspaceFolders"].items.compactMap { $0["uri"].text }
    if folders.isEmpty, let root = parameters["rootUri"].text { folders = [root] }
    workspace.folders = folders.map(DocumentAddress.path)
    return [
      "capabilities": serverCapabilities,
      "serverInfo": ["name": "suas-run", "version": .string(version)],
    ]
  }

  private var serverCapabilities: JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2],
      "completionProvider": ["triggerCharacters": [".", " ", "{", "[", "(", "$", "\"", "'"]],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "foldingRangeProvider": true,
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "semanticTokensProvider": [
        "legend": ["tokenTypes": .strings(Self.tokenTypes), "tokenModifiers": []], "full": true,
      ],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
      "callHierarchyProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "codeLensProvider": ["resolveProvider": false],
      "inlayHintProvider": true,
      "executeCommandProvider": [
        "commands": .strings(Command.allCases.map(\.rawValue) + [Command.explain])
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true]
      ],
    ]
  }

  /// Asks the client to report changes on the disk, if it can.
  func registerForChanges() {
    let watching = capabilities["workspace"]["didChangeWatchedFiles"]
    guard watching["dynamicRegistration"].flag == true else { return }
    client.request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*.{yaml,yml,json}"]]],
          ]
        ]
      ])
  }

  func didChangeFolders(_ event: Parameters) {
    let removed = event["removed"].items.compactMap { $0["uri"].text }.map(DocumentAddress.path)
    let added = event["added"].items.compactMap { $0["uri"].text }.map(DocumentAddress.path)
    workspace.folders = workspace.folders.filter { !removed.contains($0) } + added
    markAllStale()
  }
}
