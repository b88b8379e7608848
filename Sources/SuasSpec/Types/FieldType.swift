import CEL

/// A type as the spec language has it: what fields of records, states and payloads hold.
package indirect enum FieldType: Hashable, Sendable {
  case bool
  case int
  case double
  case string
  case timestamp
  case duration
  case list(FieldType)
  case map(key: FieldType, value: FieldType)
  case optional(FieldType)
  case any
  /// An enum, by its name.
  case enumeration(String)
  /// A record or state shape, by its name.
  case record(String)

  /// The type that expressions see.
  package var cel: Type {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string, .enumeration: .string
    case .timestamp: .timestamp
    case .duration: .duration
    case .list(let element): .list(element.cel)
    case .map(let key, let value): .map(key: key.cel, value: value.cel)
    case .optional(let wrapped): .nullable(wrapped.cel)
    case .any: .dyn
    case .record(let name): .record(name)
    }
  }

  /// The type of the values that are not null.
  package var unwrapped: FieldType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// The records that the type names.
  var mentionedRecords: [String] {
    switch self {
    case .record(let name): [name]
    case .list(let element): element.mentionedRecords
    case .map(_, let value): value.mentionedRecords
    case .optional(let wrapped): wrapped.mentionedRecords
    default: []
    }
  }

  /// Whether the type names a certain record.
  func mentions(_ record: String) -> Bool {
    switch self {
    case .record(let name): name == record
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.mentions(record)
    default: false
    }
  }

  /// Whether the type names a record.
  package var mentionsRecords: Bool {
    switch self {
    case .record: true
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.mentionsRecords
    default: false
    }
  }

  /// Whether any value of the type's CEL type is one of the type as well.
  var isWhatCELSees: Bool {
    switch self {
    case .enumeration: false
    case .list(let element), .optional(let element): element.isWhatCELSees
    case .map(_, let value): value.isWhatCELSees
    default: true
    }
  }
}

extension FieldType: CustomStringConvertible {
  /// The type as an author writes it.
  package var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list(let element): "list(\(element))"
    case .map(.string, let value): "map(\(value))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .optional(let wrapped): "\(wrapped)?"
    case .any: "any"
    case .enumeration(let name), .record(let name): name
    }
  }
}
