import CEL
import SuasProgram

/// The type of a value in generated code.
///
/// It says more than the type that expressions see: an enum is not a string here.
package indirect enum ValueType: Hashable, Sendable {
  case null, bool, int, uint, double, string, bytes, timestamp, duration
  /// A value whose type is known only at run time.
  case any
  /// The type of a value as a value.
  case type
  /// A value of the library, such as an internet address, by the name of its type.
  case opaque(String)
  /// An enum, by its name in the spec.
  case enumeration(String)
  case list(ValueType)
  case map(key: ValueType, value: ValueType)
  /// `T?`: a value or null.
  case nullable(ValueType)
  /// An optional of the expression language.
  case optional(ValueType)
  /// A record, variant, payload or store, by its name in the program.
  case record(String)
  /// Some of the fields of a record.
  case partial(String)
}

extension ValueType {
  package init(_ type: FieldType) {
    self =
      switch type {
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .timestamp: .timestamp
      case .duration: .duration
      case .list(let element): .list(ValueType(element))
      case .map(let key, let value): .map(key: ValueType(key), value: ValueType(value))
      case .optional(let wrapped): .nullable(ValueType(wrapped.unwrapped))
      case .any: .any
      case .enumeration(let name): .enumeration(name)
      case .record(let name): .record(name)
      case .partial(let name): .partial(name)
      }
  }

  /// True for a list or a map.
  var isCollection: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }

  /// Creates the type that an expression shows.
  package init(_ type: Type) {
    switch type {
    case .null: self = .null
    case .bool: self = .bool
    case .int: self = .int
    case .uint: self = .uint
    case .double: self = .double
    case .string: self = .string
    case .bytes: self = .bytes
    case .timestamp: self = .timestamp
    case .duration: self = .duration
    case .dyn, .parameter: self = .any
    case .list(let element):
      self = .list(ValueType(element))
    case .map(let key, let value):
      self = .map(key: ValueType(key), value: ValueType(value))
    case .record(let name): self = .record(name)
    case .nullable(let wrapped):
      self = .nullable(ValueType(wrapped.nonNull))
    case .abstract(let name, _):
      self = type.wrapped.map { .optional(ValueType($0)) } ?? .opaque(name)
    case .type: self = .type
    }
  }

  /// The type of the values that are not null.
  package var nonNull: ValueType {
    if case .nullable(let wrapped) = self { wrapped } else { self }
  }

  /// True if the type is that of the keys of maps in the spec.
  package var isMapKey: Bool {
    switch self {
    case .string, .int, .bool, .enumeration: true
    default: false
    }
  }

  /// True if keys of the type are texts in expressions.
  package var isNamed: Bool {
    switch self {
    case .string, .enumeration: true
    default: false
    }
  }

  /// True if a part of the type is known only at run time.
  package var isOpen: Bool {
    switch self {
    case .any, .partial: true
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.isOpen
    case .map(let key, let value): key.isOpen || value.isOpen
    default: false
    }
  }

  /// True if a part of the type is an enum.
  package var hasEnums: Bool { !enums.isEmpty }

  /// The type with texts in the place of enums.
  package var withoutEnums: ValueType {
    switch self {
    case .enumeration: .string
    case .list(let inner): .list(inner.withoutEnums)
    case .nullable(let inner): .nullable(inner.withoutEnums)
    case .optional(let inner): .optional(inner.withoutEnums)
    case .map(let key, let value): .map(key: key.withoutEnums, value: value.withoutEnums)
    default: self
    }
  }

  /// True if a part of the type is an `any`.
  package var hasAny: Bool {
    switch self {
    case .any: true
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.hasAny
    case .map(_, let value): value.hasAny
    default: false
    }
  }

  /// True if an `any` keeps every value of the type as it is.
  package var isLikeJSON: Bool {
    switch self {
    case .null, .bool, .int, .double, .string, .enumeration: true
    case .list(let inner), .nullable(let inner), .map(.string, let inner): inner.isLikeJSON
    default: false
    }
  }

  /// The names of the records in the type.
  package var records: [String] {
    switch self {
    case .record(let name), .partial(let name): [name]
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.records
    case .map(_, let value): value.records
    default: []
    }
  }

  /// The names of the enums in the type.
  package var enums: [String] {
    switch self {
    case .enumeration(let name): [name]
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.enums
    case .map(let key, let value): key.enums + value.enums
    default: []
    }
  }

  /// The records that the type holds with only some of their fields.
  package var dividedRecords: [String] {
    switch self {
    case .partial(let name): [name]
    case .list(let inner), .nullable(let inner), .optional(let inner): inner.dividedRecords
    case .map(_, let value): value.dividedRecords
    default: []
    }
  }
}
