import CEL
import SuasProgram

/// Calls of the expression library.
extension KotlinExpressions {
  func call(
    _ overload: Overload, _ name: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> KotlinExpression {
    switch KotlinLibrary.forms[overload.id] ?? .byValues {
    // A division by zero that is written out would be a warning.
    case .sign("/") where arguments[1].isZero:
      let infinity = KotlinExpression("Double.POSITIVE_INFINITY")
      return KotlinExpression(try expression(arguments[0]), "*", infinity)
    case .sign(let sign):
      return KotlinExpression(try expression(arguments[0]), sign, try expression(arguments[1]))
    case .prefix(let sign): return .prefixed(sign, try expression(arguments[0]))
    case .comparison(let sign): return try comparison(sign, arguments)
    case .call(let function): return .call("\(kotlin: function)", try list(arguments))
    case .known(let function):
      return known(
        ValueType(overload.result), .call("\(kotlin: function)", try list(arguments)))
    case .reversed(let function):
      return .call("\(kotlin: function)", try list(arguments.reversed()))
    case .companion(let type, let function):
      return .call("\(kotlin: type).\(function)", try list(arguments))
    case .time(let type, let function):
      return .call("\(.time(type)).\(function)", try list(arguments))
    case .library(let function): return .call(Document(function), try list(arguments))
    case .libraryOfDouble(let function):
      return .call(
        Document(function), [try first(arguments).calling(".\(Symbol.toDouble)()").document()])
    case .byValues:
      let list = [names.text(name)] + (try list(arguments))
      return known(ValueType(overload.result), .call("\(kotlin: "callFunction")", list))
    case let form: return try method(form, arguments)
    }
  }

  /// The argument on which a method is called.
  private func first(_ arguments: [LoweredExpression]) throws(NotGenerated) -> KotlinExpression {
    try expression(arguments[0], isAlone: true)
  }

  private func method(
    _ form: KotlinForm, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> KotlinExpression {
    switch form {
    case .member(let member): return try first(arguments).reading(".\(member)")
    case .asDouble: return try first(arguments).reading(".\(Symbol.toDouble)()")
    case .method(let method):
      let rest = Document.arguments(try list(Array(arguments.dropFirst())))
      return try first(arguments).calling(".\(method)\(rest)")
    case .added(let method):
      let rest = Document.arguments(try list(Array(arguments.dropFirst())))
      return try first(arguments).calling(".\(kotlin: method)\(rest)")
    case .fallback(let method):
      let other = Document.lambda("", try document(arguments[1]))
      return try first(arguments).calling(".\(kotlin: method) \(other)")
    case .pattern(let method):
      let pattern = KotlinExpression.call("\(kotlin: "pattern")", [try document(arguments[1])])
      let rest = try list([arguments[0]] + arguments.dropFirst(2))
      return pattern.calling(".\(kotlin: method)\(.arguments(rest))")
    case .timePart(let part):
      return .call("\(kotlin: "TimePart").\(part).of", try list(arguments))
    case .containing(let type):
      let other = KotlinExpression.call("\(kotlin: type).parse", [try document(arguments[1])])
      return try first(arguments).calling(".contains\(.arguments([other.document()]))")
    case .signum:
      let call = KotlinExpression.call(
        "java.lang.Long.signum", [try document(arguments[0])])
      return KotlinExpression(call.document()).calling(".toLong()")
    case .membership: return try membership(arguments[0], in: arguments[1])
    case .containsKey:
      return try first([arguments[1]]).calling(".containsKey(\(try document(arguments[0])))")
    case .equivalent:
      let (one, other) = (try document(arguments[0]), try document(arguments[1]))
      let halves = [[one, other], [other, one]].map {
        KotlinExpression.call("\(kotlin: "containsAll")", $0)
      }
      return .joined(halves, "&&")
    default: return try first(arguments)
    }
  }

  private func membership(
    _ item: LoweredExpression, in collection: LoweredExpression
  ) throws(NotGenerated) -> KotlinExpression {
    guard names.program.isPlainlyEqual(item.type) else {
      return .call("\(kotlin: "contains")", [try document(collection), try document(item)])
    }
    let strength = KotlinStrength.elvis
    return KotlinExpression(
      "\(try document(item, strength)) in \(try document(collection, strength))", .namedCheck)
  }

  private func comparison(
    _ sign: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> KotlinExpression {
    guard arguments[0].type == arguments[1].type else {
      return .call("\(kotlin: "compared")", [names.text(sign)] + (try list(arguments)))
    }
    guard arguments[0].type == .string else {
      return KotlinExpression(
        try expression(arguments[0]), sign, try expression(arguments[1]))
    }
    let order = KotlinExpression.call("\(kotlin: "compareTexts")", try list(arguments))
    return KotlinExpression(order, sign, KotlinExpression("0"))
  }
}

extension LoweredExpression {
  /// True for the double 0.0 that is written out.
  fileprivate var isZero: Bool {
    if case .constant(.double(let value)) = kind {
      value == 0 && value.sign == .plus
    } else {
      false
    }
  }
}
