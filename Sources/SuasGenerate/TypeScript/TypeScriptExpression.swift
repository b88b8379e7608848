/// The strength with which an expression of TypeScript holds its operands together.
enum TypeScriptStrength: Int, Comparable {
  case any, conditional, coalescing, or, and, equality, comparison, sum, product, prefix, postfix

  static func < (left: TypeScriptStrength, right: TypeScriptStrength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The strength of the right operand of a sign that groups to the left.
  var next: TypeScriptStrength { TypeScriptStrength(rawValue: rawValue + 1) ?? .postfix }

  /// The strength of each sign with two operands.
  static let signs: [String: TypeScriptStrength] = [
    "??": .coalescing, "||": .or, "&&": .and, "===": .equality, "!==": .equality,
    "<": .comparison, ">": .comparison, "<=": .comparison, ">=": .comparison, "+": .sum,
    "-": .sum, "*": .product, "/": .product,
  ]
}

/// An expression of TypeScript, which can still get parentheses and be continued.
struct TypeScriptExpression: Sendable {
  let content: Document
  let strength: TypeScriptStrength
  /// True for an object that is written out, which a function's body has in parentheses.
  var isObject = false
  /// True for a list that is written out.
  var isList = false
  /// True for operands with a sign between them, which have lines of their own if they are long.
  var isOperation = false
  /// True for an expression that can be written twice: a name with properties.
  var isPath = false

  init(_ content: Document, _ strength: TypeScriptStrength = .postfix) {
    self.content = content
    self.strength = strength
  }

  /// Two operands with a sign between them.
  init(_ left: TypeScriptExpression, _ sign: String, _ right: TypeScriptExpression) {
    let strength = TypeScriptStrength.signs[sign] ?? .any
    // `??` stands beside `&&` and `||` in parentheses only.
    let least = sign == "??" ? TypeScriptStrength.equality : strength
    let groups = strength != .equality && strength != .comparison
    let first = left.document(
      groups && left.strength == strength ? strength : sign == "??" ? least : strength.next)
    let second = right.document(sign == "??" ? least : strength.next)
    content = first + " \(sign)" + .line + second
    self.strength = strength
    isOperation = true
  }

  static func path(_ content: Document) -> TypeScriptExpression {
    var path = TypeScriptExpression(content)
    path.isPath = true
    return path
  }

  static func object(_ properties: [Document]) -> TypeScriptExpression {
    var object = TypeScriptExpression(.braced(properties))
    object.isObject = true
    return object
  }

  static func list(_ elements: [Document]) -> TypeScriptExpression {
    var list = TypeScriptExpression(.bracketed(elements))
    list.isList = true
    return list
  }

  /// Several operands with one sign between them; one operand is the expression itself.
  static func joined(_ operands: [TypeScriptExpression], _ sign: String) -> TypeScriptExpression {
    guard let first = operands.first else { return TypeScriptExpression("") }
    return operands.dropFirst().reduce(first) { TypeScriptExpression($0, sign, $1) }
  }

  static func prefixed(_ sign: String, _ operand: TypeScriptExpression) -> TypeScriptExpression {
    TypeScriptExpression("\(sign)\(operand.document(sign == "-" ? .postfix : .prefix))", .prefix)
  }

  static func call(_ function: Document, _ arguments: [Document]) -> TypeScriptExpression {
    TypeScriptExpression(function + .parenthesized(arguments))
  }

  /// The choice between two values.
  static func choice(
    _ test: TypeScriptExpression, _ then: TypeScriptExpression, _ otherwise: TypeScriptExpression
  ) -> TypeScriptExpression {
    let rest =
      .line + "? " + then.document(.conditional.next) + .line + ": "
      + otherwise.document(.conditional)
    return TypeScriptExpression(
      (test.document(.conditional.next) + rest.nested(2)).grouped, .conditional)
  }

  /// The expression with a method called on its result, or a member read: `.at(1)`, `.text`.
  func member(_ member: Document, isPath: Bool = false) -> TypeScriptExpression {
    var result = TypeScriptExpression(document(.postfix) + member)
    result.isPath = isPath && self.isPath
    return result
  }

  /// The expression as a value of a type.
  func asserted(_ type: Document) -> TypeScriptExpression {
    var result = TypeScriptExpression("\(document(.comparison)) as \(type)", .comparison)
    result.isObject = isObject
    return result
  }

  /// True for an expression that reads nothing, whose value the compiler knows.
  var isFixed: Bool { content.names.isEmpty && content.symbols.isEmpty }

  /// The expression as a part of another one, in parentheses if that holds its operands together more.
  func document(_ outer: TypeScriptStrength = .any) -> Document {
    if strength < outer { return inParentheses }
    return isOperation ? content.grouped : content
  }

  var inParentheses: Document {
    isOperation || strength == .conditional
      ? ("(" + (.softLine + content).nested(2) + .softLine + ")").grouped : "(\(content))"
  }

  /// The expression behind a sign, such as the `=` after a name.
  func assigned(to start: Document, _ sign: String = " =") -> Document {
    guard isOperation else { return "\(start)\(sign) \(document())" }
    return ("\(start)\(sign)" + (.line + document()).nested(2)).grouped
  }

  /// The statement that returns the expression.
  var returned: Document {
    guard isOperation else { return "return \(document());" }
    let open = Document.ifBroken("(") + (.softLine + content).nested(2)
    return (Document("return ") + open + .softLine + .ifBroken(")") + ";").grouped
  }
}
