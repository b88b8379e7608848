/// What this stage says, one function per message.
extension Diagnostic {
  public static func fileNotFound(_ path: String, at place: Place) -> Self {
    Self(.fileNotFound, "there is no file '\(path)'", at: place)
  }

  public static func unreadable(_ path: String, because reason: String, at place: Place) -> Self {
    Self(.unreadable, "'\(path)' cannot be read: \(reason)", at: place)
  }

  public static func fileTooLarge(_ path: String) -> Self {
    Self(
      .fileTooLarge, "the file is larger than 16 MB", at: .file(path),
      help: ["split it into several files"])
  }

  static func tooManyNodes(limit: Int, at range: SourceRange) -> Self {
    Self(
      .fileTooLarge, "the file holds more than \(limit) values", at: range,
      help: ["split it into several files"])
  }

  static func invalidUTF8(byte: UInt8, at range: SourceRange) -> Self {
    Self(
      .encoding, "byte 0x\(hex(byte)) is not valid UTF-8 here", at: range,
      help: ["save the file as UTF-8"])
  }

  static func invalidUTF16(at range: SourceRange) -> Self {
    Self(
      .encoding, "half of a surrogate pair is not valid UTF-16", at: range,
      help: ["save the file as UTF-8"])
  }

  static func unsupportedUTF32(_ path: String) -> Self {
    Self(
      .encoding, "the file is encoded as UTF-32", at: .file(path), help: ["save the file as UTF-8"])
  }

  static func controlCharacter(_ scalar: Unicode.Scalar, at range: SourceRange) -> Self {
    let code = String(scalar.value, radix: 16)
    let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
    return Self(
      .yamlSyntax, "the control character U+\(digits.uppercased()) is not allowed in YAML",
      at: range, help: ["write it as '\\u\(digits)' in a double-quoted text"])
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  static func syntax(
    _ problem: String, at range: SourceRange, notes: [Note] = [], help: [String] = []
  ) -> Self {
    Self(.yamlSyntax, problem, at: range, notes: notes, help: help)
  }

  static func secondDocument(at range: SourceRange) -> Self {
    Self(
      .yamlSyntax, "a second document starts here", at: range,
      help: ["a file holds one document; put the other one into a file of its own"])
  }

  static func contentAfterEnd(at range: SourceRange) -> Self {
    Self(.yamlSyntax, "the document has already ended", at: range)
  }

  static func blankRun(at range: SourceRange) -> Self {
    let length = range.upperBound - range.lowerBound
    return Self(
      .yamlSyntax, "a run of \(length) blanks is too long in a text this large", at: range)
  }

  static func nestingTooDeep(limit: Int, at range: SourceRange) -> Self {
    Self(.nestingTooDeep, "values are nested more than \(limit) levels deep", at: range)
  }

  static func undefinedAlias(_ name: String, at range: SourceRange) -> Self {
    Self(
      .yamlSyntax, "no anchor '&\(name)' stands before this alias", at: range,
      help: ["a text that begins with '*' must be quoted"])
  }

  static func aliasInsideItself(_ name: String, anchor: SourceRange, at range: SourceRange) -> Self
  {
    Self(
      .yamlSyntax, "the alias '*\(name)' stands inside the value it stands for", at: range,
      notes: [Note("the value starts here", at: anchor)])
  }

  static func aliasBudget(limit: Int, at range: SourceRange) -> Self {
    Self(.aliasBudget, "aliases stand for more than \(limit) values", at: range)
  }

  static func unknownTag(_ tag: String, at range: SourceRange) -> Self {
    Self(
      .unknownTag, "there is no tag '\(tag)'", at: range,
      help: ["tags are not supported; a text that begins with '!' must be quoted"])
  }

  static func tagDirective(at range: SourceRange) -> Self {
    Self(.unknownTag, "tags are not supported", at: range)
  }

  static func mergeKey(at range: SourceRange) -> Self {
    Self(
      .mergeKey, "merge keys are not supported", at: range,
      help: ["write the keys out, or quote '<<' to use it as a key"])
  }

  public static func duplicateKey(_ key: String, at range: SourceRange, first: SourceRange) -> Self
  {
    Self(
      .duplicateKey, "the key '\(key)' is already in this mapping", at: range,
      notes: [Note("it is here first", at: first)],
      help: key.hasPrefix("-") ? ["a list item has a blank after its '-'"] : [])
  }

  static func keyIsNoText(_ kind: String, at range: SourceRange) -> Self {
    Self(.wrongKind, "a key has to be a text, not \(kind)", at: range)
  }

  /// `what` with its article, such as `a reducer`; `expected` likewise, such as `a mapping`.
  public static func wrongKind(
    _ what: String, is expected: String, not node: Node, help: String? = nil
  ) -> Self {
    Self(
      .wrongKind, "\(what) has to be \(expected), not \(node.kindName)", at: node.range,
      help: help.map { [$0] } ?? [])
  }

  public static func missingKey(
    _ key: String, in what: String, at range: SourceRange, help: String? = nil
  ) -> Self {
    Self(
      .missingKey, "\(what) needs the key '\(key)'", at: range, help: help.map { [$0] } ?? [])
  }

  /// Suggests the nearest of the known keys; where none is near, says what to write and names all of
  /// them.
  public static func unknownKey(
    _ key: Scalar, in what: String, known: [String], help: String? = nil
  ) -> Self {
    var names: [String] = []
    for name in known where !names.contains(name) { names.append(name) }
    let near = Self.help(suggestingFor: key.text, among: names)
    let all = names.isEmpty ? [] : ["its keys are \(names.joined(separator: ", "))"]
    return Self(
      .unknownKey, "\(what) has no key '\(key.text)'", at: key.range,
      help: near.isEmpty ? (help.map { [$0] } ?? []) + all : near)
  }
}
