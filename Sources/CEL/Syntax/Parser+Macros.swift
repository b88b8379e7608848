/// Macros: calls with a meaning that no function could have (CEL spec, "Macros").
extension Parser {
  func has(_ arguments: [Expr], _ range: Range<Int>) throws(Issues) -> Expr {
    guard arguments.count == 1,
      case .select(let operand, let name, optional: false) = arguments[0].kind
    else { throw Issues(items: [.hasTakesField(arguments.first?.range ?? range)]) }
    return try make(.has(operand, name), range)
  }

  /// Returns the macro for a method call; nil if it is an ordinary call.
  func macro(
    _ name: Expr.Name, on target: Expr, _ arguments: [Expr], _ range: Range<Int>
  ) throws(Issues) -> Expr? {
    switch target.kind {
    case .ident("cel"): return try binding(name, arguments, range)
    case .ident("math") where arguments.count > 2 && ["greatest", "least"].contains(name.text):
      // More than two arguments are passed as a list.
      let elements = arguments.map { Expr.Element(value: $0, isOptional: false) }
      let list = try make(.list(elements), arguments[0].range.lowerBound..<range.upperBound - 1)
      return try make(.call(name, target: target, [list]), range)
    default: break
    }
    if name.text == "fold", arguments.count == 4 { return try fold(target, arguments, range) }
    guard let shape = MacroShape(name.text, arguments.count) else { return nil }
    let variables = try variables(arguments.prefix(shape.variables))
    let rest = arguments.dropFirst(shape.variables)
    let comprehension = Expr.Comprehension(
      kind: shape.kind, range: target, variables: variables,
      filter: rest.count == 2 ? rest.first : nil, body: arguments[arguments.count - 1])
    return try make(.comprehension(comprehension), range)
  }

  private func fold(
    _ target: Expr, _ arguments: [Expr], _ range: Range<Int>
  ) throws(Issues) -> Expr {
    let variables = try variables(arguments.prefix(2))
    return try make(
      .comprehension(
        Expr.Comprehension(
          kind: .fold, range: target, variables: variables, start: arguments[2],
          body: arguments[3])),
      range)
  }

  /// The variables of a macro, each with a name of its own.
  private func variables(_ arguments: ArraySlice<Expr>) throws(Issues) -> [Expr.Name] {
    var variables: [Expr.Name] = []
    for argument in arguments {
      let variable = try variable(argument)
      if variables.contains(where: { $0.text == variable.text }) {
        throw Issues(items: [.duplicateVariable(variable)])
      }
      variables.append(variable)
    }
    return variables
  }

  private func variable(_ argument: Expr) throws(Issues) -> Expr.Name {
    guard case .ident(let name) = argument.kind, !name.hasPrefix(".") else {
      throw Issues(items: [.variableIsNoName(argument.range)])
    }
    return Expr.Name(text: name, range: argument.range)
  }

  /// `cel.bind`, and the macros that optimizers write: `cel.block`, `cel.index`, `cel.iterVar`,
  /// `cel.accuVar`.
  private func binding(
    _ name: Expr.Name, _ arguments: [Expr], _ range: Range<Int>
  ) throws(Issues) -> Expr? {
    switch (name.text, arguments.count) {
    case ("bind", 3):
      return try bind(try variable(arguments[0]), arguments[1], in: arguments[2], range)
    case ("block", 2):
      guard case .list(let elements) = arguments[0].kind else { return nil }
      var result = arguments[1]
      for (index, element) in elements.enumerated().reversed() {
        let variable = Expr.Name(text: "@index\(index)", range: element.value.range)
        result = try bind(variable, element.value, in: result, range)
      }
      return result
    case ("index", 1), ("iterVar", 2), ("accuVar", 2):
      var path = "@\(name.text)"
      for argument in arguments {
        guard case .literal(.int(let number)) = argument.kind else { return nil }
        path += name.text == "index" ? "\(number)" : ":\(number)"
      }
      return try make(.ident(path), range)
    default: return nil
    }
  }

  private func bind(
    _ variable: Expr.Name, _ value: Expr, in body: Expr, _ range: Range<Int>
  ) throws(Issues) -> Expr {
    try make(
      .comprehension(
        Expr.Comprehension(
          kind: .bind, range: value, variables: [variable], filter: nil, body: body)),
      range)
  }
}

/// The macro for a method's name and number of arguments.
private struct MacroShape {
  var kind: Expr.Comprehension.Kind
  var variables: Int

  init?(_ name: String, _ count: Int) {
    guard 2...4 ~= count else { return nil }
    let found: (Expr.Comprehension.Kind, Int)? =
      switch (name, count) {
      case ("all", 2): (.all, 1)
      case ("exists", 2): (.exists, 1)
      case ("exists_one", 2), ("existsOne", 2): (.existsOne, 1)
      case ("map", 2), ("map", 3): (.map, 1)
      case ("filter", 2): (.filter, 1)
      case ("sortBy", 2): (.sortBy, 1)
      case ("closure", 2): (.closure, 1)
      case ("optMap", 2): (.optMap, 1)
      case ("optFlatMap", 2): (.optFlatMap, 1)
      case ("all", 3): (.all, 2)
      case ("exists", 3): (.exists, 2)
      case ("exists_one", 3), ("existsOne", 3): (.existsOne, 2)
      case ("transformList", 3), ("transformList", 4): (.transformList, 2)
      case ("transformMap", 3), ("transformMap", 4): (.transformMap, 2)
      case ("transformMapEntry", 3), ("transformMapEntry", 4): (.transformMapEntry, 2)
      default: nil
      }
    guard let found else { return nil }
    (kind, variables) = found
  }
}

extension Library {
  /// The ways in which a macro is written; none for another name.
  static func calls(ofMacro name: String) -> [String] {
    macros.map(\.call).filter { call in
      call.prefix { $0 != "(" }.split(separator: ".").last.map { String($0) } == name
    }
  }

  /// The macros as they are written, with their results.
  package static let macros: [(call: String, doc: String)] = [
    ("has(x.field)", "True if the field or key exists and is not null."),
    ("xs.all(x, condition)", "True if the condition is true for all elements, or keys of a map."),
    ("xs.exists(x, condition)", "True if the condition is true for some element."),
    ("xs.exists_one(x, condition)", "True if the condition is true for exactly one element."),
    ("xs.filter(x, condition)", "The elements for which the condition is true."),
    ("xs.map(x, value)", "A list with a value for each element."),
    ("xs.map(x, condition, value)", "The same for the elements for which the condition is true."),
    (
      "xs.all(i, x, condition)",
      "True if the condition is true for all indices and elements, or keys and values."
    ),
    (
      "xs.exists(i, x, condition)",
      "True if it is true for some index and element, or key and value."
    ),
    (
      "xs.existsOne(i, x, condition)",
      "True if it is true for exactly one index and element, or key and value."
    ),
    ("xs.transformList(i, x, value)", "A list with a value for each element."),
    (
      "xs.transformList(i, x, condition, value)",
      "The same for the elements for which the condition is true."
    ),
    ("xs.transformMap(k, x, value)", "A map with a value for each key."),
    (
      "xs.transformMap(k, x, condition, value)",
      "The same for the keys for which the condition is true."
    ),
    ("xs.transformMapEntry(k, x, entries)", "A map with the entries of one map for each element."),
    (
      "xs.transformMapEntry(k, x, condition, entries)",
      "The same for the elements for which the condition is true."
    ),
    ("xs.sortBy(x, key)", "The elements, sorted by their keys."),
    (
      "roots.closure(x, next)",
      "The elements that can be reached from a list through the lists 'next'."
    ),
    (
      "xs.fold(result, x, start, next)",
      "The last 'next', computed for each element from the one before it; 'start' before the first."
    ),
    ("optional.optMap(x, value)", "An optional with a value computed from the present one."),
    ("optional.optFlatMap(x, optional)", "The optional computed from the present value."),
    ("cel.bind(name, value, expression)", "The expression, in which the name has the value."),
  ]
}
