import CEL
import SuasProgram

extension Lowering {
  /// Lowers a value with constant and computed parts.
  ///
  /// - Parameter type: The type that is asked for; nil for the template's own.
  package func lower(
    _ template: CheckedTemplate, as type: ValueType? = nil, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    switch template {
    case .constant(let value):
      guard let own = type ?? ValueType(value.type) else { throw refusal(.typeValue) }
      if own.isOpen, !allowsAny, own != .list(.any), own != .map(key: .any, value: .any) {
        throw refusal(.anyValue)
      }
      return Code(.constant(value), own, canFail: false)
    case .computed(let expression, let fit):
      let code = try lower(expression, as: type, scope)
      guard case .convert(let value, .fromAny) = code.kind, let action = fit.action else {
        return code
      }
      return Code(.convert(value, .fromAny(action: action)), code.type, canFail: true)
    case .text(let pieces, _):
      let text = try lower(pieces, scope)
      guard let type else { return text }
      return try coerce(text, to: type)
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
  ) throws(NotGenerated) -> Code {
    var element: ValueType?
    if case .list(let asked)? = type?.nonNull { element = asked }
    var codes: [Code] = []
    for item in elements { codes.append(try lower(item, as: element, scope)) }
    return Code(
      .list(codes), type ?? .list(element ?? codes.first?.type ?? .any),
      canFail: codes.contains(where: \.canFail))
  }

  private func map(
    _ entries: [(key: Value, value: CheckedTemplate)], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    guard case .map(let key, let value)? = type?.nonNull else {
      return try selected(entries, as: type, scope)
    }
    var codes: [(key: Code, value: Code)] = []
    for entry in entries {
      codes.append(
        (
          Code(.constant(entry.key), key, canFail: false),
          try lower(entry.value, as: value, scope)
        ))
    }
    return Code(
      .map(codes), .map(key: key, value: value), canFail: codes.contains { $0.value.canFail })
  }

  /// The mapping of a selector, which is a record.
  private func selected(
    _ entries: [(key: Value, value: CheckedTemplate)], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    guard let type, let layout = program.layout(of: type) else { throw refusal(.anyValue) }
    var values: [Int: Code] = [:]
    for entry in entries {
      guard case .string(let name) = entry.key, let slot = layout.slot(of: name) else {
        throw refusal(.anyValue)
      }
      values[slot] = try lower(entry.value, as: layout.fields[slot].type, scope)
    }
    return try record(layout, values)
  }

  private func record(
    _ shape: Shape, _ fields: [CheckedTemplate], as type: ValueType?, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    guard let layout = program.layout(shape.name) else { throw refusal(.anyValue) }
    var values: [Int: Code] = [:]
    for (slot, field) in fields.enumerated() {
      if layout.isVariant {
        if case .constant(.null) = field { continue }
        let contents = program.layout(of: layout.fields[slot].type)
        if contents?.fields.isEmpty == true {
          return variant(layout, slot, Code(.constant(.null), .null, canFail: false))
        }
      }
      values[slot] = try lower(field, as: layout.fields[slot].type, scope)
    }
    return try record(layout, values)
  }

  /// Text with values in it.
  package func lower(
    _ pieces: [CheckedTemplate.Piece], _ scope: Scope
  ) throws(NotGenerated) -> Code {
    var parts: [Code.TextPiece] = []
    var canFail = false
    var isSensitive = false
    for piece in pieces {
      switch piece {
      case .text(let text): parts.append(.text(text))
      case .computed(let expression):
        var code = try lower(expression, scope)
        if case .nullable(let wrapped) = code.type {
          code = Code(.unwrapped(code), wrapped, canFail: true)
        }
        if code.type.hasEnums { code = try coerce(code, to: .string) }
        guard allowsAny || !code.type.isOpen else { throw refusal(.anyValue) }
        canFail = canFail || code.canFail
        isSensitive = isSensitive || expression.tree.readsSensitiveValues
        parts.append(.value(code))
      }
    }
    return Code(.text(parts), .string, canFail: canFail)
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
}
