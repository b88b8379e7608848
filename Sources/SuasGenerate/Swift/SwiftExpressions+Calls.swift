import CEL
import SuasProgram

extension SwiftExpressions {
  func call(
    _ overload: Overload, _ name: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    let id = overload.id
    if let form = SwiftLibrary.operators[id] {
      let left = try text(arguments[0], form.strength)
      let right = try text(
        arguments[1], Strength(rawValue: form.strength.rawValue + 1) ?? .postfix)
      return ("\(left) \(form.sign) \(right)", form.strength)
    }
    if let sign = SwiftLibrary.bitOperators[id] {
      let operands = (try text(arguments[0], .postfix), try text(arguments[1], .postfix))
      return ("(\(operands.0) \(sign) \(operands.1))", .postfix)
    }
    if let sign = SwiftLibrary.prefixes[id] {
      return (sign + (try text(arguments[0], sign == "!" ? .prefix : .postfix)), .prefix)
    }
    if SwiftLibrary.identities.contains(id) { return (try text(arguments[0], .postfix), .postfix) }
    if arguments.first?.type == .list(.any), let (form, _) = SwiftLibrary.dynamicCalls[id] {
      return (try call(form, arguments), .postfix)
    }
    if let form = SwiftLibrary.calls[id] { return (try call(form, arguments), .postfix) }
    if let sign = Self.comparison(id) { return try comparison(sign, arguments) }
    switch id {
    case "nullable_orValue_value", "optional_orValue_value":
      return (try otherwise(arguments, "or"), .postfix)
    case "optional_or_optional": return (try otherwise(arguments, "otherwise"), .postfix)
    case "optional_of": return ("Optional(\(try shown(arguments[0])))", .postfix)
    case "optional_none": return ("\(names.type(ValueType(overload.result))).none", .postfix)
    case "optional_hasValue": return ("\(try text(arguments[0], .sum)) != nil", .comparison)
    case "to_dyn": return (try dynamic(arguments[0]), .postfix)
    case "type": return ("\(names.type(.type))(\(try dynamic(arguments[0])).typeName)", .postfix)
    default: return (try dynamicCall(name, [overload], arguments, .any), .postfix)
    }
  }

  /// A call of a function whose overload is the first that takes the values.
  func dynamicCall(
    _ name: String, _ overloads: [Overload], _ arguments: [Code], _ type: ValueType
  ) throws(NotGenerated) -> String {
    var values: [String] = []
    for argument in arguments { values.append(try dynamic(argument)) }
    if values.count == 2, let method = Self.dynamicMethods[name] {
      return "\(values[0]).\(method)(\(values[1]))"
    }
    let calls = SwiftDynamicCalls(names: names)
    let call =
      "Dynamic.\(SwiftDynamicCalls.name(name, overloads))(\(values.joined(separator: ", ")))"
    return calls.result(name, overloads) == type ? call : known(call, as: type)
  }

  /// The methods of values of any types in the place of functions with two arguments.
  private static let dynamicMethods = [
    "_<_": "isLess", "_<=_": "isAtMost", "_>_": "isGreater", "_>=_": "isAtLeast",
    "math.greatest": "greater", "math.least": "lesser", "or": "orOptional",
  ]

  /// A call in the form that a row of the library has.
  private func call(_ form: String, _ arguments: [Code]) throws(NotGenerated) -> String {
    // A generic function takes constants as what they are written as.
    let isGeneric = form.hasPrefix("Swift.") && arguments.allSatisfy(\.isConstant)
    var result = ""
    var rest = form[...]
    while let mark = rest.firstIndex(of: "#") {
      result += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      guard let index = rest.popFirst()?.wholeNumberValue, index < arguments.count else { break }
      let isReceiver = rest.hasPrefix(".")
      result +=
        isGeneric
        ? try shown(arguments[index]) : try text(arguments[index], isReceiver ? .postfix : .any)
    }
    return result + rest
  }

  /// An expression whose type shows where none is asked for.
  private func shown(_ code: Code) throws(NotGenerated) -> String {
    code.isConstant || code.isCollectionLiteral ? try text(code, .postfix) : try text(code)
  }

  /// The expression with its `try`, in a form that shows its type where none is asked for.
  private func typed(_ code: Code) throws(NotGenerated) -> String {
    let start = code.canFail ? "try " : ""
    switch code.kind {
    case .comprehension:
      var inner = self
      inner.showsTypes = true
      return start + (try inner.text(code))
    case .conditional(let condition, let then, let otherwise):
      let parts = "\(try text(condition, .or)) ? \(try shown(then)) : "
      return start + parts + (try text(otherwise, .conditional))
    default: return start + (try shown(code))
    }
  }

  /// The value of an optional, or another one, which is evaluated only where it is needed.
  private func otherwise(
    _ arguments: [Code], _ function: String
  ) throws(NotGenerated) -> String {
    if arguments[1].canFail {
      return "\(try text(arguments[0], .postfix)).\(function)(\(try text(arguments[1])))"
    }
    if arguments[0].type == .any {
      return "\(try text(arguments[0], .postfix)).orValue(\(try text(arguments[1])))"
    }
    return "(\(try text(arguments[0], .sum)) ?? \(try text(arguments[1], .sum)))"
  }

  /// The sign of a comparison.
  private static func comparison(_ id: String) -> String? {
    let signs = [
      ("less_equals_", "<="), ("greater_equals_", ">="), ("less_", "<"), ("greater_", ">"),
    ]
    return signs.first { id.hasPrefix($0.0) }?.1
  }

  private func comparison(
    _ sign: String, _ arguments: [Code]
  ) throws(NotGenerated) -> (String, Strength) {
    switch (arguments[0].type, arguments[1].type) {
    case (.int, .uint), (.uint, .int):
      // Swift compares whole numbers of different types by value.
      return (
        "\(try text(arguments[0], .postfix)) \(sign) \(try text(arguments[1], .postfix))",
        .comparison
      )
    case (.int, .double), (.uint, .double):
      return (
        "Double(\(try text(arguments[0]))) \(sign) \(try text(arguments[1], .sum))", .comparison
      )
    case (.double, .int), (.double, .uint):
      return (
        "\(try text(arguments[0], .sum)) \(sign) Double(\(try text(arguments[1])))", .comparison
      )
    case (.int, _), (.uint, _), (.double, _), (.timestamp, _), (.duration, _):
      var left = try text(arguments[0], .sum)
      // A condition that the compiler decides makes it warn of code that never runs.
      if case (.constant, .constant) = (arguments[0].kind, arguments[1].kind) {
        left = "asWritten(\(left))"
      }
      return ("\(left) \(sign) \(try text(arguments[1], .sum))", .comparison)
    default:
      return (
        "\(try text(arguments[0], .postfix)).order(\(try text(arguments[1]))) \(sign) 0",
        .comparison
      )
    }
  }

  // MARK: Macros

  func comprehension(
    _ it: Code.Comprehension
  ) throws(NotGenerated) -> (String, Strength) {
    let variables = it.variables.map(SwiftNames.local)
    if it.kind == .bind { return (try bound(it, variables), .postfix) }
    var range = try text(it.range, .postfix)
    if it.kind == .optMap || it.kind == .optFlatMap {
      let name = it.kind == .optMap ? "map" : "flatMap"
      return ("\(range).\(name)" + applied(try closure(variables, it.body)), .postfix)
    }
    switch it.range.type {
    case .map where it.range.isEntries: break
    case .map: range += variables.count == 2 ? ".entries" : ".keys"
    default: if variables.count == 2, it.kind != .fold { range += ".numbered" }
    }
    let body = try closure(variables, it.body)
    if let filter = it.filter {
      let condition = try closure(variables, filter)
      // Where both can fail, each element is judged before the next one.
      if filter.canFail, it.body.canFail, it.kind == .map || it.kind == .transformList {
        let call = "\(range).map(where: \(condition)"
        return (call + (isInHead ? ", \(body))" : ") \(body)"), .postfix)
      }
      range += ".\(filter.canFail ? "select" : "filter")" + applied(condition)
    }
    let canFail = it.body.canFail
    switch it.kind {
    case .all: return ("\(range).\(canFail ? "all" : "allSatisfy")" + applied(body), .postfix)
    case .exists:
      return (
        "\(range)." + (canFail ? "any" + applied(body) : "contains" + applied(body, "where: ")),
        .postfix
      )
    case .existsOne: return ("\(range).one" + applied(body), .postfix)
    case .filter: return ("\(range).\(canFail ? "select" : "filter")" + applied(body), .postfix)
    case .map, .transformList: return ("\(range).map" + applied(body), .postfix)
    case .sortBy where it.body.type.isOrdered:
      return ("\(range).inOrder" + applied(body), .postfix)
    case .sortBy:
      let key = it.body.asAny
      return ("\(range).inOrderOfAny" + applied(try closure(variables, key)), .postfix)
    case .closure: return ("\(range).closure" + applied(body), .postfix)
    case .transformMap: return ("\(range).mapValues" + applied(body), .postfix)
    case .transformMapEntry: return ("\(range).joinedMaps" + applied(body), .postfix)
    case .fold:
      guard let start = it.start else { return (range, .postfix) }
      let first = try text(start, .postfix)
      return ("\(range).fold(\(first)" + (isInHead ? ", \(body))" : ") \(body)"), .postfix)
    case .bind, .optMap, .optFlatMap: return (range, .postfix)
    }
  }

  /// A name for a value in a part of an expression; a value that can fail is made at its first use.
  private func bound(
    _ it: Code.Comprehension, _ variables: [String]
  ) throws(NotGenerated) -> String {
    guard it.range.canFail else {
      let closure = try closure(variables, it.body)
      return "with(\(try shown(it.range))" + (isInHead ? ", \(closure))" : ") \(closure)")
    }
    var inner = self
    inner.lateNames.formUnion(it.variables.map(\.name))
    let body = try inner.closure(variables, it.body)
    let value = "{ () throws(Failure) in try \(try shown(it.range)) }"
    return "withLate(\(value)" + (isInHead ? ", \(body))" : ") \(body)")
  }

  /// A closure that computes a value from an element.
  func closure(_ variables: [String], _ body: Code) throws(NotGenerated) -> String {
    var inner = self
    inner.showsTypes = false
    let value = showsTypes ? try inner.typed(body) : try inner.trying(body)
    // A variable that the body does not read is not named.
    let used = variables.map { value.mentions($0) ? $0 : "_" }
    let list = used.joined(separator: ", ")
    guard body.canFail else { return "{ \(variables.count > 1 ? "(\(list))" : list) in \(value) }" }
    return "{ (\(list)) throws(Failure) in \(value) }"
  }
}

extension Code {
  /// True for the entries of what is found to be a list or a map when it runs.
  fileprivate var isEntries: Bool { if case .dynamic(.entries) = kind { true } else { false } }
}

extension ValueType {
  /// True for a type of values that have an order.
  fileprivate var isOrdered: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    default: false
    }
  }
}

extension String {
  /// True if a name stands in the text, not as a part of another one.
  func mentions(_ name: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last
      let after = rest[range.upperBound...].first
      let isPart = { (character: Character?) in
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      // After a point stands a member, before a colon in a call the label of an argument.
      let isLabel = after == ":" && !rest[..<range.lowerBound].contains("[")
      if !isPart(before), !isPart(after), before != ".", !isLabel { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}
