import YAML
import YAMLSyntax

/// Writes scalars on one line, with quotes where they are needed.
enum ScalarLayout {
  private static let style = YAMLStyle(prefersDoubleQuotes: true)

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
      return Array(written)
    }
    if isOnOneLine, scalar.style == .doubleQuoted, hasEscapes(Array(written)) {
      return Array(written)
    }
    if isClear(scalar.text, isKey: isKey),
      style.scalar(text: scalar.text, isText: true, isInFlow: inFlow) == scalar.text
    {
      return Array(scalar.text.utf8)
    }
    return quoted(scalar)
  }

  /// The text in double quotes, or in single quotes if it has double quotes or backslashes.
  private static func quoted(_ scalar: Scalar) -> [UInt8] {
    let prefersSingle = scalar.text.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    return Array(
      style.scalar(
        text: scalar.text, isText: true, like: prefersSingle ? .singleQuoted : .doubleQuoted,
        isInFlow: true
      ).utf8)
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
    if text.utf8.count <= 5, wordsOfYAML1.contains(text.lowercased()) { return false }
    if !isKey, text.contains("${") { return true }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", "-", "/", ",", "!", "?", "'": true
      default: scalar.value >= 0xC0 && scalar.properties.isAlphabetic
      }
    }
  }

  /// The words that are no texts in YAML 1.1 or 1.2.
  private static let wordsOfYAML1: Set<String> = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]
}
