extension Expr {
  /// The function that stands for the operator `??`.
  static let fallback = "??"
}

/// The translation of a text with operators of other languages into CEL.
struct Translation {
  /// The text with `.?` in place of each `?.`.
  private let bytes: [UInt8]
  /// The ends of what was `?.`.
  private let selections: Set<Int>

  /// Returns nil for a text without such operators.
  init?(_ text: String) {
    var bytes = Array(text.utf8)
    let isNeeded = zip(bytes, bytes.dropFirst()).contains {
      $0 == UInt8(ascii: "?") && [UInt8(ascii: "?"), UInt8(ascii: ".")].contains($1)
    }
    guard isNeeded else { return nil }
    var selections: Set<Int> = []
    var lexer = Lexer(bytes)
    var previous = lexer.next()
    while previous.kind != .end {
      let token = lexer.next()
      if previous.kind == .question, token.kind == .dot,
        previous.range.upperBound == token.range.lowerBound
      {
        bytes.swapAt(previous.range.lowerBound, token.range.lowerBound)
        selections.insert(token.range.upperBound)
      }
      previous = token
    }
    self.bytes = bytes
    self.selections = selections
  }

  /// The text in CEL; nil if it is no expression.
  var text: String? {
    var parser = Parser(
      String(decoding: bytes, as: UTF8.self), expandsMacros: false, acceptsFallbacks: true)
    return (try? parser.parse()).map(text)
  }

  private func text(_ expr: Expr) -> String {
    switch expr.kind {
    case .call(let name, let value?, let arguments) where name.text == Expr.fallback:
      fallback(for: value, text(arguments[0]))
    case .select(let operand, let name, optional: true)
    where selections.contains(name.range.lowerBound):
      operand.isPath
        ? "(\(selection(of: name, from: operand, orElse: "null")))"
        : "\(optional(operand)).?\(name.text)"
    default: written(expr)
    }
  }

  /// What stands for `value ?? other`.
  private func fallback(for value: Expr, _ other: String) -> String {
    if case .select(let operand, let name, optional: true) = value.kind,
      selections.contains(name.range.lowerBound), operand.isPath
    {
      return selection(of: name, from: operand, orElse: other)
    }
    let text = optional(value)
    return (value.isOperation ? "(\(text))" : text) + ".orValue(\(other))"
  }

  /// A field of what may be null, which is tested before.
  private func selection(of name: Expr.Name, from operand: Expr, orElse other: String) -> String {
    let operand = text(operand)
    return "\(operand) == null ? \(other) : \(operand).\(name.text)"
  }

  /// The value with a question mark in its index, so that it may be missing.
  private func optional(_ expr: Expr) -> String {
    guard case .index(let operand, let index, false) = expr.kind else { return text(expr) }
    return "\(text(operand))[?\(text(index))]"
  }

  /// The text as it is written, but for the parts that have to be translated.
  private func written(_ expr: Expr) -> String {
    var result = ""
    var position = expr.range.lowerBound
    for child in expr.children.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where child.range.lowerBound >= position {
      result += String(decoding: bytes[position..<child.range.lowerBound], as: UTF8.self)
      result += text(child)
      position = child.range.upperBound
    }
    return result + String(decoding: bytes[position..<expr.range.upperBound], as: UTF8.self)
  }
}

extension Expr {
  /// True if the expression is a name, or selects fields from one.
  fileprivate var isPath: Bool {
    switch kind {
    case .ident: true
    case .select(let operand, _, _): operand.isPath
    default: false
    }
  }

  /// True if an operator is the outermost part.
  fileprivate var isOperation: Bool {
    switch kind {
    case .and, .or, .conditional: true
    case .call(let name, nil, _): name.text.contains("_")
    default: false
    }
  }
}
