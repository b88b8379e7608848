import SuasScenario
import Values
import YAML

extension Literal {
  /// Reads a default of a type; nil if it does not fit, or cannot be written.
  ///
  /// - Parameter cases: Returns the cases of a declared enum.
  init?(_ node: Node, as type: TypeName, cases: (String) -> [String]?) {
    switch (type, node.content) {
    case (.optional(let wrapped), _):
      self.init(node, as: wrapped, cases: cases)
    case (.list, .sequence(let items)) where items.isEmpty:
      self.init(draft: .sequence([]), expression: "[]", short: "[]")
    case (.list(let element), .sequence(let items)):
      var elements: [Literal] = []
      for item in items {
        guard let literal = Literal(item, as: element, cases: cases) else { return nil }
        elements.append(literal)
      }
      self.init(
        draft: .sequence(elements.map(\.draft)),
        expression: "[\(elements.map(\.expression).joined(separator: ", "))]")
    case (.map, .mapping(let entries)) where entries.isEmpty:
      self.init(draft: .mapping([]), expression: "{}", short: "{}")
    case (.declared(let name), .scalar(let scalar)):
      guard let cases = cases(name), cases.contains(scalar.text) else { return nil }
      self.init(
        draft: .text(scalar.text), expression: scalar.text.quoted, short: Self.short(scalar.text))
    case (.plain(let name), .scalar(let scalar)):
      self.init(scalar, as: name)
    default: return nil
    }
  }

  private init?(_ scalar: Scalar, as type: String) {
    switch (type, scalar.resolved) {
    case ("bool", .bool(let value)): self.init(plain: "\(value)")
    case ("int", _):
      guard let number = scalar.wholeNumber, number != .min else { return nil }
      self.init(plain: "\(number)")
    case ("double", _):
      guard let number = scalar.number else { return nil }
      self.init(plain: "\(number)")
    case ("string", .null): return nil
    case ("string", _):
      self.init(
        draft: Draft.text(scalar.text).escapingInterpolation, expression: scalar.text.quoted,
        short: Self.short(scalar.text))
    case ("timestamp", .string):
      let expression = "timestamp(\(scalar.text.quoted))"
      guard Condition.evaluate("\(expression) == \(expression)") == true else { return nil }
      self.init(draft: .text(scalar.text), expression: expression)
    default: return nil
    }
  }

  private init(plain text: String) {
    self.init(draft: .plain(text), expression: text, short: text)
  }

  /// A text behind `=`, if it is simple enough there.
  private static func short(_ text: String) -> String? {
    if text.isEmpty { return "\"\"" }
    let isWord = text.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
    }
    return isWord && text.utf8.first != UInt8(ascii: "_") && text.utf8.count <= 40
      && Scalar.resolve(plain: text) == .string ? text : nil
  }
}
