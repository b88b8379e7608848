/// The strength with which an expression of Kotlin holds its operands together, in the order of the
/// language's grammar.
enum KotlinStrength: Int, Comparable {
  case any, or, and, equality, comparison, namedCheck, elvis, infix, range, sum, product, prefix
  case postfix

  static func < (left: KotlinStrength, right: KotlinStrength) -> Bool {
    left.rawValue < right.rawValue
  }

  /// True if several signs of the strength stand beside one another without parentheses.
  var groups: Bool { self != .equality && self != .comparison && self != .namedCheck }

  /// The strength of the right operand of a sign that groups to the left.
  var next: KotlinStrength { KotlinStrength(rawValue: rawValue + 1) ?? .postfix }

  /// The strength of each sign with two operands.
  static let signs: [String: KotlinStrength] = [
    "||": .or, "&&": .and, "==": .equality, "!=": .equality, "<": .comparison, ">": .comparison,
    "<=": .comparison, ">=": .comparison, "in": .namedCheck, "is": .namedCheck,
    "!is": .namedCheck, "?:": .elvis, "to": .infix, "..": .range, "+": .sum, "-": .sum,
    "*": .product, "/": .product,
  ]
}

/// An expression of Kotlin, which can still get parentheses, be continued with calls, and be divided
/// among lines.
struct KotlinExpression: Sendable {
  indirect enum Form: Sendable {
    /// A name, a constant, a call or something else that is divided inside only.
    case plain(Document)
    /// Calls, each on the result of the one before it.
    case chain(Document, calls: [Document])
    case operation(Document, [(sign: String, operand: Document)])
    case choice(KotlinExpression, then: KotlinExpression, otherwise: KotlinExpression)
    /// A text, in the pieces between which it can be divided.
    ///
    /// - Parameter value: The value that the last piece consists of, if it is nothing else.
    case literal([Document], value: KotlinExpression?)
  }

  let form: Form
  let strength: KotlinStrength
  /// True for an empty list or map that does not show its type.
  var isUntypedEmpty = false

  init(_ form: Form, _ strength: KotlinStrength) {
    self.form = form
    self.strength = strength
  }

  init(_ document: Document, _ strength: KotlinStrength = .postfix) {
    self.init(.plain(document), strength)
  }

  /// Two operands with a sign between them.
  init(_ left: KotlinExpression, _ sign: String, _ right: KotlinExpression) {
    let strength = KotlinStrength.signs[sign] ?? .any
    let operand = right.document(strength.next)
    if case .operation(let first, let rest) = left.form, left.strength == strength,
      strength.groups
    {
      self.init(.operation(first, rest + [(sign, operand)]), strength)
    } else {
      let first = left.document(strength.groups ? strength : strength.next)
      self.init(.operation(first, [(sign, operand)]), strength)
    }
  }

  /// An empty list or map that does not show its type.
  static func untypedEmpty(_ document: Document) -> KotlinExpression {
    var expression = KotlinExpression(document)
    expression.isUntypedEmpty = true
    return expression
  }

  /// Several operands with one sign between them; one operand is the expression itself.
  static func joined(_ operands: [KotlinExpression], _ sign: String) -> KotlinExpression {
    guard let first = operands.first else { return KotlinExpression("") }
    return operands.dropFirst().reduce(first) { KotlinExpression($0, sign, $1) }
  }

  /// An operand with a sign before it.
  static func prefixed(_ sign: String, _ operand: KotlinExpression) -> KotlinExpression {
    // Two minus signs would be a decrement.
    KotlinExpression("\(sign)\(operand.document(sign == "-" ? .postfix : .prefix))", .prefix)
  }

  /// True for two operands with a sign of comparison between them.
  func isComparison(by sign: String) -> Bool {
    if case .operation(_, let rest) = form { rest.contains { $0.sign == sign } } else { false }
  }

  /// The call of a function.
  static func call(_ function: Document, _ arguments: [Document]) -> KotlinExpression {
    KotlinExpression("\(function)\(.arguments(arguments))")
  }
}

// MARK: Continuing

extension KotlinExpression {
  /// The expression with a call on its result, such as `.at(1L)`.
  func calling(_ call: Document) -> KotlinExpression {
    if case .chain(let head, let calls) = form {
      return KotlinExpression(.chain(head, calls: calls + [call]), .postfix)
    }
    return KotlinExpression(.chain(document(.postfix), calls: [call]), .postfix)
  }

  /// The expression with a member of its result, such as `.text`.
  func reading(_ member: Document) -> KotlinExpression {
    if case .chain(let head, var calls) = form {
      calls[calls.count - 1] += member
      return KotlinExpression(.chain(head, calls: calls), .postfix)
    }
    return KotlinExpression("\(document(.postfix))\(member)")
  }
}

// MARK: Printing

extension KotlinExpression {
  /// The expression as a part of another one, in parentheses if the other one holds its operands
  /// together more.
  func document(_ outer: KotlinStrength = .any) -> Document {
    strength < outer ? inParentheses : document
  }

  private var document: Document {
    switch form {
    case .plain(let document): document
    case .chain(let head, let calls) where calls.count > 1:
      (head + calls.joined(after: .softLine).nested(4)).grouped
    case .chain(let head, let calls): calls.reduce(head, +)
    case .operation(let first, let rest): (first + Self.continued(rest).nested(4)).grouped
    case .choice: choice.grouped
    case .literal(let pieces, let value): Self.literal(pieces, value)
    }
  }

  /// The expression in parentheses, in which operands that stand on lines of their own are aligned.
  var inParentheses: Document {
    var inner = document
    if case .operation(let first, let rest) = form { inner = first + Self.continued(rest) }
    return Document("(\((.softLine + inner).nested(4))\(.softLine))").grouped
  }

  private static func continued(_ rest: [(sign: String, operand: Document)]) -> Document {
    rest.reduce(Document()) { document, next in
      // The elvis begins a line, other signs end one.
      document
        + (next.sign == "?:"
          ? "\(.line)?: \(next.operand)" : " \(next.sign)\(.line)\(next.operand)")
    }
  }

  /// A choice, with braces where it takes several lines.
  private var choice: Document {
    guard case .choice(let test, let then, let otherwise) = form else { return document }
    let start: Document =
      "if \(test.inParentheses)\(.ifBroken(" {"))\((.line + then.document(.or)).nested(4))"
    let middle: Document = "\(start)\(.line)\(.ifBroken("} "))else"
    if case .choice = otherwise.form { return "\(middle) \(otherwise.choice)" }
    let rest = (.line + otherwise.document()).nested(4)
    return "\(middle)\(.ifBroken(" {"))\(rest)\(.softLine)\(.ifBroken("}"))"
  }

  /// A text as a sum of several texts, if it does not fit on a line.
  private static func literal(_ pieces: [Document], _ value: KotlinExpression?) -> Document {
    let end = .ifBroken("\" +") + .softLine
    let between = (end + .ifBroken("\"")).grouped
    guard let value else {
      return ("\"" + pieces.joined(separator: between) + "\"").nested(4).grouped
    }
    let operand = .ifFlat("${") + value.document(.product) + .ifFlat("}\"")
    let start = "\"" + pieces.dropLast().joined(separator: between)
    return (start + (end + operand).grouped).nested(4).grouped
  }

  /// The expression as a value behind a sign, such as the `=` after a name.
  func assigned(to start: Document, _ sign: String = "=") -> Document {
    switch form {
    case .operation, .literal:
      ("\(start) \(sign)" + (.line + document()).nested(4)).grouped
    case .plain, .chain, .choice: "\(start) \(sign) \(document())"
    }
  }

  /// The expression as the body of a function or of a branch, on a line of its own if it takes several.
  func body(of start: Document, _ sign: String = "=") -> Document {
    ("\(start) \(sign)" + (.line + document()).nested(4)).grouped
  }
}
