/// The issues that the parser reports.
extension Issue {
  static func unexpected(
    _ token: Token, _ text: String, _ problem: Lexer.Problem?, expected: String, help: String?
  ) -> Issue {
    switch problem {
    case .unterminatedString:
      return Issue(.syntax, "the string has no closing quote", token.range)
    case .unterminatedName:
      return Issue(.syntax, "the quoted name has no closing '`'", token.range)
    case .badNumber:
      return Issue(
        .syntax, "'\(text)' is no number", token.range,
        help: Duration(text) == nil ? nil : "write duration(\"\(text)\")")
    default: break
    }
    if token.kind == .end {
      return Issue(
        .syntax, "the expression ends where \(expected) is expected", token.range, help: help)
    }
    if token.kind == .reserved, expected == "an expression" {
      return Issue(.syntax, "'\(text)' is a reserved word", token.range, help: help)
    }
    return Issue(
      .syntax, "expected \(expected), found '\(text.prefix(40))'", token.range, help: help)
  }

  static func tooDeep(_ range: Range<Int>) -> Issue {
    Issue(
      .syntax, "the expression is nested too deeply, \(Parser.heightLimit) levels are allowed",
      range)
  }

  static func numberOutOfRange(_ kind: Token.Kind, _ range: Range<Int>) -> Issue {
    let type = kind == .int ? "int" : kind == .uint ? "uint" : "double"
    return Issue(.syntax, "the number does not fit into \(type)", range)
  }

  static func hasTakesField(_ range: Range<Int>) -> Issue {
    Issue(
      .syntax, "has() takes the selection of a field", range,
      help: "write has(x.field), or x != null to test a variable")
  }

  static func variableIsNoName(_ range: Range<Int>) -> Issue {
    Issue(.syntax, "the variable of a macro is a plain name", range)
  }

  static func duplicateVariable(_ variable: Expr.Name) -> Issue {
    Issue(
      .syntax, "both variables of the macro are named '\(variable.text)'", variable.range,
      help: "give one of them another name")
  }
}
