import YAML

/// Messages for texts that libyaml reads otherwise than YAML 1.2 says, or refuses although they are
/// YAML 1.2.
extension Diagnostic {
  /// A character that ends a line in YAML 1.1, and is like any other in YAML 1.2.
  static func oldLineBreak(at offset: Int, in source: Source, _ bytes: TextBytes) -> Self {
    let scalar =
      String(decoding: bytes[offset..<min(offset + 3, bytes.count)], as: UTF8.self)
      .unicodeScalars.first ?? "\u{85}"
    let range = SourceRange(source, offset..<offset + UTF8.width(scalar))
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: 4 - hex.utf8.count) + hex
    var diagnostic = Self.syntax(
      scalar == "\u{FEFF}"
        ? "some readers of YAML pass over U+FEFF at the start of a line"
        : "U+\(code) ends a line for some readers of YAML, and for others it does not", at: range)
    if scalar == "\u{FEFF}" {
      diagnostic.help = ["remove it, or write it as '\\uFEFF' in a double-quoted text"]
      return diagnostic.with(Fix(range, replacement: ""))
    }
    let masked = MaskedText(maskingOldLineBreaks: bytes)
    guard case .success(let tree) = compose(source, bytes, masked) else {
      diagnostic.help = ["write it as '\\u\(code)' in a double-quoted text"]
      return diagnostic
    }
    let fix: Fix
    if let found = tree.scalar(around: offset) {
      fix =
        found.style == .doubleQuoted
        ? Fix(range, replacement: "\\u\(code)")
        : Fix(found.range, replacement: ScalarText(found.text).doubleQuoted)
    } else {
      // It is in a comment, or between the parts of the tree.
      fix = Fix(range, replacement: " ")
    }
    return diagnostic.offering(fix)
  }

  /// A `?` that libyaml takes for the begin of a key, at the start of a text.
  static func questionMark(at text: SourceRange) -> Self {
    .syntax(
      "between brackets, a text cannot begin with '?', although YAML 1.2 allows it", at: text
    ).quoting(text)
  }

  /// The last line of a text that keeps its line breaks, which has no line break.
  static func lineWithoutEnd(at blanks: SourceRange) -> Self {
    .syntax(
      "some readers of YAML take this line for part of the text, and others do not", at: blanks,
      help: ["remove the blanks, or end the line"]
    ).with(Fix(blanks, replacement: ""))
  }

  /// Returns the diagnostic for what YAML 1.2 allows and libyaml refuses; nil for anything else.
  static func refusedByLibYAML(
    problem: String, at place: SourceRange, in context: SourceRange?
  ) -> Self? {
    let bytes = place.source.utf8
    let offset = place.lowerBound
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0x20
    guard offset < bytes.count else { return nil }
    switch (problem, bytes[offset]) {
    case ("did not find expected node content", UInt8(ascii: "?")) where FlowText.isPart(next):
      return questionMark(
        at: SourceRange(place.source, FlowText.range(from: offset, in: bytes)))
    case ("did not find expected node content", UInt8(ascii: ":")) where FlowText.isPart(next):
      let text = SourceRange(place.source, FlowText.range(from: offset, in: bytes))
      return .syntax(
        "between brackets, a text cannot begin with ':', although YAML 1.2 allows it", at: text
      ).quoting(text)
    case ("found unexpected ':'", _) where next == UInt8(ascii: "?"):
      guard let context else { return nil }
      let text = SourceRange(
        place.source, FlowText.range(from: context.lowerBound, in: bytes))
      return .syntax(
        "between brackets, a text cannot hold ':?', although YAML 1.2 allows it", at: text
      ).quoting(text)
    case ("found unexpected ':'", _):
      let colon = SourceRange(place.source, offset..<offset + 1)
      let isValid = !"[{".utf8.contains(next)
      return .syntax(
        isValid
          ? "a ':' cannot stand directly before '\(Unicode.Scalar(next))', although YAML 1.2 allows it"
          : "a key has a blank after its ':'", at: colon
      ).offering(Fix(colon, replacement: ": "))
    case (let problem, UInt8(ascii: ":")) where problem.hasPrefix("did not find expected ',' or"):
      return keyOverLines(at: offset, in: place.source)
    case ("found character that cannot start any token", 0x09):
      return tab(at: offset, in: place.source)
    case ("found a tab character that violates indentation", 0x09):
      return tab(at: offset, in: place.source, onlyOnBlankLines: true)
    case ("found a tab character where an indentation space is expected", 0x09):
      return context.flatMap { tab(at: offset, inBlock: $0) }
    case ("found incompatible YAML document", _):
      let line = SourceRange(place.source, place.source.line(around: offset))
      return .syntax(
        "this version of YAML is not read, although YAML 1.2 lets readers go on", at: line,
        help: ["write %YAML 1.2, or leave the line out"])
    case ("found unknown directive name", _):
      let line = SourceRange(place.source, place.source.line(around: offset))
      return .syntax(
        "this directive is not read, although YAML 1.2 lets readers pass over it", at: line,
        help: ["leave the line out; a text that begins with '%' must be quoted"])
    default: return nil
    }
  }

  /// A key between brackets whose `:` is on another line, or that takes several lines itself.
  private static func keyOverLines(at offset: Int, in source: Source) -> Self? {
    let bytes = source.utf8
    let colon = SourceRange(source, offset..<offset + 1)
    let start = source.line(around: offset).lowerBound
    guard start > 0 else { return nil }
    // The key is all since the last bracket or comma.
    let first = bytes[..<offset].lastIndex { "{[,".utf8.contains($0) } ?? offset
    let key = bytes[..<offset].suffix(from: min(first + 1, offset)).filter {
      !" \t\n\r".utf8.contains($0)
    }
    let isQuoted = key.count > 1 && "\"'".utf8.contains(key[0]) && key.last == key[0]
    guard !key.isEmpty, isQuoted || !key.contains(where: { ":#\"'".utf8.contains($0) }),
      first < start
    else { return nil }
    let message = "a key and its ':' cannot be on two lines, although YAML 1.2 allows it"
    let before = bytes[start..<offset].drop(while: isBlank)
    guard before.isEmpty, let above = ContentLine(around: start - 1, in: source) else {
      return .syntax(message, at: colon, help: ["write the key on one line with its ':'"])
    }
    let rest = SourceRange(source, offset..<source.line(around: offset).upperBound).text
    return .syntax(message, at: colon, help: ["write \(above.inserting("", at: above.end))\(rest)"])
  }

  /// A tab among the blanks before a value, or on a line of blanks.
  private static func tab(
    at offset: Int, in source: Source, onlyOnBlankLines: Bool = false
  ) -> Self? {
    let bytes = source.utf8
    let line = source.line(around: offset)
    let before = bytes[line.lowerBound..<offset]
    let rest = bytes[offset..<line.upperBound].drop(while: isBlank)
    let blanks = SourceRange(source, offset..<rest.startIndex)
    let isBehindIndicator = before.last.map { "-?:".utf8.contains($0) } ?? false
    let isEmpty = rest.isEmpty || rest.first == UInt8(ascii: "#")
    if isEmpty, before.allSatisfy({ $0 == 0x20 }) {
      return .syntax(
        "a tab cannot be among the blanks of this line, although YAML 1.2 allows it", at: blanks,
        help: ["remove the tab"]
      ).with(Fix(blanks, replacement: ""))
    }
    if onlyOnBlankLines { return nil }
    // Mappings and lists are indented by spaces in any case.
    let content = ContentLine(around: offset, in: source)
    let isCollection =
      content?.endOfKey.map { $0 > offset } ?? false
      || rest.first == UInt8(ascii: "-") && (rest.dropFirst().first.map(isBlank) ?? true)
    guard isEmpty || !isCollection, isBehindIndicator || !before.isEmpty else { return nil }
    return .syntax(
      "a tab cannot be among the blanks here, although YAML 1.2 allows it", at: blanks
    ).offering(Fix(blanks, replacement: isBehindIndicator ? " " : ""))
  }

  /// A tab at the start of a text in a block, whose indentation libyaml does not find then.
  private static func tab(at offset: Int, inBlock block: SourceRange) -> Self? {
    let source = block.source
    let column = source.location(of: offset).column
    guard column > 0, let header = ContentLine(around: block.lowerBound, in: source) else {
      return nil
    }
    let parent = header.columnOfParent(of: block.lowerBound)
    if let parent, column <= parent { return nil }
    let tab = SourceRange(source, offset..<offset + 1)
    let diagnostic = Self.syntax(
      "a text in a block cannot begin with a tab, although YAML 1.2 allows it", at: tab)
    guard let parent, column - parent < 10 else {
      var diagnostic = diagnostic
      diagnostic.help = ["write the text in double quotes, with '\\t' for the tab"]
      return diagnostic
    }
    let place = SourceRange(source, block.lowerBound + 1..<block.lowerBound + 1)
    return diagnostic.offering(Fix(place, replacement: "\(column - parent)"))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func quoting(_ text: SourceRange) -> Self {
    offering(Fix(text, replacement: ScalarText(text.text).readable))
  }

  /// Returns the diagnostic with a fix, and the line that it leads to as a help.
  private func offering(_ fix: Fix) -> Self {
    var diagnostic = with(fix)
    diagnostic.help.append("write \(fix.range.line(with: fix.replacement))")
    return diagnostic
  }

  private func with(_ fix: Fix) -> Self {
    var diagnostic = self
    diagnostic.fixes.append(fix)
    return diagnostic
  }
}

extension Node {
  /// The scalar that holds an offset, a key or a value; what aliases stand for is elsewhere.
  fileprivate func scalar(around offset: Int) -> Scalar? {
    switch content {
    case .scalar(let scalar): scalar.holds(offset) ? scalar : nil
    case .sequence(let items): items.firstValue { $0.scalar(around: offset) }
    case .mapping(let entries):
      entries.firstValue { entry in
        entry.key.holds(offset) ? entry.key : entry.value.scalar(around: offset)
      }
    }
  }
}

extension Scalar {
  fileprivate func holds(_ offset: Int) -> Bool {
    range.lowerBound <= offset && offset < range.upperBound
  }
}
