extension Value: CustomStringConvertible {
  /// The value as an expression that evaluates to it.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): "\(uint)u"
    case .double(let double): double.pointed
    case .string(let string): string.quoted
    case .bytes(let bytes): bytes.quoted
    case .timestamp(let timestamp): "timestamp(\"\(timestamp)\")"
    case .duration(let duration): "duration(\"\(duration)\")"
    case .list(let list): "[\(list.map(\.description).joined(separator: ", "))]"
    case .map(let map):
      "{\(map.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    case .record(let record):
      "\(record.shape.name){"
        + zip(record.shape.fields, record.fields).map { "\($0.name): \($0.shown($1))" }
        .joined(separator: ", ") + "}"
    case .type(let type): type.name
    case .optional(nil): "optional.none()"
    case .optional(let value?): "optional.of(\(value))"
    case .opaque(let opaque): opaque.content.description
    }
  }
}

extension Shape.Field {
  /// The text for the values of a sensitive field.
  package static let hidden = "***"

  /// The value of the field as it may be shown in logs.
  package func shown(_ value: Value) -> String { isSensitive ? Self.hidden : value.description }
}

extension Value {
  /// The value in a short form for messages: a long text is truncated, and a value with parts is
  /// represented by its type only.
  package var brief: String {
    switch self {
    case .string(let text): text.brief
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: description
    default: "of type \(type.name)"
    }
  }
}

extension Double {
  /// The shortest digits that read back as the number, always with a point or an exponent.
  public var pointed: String { description }
}
