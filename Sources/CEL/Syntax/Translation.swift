extension Expr {
  /// The function that stands for the operator `??`.
  static let fallback = "??"
}

/// The translation of a text with operators of other languages into CEL.
struct Translation {
  /// The text with `.?` in place of each `?.`, so that all places in it stay.
  private let bytes: [UInt8]
  /// The ends of what was `?.`.
  private let selections: Set<Int>

  /// Returns nil for a text without such operators.
  init?(_ text: String) {
    let isNeeded = zip(text.utf8, text.utf8.dropFirst()).contains {
      $0 == UInt8(ascii: "?") && [UInt8(ascii: "?"), UInt8(ascii: ".")].contains($1)
    }
    guard isNeeded else { return nil }
    var bytes = Array(text.utf8)
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

  /// The text in CEL; nil if it is no expression, or if its meaning is not certain.
  var text: String? {
    var parser = Parser(
      String(decoding: bytes, as: UTF8.self), expandsMacros: false, acceptsFallbacks: true)
    guard let expr = try? parser.parse(), isCertain(expr) else { return nil }
    return text(expr, isWhole: true)
  }

  /// True if each `?.` stands alone in its path, and each `??` is bounded by parentheses where it meets a test: languages
  /// differ in which of the two comes first.
  private func isCertain(_ expr: Expr) -> Bool {
    if let operand = familiarOperand(of: expr), hasFamiliarSelection(operand) { return false }
    if case .call(let name, let value?, let others) = expr.kind, name.text == Expr.fallback {
      let isBare =
        value.isTest && value.range.lowerBound == expr.range.lowerBound
        || others[0].isTest && others[0].range.upperBound == expr.range.upperBound
      if isBare { return false }
    }
    return expr.children.allSatisfy(isCertain)
  }

  /// The value from which an expression selects by what was `?.`; nil for another expression.
  private func familiarOperand(of expr: Expr) -> Expr? {
    guard case .select(let operand, let name, optional: true) = expr.kind,
      selections.contains(name.range.lowerBound)
    else { return nil }
    return operand
  }

  private func hasFamiliarSelection(_ expr: Expr) -> Bool {
    familiarOperand(of: expr) != nil || expr.children.contains(where: hasFamiliarSelection)
  }

  /// - Parameter isWhole: True if nothing stands around the expression, so that it needs no parentheses.
  private func text(_ expr: Expr, isWhole: Bool = false) -> String {
    if let operand = familiarOperand(of: expr), case .select(_, let name, _) = expr.kind {
      return operand.qualifiedName != nil
        ? selection(of: name, from: operand, orElse: "null", isWhole: isWhole)
        : "\(optional(operand)).?\(name.text)"
    }
    guard case .call(let name, let value?, let others) = expr.kind, name.text == Expr.fallback
    else { return written(expr) }
    let other = text(others[0], isWhole: true)
    if let operand = familiarOperand(of: value), operand.qualifiedName != nil,
      case .select(_, let name, _) = value.kind
    {
      return selection(of: name, from: operand, orElse: other, isWhole: isWhole)
    }
    return "\(optional(value)).orValue(\(other))"
  }

  /// A field of what may be null, which is tested before.
  private func selection(
    of name: Expr.Name, from operand: Expr, orElse other: String, isWhole: Bool
  ) -> String {
    let operand = written(operand)
    let choice = "\(operand) == null ? \(other) : \(operand).\(name.text)"
    return isWhole ? choice : "(\(choice))"
  }

  /// The value before a member, with a question mark in its index, so that it may be missing.
  private func optional(_ expr: Expr) -> String {
    guard case .index(let operand, let index, false) = expr.kind else { return inner(expr) }
    return "\(inner(operand))[?\(text(index, isWhole: true))]"
  }

  private func inner(_ expr: Expr) -> String {
    expr.isOperation ? "(\(text(expr, isWhole: true)))" : text(expr)
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
  /// True if an operator is the outermost part.
  fileprivate var isOperation: Bool {
    switch kind {
    case .and, .or, .conditional: true
    case .call(let name, nil, _): Function.isOperator(name.text)
    default: false
    }
  }

  /// True for a comparison, and for what joins tests or chooses by one.
  fileprivate var isTest: Bool {
    switch kind {
    case .and, .or, .conditional: true
    case .call(let name, nil, _):
      ["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in"].contains(name.text)
    default: false
    }
  }
}
