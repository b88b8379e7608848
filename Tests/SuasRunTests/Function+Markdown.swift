import CEL

extension Function {
  /// The rows of a Markdown table; consecutive overloads that do the same share a row.
  var rows: String {
    usages.map { usage in
      let calls = usage.calls.map { "`\($0.escaped)`" }.joined(separator: ", ")
      return "| \(calls) | `\(usage.result.description.escaped)` | \(usage.doc.escaped) |\n"
    }.joined()
  }
}

extension String {
  /// The text as it is written in a Markdown table.
  fileprivate var escaped: String { replacing("|", with: "\\|") }
}
