import CEL
import SuasProgram

extension SwiftExpressionPrinter {
  func call(
    _ overload: Overload, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> SwiftExpression {
    if arguments.first?.type == .list(.any),
      let (form, _) = SwiftLibrary.dynamicForms[overload.id]
    {
      return try filled(form, arguments, type)
    }
    guard let form = SwiftLibrary.forms[overload.id] else { throw NotGenerated(at: place) }
    return try filled(form, arguments, type)
  }

  /// A form with the arguments of a call.
  private func filled(
    _ form: SwiftForm, _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> SwiftExpression {
    func part(
      _ form: SwiftForm, _ outer: SwiftPrecedence = .any
    ) throws(NotGenerated) -> Document {
      if case .argument(let index) = form { return try document(arguments[index], outer) }
      return try filled(form, arguments, type).operand(of: outer)
    }
    switch form {
    case .argument(let index): return SwiftExpression(try document(arguments[index], .postfix))
    case .constant(let document): return SwiftExpression(document)
    case .infix(let sign, let precedence):
      return operation(
        try document(arguments[0], precedence), sign,
        try document(arguments[1], precedence.higher), precedence)
    case .bits(let sign):
      let left = try document(arguments[0], .postfix)
      let right = try document(arguments[1], .postfix)
      return SwiftExpression(
        SwiftSyntax.parenthesized(SwiftSyntax.operation(left, ["\(sign) \(right)"])))
    case .prefix(let sign, let operand):
      return SwiftExpression(Document(sign) + (try document(arguments[0], operand)), .prefix)
    case .comparison(let sign): return try comparison(sign, arguments)
    case .property(let value, let symbol):
      let start = try part(value, .postfix)
      if case .argument(let index) = value, arguments[index].type != arguments[index].type.nonNull {
        return SwiftExpression(SwiftSyntax.memberIfAny(start, "\(symbol)"), .prefix)
      }
      return SwiftExpression(SwiftSyntax.member(start, "\(symbol)"))
    case .method(let value, let symbol, let forms):
      let forms =
        forms ?? arguments.indices.filter { !value.isArgument($0) }.map { .init(.argument($0)) }
      var list: [Document] = []
      for item in forms { list.append(item.start + (try part(item.form))) }
      return SwiftExpression(
        SwiftSyntax.method(try part(value, .postfix), "\(symbol)", list))
    case .function(let function, let forms):
      var list: [Document] = []
      for item in forms { list.append(item.start + (try part(item.form))) }
      return SwiftExpression(SwiftSyntax.call(function, list))
    case .generic(let function):
      var list: [Document] = []
      let isConstant = arguments.allSatisfy(\.isConstant)
      for code in arguments { list.append(try isConstant ? shown(code) : document(code)) }
      return SwiftExpression(SwiftSyntax.call(function, list))
    case .otherwise(let function): return try otherwise(arguments[0], arguments[1], function)
    case .wrapped: return SwiftExpression(SwiftSyntax.call("Optional", [try shown(arguments[0])]))
    case .none: return SwiftExpression("\(names.document(of: type)).none")
    case .hasValue:
      return SwiftExpression("\(try document(arguments[0], .sum)) != nil", .comparison)
    case .dynamic: return SwiftExpression(try dynamic(arguments[0]))
    case .typeName:
      return SwiftExpression(
        "\(names.document(of: .type))(\(try dynamic(arguments[0])).typeName)")
    case .dynamicMethod(let symbol):
      return SwiftExpression(
        SwiftSyntax.method(try dynamic(arguments[0]), "\(symbol)", [try dynamic(arguments[1])]))
    }
  }

  /// A call of a function whose overload is the first that takes the values.
  func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [LoweredExpression], _ type: ValueType
  ) throws(NotGenerated) -> Document {
    var values: [Document] = []
    for argument in arguments { values.append(try dynamic(argument)) }
    if values.count == 2, let method = Self.dynamicMethods[name] {
      return SwiftSyntax.method(values[0], "\(method)", [values[1]])
    }
    let calls = SwiftDynamicCalls(names: names)
    let call = SwiftSyntax.call(
      "\(calls.symbol(name, overloads))", values)
    let result = calls.result(name, overloads)
    // What has a type may stand where null may stand, too.
    return result == type || result != .any && result == type.nonNull
      ? call : known(call, as: type)
  }

  /// The methods of values of any types in the place of functions with two arguments.
  private static let dynamicMethods = [
    "_<_": SwiftRuntime.dynamicNumbers("isLess"),
    "_<=_": SwiftRuntime.dynamicNumbers("isAtMost"),
    "_>_": SwiftRuntime.dynamicNumbers("isGreater"),
    "_>=_": SwiftRuntime.dynamicNumbers("isAtLeast"),
    "math.greatest": SwiftRuntime.dynamicNumbers("greater"),
    "math.least": SwiftRuntime.dynamicNumbers("lesser"),
    "or": SwiftRuntime.dynamic("orOptional"),
  ]

  /// An expression whose type shows where none is asked for.
  private func shown(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    code.isConstant || code.isCollectionLiteral || code.isBareLiteral
      ? try document(code, .postfix) : try document(code)
  }

  /// The expression with its `try`, in a form that shows its type where none is asked for.
  private func typed(_ code: LoweredExpression) throws(NotGenerated) -> Document {
    let value: Document
    switch code.kind {
    case .comprehension:
      var inner = self
      inner.showsTypes = true
      value = try inner.document(code)
    case .conditional(let condition, let then, let otherwise):
      value = SwiftSyntax.conditional(
        try self.condition(condition), try shown(then), try document(otherwise, .conditional))
    default: value = try shown(code)
    }
    return code.canFail ? SwiftSyntax.keyword("try", value) : value
  }

  private func comparison(
    _ sign: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> SwiftExpression {
    let (left, right) = (arguments[0], arguments[1])
    switch (left.type, right.type) {
    case (.int, .uint), (.uint, .int):
      // Swift compares whole numbers of different types by value.
      return operation(
        try document(left, .postfix), sign, try document(right, .postfix), .comparison)
    case (.int, .double), (.uint, .double):
      return operation(
        SwiftSyntax.member(try document(left, .postfix), "double"), sign,
        try document(right, .sum), .comparison)
    case (.double, .int), (.double, .uint):
      return operation(
        try document(left, .sum), sign,
        SwiftSyntax.member(try document(right, .postfix), "double"), .comparison)
    case (.int, _), (.uint, _), (.double, _), (.timestamp, _), (.duration, _):
      var start = try document(left, .sum)
      // A condition that the compiler decides makes it warn of code that never runs.
      if left.isConstant, right.isConstant { start = "asWritten(\(start))" }
      return operation(start, sign, try document(right, .sum), .comparison)
    default:
      let order = SwiftSyntax.method(
        try document(left, .postfix), "order", [try document(right)])
      return operation(order, sign, "0", .comparison)
    }
  }

  // MARK: Macros

  func comprehension(_ it: LoweredExpression.Comprehension) throws(NotGenerated) -> Document {
    if it.kind == .bind { return try bound(it) }
    var range = try document(it.range, .postfix)
    if it.kind == .optMap || it.kind == .optFlatMap {
      return applied(
        range, it.kind == .optMap ? "map" : "flatMap", try closure(of: it, it.body))
    }
    switch it.range.type {
    case .map where it.range.isEntries: break
    case .map: range = SwiftSyntax.member(range, it.variables.count == 2 ? "entries" : "keys")
    default:
      if it.variables.count == 2, it.kind != .fold { range = SwiftSyntax.member(range, "numbered") }
    }
    if let filter = it.filter {
      let condition = try closure(of: it, filter)
      // If both can fail, the condition and the body are evaluated for each element before the next
      // one.
      if filter.canFail, it.body.canFail, it.kind == .map || it.kind == .transformList {
        return SwiftSyntax.method(
          range, "map", ["where: " + condition, try closure(of: it, it.body)])
      }
      range = applied(range, filter.canFail ? "select" : "filter", condition)
    }
    return try comprehension(it, range)
  }

  private func comprehension(
    _ it: LoweredExpression.Comprehension, _ range: Document
  ) throws(NotGenerated) -> Document {
    let body = try closure(of: it, it.body)
    let canFail = it.body.canFail
    switch it.kind {
    case .all: return applied(range, canFail ? "all" : "allSatisfy", body)
    case .exists:
      return canFail
        ? applied(range, "any", body) : applied(range, "contains", body, label: "where: ")
    case .existsOne: return applied(range, "one", body)
    case .filter: return applied(range, canFail ? "select" : "filter", body)
    case .map, .transformList: return applied(range, "map", body)
    case .sortBy where it.body.type.isSortable: return applied(range, "inOrder", body)
    case .sortBy:
      return applied(
        range, "\(SwiftRuntime.dynamicLists("inOrderOfAny"))",
        try closure(of: it, it.body.asAny))
    case .closure: return applied(range, "closure", body)
    case .transformMap: return applied(range, "mapValues", body)
    case .transformMapEntry: return applied(range, "joinedMaps", body)
    case .fold:
      guard let start = it.start else { return range }
      var first = try document(start, .postfix)
      // A value that may be null does not show that the results may be, too.
      if case .nullable = start.type { first += " as \(names.document(of: start.type))" }
      return applied(range, "fold", body, after: [first])
    case .bind, .optMap, .optFlatMap: return range
    }
  }

  /// A name for a value in a part of an expression; a value that can fail is made at its first use.
  private func bound(
    _ it: LoweredExpression.Comprehension
  ) throws(NotGenerated) -> Document {
    guard it.range.canFail else {
      return applied("with", try closure(of: it, it.body), after: [try shown(it.range)])
    }
    var inner = self
    inner.lateNames.formUnion(it.variables.map(\.name))
    // The branches of a choice do not show that one of them may be null.
    var types: [Document]?
    if case .nullable = it.range.type {
      types = ["LateValue<\(names.document(of: it.range.type))>"]
    }
    let closure = try inner.closure(it.variables.map(SwiftNames.local), it.body, types)
    return applied("withLate", closure, after: [try shown(it.range)])
  }

  /// A closure that computes a part of a macro.
  private func closure(
    of it: LoweredExpression.Comprehension, _ part: LoweredExpression
  ) throws(NotGenerated) -> Document {
    try closure(
      it.variables.map(SwiftNames.local), part, shownTypes(of: it)?.map(names.document(of:)))
  }

  /// The types of a macro's variables if they have to be shown: closures that follow one another are
  /// one problem for the compiler, which takes exponential time to find types for all of them. The
  /// type of a bound value is told by nothing else at all.
  private func shownTypes(of it: LoweredExpression.Comprehension) -> [ValueType]? {
    guard it.kind == .bind || it.range.comesFromMacro else { return nil }
    let types: [ValueType]
    switch (it.kind, it.range.type) {
    case (.bind, let type): types = [type]
    case (.fold, .list(let element)): types = [it.body.type, element]
    case (_, .list(let element)): types = it.variables.count == 2 ? [.int, element] : [element]
    case (_, .map) where it.range.isEntries: return nil
    case (_, .map(let key, let value)): types = it.variables.count == 2 ? [key, value] : [key]
    case (_, .optional(let wrapped)): types = [wrapped]
    default: return nil
    }
    return types.count == it.variables.count ? types : nil
  }

  /// A closure that computes a value from an element.
  ///
  /// - Parameter types: The types of the variables, if they are shown.
  func closure(
    _ variables: [String], _ body: LoweredExpression, _ types: [Document]? = nil
  ) throws(NotGenerated) -> Document {
    var inner = self
    inner.showsTypes = false
    var value = showsTypes ? try inner.typed(body) : try inner.trying(body)
    // Null alone has no type.
    if body.type == .null, body.isConstant { value += " as \(names.document(of: .null))" }
    // A variable that the body does not read is not named.
    var used = variables.map { Document(value.mentions($0) ? $0 : "_") }
    if let types { used = zip(used, types).map { "\($0): \($1)" } }
    let list = used.joined(separator: ", ")
    if body.canFail { return SwiftSyntax.failingClosure("(\(list))", value) }
    let isBare = variables.count == 1 && types == nil
    return SwiftSyntax.closure(isBare ? list : "(\(list))", value)
  }
}

extension SwiftForm {
  fileprivate func isArgument(_ number: Int) -> Bool {
    if case .argument(number) = self { true } else { false }
  }
}

extension SwiftForm.Argument {
  fileprivate var start: Document { label.isEmpty ? "" : "\(label): " }
}

extension LoweredExpression {
  /// True for the entries of a value that is known to be a list or a map only at run time.
  fileprivate var isEntries: Bool { if case .dynamic(.entries) = kind { true } else { false } }

  /// True for a value that a macro makes, perhaps with other calls after it.
  fileprivate var comesFromMacro: Bool {
    switch kind {
    case .comprehension: true
    case .call(_, _, let values), .apply(_, let values), .list(let values), .and(let values),
      .or(let values):
      values.contains(where: \.comesFromMacro)
    case .conditional(_, let first, let second), .otherwise(let first, let second),
      .equal(let first, let second, _), .same(let first, let second, _):
      first.comesFromMacro || second.comesFromMacro
    case .field(let value, _), .fieldIfAny(let value, _), .elementIfAny(let value, _),
      .element(let value, _), .entry(let value, _), .known(let value), .unwrapped(let value),
      .isPresent(let value), .not(let value), .convert(let value, _):
      value.comesFromMacro
    default: false
    }
  }
}
