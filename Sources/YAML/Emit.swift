/// Writes a tree as block YAML with two spaces a level: the same bytes for the same tree, and one
/// line break at the end. `parse` reads it back to the same texts. Goldens are written so, which is
/// why this form does not change.
public func emit(_ draft: Draft) -> String {
  var emitter = Emitter()
  emitter.write(draft, after: .nothing, indent: 0)
  return emitter.output
}

private struct Emitter {
  var output = ""

  /// The text before a value on its line.
  enum Lead { case nothing, key, dash }

  /// The maximum length in bytes of a key before a `:` in libyaml; a longer key follows a `?`.
  private static let simpleKeyLimit = 1000

  /// - Parameter indent: The column of a collection that starts on a line of its own.
  mutating func write(_ draft: Draft, after lead: Lead, indent: Int) {
    switch draft {
    case .plain(let text):
      let isWritable = ScalarText(text).isPlain && !text.isEmpty
      writeInline(isWritable ? text : ScalarText(text).quoted, after: lead)
    case .text(let text):
      write(text: text, after: lead, indent: indent)
    case .sequence(let items):
      if items.isEmpty { return writeInline("[]", after: lead) }
      for (index, item) in items.enumerated() {
        startLine(after: lead, isFirst: index == 0, indent: indent)
        output += "-"
        write(item, after: .dash, indent: indent + 2)
      }
    case .mapping(let entries):
      if entries.isEmpty { return writeInline("{}", after: lead) }
      for (index, entry) in entries.enumerated() {
        startLine(after: lead, isFirst: index == 0, indent: indent)
        writeKey(entry.key, indent: indent)
        write(entry.value, after: .key, indent: indent + 2)
      }
    }
  }

  /// Starts a line; the first entry of a collection in a list goes on the line of its dash.
  private mutating func startLine(after lead: Lead, isFirst: Bool, indent: Int) {
    switch lead {
    case .dash where isFirst: output += " "
    case .key where isFirst:
      output += "\n"
      writeSpaces(indent)
    default: writeSpaces(indent)
    }
  }

  private mutating func writeKey(_ key: Draft.Key, indent: Int) {
    let scalar = ScalarText(key.text)
    let isPlain = key.isText ? scalar.isPlainString && key.text != "<<" : scalar.isPlain
    let written = isPlain ? key.text : scalar.quoted
    if written.utf8.count > Self.simpleKeyLimit {
      output += "? \(written)\n"
      writeSpaces(indent)
      output += ":"
    } else {
      output += "\(written):"
    }
  }

  private mutating func writeInline(_ text: String, after lead: Lead) {
    output += lead == .nothing ? "\(text)\n" : " \(text)\n"
  }

  private mutating func write(text: String, after lead: Lead, indent: Int) {
    let scalar = ScalarText(text)
    guard scalar.isLiteral else {
      return writeInline(scalar.isPlainString ? text : scalar.quoted, after: lead)
    }
    var header = "|"
    // If a block begins with blanks, its indentation cannot be detected.
    if let first = text.utf8.first, first <= 0x20 { header += "2" }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == false {
      header += "-"
    } else {
      lines.removeLast()
      if lines.last?.isEmpty == true { header += "+" }
    }
    writeInline(header, after: lead)
    for line in lines {
      if !line.isEmpty {
        writeSpaces(max(indent, 2))
        output += Substring(line)
      }
      output += "\n"
    }
  }

  private mutating func writeSpaces(_ count: Int) {
    output += String(repeating: " ", count: count)
  }
}
