import CEL

extension Function {
  /// The rows of a Markdown table: one for overloads that follow one another and do the same.
  var rows: String {
    usages.map { usage in
      let calls = usage.calls.map { "`\($0.escaped)`" }.joined(separator: ", ")
      return "| \(calls) | `\(usage.result.description.escaped)` | \(usage.doc.escaped) |\n"
    }.joined()
  }
}

extension String {
  /// The text as it stands in a Markdown table.
  fileprivate var escaped: String { replacing("|", with: "\\|") }
}
