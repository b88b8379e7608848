import CEL
import SuasProgram

extension Lowering {
  /// Converts a value to the type that its place asks for.
  package func coerce(_ code: Code, to type: ValueType) throws(NotGenerated) -> Code {
    if code.type == type { return code }
    if allowsAny, type == .any { return Code(code.kind, .any, canFail: code.canFail) }
    if allowsAny, code.type.isOpen, !code.type.isLiteral(code) {
      return Code(.dynamic(.fit(code)), type, canFail: true)
    }
    switch (code.type, type, code.kind) {
    case (.any, .nullable(let wrapped), _) where wrapped.isPlain:
      return Code(.convert(code, .fromAny(action: nil)), type, canFail: true)
    case (_, _, .conditional(let condition, let then, let otherwise)):
      let (first, second) = (try coerce(then, to: type), try coerce(otherwise, to: type))
      return Code(
        .conditional(condition, first, second), type,
        canFail: condition.canFail || first.canFail || second.canFail)
    case (.null, .nullable, _): return retyped(code, type)
    case (.nullable(let from), .nullable(let to), _):
      let conversion = try conversion(from: from, to: to)
      return Code(
        .convert(code, .nullable(conversion, from: from)), type,
        canFail: code.canFail || conversion.canFail)
    case (_, .nullable(let wrapped), _):
      // A value that is no `T?` stands for one in both languages.
      return retyped(try coerce(code, to: wrapped), type)
    case (.nullable(let wrapped), _, _):
      return try coerce(Code(.unwrapped(code), wrapped, canFail: true), to: type)
    case (_, _, .constant(let value)):
      guard let fitted = fit(value, to: type) else { throw refusal(.anyValue) }
      return Code(.constant(fitted), type, canFail: false)
    case (_, .list(let element), .list(let elements)):
      var fitted: [Code] = []
      for item in elements { fitted.append(try coerce(item, to: element)) }
      return Code(.list(fitted), type, canFail: fitted.contains(where: \.canFail))
    case (_, .map(let key, let value), .map(let entries)):
      var fitted: [(key: Code, value: Code)] = []
      for entry in entries {
        fitted.append((try coerce(entry.key, to: key), try coerce(entry.value, to: value)))
      }
      return Code(
        .map(fitted), type, canFail: fitted.contains { $0.key.canFail || $0.value.canFail })
    default:
      let conversion = try conversion(from: code.type, to: type)
      return Code(.convert(code, conversion), type, canFail: code.canFail || conversion.canFail)
    }
  }

  private func retyped(_ code: Code, _ type: ValueType) -> Code {
    Code(code.kind, type, canFail: code.canFail)
  }

  private func conversion(
    from: ValueType, to: ValueType
  ) throws(NotGenerated) -> Code.Conversion {
    switch (from, to) {
    case (.enumeration, .string): .enumToText
    case (.string, .enumeration(let name)): .textToEnum(name)
    case (.int, .double): .intToDouble
    case (.any, _) where to.isPlain, (.list(.any), .list) where to.isPlain:
      .fromAny(action: nil)
    case (.list(let from), .list(let to)):
      .elements(try conversion(from: from, to: to), from: from)
    case (.nullable(let from), .nullable(let to)):
      .nullable(try conversion(from: from, to: to), from: from)
    default: throw refusal(.anyValue)
    }
  }

  /// A constant as a value of a type; nil if it is none.
  private func fit(_ value: Value, to type: ValueType) -> Value? {
    switch (type, value) {
    case (.double, .int(let number)): return .double(Double(number))
    case (.enumeration(let name), .string(let text)):
      return program.spec.types.enums[name]?.cases.contains(text) == true ? value : nil
    case (.list(let element), .list(let list)):
      var fitted = List()
      for item in list {
        guard let item = fit(item, to: element) else { return nil }
        fitted.append(item)
      }
      return .list(fitted)
    case (.map(_, let element), .map(let map)):
      var fitted = Map()
      for (key, item) in map {
        guard let item = fit(item, to: element) else { return nil }
        fitted[key] = item
      }
      return .map(fitted)
    case (.nullable(let wrapped), _):
      return value == .null ? value : fit(value, to: wrapped)
    case (.record(let name), .record(let record)):
      return record.shape.name == name ? value : nil
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string),
      (.timestamp, .timestamp), (.duration, .duration), (.uint, .uint), (.bytes, .bytes),
      (.null, .null):
      return value
    default: return nil
    }
  }

  /// Two values as values of one type: that of an enum, if one of them is of it and the other a
  /// text that is one of its cases.
  func unified(
    _ first: Code, _ second: Code, _ seen: ValueType?
  ) throws(NotGenerated) -> (Code, Code) {
    if first.type == second.type || allowsAny && (first.type == .any || second.type == .any) {
      return (first, second)
    }
    switch (first.type.nonNull, second.type.nonNull) {
    case (.null, _):
      return (try coerce(first, to: .nullable(second.type.nonNull)), second)
    case (_, .null):
      return (first, try coerce(second, to: .nullable(first.type.nonNull)))
    case (let one, let other) where one == other:
      let type = ValueType.nullable(one)
      return (try coerce(first, to: type), try coerce(second, to: type))
    default: break
    }
    if first.type.hasEnums, let fitted = constant(second, as: first.type) {
      return (first, fitted)
    }
    if second.type.hasEnums, let fitted = constant(first, as: second.type) {
      return (fitted, second)
    }
    if case .list(.any) = first.type { return (try coerce(first, to: second.type), second) }
    if case .list(.any) = second.type { return (first, try coerce(second, to: first.type)) }
    if case .map(.any, .any) = first.type { return (try coerce(first, to: second.type), second) }
    if case .map(.any, .any) = second.type { return (first, try coerce(second, to: first.type)) }
    if first.type == .double || second.type == .double {
      return (try coerce(first, to: .double), try coerce(second, to: .double))
    }
    guard let seen, !seen.isOpen, seen != .bool || first.type == .bool else {
      throw refusal(.anyValue)
    }
    return (try coerce(first, to: seen), try coerce(second, to: seen))
  }

  /// A constant or list literal as a value of a type with enums; nil if it is none.
  func constant(_ code: Code, as type: ValueType) -> Code? {
    switch code.kind {
    case .constant, .list, .conditional: try? coerce(code, to: type)
    default: nil
    }
  }
}

extension ValueType {
  /// True for the type of a list or map literal that is empty.
  fileprivate func isLiteral(_ code: Code) -> Bool {
    switch code.kind {
    case .list, .map, .constant, .conditional: true
    default: false
    }
  }
}

extension Code.Conversion {
  /// True if some values cannot be converted.
  package var canFail: Bool {
    switch self {
    case .textToEnum, .fromAny: true
    case .enumToText, .intToDouble: false
    case .elements(let inner, _), .nullable(let inner, _): inner.canFail
    }
  }
}

extension ValueType {
  /// True for values that are read from JSON as they are: no text stands for a time, and no mapping
  /// for a record.
  fileprivate var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .string, .enumeration: true
    case .list(let inner), .nullable(let inner): inner.isPlain
    default: false
    }
  }
}
