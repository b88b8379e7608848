/// The issues that the checker reports.
extension Issue {
  /// Returns the issue with the name that was probably meant, if there is one.
  private func suggesting(_ near: String?) -> Issue {
    guard let near else { return self }
    var issue = self
    issue.help = "did you mean '\(near)'?"
    issue.replacement = near
    return issue
  }

  static func undeclaredName(_ name: String, _ range: Range<Int>, near: String?) -> Issue {
    Issue(.undeclaredName, "'\(name)' is not declared here", range).suggesting(near)
  }

  /// - Parameter other: An expression of another form that was probably meant.
  static func undeclaredFunction(
    _ name: Expr.Name, near: String?, instead other: String? = nil
  ) -> Issue {
    var issue = Issue(.undeclaredName, "there is no function '\(name.text)'", name.range)
    if let other { issue.help = "write \(other)" }
    return issue.suggesting(near)
  }

  /// A macro with another number of arguments than it takes.
  static func wrongArguments(ofMacro name: Expr.Name, _ calls: [String]) -> Issue {
    Issue(
      .noMatchingOverload, "'\(name.text)' is a macro, and takes other arguments", name.range,
      help: "write \(calls.joined(separator: " or "))")
  }

  static func functionIsNoValue(_ function: DefinedFunction, _ range: Range<Int>) -> Issue {
    Issue(
      .undeclaredName, "'\(function.name)' is a function, and no value", range,
      help: "call it: \(function.signature)", definition: function.name)
  }

  static func wrongNumberOfArguments(
    _ function: DefinedFunction, _ count: Int, _ range: Range<Int>
  ) -> Issue {
    let wanted = function.parameters.count
    return Issue(
      .noMatchingOverload,
      "'\(function.name)' takes \(wanted) argument\(wanted == 1 ? "" : "s"), found \(count)", range,
      help: "it is called as \(function.signature)", definition: function.name)
  }

  static func argument(
    _ found: Type, _ parameter: DefinedFunction.Parameter, of function: DefinedFunction,
    mayBeNull: Bool, _ range: Range<Int>
  ) -> Issue {
    let wanted = "'\(parameter.name)' of '\(function.name)' is \(parameter.type)"
    guard mayBeNull, found != .null else {
      let literal = parameter.type == .double && found == .int
      return Issue(
        .typeMismatch, "\(wanted), found \(found)", range,
        help: literal ? "write double(x)" : nil, definition: function.name)
    }
    return Issue(
      .typeMismatch, "\(wanted), and the argument may be null", range,
      help: "test it for null before, or write x.orValue(…)", definition: function.name)
  }

  static func misfit(
    _ failure: Failure, _ parameter: DefinedFunction.Parameter, of function: DefinedFunction,
    _ range: Range<Int>
  ) -> Issue {
    Issue(
      failure.code == "no-such-case" ? .unknownCase : .typeMismatch,
      "'\(parameter.name)' of '\(function.name)': \(failure.message)", range,
      definition: function.name)
  }

  static func undeclaredType(_ name: Expr.Name, near: String?) -> Issue {
    Issue(.undeclaredName, "there is no type '\(name.text)'", name.range).suggesting(near)
  }

  static func unknownField(_ name: Expr.Name, in type: String, near: String?) -> Issue {
    Issue(.unknownField, "\(type) has no field '\(name.text)'", name.range).suggesting(near)
  }

  static func repeatedField(_ name: Expr.Name) -> Issue {
    Issue(.typeMismatch, "the field '\(name.text)' is given twice", name.range)
  }

  static func missingField(_ name: String, in type: String, _ range: Range<Int>) -> Issue {
    Issue(
      .typeMismatch, "the field '\(name)' of \(type) has no value", range,
      help: "it has no default, so it must be given")
  }

  static func notOneCase(_ type: String, _ range: Range<Int>) -> Issue {
    Issue(.typeMismatch, "a value of \(type) has exactly one case", range)
  }

  /// - Parameter near: The function that is called on the value and was probably meant.
  static func noFields(_ type: Type, _ name: Expr.Name, near: String?) -> Issue {
    var issue = Issue(.unknownField, "\(type) has no fields, so no '\(name.text)'", name.range)
    if let written = FamiliarNames.expressions[name.text] { issue.help = "write \(written)" }
    return issue.suggesting(near.map { "\($0)()" })
  }

  static func typeMismatch(expected: Type, found: Type, _ range: Range<Int>) -> Issue {
    Issue(
      .typeMismatch, "expected \(expected), found \(found)", range,
      help: expected == .double && found == .int ? "write double(x), or 2.0 instead of 2" : nil)
  }

  static func notBool(operandOf name: String, _ type: Type, _ range: Range<Int>) -> Issue {
    Issue(.noMatchingOverload, "'\(name)' takes bool, found \(type)", range)
  }

  static func branches(_ then: Type, _ otherwise: Type, _ range: Range<Int>) -> Issue {
    Issue(
      .noMatchingOverload, "the branches of '?:' are of different types, \(then) and \(otherwise)",
      range)
  }

  static func notIterable(_ macro: String, _ type: Type, _ range: Range<Int>) -> Issue {
    Issue(.typeMismatch, "'\(macro)' goes through a list or a map, found \(type)", range)
  }

  static func notAList(_ macro: String, _ type: Type, _ range: Range<Int>) -> Issue {
    Issue(.typeMismatch, "'\(macro)' goes through a list, found \(type)", range)
  }

  /// Returns nil if values of the type can be keys, or may turn out to be.
  static func badKey(_ type: Type, _ range: Range<Int>) -> Issue? {
    switch type {
    case .bool, .int, .uint, .string, .dyn, .parameter: nil
    default:
      Issue(.typeMismatch, "a key is bool, int, uint or string, found \(type)", range)
    }
  }

  static func badPattern(_ message: String, _ range: Range<Int>) -> Issue {
    Issue(.syntax, "that is no regular expression: \(message)", range)
  }

  static func noMatchingOverload(
    _ name: Expr.Name, _ function: Function, _ types: [Type], _ arguments: [CheckedExpr.Node],
    isMember: Bool, _ range: Range<Int>
  ) -> Issue {
    let receiver = isMember ? "\(types.first ?? .dyn)." : ""
    let list = types.dropFirst(isMember ? 1 : 0).map(\.description).joined(separator: ", ")
    if name.text == "sum", isMember, types.count == 1 {
      return Issue(
        .noMatchingOverload, "'sum' adds numbers or durations, found \(types[0])", range,
        help: sumHelp(types[0]))
    }
    let written = name.text.asWritten
    let message =
      isMember
      ? "no overload of '\(written)' takes \(receiver)\(written)(\(list))"
      : "no overload of '\(written)' takes (\(list))"
    return Issue(
      .noMatchingOverload, message, range,
      help: help(name.text, function, types, arguments)
        ?? (isMember ? nil : callHelp(name.text, function, types)))
  }

  /// The other way to write a call, for a function that is only called on its first argument.
  private static func callHelp(_ name: String, _ function: Function, _ types: [Type]) -> String? {
    let isCalledOnFirst =
      !name.hasPrefix("_") && !types.isEmpty
      && function.overloads.contains { $0.isMember && $0.parameters.count == types.count }
      && !function.overloads.contains { !$0.isMember && $0.parameters.count == types.count }
    guard isCalledOnFirst else { return nil }
    let rest = types.count == 1 ? "" : "…"
    return "it is called on its first argument: x.\(name)(\(rest))"
  }

  private static func sumHelp(_ type: Type) -> String {
    switch type.nonNull {
    case .list(.record), .list(.map): "take the numbers first: xs.map(x, x.price).sum()"
    case .list(.string): "'join' puts texts together: xs.join()"
    case .list: "take the numbers first: xs.map(x, size(x)).sum()"
    case .map: "take the values first: m.map(k, m[k]).sum()"
    default: "it is called on a list: [1, 2].sum()"
    }
  }

  private static func help(
    _ name: String, _ function: Function, _ types: [Type], _ arguments: [CheckedExpr.Node]
  ) -> String? {
    if name == "orValue" {
      if case .call("_[_]", _, _) = arguments[0].kind {
        return "an index that may be missing has a question mark: x[?i].orValue(…)"
      }
      if types[0].wrapped == nil, types[0] == types[0].nonNull, types[0] != .dyn {
        return "the value is never null, so that it needs no 'orValue'"
      }
      return types[0].wrapped != nil && types.last == .null
        ? "write x.hasValue() ? x.value() : null" : "the argument is of the type of the value"
    }
    if types.contains(where: { $0.wrapped != nil }) {
      return "there may be no value: write x.orValue(…) for a default, or ask x.hasValue() before"
    }
    if name == "sum" || name == "min" || name == "max", types.count > 1, types[0].isList {
      return "it has no arguments: xs.map(x, x.price).\(name)()"
    }
    if name == "min" || name == "max", types.count == 1, types[0].isList {
      return "take what can be compared first: xs.map(x, x.price).\(name)()"
    }
    if name == "contains", types.first?.isList ?? false { return "write x in xs" }
    if name == "min" || name == "max", types.count > 1 {
      return "write [x, y].\(name)()"
    }
    guard types.count == 2, name.hasPrefix("_"), name != "_[_]" else { return nil }
    let number: Set<Type> = [.int, .uint, .double]
    switch (types[0], types[1]) {
    case (.int, .double), (.double, .int):
      let literal = arguments.lazy.compactMap { node -> Int64? in
        guard case .constant(.int(let value)) = node.kind else { return nil }
        return value
      }.first
      return literal.map { "write \($0).0 instead of \($0)" } ?? "write double(x) for the int"
    case (.int, .uint), (.uint, .int): return "write int(x) for the uint"
    case (.string, let other) where name == "_+_" && number.contains(other),
      (let other, .string) where name == "_+_" && number.contains(other):
      return "write string(x) for the \(other)"
    default: return nil
    }
  }
}

extension Type {
  fileprivate var isList: Bool { if case .list = nonNull { true } else { false } }
}
