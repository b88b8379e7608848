import SuasProgram
import YAML

/// The reason why YAML reads a text otherwise than as the one value that its author meant.
enum YAMLPitfall {
  case tag, anchor, alias, block, comment, quote, brackets, reserved, key, flow

  /// True if the misreading can be the cause of a diagnostic with this code. YAML itself reports
  /// most misreadings; in other cases, the author may have meant the text as it is.
  func leads(to code: Diagnostic.Code) -> Bool {
    switch code {
    case .yamlSyntax, .unknownTag: true
    case .expressionSyntax, .typeMismatch: self == .comment || self == .flow
    case .wrongKind: self == .brackets
    case .unknownType, .invalidName, .unknownKey: self == .flow
    default: false
    }
  }

  /// - Parameter text: All of the intended text, without surrounding blanks.
  init?(of text: String, isInFlow: Bool) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return nil }
    switch first {
    case UInt8(ascii: "!"): self = .tag
    case UInt8(ascii: "&"): self = .anchor
    case UInt8(ascii: "*"): self = .alias
    case UInt8(ascii: "#"): self = .comment
    case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"): self = .reserved
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = .brackets
    case UInt8(ascii: ">"), UInt8(ascii: "|"):
      self = .block
    case _ where first.isQuote:
      guard Self.endOfQuoted(bytes) < bytes.count else { return nil }
      self = .quote
    default:
      guard let cause = Self.cause(inPlain: bytes, isInFlow: isInFlow) else { return nil }
      self = cause
    }
  }

  /// The part of a plain text that ends it or makes it a key.
  private static func cause(inPlain bytes: [UInt8], isInFlow: Bool) -> YAMLPitfall? {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: ":"):
        if index + 1 == bytes.count || bytes[index + 1].isBlank { return .key }
      case UInt8(ascii: "#"):
        if index > 0, bytes[index - 1].isBlank { return .comment }
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        if isInFlow { return .flow }
      default: break
      }
    }
    return nil
  }

  /// The index at which YAML ends a quoted text; past the end if nothing ends it.
  private static func endOfQuoted(_ bytes: [UInt8]) -> Int {
    let isDouble = bytes[0] == UInt8(ascii: "\"")
    var next = 1
    while next < bytes.count {
      if isDouble, bytes[next] == UInt8(ascii: "\\") {
        next += 1
      } else if bytes[next] == bytes[0] {
        let isDoubled = !isDouble && next + 1 < bytes.count && bytes[next + 1] == bytes[0]
        guard isDoubled else { return next + 1 }
        next += 1
      }
      next += 1
    }
    return bytes.count + 1
  }
}
