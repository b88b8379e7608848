/// The ways to write a text as a scalar.
package struct ScalarText {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// True if the text can be written plain and is then read as a string.
  package var isPlainString: Bool {
    isPlain && Scalar.resolve(plain: text) == .string
  }

  /// True if the text can be plain in a block context (YAML 1.2, section 7.3.3); a few texts that
  /// could be are excluded, for the sake of other parsers.
  package var isPlain: Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    if ",[]{}#&*!|>'\"%@`= ".utf8.contains(first) || last == 0x20 || last == UInt8(ascii: ":") {
      return false
    }
    if "-?:".utf8.contains(first), bytes.dropFirst().first.map({ $0 == 0x20 }) ?? true {
      return false
    }
    if bytes.starts(with: "---".utf8) || bytes.starts(with: "...".utf8) { return false }
    var before: Unicode.Scalar = "x"
    for scalar in text.unicodeScalars {
      if !Self.isPrintable(scalar) { return false }
      if before == ":" && scalar == " " || before == " " && scalar == "#" { return false }
      before = scalar
    }
    return true
  }

  /// True if the text can be plain between brackets, where commas, brackets and, for some parsers,
  /// question marks are indicators.
  package var isPlainInFlow: Bool {
    isPlain && text.utf8.first != UInt8(ascii: ":")
      && !text.utf8.contains { ",[]{}?".utf8.contains($0) }
  }

  /// True if a literal block represents the text exactly and readably: it has more than one line,
  /// and nothing in it needs an escape.
  package var isLiteral: Bool {
    text.utf8.contains(0x0A)
      && text.unicodeScalars.allSatisfy { Self.isPrintable($0) || $0 == "\n" || $0 == "\t" }
      && text.utf8.contains { $0 > 0x20 }
  }

  /// The text in single quotes, or in double quotes if it needs escapes.
  var quoted: String {
    if text.unicodeScalars.allSatisfy(Self.isPrintable) {
      var doubled = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        doubled.append(scalar)
        if scalar == "'" { doubled.append(scalar) }
      }
      return "'\(String(doubled))'"
    }
    return doubleQuoted
  }

  /// The text in the quotes that are easiest to read: double ones, or single ones around double
  /// quotes and backslashes.
  package var readable: String {
    let prefersSingle = text.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    return prefersSingle ? quoted : doubleQuoted
  }

  /// The text in double quotes.
  package var doubleQuoted: String {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\r": escaped += "\\r"
      case _ where Self.isPrintable(scalar): escaped.unicodeScalars.append(scalar)
      default: escaped += Self.escape(scalar)
      }
    }
    return escaped + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (mark, width) =
      scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.utf8.count) + digits
  }

  /// True if a character may be written unescaped within a line. Golden files contain the result,
  /// so this list does not grow with the list of characters that are escaped for display.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF, 0xFFFE, 0xFFFF:
      false
    default: true
    }
  }
}
