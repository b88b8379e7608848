import CEL
import SuasProgram
import SuasSpec

extension Lowering {
  /// Lowers a value with constant and computed parts.
  ///
  /// - Parameter type: The type that is asked for; nil for the template's own.
  package func lower(
    _ template: CheckedTemplate, as type: ValueType? = nil, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    switch template {
    case .constant(let value):
      let own = type ?? ValueType(value.type)
      guard let fitted = fit(value, to: own) else {
        return LoweredExpression(.constant(value), own, canFail: false)
      }
      return LoweredExpression(.constant(fitted), own, canFail: false)
    case .computed(let expression, let fit):
      var code = try lower(expression, scope)
      guard let type else { return code }
      // The code that hides the values of the expression also hides those that are made from it.
      if case .hiding(let inner) = code.kind { code = inner }
      code = try withTexts(code, for: type)
      let purpose = fit.action.map { LoweredExpression.Purpose.payload(of: $0) } ?? .place
      var fitted =
        try fit.isProven ? coerce(code, to: type, purpose) : keep(code, as: type, purpose)
      if !fit.isProven { fitted = limited(fitted, from: code, purpose) }
      guard expression.tree.readsSensitiveValues, fitted.canFail else { return fitted }
      return LoweredExpression(.hiding(fitted), fitted.type, canFail: true)
    case .text(let pieces, let fit):
      var text = try lower(pieces, scope)
      if let type {
        text = try coerce(text, to: type, fit.action.map { .payload(of: $0) } ?? .place)
      }
      return text
    case .list(let elements):
      return try list(elements, as: type, scope)
    case .map(let entries):
      return try map(entries, as: type, scope)
    case .record(let shape, let fields):
      return try record(shape, fields, as: type, scope)
    }
  }

  private func list(
    _ elements: [CheckedTemplate], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var element: ValueType?
    if case .list(let asked)? = type?.nonNull { element = asked }
    if type?.nonNull == .any { element = .any }
    var codes: [LoweredExpression] = []
    for item in elements { codes.append(try lower(item, as: element, scope)) }
    if element == nil {
      let shared = common(codes.map(\.type))
      for (index, code) in codes.enumerated() { codes[index] = try coerce(code, to: shared) }
      element = shared
    }
    let list = LoweredExpression(
      .list(codes), .list(element ?? .any), canFail: codes.contains(where: \.canFail))
    return try type.map { type throws(NotGenerated) in try coerce(list, to: type) } ?? list
  }

  private func map(
    _ entries: [(key: Value, value: CheckedTemplate)], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    if let layout = type.flatMap(program.layout(of:)) {
      return try selected(entries, layout, scope)
    }
    var (key, value) = (ValueType.string, ValueType.any)
    if case .map(let keys, let values)? = type?.nonNull { (key, value) = (keys, values) }
    var codes: [(key: LoweredExpression, value: LoweredExpression)] = []
    for entry in entries {
      codes.append(
        (
          LoweredExpression(.constant(entry.key), key, canFail: false),
          try lower(entry.value, as: value, scope)
        ))
    }
    let map = LoweredExpression(
      .map(codes), .map(key: key, value: value), canFail: codes.contains { $0.value.canFail })
    return try type.map { type throws(NotGenerated) in try coerce(map, to: type) } ?? map
  }

  /// The mapping of a selector, which is a record.
  private func selected(
    _ entries: [(key: Value, value: CheckedTemplate)], _ layout: RecordLayout, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var values: [Int: LoweredExpression] = [:]
    for entry in entries {
      guard case .string(let name) = entry.key, let slot = layout.slot(of: name) else {
        throw refusal()
      }
      values[slot] = try lower(entry.value, as: layout.fields[slot].type, scope)
    }
    return try record(layout, values)
  }

  private func record(
    _ shape: Shape, _ fields: [CheckedTemplate], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    guard let layout = program.layout(shape.name) else { throw refusal() }
    var values: [Int: LoweredExpression] = [:]
    for (slot, field) in fields.enumerated() {
      if layout.isVariant {
        if case .constant(.null) = field { continue }
        let contents = program.layout(of: layout.fields[slot].type)
        if contents?.fields.isEmpty == true {
          return variant(layout, slot, LoweredExpression(.constant(.null), .null, canFail: false))
        }
      }
      values[slot] = try lower(field, as: layout.fields[slot].type, scope)
    }
    let record = try record(layout, values)
    return try type.map { type throws(NotGenerated) in try coerce(record, to: type) } ?? record
  }

  /// Text with values in it.
  package func lower(
    _ pieces: [CheckedTemplate.Piece], _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var parts: [LoweredExpression.TextPiece] = []
    var canFail = false
    for piece in pieces {
      switch piece {
      case .text(let text): parts.append(.text(text))
      case .computed(let expression):
        var code = try lower(expression, scope)
        if case .nullable(let wrapped) = code.type {
          code = LoweredExpression(.unwrapped(code), wrapped, canFail: true)
        }
        if code.type.hasEnums { code = try coerce(code, to: .string) }
        canFail = canFail || code.canFail || code.type == .any
        parts.append(.value(code))
      }
    }
    if parts.count == 1, case .value(let code) = parts[0], code.type == .string { return code }
    return LoweredExpression(.text(parts), .string, canFail: canFail)
  }
}

extension Fit {
  /// The action whose payload the value is for.
  fileprivate var action: String? {
    switch self {
    case .payload(let action, _, _): action
    case .hiding(let fit): fit.action
    case .proven, .judged: nil
    }
  }

  /// True if the value needs no further work.
  var isProven: Bool { if case .proven = self { true } else { false } }
}
