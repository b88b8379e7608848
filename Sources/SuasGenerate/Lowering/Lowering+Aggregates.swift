import CEL
import SuasProgram

extension Lowering {
  func list(
    _ elements: [(node: CheckedExpr.Node, isOptional: Bool)], _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var codes: [LoweredExpression] = []
    let hasOptionals = elements.contains(where: \.isOptional)
    for element in elements {
      let code = shownPresent(try lower(element.node, &scope), element.node)
      if element.isOptional {
        codes.append(try optional(code))
      } else {
        codes.append(hasOptionals ? optional(of: code) : code)
      }
    }
    let type = common(codes.map(\.type))
    var fitted: [LoweredExpression] = []
    for code in codes { fitted.append(try coerce(code, to: type)) }
    let canFail = fitted.contains(where: \.canFail)
    guard hasOptionals else {
      return LoweredExpression(.list(fitted), .list(type), canFail: canFail)
    }
    return LoweredExpression(.presentElements(fitted), .list(type.present), canFail: canFail)
  }

  func map(
    _ entries: [(key: CheckedExpr.Node, value: CheckedExpr.Node, isOptional: Bool)],
    _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var keys: [LoweredExpression] = []
    var values: [LoweredExpression] = []
    let hasOptionals = entries.contains(where: \.isOptional)
    for entry in entries {
      keys.append(shownPresent(try lower(entry.key, &scope), entry.key))
      let value = shownPresent(try lower(entry.value, &scope), entry.value)
      if entry.isOptional {
        values.append(try optional(value))
      } else {
        values.append(hasOptionals ? optional(of: value) : value)
      }
    }
    let (key, value) = (keyType(keys.map(\.type)), common(values.map(\.type)))
    var fitted: [(key: LoweredExpression, value: LoweredExpression)] = []
    for (one, other) in zip(keys, values) {
      fitted.append((try coerce(one, to: key), try coerce(other, to: value)))
    }
    // A repeated key, or a value that cannot be a key, is an error; optional entries are judged
    // only if they are there.
    let isSafe = LoweredExpression.areDistinct(fitted.map(\.key))
    let canFail =
      hasOptionals || !isSafe || key == .any && !fitted.isEmpty
      || fitted.contains { $0.key.canFail || $0.value.canFail }
    let type = ValueType.map(key: key, value: hasOptionals ? value.present : value)
    return LoweredExpression(
      hasOptionals ? .presentEntries(fitted) : .map(fitted), type, canFail: canFail)
  }

  /// The type that all keys of a map have, or are converted to; a number with a fraction is no key.
  private func keyType(_ types: [ValueType]) -> ValueType {
    switch common(types) {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .string, .enumeration: .string
    default: .any
    }
  }

  /// The value after `?` in a list or a map.
  private func optional(_ code: LoweredExpression) throws(NotGenerated) -> LoweredExpression {
    if case .optional = code.type { return code }
    return try expect(code, .optional(.any))
  }

  /// The optional that has a value.
  private func optional(of code: LoweredExpression) -> LoweredExpression {
    LoweredExpression(.convert(code, .toOptional), .optional(code.type), canFail: code.canFail)
  }

  /// The type that all elements have, or are converted to.
  func common(_ types: [ValueType]) -> ValueType {
    guard var type = types.first else { return .any }
    for other in types.dropFirst() where other != type { type = common(type, other) }
    return type
  }

  private func common(_ one: ValueType, _ other: ValueType) -> ValueType {
    if one == other { return one }
    switch (one, other) {
    case (.any, _), (_, .any): return .any
    case (.null, let other), (let other, .null): return .nullable(other.nonNull)
    case (.nullable(let one), let other), (let other, .nullable(let one)):
      let inner = common(one, other.nonNull)
      return inner == .any ? .any : .nullable(inner)
    case (.enumeration, .string), (.enumeration, .enumeration), (.string, .enumeration):
      return .string
    case (.list(let one), .list(let other)): return .list(common(one, other))
    case (.map(let key, let value), .map(let otherKey, let other)):
      return .map(key: common(key, otherKey), value: common(value, other))
    case (.optional(let one), .optional(let other)): return .optional(common(one, other))
    default: return .any
    }
  }

  func record(
    _ shape: Shape, _ fields: [(slot: Int, node: CheckedExpr.Node, isOptional: Bool)],
    _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    guard let layout = program.layout(shape.name) else { throw refusal() }
    var values: [Int: LoweredExpression] = [:]
    for field in fields {
      let type = layout.fields[field.slot].type
      let code = try lower(field.node, &scope)
      if field.isOptional {
        var value = try optional(code)
        var other = self.default(layout.fields[field.slot])
        if value.type == .optional(.nullable(type)) {
          other = try coerce(other, to: .nullable(type))
        } else {
          value = try coerce(value, to: .optional(type))
        }
        let present = LoweredExpression(
          .otherwise(value, other), other.type, canFail: value.canFail)
        values[field.slot] = try keep(present, as: type, .field)
      } else {
        values[field.slot] =
          type.isScalar ? try expect(code, type) : try keep(code, as: type, .field)
      }
    }
    return try record(layout, values)
  }

  /// A record or variant with the values of some fields; the others have their defaults.
  func record(_ layout: RecordLayout, _ values: [Int: LoweredExpression]) throws(NotGenerated)
    -> LoweredExpression
  {
    if layout.isVariant {
      guard let (slot, value) = values.first, values.count == 1 else {
        throw refusal(layout.name)
      }
      return variant(layout, slot, value)
    }
    var parts: [LoweredExpression] = []
    for (slot, field) in layout.fields.enumerated() {
      parts.append(values[slot] ?? self.default(field))
    }
    return LoweredExpression(
      .record(parts), .record(layout.name), canFail: parts.contains(where: \.canFail))
  }

  /// The value of a field that is not written.
  private func `default`(_ field: RecordLayout.Field) -> LoweredExpression {
    LoweredExpression(.constant(field.defaultValue ?? .null), field.type, canFail: false)
  }

  func variant(_ layout: RecordLayout, _ slot: Int, _ contents: LoweredExpression)
    -> LoweredExpression
  {
    let isEmpty = program.layout(of: layout.fields[slot].type)?.fields.isEmpty ?? true
    return LoweredExpression(
      .variant(name: layout.fields[slot].name, isEmpty ? nil : contents), .record(layout.name),
      canFail: contents.canFail)
  }

  func apply(
    _ call: CheckedExpr.Application, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    guard case .function(let function)? = program.spec.types.definitions[call.function.name]
    else { throw refusal(call.function.name) }
    var arguments: [LoweredExpression] = []
    for (parameter, argument) in zip(function.parameters, call.arguments) {
      arguments.append(
        try keep(
          try lower(argument, &scope), as: ValueType(parameter.type),
          .argument(parameter.name, of: function.name)))
    }
    return LoweredExpression(
      .apply(function, arguments), result(of: function),
      canFail: fails(function) || arguments.contains(where: \.canFail))
  }
}

extension LoweredExpression {
  /// True if no two keys of a map can be the same.
  static func areDistinct(_ keys: [LoweredExpression]) -> Bool {
    if keys.count < 2 { return true }
    var seen: [Value] = []
    for key in keys {
      guard case .constant(let value) = key.kind, !seen.contains(where: value.equals) else {
        return false
      }
      seen.append(value)
    }
    return true
  }

  /// True for an empty list or map that is written out.
  var isEmptyCollection: Bool {
    switch kind {
    case .constant(.list(let list)): list.isEmpty
    case .constant(.map(let map)): map.count == 0
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    default: false
    }
  }

  /// True for an optional that is written as one without a value.
  var isEmptyOptional: Bool {
    if case .call(let overload, _, _) = kind { overload.id == "optional_none" } else { false }
  }

  /// The value of a constant, which is written out or named; nil for another expression.
  var constantValue: Value? {
    switch kind {
    case .constant(let value): value
    case .named(let constant): constant.value
    default: nil
    }
  }

  /// True for a null that is written out.
  var isNull: Bool { if case .constant(.null) = kind { true } else { false } }

  /// True for a value that is written out.
  package var isConstant: Bool { if case .constant = kind { true } else { false } }
}

extension ValueType {
  /// True for a type without parts, whose values expressions judge themselves.
  var isScalar: Bool {
    switch self {
    case .bool, .int, .double, .string, .timestamp, .duration: true
    default: false
    }
  }
}
