import LibYAML
import YAML

/// A text with a placeholder at the cursor, changed so that it can be parsed.
struct RepairedText {
  /// The name that stands at the cursor, in place of the word that is being typed there.
  static let placeholder = "zzCursor0"

  let tree: Node
  /// The range of the placeholder.
  let cursor: Range<Int>

  /// Repairs a text; nil if it cannot be parsed even without what follows the cursor.
  ///
  /// - Parameter asKey: True for a key at the cursor, false for a scalar.
  init?(_ text: [UInt8], at offset: Int, _ context: CursorContext, name: String, asKey: Bool) {
    let start = context.wordStart
    let head = Array(text[..<start])
    let word = Array(Self.placeholder.utf8) + (asKey ? Array(": 0".utf8) : [])
    let closing = Self.closing(text, offset, context)
    let wordEnd =
      text[offset...].firstIndex { !$0.isWordByte && $0 != UInt8(ascii: "-") } ?? text.count
    let lineEnd = text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    let hasColon = wordEnd < text.count && text[wordEnd] == UInt8(ascii: ":")
    var candidates: [[UInt8]] = []
    if wordEnd < text.count {
      candidates.append(
        head + (asKey && hasColon ? Array(Self.placeholder.utf8) : word) + text[wordEnd...])
    }
    if lineEnd < text.count { candidates.append(head + word + closing + text[lineEnd...]) }
    candidates.append(head + word + closing)
    for candidate in candidates {
      guard
        let tree = try? LibYAML.parse(
          Source(name: name, text: String(decoding: candidate, as: UTF8.self)))
      else { continue }
      self.tree = tree
      cursor = start..<start + Self.placeholder.utf8.count
      return
    }
    return nil
  }

  /// Returns what closes everything that is open at the cursor.
  private static func closing(
    _ text: [UInt8], _ offset: Int, _ context: CursorContext
  ) -> [UInt8] {
    var closing: [UInt8] = []
    let scalar = text[min(context.scalarStart, offset)..<offset]
    if let code = lastInterpolation(in: Array(scalar)) {
      closing += OpenExpression(code).closing + [UInt8(ascii: "}")]
    }
    if let quote = context.quote { closing.append(quote) }
    closing += context.brackets.reversed().map {
      $0 == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}")
    }
    return closing
  }

  /// Returns the code after the last `${` that is not closed; nil if there is none.
  private static func lastInterpolation(in scalar: [UInt8]) -> [UInt8]? {
    var index = scalar.count - 2
    while index >= 0 {
      if scalar[index] == UInt8(ascii: "$"), scalar[index + 1] == UInt8(ascii: "{") {
        let code = Array(scalar[(index + 2)...])
        return OpenExpression(code).isClosed ? nil : code
      }
      index -= 1
    }
    return nil
  }
}

/// The brackets and quotes that are open at the end of the beginning of an expression.
struct OpenExpression {
  private(set) var brackets: [UInt8] = []
  private(set) var quote: UInt8?
  /// True if a `}` ends the expression.
  private(set) var isClosed = false

  init(_ code: [UInt8]) {
    var index = 0
    while index < code.count, !isClosed {
      let byte = code[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): brackets.append(UInt8(ascii: ")"))
        case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
        case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          if brackets.popLast() == nil { isClosed = true }
        default: break
        }
      }
      index += 1
    }
  }

  /// The quote and brackets that close the expression.
  var closing: [UInt8] { (quote.map { [$0] } ?? []) + brackets.reversed() }
}
