/// A value whose type is known only when it is there: of JSON, of the spec, or of an expression.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case timestamp(Timestamp)
  case duration(Period)
  case array([JSONValue])
  /// A map, whose keys are texts in JSON; it keeps the order of its entries.
  case object(OrderedMap<JSONValue, JSONValue>)
  case record(RecordValue)
  /// An optional of an expression.
  indirect case optional(JSONValue?)
  case type(TypeName)
  case opaque(any OpaqueValue)
}

/// A record of the spec, whose fields may hold anything.
package struct RecordValue: Sendable {
  package let type: RecordType
  /// The values of the fields, in declared order; for a variant, all but one are null.
  package var values: [JSONValue]
}

extension RecordValue {
  /// The form of a record in JSON.
  package enum Form {
    case members([(String, JSONValue)])
    case name(String)
    case null
  }

  /// An object; a variant is the name of its case, alone or with its contents.
  package var form: Form {
    guard type.isVariant else { return .members(Array(zip(type.fields, values))) }
    guard let slot = values.firstIndex(where: { !$0.isNull }) else { return .null }
    if case .record(let contents) = values[slot], contents.values.isEmpty {
      return .name(type.fields[slot])
    }
    return .members([(type.fields[slot], values[slot])])
  }
}

/// The names of a type of records and of its fields.
package struct RecordType: Sendable {
  /// The type as the spec writes it.
  package let name: String
  /// The fields in declared order, or the cases of a variant.
  package let fields: [String]
  package let isVariant: Bool
  /// The fields whose values are kept out of messages.
  package let sensitive: Set<String>

  package init(
    _ name: String, _ fields: [String] = [], isVariant: Bool = false, sensitive: Set<String> = []
  ) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    self.sensitive = sensitive
  }

  package func slot(of field: String) -> Int? { fields.firstIndex { $0.equals(field) } }
}

/// The type of a value as a value.
package struct TypeName: Sendable, Hashable, ExactlyEquatable, CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package var description: String { name }
}

/// A value of the library, such as an internet address.
package protocol OpaqueValue: Sendable, CustomStringConvertible {
  static var typeName: String { get }
  func isEqual(to other: any OpaqueValue) -> Bool
}

extension OpaqueValue where Self: Equatable {
  package func isEqual(to other: any OpaqueValue) -> Bool { self == other as? Self }
}

extension JSONValue {
  /// A record with the values of its fields.
  package static func record(_ type: RecordType, _ values: [JSONValue]) -> JSONValue {
    .record(RecordValue(type: type, values: values))
  }

  /// A variant with the contents of its present case.
  package static func variant(_ type: RecordType, _ name: String, _ contents: JSONValue)
    -> JSONValue
  {
    .record(type, type.fields.map { $0 == name ? contents : .null })
  }

  package var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
}

// MARK: Names of types

extension JSONValue {
  /// The name of the type, as `type(x)` gives it.
  package var typeName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .array: "list"
    case .object: "map"
    case .record(let record): record.type.name
    case .optional: "optional_type"
    case .type: "type"
    case .opaque(let value): Swift.type(of: value).typeName
    }
  }

  /// The kind of the value with its article.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .int: "an int"
    case .bytes: "bytes"
    case .timestamp: "a timestamp"
    case .duration: "a duration"
    case .optional: "an optional"
    default: "a \(typeName)"
    }
  }

  /// The error for a value that a place cannot use.
  package func misfit(_ expected: String) -> Failure {
    if isNull { return Failure("null-value", "null stands where \(expected) is needed") }
    return Failure("type-mismatch", "\(kindName) stands where \(expected) is needed")
  }
}

// MARK: Text

extension JSONValue: CustomStringConvertible {
  /// The value as an expression that evaluates to it.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): "\(uint)u"
    case .double(let double): double.description
    case .string(let text): text.quoted
    case .bytes(let bytes): bytes.quoted
    case .timestamp(let time): "timestamp(\"\(time)\")"
    case .duration(let period): "duration(\"\(period)\")"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.entries.map { "\($0): \($1)" }.joined(separator: ", "))}"
    case .record(let record): record.description
    case .optional(nil): "optional.none()"
    case .optional(let value?): "optional.of(\(value))"
    case .type(let type): type.name
    case .opaque(let value): value.description
    }
  }

  /// The text of the value inside of a longer text.
  package var interpolated: String {
    switch self {
    case .string(let text): text
    case .double(let double): double.shortText
    case .uint(let uint): String(uint)
    case .timestamp(let time): time.description
    case .duration(let period): period.description
    default: description
    }
  }
}

extension RecordValue: CustomStringConvertible {
  package var description: String {
    let parts = zip(type.fields, values).map { name, value in
      "\(name): \(type.sensitive.contains(name) ? "***" : value.description)"
    }
    return "\(type.name){\(parts.joined(separator: ", "))}"
  }
}

// MARK: Keys

extension JSONValue: MapKey {
  package var quoted: String { description }

  /// The value in a short form: a long text is cut, and a value with parts is its type alone.
  package var brief: String {
    switch self {
    case .string(let text): text.brief
    case .bytes, .array, .object, .record, .optional, .opaque: "of type \(typeName)"
    default: description
    }
  }

  package var keyMisfit: String? {
    switch self {
    case .bool, .int, .uint, .string: nil
    default: typeName
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(UInt64(bitPattern: int))
    case .uint(let uint): hasher.combine(uint)
    case .double(let double):
      // Numbers that are equal are one key, whatever their types.
      if let int = Int64(exactly: double) {
        hasher.combine(UInt64(bitPattern: int))
      } else {
        hasher.combine(UInt64(exactly: double) ?? double.bitPattern)
      }
    case .string(let text): hasher.combine(text)
    default: hasher.combine(typeName)
    }
  }
}
