/// How rules note what they overwrite, in functions that can fail after their first write.
extension SwiftRules {
  /// The mark that stands before a statement that writes, until the function is finished.
  static let writeMark = "//@write"

  /// Writes the note for the statement that follows, which writes; it may be put back even if the
  /// statement fails.
  ///
  /// - Parameters:
  ///   - captures: The list of what the note keeps.
  ///   - statement: What puts it back.
  ///   - depth: How much deeper the statement stands.
  mutating func note(_ captures: String, _ statement: String, depth: Int = 0) {
    let pad = String(repeating: "  ", count: depth)
    if !captures.hasPrefix("[old = ") || captures.dropFirst().contains("[") {
      changesInside = true
    }
    if notes { writer.line("\(pad)undo.note { \(undoing(captures, statement)) }") }
    writer.line(pad + Self.writeMark)
  }

  /// Marks that the statement that follows writes.
  mutating func markWrite() {
    changesInside = true
    writer.line(Self.writeMark)
  }

  /// Writes the note for the statement before.
  mutating func noteDone(_ statement: String) {
    if notes { writer.line("undo.note { \(undoing("", statement)) }") }
  }

  private func undoing(_ captures: String, _ statement: String) -> String {
    let name = (try? expressions.text(root)) ?? "state"
    return
      "\(captures.isEmpty ? "" : "\(captures) in ")\(statement.renamed(name, to: "$0"))"
  }

  /// The way in which a function can put back what it overwrote.
  enum Undoing {
    /// It cannot fail after it wrote.
    case needless
    /// It keeps a copy of all: lists and maps in it are replaced, not changed.
    case copy
    /// It notes each thing.
    case notes
  }

  /// The way that the written rules need.
  var undoing: Undoing {
    var flow = Flow(writer.lines)
    _ = flow.goOn(false)
    return flow.failsAfterWrite ? changesInside ? .notes : .copy : .needless
  }

  /// A walk through the lines of a function along its blocks.
  private struct Flow {
    private let lines: [Substring]
    private var index = 0
    private(set) var failsAfterWrite = false

    init(_ lines: [String]) {
      self.lines = lines.map { $0.drop { $0 == " " } }
    }

    /// Goes on to the end of the block; returns true if something may have been written there.
    mutating func goOn(_ before: Bool) -> Bool {
      var hasWritten = before
      while index < lines.count, !lines[index].hasPrefix("}") {
        let line = lines[index]
        index += 1
        if line.hasPrefix(writeMark) {
          // The statement that writes fails before it does so.
          if index < lines.count { note(hasWritten, lines[index]) }
          index += 1
          hasWritten = true
        } else {
          note(hasWritten, line)
          if line.hasSuffix("{") { hasWritten = block(line, hasWritten) || hasWritten }
        }
      }
      return hasWritten
    }

    private mutating func note(_ hasWritten: Bool, _ line: Substring) {
      let isMark = line.hasPrefix(SwiftRules.placeMark)
      if hasWritten, !isMark, String(line).canThrow { failsAfterWrite = true }
    }

    /// Goes through a block and the ones that are tied to it.
    private mutating func block(_ head: Substring, _ before: Bool) -> Bool {
      let start = index
      var hasWritten = goOn(before)
      if head.hasPrefix("for "), hasWritten {
        // The next element meets what was written for this one.
        index = start
        note(true, head)
        hasWritten = goOn(true)
      }
      let end = index < lines.count ? lines[index] : ""
      index += 1
      return end.hasSuffix("{") ? block(end, before) || hasWritten : hasWritten
    }
  }
}

extension String {
  /// The text with another name wherever one stands that is no part of another.
  func renamed(_ name: String, to other: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let after = rest[range.upperBound...].first
      let isPart = { (character: Character?) in
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      result += rest[..<range.lowerBound]
      result += isPart(before) || isPart(after) || before == "." ? name : other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
