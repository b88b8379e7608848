import YAML

/// Clearer messages for libyaml's own errors.
extension Diagnostic {
  /// - Parameters:
  ///   - problem: The message from libyaml.
  ///   - context: The construct that libyaml was reading, and its start.
  static func syntax(
    problem: String, at range: SourceRange, context: (words: String, range: SourceRange)?
  ) -> Self {
    if let diagnostic = refusedByLibYAML(problem: problem, at: range, in: context?.range) {
      return diagnostic
    }
    // For some mistakes libyaml reports a later place.
    if let mistake = LineMistake(problem: problem, at: range, in: context?.range) {
      return .lineMistake(mistake)
    }
    if problem == "could not find expected ':'", let context {
      return .syntax(noColon, at: context.range, help: [severalLines])
    }
    if problem == "found unexpected end of stream", let context {
      return .syntax("this quote is never closed", at: context.range)
    }
    if problem == "found undefined tag handle" {
      return .unknownTag(range.extendedToBlank.text, at: range.extendedToBlank)
    }
    if problem == "found character that cannot start any token", range.beginsWithTab {
      return .syntax("a tab cannot indent a line", at: range, help: ["indent by spaces"])
    }
    if problem == noCharacter || problem == noDigits, let escape = range.escapeBefore {
      return .syntax(
        problem == noCharacter
          ? "this escape stands for no character" : "this escape has too few hexadecimal digits",
        at: escape,
        help: [
          problem == noCharacter
            ? "characters go up to U+10FFFF, without U+D800 to U+DFFF"
            : "there are 2 after '\\x', 4 after '\\u' and 8 after '\\U'"
        ])
    }
    var notes: [Note] = []
    if let context, context.range != range {
      notes.append(Note(contextWords[context.words] ?? context.words, at: context.range))
    }
    if problem == "did not find expected key", range.followsTextOnLine {
      return .syntax(
        "the value before this has already ended", at: range, notes: notes,
        help: ["quote the whole text; within single quotes a quote is doubled"])
    }
    guard let (message, help) = problemWords[problem] else {
      return .syntax(problem, at: range, notes: notes)
    }
    return .syntax(message, at: range, notes: notes, help: help.map { [$0] } ?? [])
  }

  /// The diagnostic for a line whose indicator is missing; the help shows the corrected line.
  private static func lineMistake(_ mistake: LineMistake) -> Self {
    let line = mistake.line
    let word = line.word
    switch mistake.kind {
    case .dashWithoutBlank:
      let dash = SourceRange(line.source, line.start..<line.start + 1)
      return .syntax(
        "a list item has a blank after its '-'", at: dash,
        help: ["write \(line.inserting(" ", at: line.start + 1))"]
      ).inserting(" ", at: line.start + 1)
    case .colonWithoutBlank:
      let colon = SourceRange(line.source, word.upperBound..<word.upperBound + 1)
      return .syntax(
        "a key has a blank after its ':'", at: colon,
        help: ["write \(line.inserting(" ", at: colon.upperBound))"]
      ).inserting(" ", at: colon.upperBound)
    case .missingColon:
      var help = [severalLines]
      if line.endOfWord > word.lowerBound {
        help.insert("write \(line.inserting(":", at: line.endOfWord))", at: 0)
      }
      let diagnostic = Diagnostic.syntax(noColon, at: word, help: help)
      return line.endOfWord > word.lowerBound
        ? diagnostic.inserting(":", at: line.endOfWord) : diagnostic
    case .missingDash:
      return .syntax(
        "the '- ' of a list item is missing here", at: word,
        notes: mistake.noticed.map { [Note("the list goes on here", at: $0)] } ?? [],
        help: ["write \(line.inserting("- ", at: line.start))"]
      ).inserting("- ", at: line.start)
    case .valueBeforeBlock:
      var help = ["entries of one mapping begin in the same column"]
      if !line.hasDash {
        help.append("a list item begins with '- ': \(line.inserting("- ", at: line.start))")
      }
      return .syntax(
        "'\(word.text)' has a value on its line, so nothing can be indented below it", at: word,
        notes: mistake.noticed.map { [Note("this is indented below it", at: $0)] } ?? [],
        help: help + ["a text of several lines that holds ': ' must be quoted"])
    case .itemAmongKeys:
      return .syntax(
        "a list item cannot stand among keys", at: word,
        help: ["indent it as far as the key that the list belongs to, or further"])
    }
  }

  /// Returns the diagnostic with a missing text as a fix.
  private func inserting(_ text: String, at offset: Int) -> Self {
    guard case .range(let range) = place else { return self }
    var diagnostic = self
    diagnostic.fixes = [Fix(SourceRange(range.source, offset..<offset), replacement: text)]
    return diagnostic
  }

  private static let noColon = "this line has no ':' after its key"
  private static let severalLines = "a text of several lines is a block after '|' or '>'"

  /// The message from libyaml for an escape of a surrogate or of a code point beyond Unicode.
  static let noCharacter = "found invalid Unicode character escape code"
  private static let noDigits = "did not find expected hexdecimal number"

  static func loneSurrogate(at escape: SourceRange) -> Self {
    .syntax(
      "this escape is half of a character, and the other half is not beside it", at: escape,
      help: ["write both, as \\ud83d\\ude00, or the character itself"])
  }

  static func conflictMarker(at range: SourceRange) -> Self {
    .syntax(
      "this is a merge-conflict marker", at: range,
      help: [
        "keep one of the two versions, or what both were to say, and remove the lines that begin "
          + "with '<<<<<<<', '=======' and '>>>>>>>'"
      ])
  }

  private static let contextWords = [
    "while parsing a block mapping": "in the mapping that begins here",
    "while parsing a flow mapping": "in the mapping that begins here",
    "while parsing a block collection": "in the list that begins here",
    "while parsing a flow sequence": "in the list that begins here",
    "while parsing a quoted scalar": "in the text that begins here",
    "while scanning a quoted scalar": "in the text that begins here",
    "while scanning a plain scalar": "in the text that begins here",
    "while scanning a block scalar": "in the block that begins here",
    "while scanning an anchor": "in the anchor that begins here",
    "while scanning an alias": "in the alias that begins here",
    "while scanning a tag": "in the tag that begins here",
  ]

  private static let problemWords: [String: (message: String, help: String?)] = [
    "mapping values are not allowed in this context": (
      "a ':' cannot stand here", "a text that holds ': ' must be quoted"
    ),
    "block sequence entries are not allowed in this context": (
      "a list item cannot stand here", "a list begins on a line of its own"
    ),
    "found character that cannot start any token": (
      "a text cannot begin with this character",
      "a text that begins with '@', '`' or '%' must be quoted"
    ),
    "found a tab character that violates indentation": (
      "a tab cannot indent a line", "indent by spaces"
    ),
    "found a tab character where an indentation space is expected": (
      "a tab cannot indent a line", "indent by spaces"
    ),
    "found unknown escape character": (
      "there is no such escape", "write '\\\\' for a backslash, or use single quotes"
    ),
    "did not find expected key": (
      "a key is expected here", "entries of a mapping begin in the same column"
    ),
    "did not find expected '-' indicator": (
      "a list item is expected here", "items of a list begin in the same column"
    ),
    "did not find expected ',' or ']'": ("a ',' or ']' is expected here", nil),
    "did not find expected ',' or '}'": ("a ',' or '}' is expected here", nil),
    "did not find expected <document start>": (
      "the document has already ended", "all entries begin in the same column"
    ),
    "did not find expected node content": ("a value is expected here", nil),
    "did not find expected alphabetic or numeric character": (
      "a name is expected here", "a text that begins with '&' or '*' must be quoted"
    ),
    "did not find expected whitespace or line break": ("a blank is expected here", nil),
    "did not find expected comment or line break": (
      "a block begins with '>' or '|' at the end of a line",
      "a text that begins with '>' or '|' must be quoted"
    ),
  ]
}

extension SourceRange {
  fileprivate var beginsWithTab: Bool {
    lowerBound < source.utf8.count && source.utf8[lowerBound] == 0x09
  }

  /// True if there is more than blanks before the range on its line.
  fileprivate var followsTextOnLine: Bool {
    let line = source.line(around: lowerBound)
    return source.utf8[line.lowerBound..<max(line.lowerBound, lowerBound)]
      .contains { $0 != 0x20 && $0 != 0x09 }
  }

  /// The escape whose digits should begin at the range.
  fileprivate var escapeBefore: SourceRange? {
    guard lowerBound >= 2, lowerBound <= source.utf8.count else { return nil }
    let digits: Int
    switch source.utf8[lowerBound - 1] {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default: return nil
    }
    let found = source.utf8[lowerBound...].prefix(digits).prefix {
      Character(Unicode.Scalar($0)).isHexDigit
    }
    return SourceRange(source, lowerBound - 2..<found.endIndex)
  }

  fileprivate var extendedToBlank: SourceRange {
    let line = source.line(around: lowerBound)
    let rest = source.utf8[lowerBound..<max(lowerBound, line.upperBound)]
    let end = rest.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? rest.endIndex
    return SourceRange(source, lowerBound..<end)
  }
}
