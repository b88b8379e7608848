import CEL
import SuasProgram

extension Lowering {
  /// The overloads that take null like any other argument.
  private static let takingNull: Set<String> = [
    "nullable_orValue_value", "to_dyn", "type", "optional_of", "optional_ofNonZeroValue",
  ]

  /// The overloads that take null as their second argument like any other one: they search for it, or
  /// have it as their result.
  private static let takingNullSecond: Set<String> = [
    "list_a_index_of_int", "list_a_last_index_of_int", "nullable_orValue_value",
    "optional_orValue_value",
  ]

  func call(
    _ name: String, _ overloads: [Overload], _ nodes: [CheckedExpr.Node], _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    if name == "_==_" || name == "_!=_" {
      return try equality(nodes, isNegated: name == "_!=_", &scope)
    }
    var arguments: [LoweredExpression] = []
    for (index, argument) in nodes.enumerated() {
      var code = try lower(argument, &scope)
      // A fallback that cannot fail is evaluated where the value is null. One with a fallback in it is left as it
      // is: lowered twice at each level, it would take exponential time.
      if index == 1, name == "orValue", !code.canFail, let path = arguments[0].path,
        case .nullable = arguments[0].type, !argument.hasFallback
      {
        code = try knowing([PresentCase(path, .null)]).lower(argument, &scope)
      }
      let takesNull =
        index == 0 && (name == "@in" || overloads.contains { Self.takingNull.contains($0.id) })
        || index == 1 && overloads.contains { Self.takingNullSecond.contains($0.id) }
        || index == 1 && overloads.map(\.id) == ["index_map"]
      let isNarrowed = code.type != code.type.nonNull && !argument.type.mayBeNull
      arguments.append(takesNull && !isNarrowed ? code : nonNull(code, argument))
    }
    guard let overload = overload(overloads, arguments) else {
      return try dynamicCall(name, overloads, arguments, node)
    }
    return try call(overload, name, arguments, node)
  }

  /// A call whose overload the values decide on.
  private func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [LoweredExpression],
    _ node: CheckedExpr.Node
  ) throws(NotGenerated) -> LoweredExpression {
    switch overloads[0].id {
    case "index_map" where overloads.count == 1:
      let map = try expect(arguments[0].asAny, .map(key: .any, value: .any))
      return LoweredExpression(
        .dynamic(.element(map.asAny, arguments[1].asAny)), .any, canFail: true)
    case "index_list", "index_map":
      return LoweredExpression(
        .dynamic(.element(arguments[0].asAny, arguments[1].asAny)), .any, canFail: true)
    case "nullable_orValue_value", "optional_orValue_value":
      return LoweredExpression(
        .otherwise(arguments[0].asAny, arguments[1].asAny), .any,
        canFail: arguments.contains(where: \.canFail))
    case "logical_not":
      return try call(overloads[0], name, [try expect(arguments[0], .bool)], node)
    case let id where overloads.count == 1 && id.hasSuffix("_int64") && arguments.count == 2:
      // The interpreter takes each operand as an int.
      var operands: [LoweredExpression] = []
      for argument in arguments { operands.append(try expect(argument, .int)) }
      return try call(overloads[0], name, operands, node)
    default:
      // The values may have another type than the one that the checker shows for a list's elements.
      let result = overloads[0].result
      let isSure = result.isScalar && overloads.allSatisfy { $0.result == result }
      let type = isSure ? ValueType(result) : .any
      return LoweredExpression(
        .dynamic(.call(name, overloads, arguments.map(\.asAny))), type, canFail: true)
    }
  }

  /// The overload for arguments of these types; nil if the values decide.
  private func overload(_ overloads: [Overload], _ arguments: [LoweredExpression]) -> Overload? {
    let taken = overloads.first { overload in
      overload.parameters.count == arguments.count
        && zip(overload.parameters, arguments).allSatisfy { parameter, argument in
          accepts(parameter, argument.type)
        }
    }
    guard taken == nil, overloads.count == 1 else { return taken }
    let areKnown = arguments.allSatisfy { !$0.type.isOpen && $0.type != .null || $0.isLiteral }
    // Which error a null among the elements makes depends on the function and on what is before it.
    let mayHoldNull = zip(overloads[0].parameters, arguments).contains {
      refusesNull(in: $0, $1.type)
    }
    return areKnown && !mayHoldNull ? overloads[0] : nil
  }

  /// True if a value of a type may hold a null in a part that a parameter takes no null in.
  private func refusesNull(in parameter: Type, _ type: ValueType) -> Bool {
    switch (parameter, type) {
    case (.list(.parameter), _), (.list(.dyn), _), (.list(.nullable), _): false
    case (.list(_), .list(.nullable)): true
    case (.list(let inner), .list(let element)): refusesNull(in: inner, element)
    default: false
    }
  }

  private func accepts(_ parameter: Type, _ type: ValueType) -> Bool {
    switch (parameter, type) {
    case (.parameter, _), (.dyn, _): true
    case (.nullable, .nullable), (.nullable, .null): true
    case (.list(let inner), .list(let element)): accepts(inner, element)
    case (.map(let key, let value), .map(let otherKey, let other)):
      accepts(key, otherKey) && accepts(value, other)
    case (.string, .enumeration): true
    case (.abstract, .optional(let value)): parameter.wrapped.map { accepts($0, value) } ?? false
    default: ValueType(parameter) == type
    }
  }

  private func call(
    _ overload: Overload, _ name: String, _ arguments: [LoweredExpression], _ node: CheckedExpr.Node
  ) throws(NotGenerated) -> LoweredExpression {
    var arguments = arguments
    let canFail = arguments.contains(where: \.canFail)
    if overload.id.hasPrefix("list_sets_"), arguments[0].type != arguments[1].type {
      // Cases of different enums, or cases and texts, are compared as texts.
      let hasEnums = arguments.contains(where: \.type.hasEnums)
      (arguments[0], arguments[1]) = try unified(
        arguments[0], arguments[1], hasEnums ? .list(.string) : nil)
    }
    switch overload.id {
    case "logical_not": return arguments[0].negated
    case "index_list":
      guard case .list(let element) = arguments[0].type else { throw refusal() }
      guard arguments[1].type == .int else {
        return LoweredExpression(
          .dynamic(.element(arguments[0].asAny, arguments[1].asAny)), element, canFail: true)
      }
      return LoweredExpression(.element(arguments[0], arguments[1]), element, canFail: true)
    case "index_map":
      guard case .map(let key, let value) = arguments[0].type else { throw refusal() }
      if case .nullable = arguments[1].type {
        let found = try call(overload, name, [arguments[0], arguments[1].known], node)
        let missing = LoweredExpression.Kind.failure(
          code: "no-such-key", message: "the map has no key null")
        return ifPresent(arguments[1], found, else: missing, canFail: true)
      }
      guard isKey(arguments[1], of: key) else {
        return LoweredExpression(
          .dynamic(.element(arguments[0].asAny, arguments[1].asAny)), value, canFail: true)
      }
      return LoweredExpression(
        .entry(arguments[0], try coerce(arguments[1], to: key)), value, canFail: true)
    case "in_map", "in_list", "list_a_index_of_int", "list_a_last_index_of_int":
      return try membership(overload, name, arguments)
    case "optional_ofNonZeroValue" where arguments[0].type.isEnumeration:
      // Every case has a name.
      return LoweredExpression(
        .call(try library("optional.of"), "optional.of", arguments), .optional(arguments[0].type),
        canFail: canFail)
    case "add_list":
      let (first, second) = try unified(arguments[0], arguments[1], ValueType(node.type))
      if second.isEmptyCollection { return first }
      if first.isEmptyCollection { return second }
      return LoweredExpression(
        .call(overload, name, [first, second]), first.type,
        canFail: first.canFail || second.canFail)
    case "optional_or_optional":
      let (first, second) = try unified(arguments[0], arguments[1], ValueType(node.type))
      return LoweredExpression(
        .call(overload, name, [first, second]), first.type,
        canFail: first.canFail || second.canFail)
    case "nullable_orValue_value", "optional_orValue_value":
      var wrapped: ValueType
      switch arguments[0].type {
      case .nullable(let type), .optional(let type): wrapped = type
      default: wrapped = arguments[0].type
      }
      if case .constant(.null) = arguments[0].kind {
        return try coerce(arguments[1], to: wrapped == .null ? arguments[1].type : wrapped)
      }
      if wrapped == .any || arguments[1].type == .any {
        arguments[1] = arguments[1].asAny
        switch arguments[0].type {
        case .nullable where wrapped != .any:
          return LoweredExpression(
            .otherwise(arguments[0].asAny, arguments[1]), .any, canFail: canFail)
        case .nullable: arguments[0] = try coerce(arguments[0], to: .nullable(.any))
        case .optional: arguments[0] = try coerce(arguments[0], to: .optional(.any))
        default: break
        }
        return LoweredExpression(.call(overload, name, arguments), .any, canFail: canFail)
      }
      if wrapped.hasEnums || arguments[1].type.hasEnums || wrapped.isCollection,
        constant(arguments[1], as: wrapped) == nil, wrapped != arguments[1].type.nonNull
      {
        // A case and a text that is none are texts; two lists have what either of them has.
        wrapped = common([wrapped, arguments[1].type.nonNull])
        if case .optional = arguments[0].type {
          arguments[0] = try coerce(arguments[0], to: .optional(wrapped))
        } else {
          arguments[0] = try coerce(arguments[0], to: .nullable(wrapped))
        }
      }
      // The other value may be null itself.
      let result =
        arguments[1].type == arguments[1].type.nonNull ? wrapped : .nullable(wrapped.nonNull)
      arguments[1] = try coerce(arguments[1], to: result)
      return LoweredExpression(
        .call(overload, name, arguments), result, canFail: arguments.contains(where: \.canFail))
    default: break
    }
    for (index, parameter) in overload.parameters.enumerated() {
      let type = ValueType(parameter)
      guard index < arguments.count, parameter == .list(.dyn) || !type.isOpen else { continue }
      arguments[index] = try coerce(arguments[index], to: type)
    }
    return LoweredExpression(
      .call(overload, name, arguments), result(of: overload, arguments, node),
      canFail: canFail || arguments.contains(where: \.canFail) || !Self.isTotal(overload.id))
  }

  /// True if a value becomes a key of a type without an error: a text may be no case of an enum.
  private func isKey(_ code: LoweredExpression, of key: ValueType) -> Bool {
    guard case .enumeration = key, code.type != key else {
      return code.type == key || code.isConstant || key == .string
    }
    guard case .constant(let value) = code.kind else { return false }
    return fit(value, to: key) != nil
  }

  /// The search for a value in a list or a map; a null is in no map, and in no list whose elements
  /// are none.
  private func membership(
    _ overload: Overload, _ name: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> LoweredExpression {
    let isIn = name == "@in"
    var (item, collection) = isIn ? (arguments[0], arguments[1]) : (arguments[1], arguments[0])
    if case .nullable = item.type, !collection.type.canHoldNull {
      if collection.canFail { return dynamicMembership(overload, name, arguments) }
      let given = isIn ? [item.known, collection] : [collection, item.known]
      let found = try membership(overload, name, given)
      return isIn
        ? .all(of: [presence(of: item, true), found])
        : ifPresent(item, found, else: .constant(.int(-1)))
    }
    switch collection.type {
    case .map(let key, _):
      if key != item.type, key.isOpen || item.type.isOpen || !isKey(item, of: key) {
        return dynamicMembership(overload, name, arguments)
      }
      item = try coerce(item, to: key)
    case .list(.any): item = item.asAny
    case .list where item.type == .any: collection = try coerce(collection, to: .list(.any))
    case .list(let element) where element != item.type:
      if let fitted = constant(collection, as: .list(item.type)) {
        collection = fitted
      } else if let fitted = constant(item, as: element) {
        item = fitted
      } else {
        let text: ValueType = element == element.nonNull ? .string : .nullable(.string)
        let type = element.hasEnums || item.type.hasEnums ? text : common([element, item.type])
        item = try coerce(item, to: type)
        collection = try coerce(collection, to: .list(type))
      }
    case .list: break
    default: throw refusal()
    }
    return LoweredExpression(
      .call(overload, name, isIn ? [item, collection] : [collection, item]),
      isIn ? .bool : .int, canFail: item.canFail || collection.canFail)
  }

  /// A search in a collection that is evaluated whether there is an item or not, or whose keys are
  /// known only when it runs.
  private func dynamicMembership(
    _ overload: Overload, _ name: String, _ arguments: [LoweredExpression]
  ) -> LoweredExpression {
    LoweredExpression(
      .dynamic(.call(name, [overload], arguments.map(\.asAny))), name == "@in" ? .bool : .int,
      canFail: true)
  }

  private func result(
    of overload: Overload, _ arguments: [LoweredExpression], _ node: CheckedExpr.Node
  ) -> ValueType {
    switch overload.id {
    case "list_slice", "list_distinct", "list_reverse": return arguments[0].type
    case "list_flatten":
      if case .list(let inner) = arguments[0].type { return inner }
    case "list_first", "list_last":
      if case .list(let element) = arguments[0].type { return .optional(element) }
    case "optional_value":
      if case .optional(let value) = arguments[0].type { return value }
    case "optional_of", "optional_ofNonZeroValue": return .optional(arguments[0].type)
    case "optional_unwrap", "optional_unwrapOpt":
      if case .list(.optional(let value)) = arguments[0].type { return .list(value) }
    case "optional_or_optional": return arguments[0].type
    default: break
    }
    let type = ValueType(overload.result)
    return type.isOpen ? ValueType(node.type) : type
  }

  private func equality(
    _ nodes: [CheckedExpr.Node], isNegated: Bool, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var (left, right) = (try lower(nodes[0], &scope), try lower(nodes[1], &scope))
    switch (left.type, right.type) {
    case (.null, .null):
      return .bool(!isNegated)
    case (.nullable, .null): return presence(of: shownPresent(left, nodes[0]), isNegated)
    case (.null, .nullable): return presence(of: shownPresent(right, nodes[1]), isNegated)
    case (.null, let other), (let other, .null):
      if other == .any {
        return LoweredExpression(
          .equal(left.asAny, right.asAny, isNegated: isNegated), .bool,
          canFail: left.canFail || right.canFail)
      }
      return .bool(isNegated)
    default: break
    }
    // What is converted is converted as what a test has shown it to be.
    if left.type.nonNull != right.type.nonNull {
      (left, right) = (shownPresent(left, nodes[0]), shownPresent(right, nodes[1]))
    }
    // Values of different enums, or of an enum and a text, are compared as texts.
    let areTexts = left.type.nonNull != right.type.nonNull && left.type.hasEnums
    let (first, second) = try unified(left, right, areTexts ? .string : nil)
    if let one = first.knownBool, let other = second.knownBool {
      return .bool((one == other) != isNegated)
    }
    return LoweredExpression(
      .equal(first, second, isNegated: isNegated), .bool,
      canFail: first.canFail || second.canFail)
  }

  /// A code for a value that is there, and another one, of the same type, for null.
  func ifPresent(
    _ value: LoweredExpression, _ found: LoweredExpression, else missing: LoweredExpression.Kind,
    canFail: Bool = false
  ) -> LoweredExpression {
    let missing = LoweredExpression(missing, found.type, canFail: canFail)
    return LoweredExpression(
      .conditional(presence(of: value, true), found, missing), found.type,
      canFail: value.canFail || found.canFail || canFail)
  }

  /// The optional without a value.
  func none() throws(NotGenerated) -> LoweredExpression.Kind {
    .call(try library("optional.none"), "optional.none", [])
  }

  /// The overload of a function that has one.
  func library(_ name: String) throws(NotGenerated) -> Overload {
    guard let overload = Library.standard.functions[name]?.overloads.first else { throw refusal() }
    return overload
  }

  func presence(of code: LoweredExpression, _ isPresent: Bool) -> LoweredExpression {
    if case .constant(let value) = code.kind { return .bool((value != .null) == isPresent) }
    if code.surelyPresent != nil, !code.canFail { return .bool(isPresent) }
    // A test around it may have shown whether it is there.
    if case .known = code.kind, !code.canFail { return .bool(isPresent) }
    if knows(.value, of: code) { return .bool(isPresent) }
    if knows(.null, of: code) { return .bool(!isPresent) }
    let present = LoweredExpression(.isPresent(code), .bool, canFail: code.canFail)
    return isPresent ? present : present.negated
  }
}

extension Overload {
  /// True if the only argument is a list whose elements have a type, which the class of the list does not show.
  var asksForElements: Bool {
    guard parameters.count == 1, case .list(let element) = parameters[0] else { return false }
    switch element {
    case .parameter, .dyn: return false
    default: return true
    }
  }
}

extension LoweredExpression {
  /// True for a list, a map or a constant that is written out.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .list, .map, .constant: true
    default: false
    }
  }
}

extension Type {
  /// True for the type of values without parts.
  var isScalar: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    default: false
    }
  }

  /// True if a value of the type may be null; one of an unknown type may be anything.
  var mayBeNull: Bool { if case .nullable = self { true } else { self == .dyn } }
}

extension ValueType {
  fileprivate var isEnumeration: Bool { if case .enumeration = self { true } else { false } }

  /// True for a list whose elements can be null.
  fileprivate var canHoldNull: Bool {
    if case .list(let element) = self {
      element == .any || element == .null || element != element.nonNull
    } else {
      false
    }
  }
}

extension CheckedExpr.Node {
  /// True if the expression has a call of `orValue` in it.
  fileprivate var hasFallback: Bool {
    if case .call("orValue", _, _) = kind { return true }
    if case .comprehension(let it) = kind { return it.parts.contains(where: \.hasFallback) }
    return children.contains(where: \.hasFallback)
  }
}
