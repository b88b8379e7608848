/// The conventions of target languages for names.
extension String {
  /// The name in the form for types: `todo_item` is `TodoItem`.
  package var typeName: String {
    if let underscores { return "Underscore\(underscores)" }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.isEmpty || joined.first?.isNumber == true ? "Value\(joined)" : joined
  }

  /// The name in the form for fields and functions: `is_done` is `isDone`, `URLList` is `urlList`.
  package var memberName: String {
    let words = words
    if let underscores { return "underscore\(underscores)" }
    guard let first = words.first else { return "value" }
    let joined =
      first.withLowercasedStart
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isNumber == true ? "value\(joined)" : joined
  }

  /// The number of underscores of a name that has nothing else, if they are several.
  private var underscores: String? {
    guard !isEmpty, allSatisfy({ $0 == "_" }) else { return nil }
    return count > 1 ? String(count) : ""
  }

  private var words: [Substring] {
    split(whereSeparator: { !$0.isLetter && !$0.isNumber })
  }
}

extension Substring {
  /// The word with its first letter in lower case, or all letters of an abbreviation at its start.
  fileprivate var withLowercasedStart: String {
    let capitals = prefix { $0.isUppercase }
    guard capitals.count > 1 else { return prefix(1).lowercased() + dropFirst() }
    if capitals.count == count { return lowercased() }
    let start = capitals.dropLast()
    return start.lowercased() + dropFirst(start.count)
  }
}
