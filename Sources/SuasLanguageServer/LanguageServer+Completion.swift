import JSONRPC
import SuasIDE
import SuasSpec

extension LanguageServer {
  func completion(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    let completions = workspace.completions(
      in: document, at: positions.offset(parameters["position"]))
    let range = positions.json(completions.range)
    let takesSnippets =
      capabilities["textDocument"]["completion"]["completionItem"]["snippetSupport"].flag == true
    let items = completions.items.enumerated().map { index, item -> JSON in
      let isSnippet = item.isSnippet && takesSnippets
      var json: JSON = [
        "label": .string(item.label), "kind": .int(item.kind.number),
        "sortText": .string(
          String(repeating: "0", count: max(0, 4 - "\(index)".count)) + "\(index)"),
        "textEdit": [
          "range": range, "newText": .string(isSnippet || !item.isSnippet ? item.text : item.label),
        ],
      ]
      if isSnippet { json = json + ["insertTextFormat": 2, "insertTextMode": 1] }
      if !item.detail.isEmpty { json = json + ["detail": .string(item.detail)] }
      if !item.documentation.isEmpty {
        json = json + ["documentation": .string(item.documentation)]
      }
      return json
    }
    return ["isIncomplete": false, "items": .array(items)]
  }
}

extension Completion.Kind {
  /// The number in the protocol.
  fileprivate var number: Int {
    switch self {
    case .key: 10
    case .verb: 14
    case .field: 5
    case .action: 23
    case .type: 22
    case .enumCase: 20
    case .function: 3
    case .method: 2
    case .constant: 21
    case .variable: 6
    case .word: 12
    case .file: 17
    case .selector: 18
    case .listener: 8
    case .rule: 3
    }
  }
}
