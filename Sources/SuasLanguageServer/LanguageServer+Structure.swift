import JSONRPC
import SuasIDE
import SuasSpec
import YAML

/// Symbols, folding, formatting, tokens and signatures.
extension LanguageServer {
  func documentSymbols(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    func json(_ item: OutlineItem) -> JSON {
      [
        "name": .string(item.name.isEmpty ? "…" : item.name), "kind": .int(item.kind.number),
        "range": positions.json(item.range), "selectionRange": positions.json(item.selection),
        "children": .array(item.children.map(json)),
      ]
    }
    return .array(workspace.analysis(of: document).outline.map(json))
  }

  func workspaceSymbols(_ parameters: Parameters) -> JSON {
    .array(
      workspace.names(containing: parameters["query"].text ?? "", withVariables: false).map {
        name in
        [
          "name": .string(name.symbol.name), "kind": .int(name.symbol.kind.number),
          "location": location(name.range), "containerName": .string(name.symbol.owner),
        ]
      })
  }

  func foldings(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    func json(_ range: Range<Int>) -> JSON {
      [
        "startLine": .int(positions.line(of: range.lowerBound)),
        "endLine": .int(positions.line(of: range.upperBound)),
      ]
    }
    let analysis = workspace.analysis(of: document)
    return .array(
      analysis.foldings.map(json)
        + analysis.commentFoldings.map { json($0) + ["kind": "comment"] })
  }

  func formatting(_ parameters: Parameters, inRange: Bool) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    var lines: ClosedRange<Int>?
    if inRange {
      let range = positions.range(parameters["range"])
      let first = positions.line(of: range.lowerBound)
      lines = first + 1...max(first, positions.line(of: range.upperBound)) + 1
    }
    do throws(EditingFailure) {
      return .array(
        try workspace.formatting(document, lines: lines).map {
          ["range": positions.json($0.place.range), "newText": .string($0.text)]
        })
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }

  static let tokenTypes = SemanticToken.Kind.allCases.map { "\($0)" }

  func semanticTokens(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    var data: [JSON] = []
    var last = (line: 0, character: 0)
    for token in workspace.analysis(of: document).semanticTokens {
      // Not every client knows tokens of several lines.
      for range in token.range.lines(in: document.text) {
        let place = positions.place(of: range.lowerBound)
        data += [
          .int(place.line - last.line),
          .int(place.line == last.line ? place.character - last.character : place.character),
          .int(positions.length(of: range)), .int(token.kind.rawValue), 0,
        ]
        last = place
      }
    }
    return ["data": .array(data)]
  }

  func signatureHelp(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, _) = try cursor(parameters)
    guard let help = workspace.signatureHelp(in: document, at: offset) else { return .null }
    return [
      "signatures": .array(
        help.signatures.map {
          ["label": .string($0.label), "documentation": .string($0.documentation)]
        }),
      "activeSignature": 0, "activeParameter": .int(help.argument),
    ]
  }

  func prepareCallHierarchy(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, _) = try cursor(parameters)
    guard let item = workspace.callHierarchyItem(in: document, at: offset) else { return .null }
    return [json(item)]
  }

  private func json(_ item: CallHierarchyItem) -> JSON {
    let positions = positions(in: item.path)
    return [
      "name": .string(item.name), "detail": .string(item.noun), "kind": 12,
      "uri": .string(DocumentAddress.address(of: item.path)),
      "range": positions.json(item.range), "selectionRange": positions.json(item.selection),
    ]
  }

  func calls(_ parameters: Parameters, incoming: Bool) throws(ResponseError) -> JSON {
    let item = parameters["item"]
    let address = try parameters.required(item["uri"].text, "uri")
    let path = DocumentAddress.path(of: address)
    let positions = positions(in: path)
    let offset = positions.offset(item["selectionRange"]["start"])
    let document =
      workspace.document(at: path)
      ?? Document(path: path, text: workspace.text(of: path) ?? [], version: nil)
    guard let name = workspace.name(in: document, at: offset) else { return .array([]) }
    let items = incoming ? workspace.callers(of: name) : workspace.callees(of: name)
    return .array(
      items.map { item in
        let positions = self.positions(in: incoming ? item.path : path)
        return [
          incoming ? "from" : "to": json(item),
          "fromRanges": .array(item.places.map { positions.json($0) }),
        ]
      })
  }

  func codeActions(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let document = try document(parameters)
    let positions = positions(in: document)
    let range = positions.range(parameters["range"])
    let only = parameters["context"]["only"].items.compactMap(\.text)
    guard only.isEmpty || only.contains(where: { ["", "quickfix"].contains($0) }) else {
      return .array([])
    }
    let coverage = runs.missingCoverage(in: document.path)
      .filter { $0.start <= range.upperBound && range.lowerBound <= $0.offset }
      .compactMap { workspace.scenario(covering: $0, in: document) }
    let changes = (workspace.codeActions(in: document, range) + coverage.prefix(1)).map {
      action -> JSON in
      let json: JSON = [
        "title": .string(action.title), "kind": "quickfix", "edit": workspaceEdit(action.edits),
      ]
      guard let diagnostic = action.diagnostic else { return json }
      return json + ["diagnostics": [self.json(diagnostic, positions)]]
    }
    // A command is of no kind.
    guard only.isEmpty else { return .array(changes) }
    var codes: Set<String> = []
    let explanations = workspace.diagnostics(in: document, range).map(\.diagnostic)
      .filter { codes.insert($0.code.rawValue).inserted }
      .map { diagnostic -> JSON in
        let code = diagnostic.code.rawValue
        return [
          "title": .string("Explain '\(code)'"), "command": .string(Command.explain),
          "arguments": [["code": .string(code)]],
        ]
      }
    return .array(changes + explanations)
  }
}

extension Range<Int> {
  /// The parts of the range in each line of a text, without the blanks around them.
  fileprivate func lines(in text: [UInt8]) -> [Range<Int>] {
    text[self].split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      guard let first = line.firstIndex(where: { $0 != 0x20 }),
        let last = line.lastIndex(where: { $0 != 0x20 })
      else { return nil }
      return first..<last + 1
    }
  }
}

extension OutlineItem.Kind {
  /// The number of the kind of symbol in the protocol.
  fileprivate var number: Int {
    switch self {
    case .section: 3
    case .type: 23
    case .action: 24
    case .reducer: 5
    case .field: 8
    case .rule: 12
    case .scenario: 6
    case .step: 6
    case .name: 13
    }
  }
}

extension Symbol.Kind {
  /// The number of the kind of symbol in the protocol.
  fileprivate var number: Int {
    switch self {
    case .type: 23
    case .enumCase: 22
    case .field, .stateKey: 8
    case .action: 24
    case .definition: 14
    case .parameter, .variable: 13
    case .sharedRule, .selector, .listener, .middleware, .fragment: 12
    case .reducer: 5
    case .invariant, .transition, .atRest, .goal, .wayOut: 17
    }
  }
}
