/// The precedences of Swift's expressions, from those that hold their operands together least.
enum SwiftPrecedence: Int, Comparable {
  case any, conditional, or, and, comparison, coalescing, sum, product, prefix
  /// A literal such as 1.5: directly after a '[', the compiler takes no member of it.
  case floatingPoint
  case postfix

  static func < (left: SwiftPrecedence, right: SwiftPrecedence) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The precedence of an operand to the right of operators of the same precedence.
  var higher: SwiftPrecedence { SwiftPrecedence(rawValue: rawValue + 1) ?? .postfix }
}

/// An expression as it is printed, with its precedence.
struct SwiftExpression {
  let document: Document
  let precedence: SwiftPrecedence
  /// True for a literal that becomes a sum where it does not fit on its line.
  let isDivisible: Bool

  init(
    _ document: Document, _ precedence: SwiftPrecedence = .postfix, isDivisible: Bool = false
  ) {
    self.document = document
    self.precedence = precedence
    self.isDivisible = isDivisible
  }

  /// The expression as an operand, in parentheses if it must have them there.
  func operand(of outer: SwiftPrecedence) -> Document {
    // Operators before a value do not follow one another.
    let isSecond = outer == .prefix && precedence == .prefix
    if precedence < outer || isSecond { return SwiftSyntax.parenthesized(document) }
    guard isDivisible, outer > .sum else { return document }
    return (.ifBroken("(") + document + .ifBroken(")")).grouped
  }
}
