import YAML

/// Writes scalars on one line, with quotes where they are needed.
enum ScalarLayout {
  /// The text of a scalar on one line; nil if it is written on several.
  ///
  /// - Parameter isKey: True for a key, which is written on one line in any case.
  static func line(_ scalar: Scalar, isKey: Bool = false, inFlow: Bool) -> [UInt8]? {
    let bytes = scalar.range.source.utf8
    let written = bytes[scalar.range.lowerBound..<scalar.range.upperBound]
    let isOnOneLine =
      scalar.style != .literal && scalar.style != .folded
      && !written.contains { $0 == 0x0A || $0 == 0x0D }
    guard isOnOneLine || isKey else { return nil }
    guard scalar.style == .singleQuoted || scalar.style == .doubleQuoted || !isOnOneLine else {
      // Before a blank, such a text would begin an entry.
      let isIndicator = inFlow && ["-", "?", ":"].contains(scalar.text)
      return isIndicator ? Array(ScalarText(scalar.text).readable.utf8) : Array(written)
    }
    if isOnOneLine, scalar.style == .doubleQuoted, hasEscapes(Array(written)) {
      return Array(written)
    }
    if isClear(scalar.text, isKey: isKey), isPlainString(scalar.text, inFlow: inFlow) {
      return Array(scalar.text.utf8)
    }
    return Array(ScalarText(scalar.text).readable.utf8)
  }

  /// The text of a new key.
  static func line(_ key: Draft.Key, inFlow: Bool) -> String {
    line(
      key.text, isText: key.isText, isQuoted: false, isKey: true, avoiding: [], inFlow: inFlow)
  }

  /// The text of a new scalar on one line.
  ///
  /// - Parameters:
  ///   - isText: False for a number, a boolean or null.
  ///   - isQuoted: True if quotes stay where they could be needed.
  ///   - names: Names that a text without quotes should not have, since it would be taken for an
  ///     expression.
  static func line(
    _ text: String, isText: Bool, isQuoted: Bool, isKey: Bool = false, avoiding names: Set<String>,
    inFlow: Bool
  ) -> String {
    let scalar = ScalarText(text)
    let isPlain = inFlow ? scalar.isPlainInFlow : scalar.isPlain
    if !isText, isPlain, Scalar.resolve(plain: text) != .string { return text }
    if isPlainString(text, inFlow: inFlow), text != "<<",
      isClear(text, isKey: isKey)
        || !isQuoted && !isWordOfYAML1(text) && !mentions(names, text)
    {
      return text
    }
    return scalar.readable
  }

  /// True if a text can be without quotes, and is then read as a text.
  static func isPlainString(_ text: String, inFlow: Bool) -> Bool {
    let scalar = ScalarText(text)
    return scalar.isPlainString && (!inFlow || scalar.isPlainInFlow)
  }

  /// True if one of the names is a word of the text.
  private static func mentions(_ names: Set<String>, _ text: String) -> Bool {
    guard !names.isEmpty else { return false }
    return text.unicodeScalars.split {
      !($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
    }.contains { names.contains(String(Substring($0))) }
  }

  /// True if a text in double quotes has an escape for anything but a quote or a backslash.
  private static func hasEscapes(_ written: [UInt8]) -> Bool {
    var offset = 0
    while offset < written.count {
      if written[offset] == UInt8(ascii: "\\") {
        offset += 1
        guard offset < written.count, "\"\\".utf8.contains(written[offset]) else { return true }
      }
      offset += 1
    }
    return false
  }

  /// True if a text without quotes is read as itself by everyone: by YAML 1.1, by YAML 1.2, and
  /// as a value that could also be an expression.
  private static func isClear(_ text: String, isKey: Bool) -> Bool {
    guard let first = text.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "~"):
      return false
    default: break
    }
    if isWordOfYAML1(text) { return false }
    if !isKey, text.contains("${") { return true }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", "-", "/", ",", "!", "?", "'": true
      default: scalar.value >= 0xC0 && scalar.properties.isAlphabetic
      }
    }
  }

  private static func isWordOfYAML1(_ text: String) -> Bool {
    text.utf8.count <= 5 && wordsOfYAML1.contains(text.lowercased())
  }

  /// The words that are no texts in YAML 1.1 or 1.2.
  private static let wordsOfYAML1: Set<String> = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]
}
