import CEL

/// A type of the spec language, for fields of records, states and payloads.
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
  /// Some of the fields of a record, which is given by its name; a value is a map.
  case partial(String)

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
    case .partial(let name): .record(Shape.name(ofPartial: name))
    }
  }

  /// The type of the values that are not null.
  package var unwrapped: FieldType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// The records that the type names.
  package var mentionedRecords: [String] {
    switch self {
    case .record(let name), .partial(let name): [name]
    case .list(let element): element.mentionedRecords
    case .map(_, let value): value.mentionedRecords
    case .optional(let wrapped): wrapped.mentionedRecords
    default: []
    }
  }

  /// The names of the enums in the type.
  package var mentionedEnums: [String] {
    switch self {
    case .enumeration(let name): [name]
    case .list(let inner), .optional(let inner): inner.mentionedEnums
    case .map(let key, let value): key.mentionedEnums + value.mentionedEnums
    default: []
    }
  }

  /// True if the type names the given record.
  package func mentions(_ record: String) -> Bool {
    switch self {
    case .record(let name), .partial(let name): name == record
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.mentions(record)
    default: false
    }
  }

  /// True if the type names any record.
  package var mentionsRecords: Bool {
    switch self {
    case .record, .partial: true
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.mentionsRecords
    default: false
    }
  }

  /// The record that the type, or a part of it, has only some fields of.
  package var partialRecord: String? {
    switch self {
    case .partial(let name): name
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.partialRecord
    default: nil
    }
  }

  /// True if the type can be that of a map's keys.
  package var isMapKey: Bool {
    switch self {
    case .string, .int, .bool, .enumeration: true
    default: false
    }
  }

  /// True if keys of the type are written as names, as in `map.key`.
  package var isNamed: Bool { cel == .string }

  /// True if every value of the type's CEL type also belongs to the type itself.
  package var isWhatCELSees: Bool {
    switch self {
    case .enumeration, .any: false
    case .list(let element), .optional(let element): element.isWhatCELSees
    case .map(let key, let value): key.isWhatCELSees && value.isWhatCELSees
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
    case .partial(let name): Shape.name(ofPartial: name)
    }
  }
}

extension FieldType {
  /// The type with its article: `an int`, `a TodoItem`.
  package var withArticle: String {
    let name = description
    return ("aeioAEIO".contains(name.prefix(1)) ? "an " : "a ") + name
  }
}
