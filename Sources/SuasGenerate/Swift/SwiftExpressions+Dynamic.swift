import CEL
import SuasProgram

/// Values whose types are known only at run time: what is done with them, and the way to and from
/// those of types that are known.
extension SwiftExpressions {
  /// A value as one whose type is known only at run time.
  func dynamic(_ code: Code) throws(NotGenerated) -> String {
    switch (code.kind, code.type) {
    case (_, .any): try text(code, .postfix)
    case (.constant(let value), _): names.literal(value, .any)
    default: dynamic(try text(code, .postfix), from: code.type)
    }
  }

  /// A value whose type is known only at run time, as the argument of a call that asks for one.
  func argument(_ code: Code) throws(NotGenerated) -> String {
    guard case .constant(let value) = code.kind else { return try dynamic(code) }
    if case .record = value { return try dynamic(code) }
    return names.jsonKey(value)
  }

  /// A value of a type as one whose type is known only at run time.
  func dynamic(_ text: String, from type: ValueType) -> String {
    if type.isCoded { return type == .any ? text : "\(text).json" }
    switch type {
    case .null: return "JSONValue.null"
    case .uint: return "JSONValue.uint(\(text))"
    case .bytes: return "JSONValue.bytes(\(text))"
    case .type: return "JSONValue.type(\(text))"
    case .opaque: return "JSONValue.opaque(\(text))"
    case .perhaps(let value): return "JSONValue.optional(\(mapped(text, value)))"
    case .nullable(let value): return "(\(mapped(text, value)) ?? .null)"
    case .list(let element): return "JSONValue.array(\(mapped(text, element)))"
    case .map(.any, .any): return "JSONValue.object(\(text))"
    case .map(let key, let value):
      let entry = "(\(dynamic("key", from: key)), \(dynamic("value", from: value)))"
      return "JSONValue.object(\(text).convertingEntries" + applied("{ key, value in \(entry) })")
    default: return "\(text).json"
    }
  }

  private func mapped(_ text: String, _ type: ValueType) -> String {
    if type == .any { return text }
    let item = dynamic("item", from: type)
    if item == "item.json" { return "\(text).map(\\.json)" }
    return "\(text).map { item in \(item) }"
  }

  /// A value whose type is known to the expression, though not to the compiler.
  func known(_ text: String, as type: ValueType) -> String {
    switch type {
    case .any: return text
    case _ where type.isCoded: return "\(names.type(type))(fitting: \(text))"
    default: return expected(text, type)
    }
  }

  /// A value that is an error unless it is of a type that a part of the expression needs.
  private func expected(_ text: String, _ type: ValueType) -> String {
    switch type {
    case .bool: "\(text).expectBool()"
    case .int: "\(text).expectInt()"
    case .uint: "\(text).expectUInt()"
    case .double: "\(text).expectDouble()"
    case .string: "\(text).expectString()"
    case .bytes: "\(text).expectBytes()"
    case .timestamp: "\(text).expectTimestamp()"
    case .duration: "\(text).expectDuration()"
    case .type: "\(text).expectType()"
    case .opaque(let name): "\(text).expectOpaque(\(names.type(.opaque(name))).self)"
    case .null: "\(text).expectNull()"
    case .list(.any): "\(text).expectList()"
    case .map(.any, .any): "\(text).expectMap()"
    case .perhaps(.any): "\(text).expectOptional()"
    case .list(let element):
      "\(text).expectList().map"
        + applied("{ (item) throws(Failure) in try \(known("item", as: element)) }")
    case .perhaps(let value):
      "\(text).expectOptional().map"
        + applied("{ (item) throws(Failure) in try \(known("item", as: value)) }")
    case .map(let key, let value):
      "\(text).expectMap().convertingEntries"
        + applied(
          "{ (key, value) throws(Failure) in "
            + "(try \(known("key", as: key)), try \(known("value", as: value))) }")
    case .any: text
    default: "\(names.type(type))(fitting: \(text))"
    }
  }

  /// A step on values whose types are known only when it runs.
  func dynamic(_ step: Code.Dynamic, _ type: ValueType) throws(NotGenerated) -> String {
    switch step {
    case .select(let value, let name):
      return known("\(try dynamic(value)).member(\(quoted(name)))", as: type)
    case .selectIfAny(let value, let name):
      return "\(try dynamic(value)).memberIfAny(\(quoted(name)))"
    case .has(let value, let name):
      if case .convert(let map, .toAny) = value.kind, case .map(let key, _) = map.type,
        key.isNamed || key == .any
      {
        let key = names.literal(.string(name), key)
        return "\(try text(map, .postfix)).hasKey(\(key))"
      }
      return "\(try dynamic(value)).hasMember(\(quoted(name)))"
    case .element(let value, let index):
      return known("\(try dynamic(value)).element(\(try argument(index)))", as: type)
    case .elementIfAny(let value, let index):
      let call = "\(try dynamic(value)).elementIfAny(\(try argument(index)))"
      guard case .perhaps(let element) = type, element != .any else { return call }
      return call + ".map"
        + applied("{ (item) throws(Failure) in try \(known("item", as: element)) }")
    case .elements(let value): return "\(try dynamic(value)).elements()"
    case .entries(let value): return "\(try dynamic(value)).entries()"
    case .opened(let value, let key):
      return "\(try dynamic(value)).part(\(try argument(key)))"
    case .openedMember(let value, let name):
      return "\(try dynamic(value)).part(named: \(quoted(name)))"
    case .call(let name, let overloads, let arguments):
      return try dynamicCall(name, overloads, arguments, type)
    case .expect(let value): return expected(try dynamic(value), type)
    case .fit(let value, let purpose): return try fitted(try dynamic(value), type, purpose)
    }
  }

  /// A value that is an error unless it fits the type that its place asks for.
  private func fitted(
    _ text: String, _ type: ValueType, _ purpose: Code.Purpose
  ) throws(NotGenerated) -> String {
    guard type.isCoded else { return expected(text, type) }
    let name = names.type(type)
    return switch purpose {
    case .place: "\(name)(fitting: \(text))"
    case .payload(let action): "\(name)(fitting: \(text), payloadOf: \(quoted(action)))"
    case .argument(let parameter, let function):
      "\(name)(fitting: \(text), \(quoted(parameter)), of: \(quoted(function)))"
    case .result: "\(name)(fittingResult: \(text))"
    }
  }

  /// The place of the state that is changed, as it stands on the left of an assignment.
  func place(_ code: Code) throws(NotGenerated) -> String {
    switch code.kind {
    case .dynamic(.opened(let value, let key)):
      "\(try place(value))[part: \(try argument(key))]"
    case .dynamic(.openedMember(let value, let name)):
      "\(try place(value))[part: \(quoted(name))]"
    default: try text(code, .postfix)
    }
  }

  private func quoted(_ text: String) -> String { SwiftNames.literal(text) }
}

extension ValueType {
  /// True if each value of the type can become one whose type is known at run time, and back, by the
  /// coding of the type.
  var isCoded: Bool {
    switch self {
    case .bool, .int, .double, .string, .timestamp, .duration, .any, .enumeration, .record,
      .partial:
      true
    case .list(let inner), .nullable(let inner): inner.isCoded
    case .map(let key, let value):
      key.isMapKey && value.isCoded
    case .null, .uint, .bytes, .type, .opaque, .perhaps: false
    }
  }
}
