/// The messages of this stage, one function for each.
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

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  public static func duplicateKey(_ key: String, at range: SourceRange, first: SourceRange) -> Self
  {
    Self(
      .duplicateKey, "the key '\(key)' is already in this mapping", at: range,
      notes: [Note("it is here first", at: first)],
      help: key.hasPrefix("-") ? ["a list item has a blank after its '-'"] : [])
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

  /// Suggests the nearest of the known keys; if none is similar, gives the help and lists all keys.
  public static func unknownKey(
    _ key: Scalar, in what: String, known: [String], help: String? = nil
  ) -> Self {
    var names: [String] = []
    for name in known where !names.contains(name) { names.append(name) }
    // A capital begins a name of the author's, unless it is only the capital that is wrong.
    let isOwnName = key.text.first?.isUppercase ?? false
    let near = suggestion(for: key.text, among: names).flatMap {
      isOwnName && key.text.lowercased() != $0 ? nil : $0
    }
    let all = names.isEmpty ? [] : ["its keys are \(names.joined(separator: ", "))"]
    return Self(
      .unknownKey, "\(what) has no key '\(key.text)'", at: key.range,
      help: near.map { ["did you mean '\($0)'?"] } ?? (help.map { [$0] } ?? []) + all
    ).replacing(key.text, by: near)
  }
}
