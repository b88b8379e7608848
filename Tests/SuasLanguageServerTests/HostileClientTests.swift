import Foundation
import SuasLanguageServer
import Support
import Testing

@Suite struct HostileClientTests {
  @Test func wrongPositionsAndEditsOutOfOrderAreSurvived() throws {
    let folder = try EditedFolder()
    let client = try TestClient(folders: [folder.path])
    let path = folder["spec.yaml"]
    try client.open(path, "suas: 1\nstates:\n  S: { é: string, 😀: int }\n")
    var random = SplitMix64(seed: 7)
    func number() -> Int { Int(truncatingIfNeeded: random.next() % 40) - 10 }
    let methods = [
      "completion", "hover", "definition", "references", "rename", "documentSymbol", "codeLens",
      "foldingRange", "formatting", "rangeFormatting", "semanticTokens/full", "signatureHelp",
      "prepareCallHierarchy", "codeAction", "inlayHint", "documentHighlight", "prepareRename",
    ]
    for round in 0..<400 {
      let start: [String: Any] = ["line": number(), "character": number()]
      let range: [String: Any] = [
        "start": start, "end": ["line": number(), "character": number()],
      ]
      if round % 2 == 0 {
        let texts = ["a", "\n", "{", "${", "\"", "é😀", "- ", ": ", "\r", "on:\n  X:\n", "store."]
        try client.notify(
          "textDocument/didChange",
          [
            "textDocument": ["uri": "file://\(path)", "version": number()],
            "contentChanges": [
              ["range": range, "text": texts[Int(random.next() % UInt64(texts.count))]]
            ],
          ])
      } else {
        let method = methods[Int(random.next() % UInt64(methods.count))]
        _ = try client.value(
          "textDocument/\(method)",
          [
            "textDocument": ["uri": "file://\(path)"], "position": start, "range": range,
            "newName": "x", "options": [:], "context": [:],
          ])
      }
    }
    #expect(
      try client.value("textDocument/documentSymbol", ["textDocument": ["uri": "file://\(path)"]])
        != nil)
  }

  @Test(arguments: [
    "[]", "null", "1", "\"x\"", "{}", #"{"id": {}}"#, #"{"id": 1}"#, #"{"method": 1}"#,
    #"{"id": 1, "method": "textDocument/hover"}"#,
    #"{"id": 1, "method": "workspace/executeCommand", "params": {"command": "x"}}"#,
    #"{"method": "textDocument/didChange", "params": {"contentChanges": 3}}"#,
    #"{"method": "textDocument/didOpen", "params": []}"#, #"{"method":"#, "\u{FFFD}",
  ])
  func strangeMessagesDoNotEndTheServer(_ text: String) throws {
    let client = try TestClient()
    client.server.receive(Array(text.utf8))
    while client.server.idle() != nil {}
    #expect(!client.server.hasEnded)
    _ = try client.answers()
    #expect(try client.value("workspace/symbol", ["query": ""]) as? [Any] != nil)
  }
}
