import CEL
import SuasProgram

extension Lowering {
  /// Converts a value to the type that its place asks for.
  ///
  package func coerce(
    _ code: LoweredExpression, to type: ValueType, _ purpose: LoweredExpression.Purpose = .place
  ) throws(NotGenerated) -> LoweredExpression {
    if code.type == type { return code }
    if type == .any { return code.asAny }
    if case .named(let constant) = code.kind, code.type != type.nonNull {
      let value = LoweredExpression(.constant(constant.value), code.type, canFail: false)
      return try coerce(value, to: type, purpose)
    }
    if let present = code.surelyPresent { return try coerce(present, to: type, purpose) }
    if case .convert(let value, let former) = code.kind {
      // What was made a text is a case still.
      if value.type == type, type.hasEnums, !former.canFail { return value }
      // What cannot be null is converted before null may stand beside it.
      if let bare = former.bare(type) {
        return try coerce(try coerce(value, to: bare, purpose), to: type, purpose)
      }
    }
    switch (code.type, type, code.kind) {
    case (_, _, .conditional(let condition, let then, let otherwise)):
      let first = try coerce(then, to: type, purpose)
      let second = try coerce(otherwise, to: type, purpose)
      return LoweredExpression(
        .conditional(condition, first, second), type,
        canFail: condition.canFail || first.canFail || second.canFail)
    case (.null, .nullable, _): return retyped(code, type)
    case (.optional, .optional, _) where code.isEmptyOptional:
      return retyped(code, type)
    case (_, _, .constant(let value)):
      if let fitted = fit(value, to: type) {
        return LoweredExpression(.constant(fitted), type, canFail: false)
      }
    case (_, .list(let element), .list(let elements)):
      var fitted: [LoweredExpression] = []
      for item in elements { fitted.append(try coerce(item, to: element, purpose)) }
      return LoweredExpression(.list(fitted), type, canFail: fitted.contains(where: \.canFail))
    case (_, .map(let key, let value), .map(let entries)):
      var fitted: [(key: LoweredExpression, value: LoweredExpression)] = []
      for entry in entries {
        fitted.append(
          (
            try coerce(entry.key, to: key, purpose),
            try coerce(entry.value, to: value, purpose)
          ))
      }
      return LoweredExpression(
        .map(fitted), type,
        canFail: code.canFail || key == .any && !fitted.isEmpty
          || fitted.contains { $0.key.canFail || $0.value.canFail })
    case (.any, _, _), (.partial, _, _):
      return LoweredExpression(.dynamic(.fit(code.asAny, purpose)), type, canFail: true)
    case (_, .nullable(let wrapped), _) where code.type == code.type.nonNull:
      return nullable(try coerce(code, to: wrapped, purpose))
    case (.nullable(let wrapped), _, _) where type == type.nonNull:
      return try coerce(
        LoweredExpression(.unwrapped(code), wrapped, canFail: true), to: type, purpose)
    default: break
    }
    guard let conversion = conversion(from: code.type, to: type),
      !conversion.canFail || purpose.isPlace
    else {
      return LoweredExpression(.dynamic(.fit(code.asAny, purpose)), type, canFail: true)
    }
    return LoweredExpression(
      .convert(code, conversion), type, canFail: code.canFail || conversion.canFail)
  }

  /// A value for a place of a type: an `any` keeps cases as texts.
  func withTexts(
    _ code: LoweredExpression, for type: ValueType
  ) throws(NotGenerated) -> LoweredExpression {
    guard type.hasAny, code.type.hasEnums else { return code }
    return try coerce(code, to: code.type.withoutEnums)
  }

  /// Converts a value to the type of a place that keeps it: an `any` keeps values like those of
  /// JSON.
  func keep(
    _ code: LoweredExpression, as type: ValueType, _ purpose: LoweredExpression.Purpose = .place
  ) throws(NotGenerated) -> LoweredExpression {
    let fitted = try coerce(code, to: type, purpose)
    if case .dynamic(.fit) = fitted.kind { return fitted }
    guard type.hasAny, !isLikeJSON(code) else { return fitted }
    return LoweredExpression(.dynamic(.fit(fitted, purpose)), type, canFail: true)
  }

  /// True if an `any` surely keeps the value unchanged.
  private func isLikeJSON(_ code: LoweredExpression) -> Bool {
    if code.type.isLikeJSON { return true }
    if let value = code.constantValue { return value.isLikeJSON }
    return switch code.kind {
    case .convert(let value, .toAny): isLikeJSON(value)
    case .list(let elements): elements.allSatisfy(isLikeJSON)
    case .map(let entries):
      entries.allSatisfy { $0.key.type == .string && isLikeJSON($0.value) }
    case .field(let record, let name): keepsAny(record.type, name)
    case .conditional(_, let then, let otherwise): isLikeJSON(then) && isLikeJSON(otherwise)
    default: false
    }
  }

  /// True if a field of a declared type is an `any`.
  private func keepsAny(_ type: ValueType, _ field: String) -> Bool {
    guard case .record(let name) = type,
      let record = program.spec.types.records[name] ?? program.spec.saved?.types.records[name],
      let slot = record.shape.slot(of: field)
    else { return false }
    return record.fields[slot].type == .any
  }

  /// Takes a value as an operand of a type, which a part of the expression needs; a value of
  /// another type is an error of the expression.
  func expect(_ code: LoweredExpression, _ type: ValueType) throws(NotGenerated)
    -> LoweredExpression
  {
    guard code.type == .any, !code.isConstant else { return try coerce(code, to: type) }
    return LoweredExpression(.dynamic(.expect(code)), type, canFail: true)
  }

  /// A value that cannot be null as one of a type with null.
  private func nullable(_ code: LoweredExpression) -> LoweredExpression {
    let type = ValueType.nullable(code.type)
    if code.hasWrittenValue { return retyped(code, type) }
    return LoweredExpression(.convert(code, .toNullable), type, canFail: code.canFail)
  }

  private func retyped(_ code: LoweredExpression, _ type: ValueType) -> LoweredExpression {
    LoweredExpression(code.kind, type, canFail: code.canFail)
  }

  /// The conversion from a type to another one; nil if the values decide.
  private func conversion(from: ValueType, to: ValueType) -> LoweredExpression.Conversion? {
    switch (from, to) {
    case (.enumeration, .string): return .enumToText
    case (.string, .enumeration(let name)): return .textToEnum(name)
    case (.int, .double): return .intToDouble
    case (.any, _), (.partial, _): return nil
    case (_, .any): return .toAny
    case (_, .nullable(let wrapped)) where from == wrapped: return .toNullable
    case (.list(let one), .list(let other)):
      return conversion(from: one, to: other).map { .elements($0, from: one) }
    case (.nullable(let one), .nullable(let other)):
      return conversion(from: one, to: other).map { .nullable($0, from: one) }
    case (.optional(let one), .optional(let other)):
      return conversion(from: one, to: other).map { .optional($0, from: one) }
    case (.map(let key, let value), .map(let otherKey, let other)):
      let keys = key == otherKey ? nil : conversion(from: key, to: otherKey)
      let values = value == other ? nil : conversion(from: value, to: other)
      if key != otherKey && keys == nil || value != other && values == nil { return nil }
      return .entries(keys, values, from: from)
    default: return nil
    }
  }

  /// A constant as a value of a type; nil if it is not one.
  func fit(_ value: Value, to type: ValueType) -> Value? {
    switch (type, value) {
    case (.double, .int(let number)): return .double(Double(number))
    case (.enumeration(let name), .string(let text)):
      return program.enumeration(name)?.has(text) == true ? value : nil
    case (.list(let element), .list(let list)):
      var fitted = List()
      for item in list {
        guard let item = fit(item, to: element) else { return nil }
        fitted.append(item)
      }
      return .list(fitted)
    case (.map(let keyType, let element), .map(let map)):
      var fitted = Map()
      for (key, item) in map {
        guard let key = fit(key, to: keyType), let item = fit(item, to: element) else { return nil }
        fitted[key] = item
      }
      return .map(fitted)
    case (.any, _): return value
    case (.nullable(let wrapped), _):
      return value == .null ? value : fit(value, to: wrapped)
    case (.record(let name), .record(let record)):
      return record.shape.name == name ? value : nil
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string),
      (.timestamp, .timestamp), (.duration, .duration), (.uint, .uint), (.bytes, .bytes),
      (.null, .null):
      return value
    case (.type, .type), (.opaque, .opaque): return value
    default: return nil
    }
  }

  /// Two values as values of one type: of an enum, if one of them is a value of it and the other a
  /// text that is one of its cases.
  func unified(
    _ first: LoweredExpression, _ second: LoweredExpression, _ seen: ValueType?
  ) throws(NotGenerated) -> (LoweredExpression, LoweredExpression) {
    if first.type == second.type { return (first, second) }
    if first.type == .any || second.type == .any { return (first.asAny, second.asAny) }
    switch (first.type.nonNull, second.type.nonNull) {
    case (.null, let one), (let one, .null):
      let type = ValueType.nullable(one)
      return (try coerce(first, to: type), try coerce(second, to: type))
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
    if first.isEmptyCollection { return (try coerce(first, to: second.type), second) }
    if second.isEmptyCollection { return (first, try coerce(second, to: first.type)) }
    if case (.optional, .optional) = (first.type, second.type) {
      if first.isEmptyOptional { return (try coerce(first, to: second.type), second) }
      if second.isEmptyOptional { return (first, try coerce(second, to: first.type)) }
    }
    if first.type == .double || second.type == .double {
      return (try coerce(first, to: .double), try coerce(second, to: .double))
    }
    let type = common([first.type, second.type])
    if type == .any, let seen, seen != .bool || first.type == .bool {
      return (try coerce(first, to: seen), try coerce(second, to: seen))
    }
    return (try coerce(first, to: type), try coerce(second, to: type))
  }

  /// A constant, or a list or choice of such ones, as a value of a type with enums; nil if a text in
  /// it is no case, or is known only when it runs.
  func constant(_ code: LoweredExpression, as type: ValueType) -> LoweredExpression? {
    isConstant(code, of: type) ? try? coerce(code, to: type) : nil
  }

  private func isConstant(_ code: LoweredExpression, of type: ValueType) -> Bool {
    if let value = code.constantValue { return fit(value, to: type) != nil }
    return switch (code.kind, type.nonNull) {
    case (.list(let elements), .list(let element)):
      elements.allSatisfy { $0.type == element || isConstant($0, of: element) }
    case (.conditional(_, let then, let otherwise), _):
      [then, otherwise].allSatisfy { $0.type == type || isConstant($0, of: type) }
    default: false
    }
  }
}

extension LoweredExpression.Conversion {
  /// For a conversion that only lets null stand beside values: another type that such values are converted to,
  /// without the null; nil for any other conversion.
  fileprivate func bare(_ type: ValueType) -> ValueType? {
    switch (self, type) {
    case (.toNullable, .nullable(let wrapped)): wrapped
    case (.toNullable, _): type
    case (.elements(let inner, _), .list(let element)): inner.bare(element).map { .list($0) }
    case (.entries(nil, let inner?, _), .map(let key, let value)):
      inner.bare(value).map { .map(key: key, value: $0) }
    default: nil
    }
  }

  /// True if some values cannot be converted.
  package var canFail: Bool {
    switch self {
    case .textToEnum: true
    case .enumToText, .intToDouble, .toAny, .toOptional, .toNullable: false
    case .elements(let inner, _), .nullable(let inner, _), .optional(let inner, _): inner.canFail
    case .entries(let key, let value, _): key?.canFail ?? false || value?.canFail ?? false
    }
  }
}

extension LoweredExpression.Purpose {
  /// True if the error of a conversion needs nothing else.
  fileprivate var isPlace: Bool {
    switch self {
    case .place, .field: true
    case .payload, .argument, .result: false
    }
  }
}
