import LibYAML
import SuasSpec
import YAML

/// A text with a placeholder at the cursor, changed so that it can be parsed.
struct RepairedText {
  /// The name that stands at the cursor, in place of the word that is being typed there.
  static let placeholder = "zzCursor0"

  private(set) var tree: Node
  /// The range of the placeholder.
  let cursor: Range<Int>

  /// Repairs a text; nil if it cannot be parsed even without the text after the cursor.
  ///
  /// - Parameter asKey: True for a key at the cursor, false for a scalar.
  init?(_ text: [UInt8], at offset: Int, _ context: CursorContext, name: String, asKey: Bool) {
    let focused = FocusedText(text, at: offset).bytes
    guard
      let repaired = Self.parse(focused, offset, context, name, asKey)
        ?? Self.parse(text, offset, context, name, asKey)
    else { return nil }
    tree = repaired
    cursor = context.wordStart..<context.wordStart + Self.placeholder.utf8.count
  }

  private static func parse(
    _ text: [UInt8], _ offset: Int, _ context: CursorContext, _ name: String, _ asKey: Bool
  ) -> Node? {
    let start = context.wordStart
    let head = Array(text[..<start])
    let word = Array(placeholder.utf8) + (asKey ? Array(": 0".utf8) : [])
    let closing = closing(text, offset, context)
    let wordEnd = context.wordEnd
    let lineEnd = text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    var candidates: [[UInt8]] = []
    if wordEnd < text.count {
      candidates.append(
        head + (asKey && context.precedesColon ? Array(placeholder.utf8) : word) + text[wordEnd...])
    }
    if lineEnd < text.count { candidates.append(head + word + closing + text[lineEnd...]) }
    candidates.append(head + word + closing)
    for candidate in candidates {
      let source = Source(name: name, text: String(decoding: candidate, as: UTF8.self))
      if let tree = try? LibYAML.parse(source) { return tree }
    }
    return nil
  }

  /// Returns the text that closes everything that is open at the cursor.
  private static func closing(
    _ text: [UInt8], _ offset: Int, _ context: CursorContext
  ) -> [UInt8] {
    var closing: [UInt8] = []
    let scalar = text[min(context.scalarStart, offset)..<offset]
    if let code = lastInterpolation(in: Array(scalar)) {
      closing += OpenExpression(code).closing + [UInt8(ascii: "}")]
    } else if !context.isInBlockScalar {
      // The brackets of a type or of an expression without `${ }`.
      closing += OpenExpression(Array(scalar)).closing
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

extension RepairedText {
  /// Adds the keys that the mappings around the cursor need and do not have yet, so that the rest
  /// of them is read.
  mutating func complete(by grammar: KeyGrammar) {
    tree = Self.completed(tree, cursor.lowerBound, grammar)
  }

  private static func completed(_ node: Node, _ offset: Int, _ grammar: KeyGrammar) -> Node {
    switch node.content {
    case .scalar: return node
    case .sequence(var items):
      guard let index = items.lastIndex(where: { $0.start <= offset }) else { return node }
      items[index] = completed(items[index], offset, grammar)
      return Node(.sequence(items), at: node.range)
    case .mapping(var entries):
      let form = grammar.likeliestForm(for: entries)
      if let index = entries.lastIndex(where: { $0.key.range.lowerBound <= offset }) {
        let key = entries[index].key.text
        entries[index].value = completed(
          entries[index].value, offset, grammar.below(key, in: form))
      }
      for key in form?.missingKeys(in: entries.map(\.key.text)) ?? [] {
        let end = SourceRange(node.range.source, node.range.upperBound..<node.range.upperBound)
        let value: Node.Content =
          switch form?[key] {
          case _ where key == "run":
            .mapping([
              Node.Entry(
                key: Scalar("delay", style: .plain, at: end),
                value: Node(.scalar(Scalar("0s", style: .plain, at: end)), at: end))
            ])
          case .forms?, .later?: .sequence([])
          case .names?: .mapping([])
          case .free?, nil: .scalar(Scalar("0", style: .plain, at: end))
          }
        entries.append(
          Node.Entry(key: Scalar(key, style: .plain, at: end), value: Node(value, at: end)))
      }
      return Node(.mapping(entries), at: node.range)
    }
  }
}

extension KeyGrammar.Form {
  /// The required keys that a mapping does not have; of `value` and `values` one is required.
  func missingKeys(in written: [String]) -> [String] {
    var missing = keys.filter { $0.isRequired && !written.contains($0.name) }.map(\.name)
    // Of these one is required: by verbs that add and by those that remove.
    for choice in [["value", "values"], ["value", "where"]]
    where choice.allSatisfy(has) && !choice.contains(where: written.contains) {
      missing.append(choice[0])
    }
    return missing
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
