import JSONRPC
import SuasIDE
import SuasSpec
import YAML

/// Diagnostics, published while the client types.
extension LanguageServer {
  func markAllStale() {
    stale.formUnion(workspace.openPaths)
    beginPause()
  }

  /// Marks a file that has changed, and those that may depend on it.
  func markStale(afterChangeOf path: String) {
    if path.hasSuffix(".scenario.yaml") {
      if workspace.document(at: path) != nil { stale.insert(path) }
      beginPause()
    } else {
      markAllStale()
    }
    urgent = path
  }

  /// The first of the files whose diagnostics are to be published: specs come before the files that
  /// depend on them.
  var nextStale: String? {
    stale.min { left, right in
      let kinds = [left, right].map { $0.hasSuffix(".scenario.yaml") }
      return kinds[0] == kinds[1] ? left < right : kinds[1]
    }
  }

  /// Publishes the diagnostics of the file that was changed last; of a large spec, after a check of
  /// the entry that has changed, where that is possible.
  ///
  /// - Returns: True if the whole file should be checked at once.
  func publishPromptDiagnostics(of path: String) -> Bool {
    guard stale.contains(path), let document = workspace.document(at: path) else { return false }
    guard let prompt = workspace.promptDiagnostics(of: document) else {
      publishDiagnostics(of: path)
      return false
    }
    publish(prompt.diagnostics, of: document)
    return prompt.concernsOthers
  }

  /// Publishes the diagnostics of a file, if it has changed and is open.
  func publishDiagnostics(of path: String) {
    guard stale.remove(path) != nil, let document = workspace.document(at: path) else { return }
    publish(workspace.analysis(of: document).diagnostics, of: document)
  }

  private func publish(_ diagnostics: Diagnostics, of document: Document) {
    var files: [String: [Diagnostic]] = [document.path: []]
    for diagnostic in diagnostics.items {
      files[diagnostic.place.path, default: []].append(diagnostic)
    }
    for (path, items) in files.sorted(by: { $0.key < $1.key }) {
      // An open file has diagnostics of its own.
      guard path == document.path || workspace.document(at: path) == nil else { continue }
      publish(items, of: path)
    }
  }

  /// Publishes the diagnostics of a file, unless the client has them already.
  func publish(_ items: [Diagnostic], of path: String) {
    let positions = positions(in: path)
    let json = JSON.array(items.map { self.json($0, positions) })
    var parameters: JSON = ["uri": .string(DocumentAddress.address(of: path)), "diagnostics": json]
    if let version = workspace.document(at: path)?.version {
      parameters = parameters + ["version": .int(version)]
    }
    let message = parameters.text
    guard published.updateValue(message, forKey: path) != message else { return }
    client.notify("textDocument/publishDiagnostics", parameters)
  }

  func json(_ diagnostic: Diagnostic, _ positions: TextPositions) -> JSON {
    let range =
      if case .range(let range) = diagnostic.place { range.lowerBound..<range.upperBound } else {
        0..<0
      }
    let help = diagnostic.help.map { "\nhelp: \($0)" }.joined()
    let code = diagnostic.code.rawValue
    let json: JSON = [
      "range": positions.json(range),
      "severity": .int(diagnostic.severity == .error ? 1 : 2),
      "code": .string(code),
      "source": "suas-run",
      "message": .string(diagnostic.message + help),
    ]
    guard !diagnostic.notes.isEmpty else { return json }
    return json + [
      "relatedInformation": .array(
        diagnostic.notes.map { note in
          ["location": location(note.range), "message": .string(note.message)]
        })
    ]
  }

  /// The location of a range in any file.
  func location(_ range: SourceRange) -> JSON {
    let isMarked = workspace.document(at: range.source.name)?.isMarked ?? false
    let positions = TextPositions(range.source.utf8, encoding, isMarked: isMarked)
    return [
      "uri": .string(DocumentAddress.address(of: range.source.name)),
      "range": positions.json(range.lowerBound..<range.upperBound),
    ]
  }
}

extension Diagnostic.Place {
  fileprivate var path: String {
    switch self {
    case .range(let range): range.source.name
    case .file(let path): path
    }
  }
}
