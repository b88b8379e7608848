import CEL

extension Pattern: CustomStringConvertible {
  /// The expectation as YAML in one line, shortened if it is long.
  var description: String {
    var text = FlowText()
    text.write(self)
    return text.text
  }
}

extension FlowText {
  fileprivate mutating func write(_ pattern: Pattern) {
    switch pattern.kind {
    case .value(let value): write(value)
    case .record(let fields):
      writeEntries(fields) { text, field in
        text.write(key: field.name)
        text.write(field.pattern)
      }
    case .variant(_, let name, let contents):
      if case .record(let fields) = contents.kind, fields.isEmpty { return write(.string(name)) }
      writeEntries([contents]) { text, contents in
        text.write(key: name)
        text.write(contents)
      }
    case .list(let patterns): write(patterns)
    case .map(let entries): write(entries)
    case .matcher(let matcher): write(matcher)
    }
  }

  private mutating func write(_ patterns: [Pattern]) {
    writeItems(patterns) { text, pattern in text.write(pattern) }
  }

  private mutating func write(_ entries: [(key: Value, pattern: Pattern)]) {
    writeEntries(entries) { text, entry in
      text.write(key: entry.key)
      text.write(entry.pattern)
    }
  }

  private mutating func write(_ matcher: Matcher) {
    append("{")
    switch matcher {
    case .any: append("$any: true")
    case .absent: append("$absent: true")
    case .that(let condition): append("$that: \(condition.text)")
    case .matches(_, let regex):
      append("$matches: ")
      write(.string(regex))
    case .approx(let number, let tolerance):
      append("$approx: \(number), within: \(tolerance)")
    case .contains(let patterns):
      append("$contains: ")
      write(patterns)
    case .containsEntries(let entries):
      append("$contains: ")
      write(entries)
    case .unordered(let patterns):
      append("$unordered: ")
      write(patterns)
    case .size(let size): append("$size: \(size)")
    }
    append("}")
  }
}
