import Spelling

extension Checker {
  /// Returns the function whose full name a method call spells: `math.abs(x)`.
  func namespaced(_ expr: Expr) -> Function? {
    guard case .call(let name, let target?, _) = expr.kind, let root = target.root,
      // The full name is built only if some function's name begins with the same part.
      !environment.container.isEmpty || root.hasPrefix(".")
        || environment.library.namespaces.contains(root),
      let prefix = target.qualifiedName, local(prefix) == nil
    else { return nil }
    return environment.function("\(prefix).\(name.text)")
  }

  mutating func call(
    _ name: Expr.Name, _ arguments: [Node], isMember: Bool, _ range: Range<Int>
  ) -> Node {
    if arguments.isEmpty, !isMember, let variable = environment.variables["\(name.text)()"] {
      return Node(.place(variable.place), isLenient ? .dyn : variable.type, range)
    }
    let definitions = environment.types.definitions
    if let function = definitions?.function(name.text) {
      return apply(name, function, arguments, range)
    }
    guard let function = environment.function(name.text) else {
      let expression = FamiliarNames.expression(name.text, isMember ? arguments.count - 1 : 0)
      let calls = Library.calls(ofMacro: name.text)
      if !calls.isEmpty {
        return report(
          .wrongArguments(ofMacro: name, isMember ? expression.map { [$0] } ?? calls : calls),
          as: Failure("no-matching-overload", "there is no function '\(name.text)'"))
      }
      let names =
        Array(environment.library.functions.keys) + (definitions?.namesOfFunctions ?? [])
      let known = FamiliarNames.functions[name.text].flatMap { known in
        environment.hasFunction(known) || !Library.calls(ofMacro: known).isEmpty ? known : nil
      }
      // What is not called on a value has it in its parentheses.
      let isMisplaced =
        isMember
        && known.flatMap(environment.function)?.overloads.contains(where: \.isMember) == false
      let near =
        isMisplaced || expression != nil
        ? nil : known ?? suggestion(for: name.text, among: names.sorted())
      return report(
        .undeclaredFunction(
          name, near: near, instead: isMisplaced ? known.map { "\($0)(x)" } : expression),
        as: Failure("no-matching-overload", "there is no function '\(name.text)'"))
    }
    return resolve(name, function, arguments, isMember: isMember, range)
  }

  mutating func resolve(
    _ name: Expr.Name, _ function: Function, _ arguments: [Node], isMember: Bool,
    _ range: Range<Int>
  ) -> Node {
    if isLenient {
      let overloads = function.overloads.filter {
        $0.isMember == isMember && $0.parameters.count == arguments.count
      }
      guard overloads.isEmpty else {
        return Node(.call(function.name, overloads, arguments), .dyn, range)
      }
      return Node(.failure(.noMatchingOverload(function.name, [])), .dyn, range)
    }
    var found: [Overload] = []
    var result: Type?
    let signature = Overload.Signature(arguments.count, isMember: isMember) { arguments[$0].type }
    // Only if a single overload fits is an open type known from it, such as that of the elements of
    // `[]`.
    let isOpen = arguments.contains { substitution.isOpen($0.type) }
    let start = substitution.mark
    for (index, parameters) in function.signatures.enumerated()
    where signature.mayFit(parameters) {
      let overload = function.overloads[index]
      guard let type = match(overload, arguments) else { continue }
      found.append(overload)
      if isOpen { substitution.undo(to: start) }
      if let former = result, former != .dyn, former != type {
        result = .dyn
      } else if result == nil {
        result = type
      }
    }
    guard let result else {
      let types = arguments.map { substitution.resolve($0.type, freeAsDyn: true) }
      return report(
        .noMatchingOverload(name, function, types, arguments, isMember: isMember, range),
        as: .noMatchingOverload(function.name, []))
    }
    if isOpen, found.count == 1 { _ = match(found[0], arguments) }
    if function.name == "matches", let literal = arguments.last,
      case .constant(.string(let text)) = literal.kind
    {
      checkPattern(text, literal.range)
    }
    return Node(.call(function.name, found, arguments), result, range)
  }

  /// The call of a function that the host defines; a constant argument is converted at once.
  private mutating func apply(
    _ name: Expr.Name, _ function: DefinedFunction, _ arguments: [Node], _ range: Range<Int>
  ) -> Node {
    guard arguments.count == function.parameters.count else {
      return report(
        .wrongNumberOfArguments(function, arguments.count, name.range),
        as: .noMatchingOverload(function.name, []))
    }
    var parts: [Node] = []
    var isJudged: [Bool] = []
    for (parameter, argument) in zip(function.parameters, arguments) {
      let constant = parameter.isConverted ? expression(argument).constant : nil
      if let constant, let fit = parameter.fit {
        var budget = Budget(remaining: 100_000)
        do throws(Failure) {
          let value = try fit(constant, &budget)
          // An `any` may keep a value in another type than the one that is written.
          let type =
            parameter.type != .dyn
            ? parameter.type : argument.type.admits(value) ? argument.type : value.type
          parts.append(Node(.constant(value), type, argument.range))
          isJudged.append(false)
          continue
        } catch {
          _ = report(.misfit(error, parameter, of: function, argument.range), as: error)
        }
      }
      let found = resolved(argument)
      let mayBeNull = found.isNullable && found != .dyn && !parameter.type.isNullable
      if constant == nil, mayBeNull || !substitution.unify(parameter.type, argument.type) {
        _ = report(
          .argument(found, parameter, of: function, mayBeNull: mayBeNull, argument.range),
          as: .noMatchingOverload(function.name, []))
      }
      parts.append(argument)
      isJudged.append(
        !(parameter.isExact && resolved(argument) == parameter.type && argument.isProven))
    }
    let slot = function.isInlined ? reserveSlots(function.body.frameSize) : 0
    return Node(
      .apply(
        CheckedExpr.Application(
          function: function, arguments: parts, isJudged: isJudged, slot: slot)),
      isLenient ? .dyn : function.result, range)
  }

  private mutating func checkPattern(_ text: String, _ range: Range<Int>) {
    do throws(Pattern.PatternError) {
      _ = try Pattern(text)
    } catch {
      issues.append(.badPattern(error.message, range))
    }
  }

  /// The result type of a call of the overload; nil if it does not take the arguments.
  mutating func match(_ overload: Overload, _ arguments: [Node]) -> Type? {
    // An overload for a receiver that may be null takes no other receiver.
    if case .nullable? = overload.parameters.first, let receiver = arguments.first,
      !resolved(receiver).isNullable
    {
      return nil
    }
    guard !overload.typeParameters.isEmpty else {
      return substitution.unify(arguments, overload.parameters) ? overload.result : nil
    }
    let fresh = overload.typeParameters.map { (name: $0, type: substitution.freshVariable()) }
    let parameters = overload.parameters.map { $0.replacing(fresh) }
    guard substitution.unify(arguments, parameters) else { return nil }
    // A variable left open, as inside a `dyn` argument, becomes `dyn`: no later call may decide it.
    for (_, variable) in fresh where !arguments.isEmpty { substitution.settle(variable) }
    return substitution.resolve(overload.result.replacing(fresh))
  }
}

extension Type {
  /// The type with its parameters replaced.
  func replacing(_ types: [(name: String, type: Type)]) -> Type {
    switch self {
    case .parameter(let name): types.first { $0.name == name }?.type ?? self
    case .list(let element): .list(element.replacing(types))
    case .map(let key, let value): .map(key: key.replacing(types), value: value.replacing(types))
    case .type(let inner): .type(inner.replacing(types))
    case .nullable(let inner): .nullable(inner.replacing(types))
    case .abstract(let name, let parameters):
      .abstract(name, parameters.map { $0.replacing(types) })
    default: self
    }
  }
}
