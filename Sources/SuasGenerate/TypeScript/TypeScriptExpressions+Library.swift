import CEL
import SuasProgram

/// Calls of the expression library.
extension TypeScriptExpressions {
  func call(
    _ overload: Overload, _ name: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> TypeScriptExpression {
    switch TypeScriptLibrary.forms[overload.id] ?? .byValues {
    case .sign(let sign):
      return TypeScriptExpression(
        try expression(arguments[0]), sign, try expression(arguments[1]))
    case .prefix(let sign): return .prefixed(sign, try expression(arguments[0]))
    case .comparison(let sign): return try comparison(sign, arguments)
    case .call(let function): return .call("\(ts: function)", try list(arguments))
    case .known(let function):
      let result = names.type(ValueType(overload.result))
      return .call(
        "\(ts: "known")<\(result)>",
        [TypeScriptExpression.call("\(ts: function)", try list(arguments)).document()])
    case .boxed(let function): return .call("\(ts: function)", try boxes(arguments))
    case .library(let function): return .call(Document(function), try list(arguments))
    case .companion(let type, let function):
      return .call("\(ts: type).\(function)", try list(arguments))
    case .member(let member): return try alone(arguments[0]).member(".\(member)")
    case .count(let member):
      let count = try alone(arguments[0]).member(".\(member)")
      return names.ints == .number ? count : .call("\(ts: "int")", [count.document()])
    case .method(let method): return try self.method(method, arguments)
    case .reversed(let method): return try self.method(method, arguments.reversed())
    case .fallback(let method): return try fallback(method, arguments)
    case .timePart(let part):
      return .call("\(ts: "timePart")", ["\"\(part)\""] + (try list(arguments)))
    case .durationPart(let part):
      return .call("\(ts: "durationPart")", ["\"\(part)\""] + (try list(arguments)))
    case .containing(let type):
      let other = TypeScriptExpression.call("\(ts: type).parse", [try document(arguments[1])])
      return try expression(arguments[0]).member(".contains(\(other.document()))")
    case .intToDouble: return try convert(arguments[0], .intToDouble, to: .double)
    case .argument: return try expression(arguments[0])
    case .dynamic: return try boxed(arguments[0])
    case .concatenation: return .list(try elements(of: arguments))
    case .membership: return try membership(arguments[0], in: arguments[1])
    case .coalescing:
      return TypeScriptExpression(
        try expression(arguments[0]), "??", try expression(arguments[1]))
    case .infinity:
      let magnitude = TypeScriptExpression.call("Math.abs", [try document(arguments[0])])
      return TypeScriptExpression(magnitude, "===", TypeScriptExpression("Infinity"))
    case .byValues:
      return names.unboxed(
        .call("\(ts: "callFunction")", [names.text(name)] + (try boxes(arguments))),
        ValueType(overload.result))
    }
  }

  /// The elements of lists one after the other: those of a literal, and all others as they are.
  private func elements(of lists: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    var documents: [Document] = []
    for code in lists {
      if case .list(let elements) = code.kind {
        documents += try self.elements(elements)
      } else {
        documents.append("...\(try alone(code).document())")
      }
    }
    return documents
  }

  /// The arguments as values whose types are known only when it runs.
  func boxes(_ codes: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    try codes.map { code throws(NotGenerated) in try boxed(code).document() }
  }

  private func method(
    _ method: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> TypeScriptExpression {
    let rest = Document.parenthesized(try list(Array(arguments.dropFirst())))
    return try alone(arguments[0]).member(".\(method)\(rest)")
  }

  /// A method of an optional with a function for another value.
  func fallback(
    _ method: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> TypeScriptExpression {
    var other = try within(arguments[1])
    let wanted: ValueType
    switch arguments[0].type {
    case .optional(let value): wanted = method == "or" ? arguments[0].type : value
    default: wanted = .any
    }
    if arguments[1].type != wanted, wanted != .any {
      other = .call("\(ts: "known")<\(names.type(wanted))>", [other.document()])
    }
    var start = try alone(arguments[0])
    // What is a value of any type for the spec has a type of its own for the compiler.
    if wanted == .any || wanted == .optional(.any), case .convert = arguments[0].kind {
      start = .call("\(ts: "known")<\(ts: "Optional")<unknown>>", [start.document()])
    }
    return start.member(".\(method)" + .parenthesized([.lazy(other)]))
  }

  private func membership(
    _ item: LoweredExpression, in collection: LoweredExpression
  ) throws(NotGenerated) -> TypeScriptExpression {
    let element: ValueType = if case .list(let element) = collection.type { element } else { .any }
    guard item.type.isPrimitive, item.type != .double, !collection.holdsConversions,
      !names.ints.mixes(item.type, element)
    else {
      return .call("\(ts: "contains")", try list([collection, item]))
    }
    return try method("includes", [collection, item])
  }

  private func comparison(
    _ sign: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> TypeScriptExpression {
    let types = arguments.map(\.type)
    let numbers: Set<ValueType> = [.int, .double, .bool]
    if types.allSatisfy(numbers.contains) {
      // JavaScript would compare a double with a bigint exactly.
      let isMixed = names.ints.mixes(types[0], types[1])
      let operand = { (code: LoweredExpression) throws(NotGenerated) in
        isMixed && code.type == .int
          ? try self.convert(code, .intToDouble, to: .double) : try self.expression(code)
      }
      return TypeScriptExpression(try operand(arguments[0]), sign, try operand(arguments[1]))
    }
    let order: TypeScriptExpression
    switch types[0] {
    case .string where types[1] == .string:
      order = .call("\(ts: "compareTexts")", try list(arguments))
    case .timestamp, .duration, .bytes: order = try method("compare", arguments)
    default:
      return .call("\(ts: "compared")", [names.text(sign)] + (try boxes(arguments)))
    }
    return TypeScriptExpression(order, sign, TypeScriptExpression("0"))
  }
}

extension LoweredExpression {
  /// True for a list that is written out with converted elements: the compiler sees the types that
  /// they had.
  fileprivate var holdsConversions: Bool {
    guard case .list(let elements) = kind else { return false }
    return elements.contains { if case .convert = $0.kind { true } else { false } }
  }
}
