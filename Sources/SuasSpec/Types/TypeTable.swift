import CEL

/// The named types of a checked spec.
package struct TypeTable: Sendable {
  package internal(set) var enums: [String: EnumType] = [:]
  package internal(set) var records: [String: RecordType] = [:]

  /// The record types as expressions see them.
  package var cel: CEL.Types { CEL.Types(records.values.map(\.shape)) }
}

/// An enum's cases, in the order of their declaration.
package struct EnumType: Sendable {
  package let name: String
  package let cases: [String]
}

/// A record type, a state shape or an action's payload: fields with their types and defaults.
package struct RecordType: Sendable {
  package struct Field: Sendable {
    package let name: String
    package let type: FieldType
    /// What the field holds where nothing is written; nil where something must be.
    package let `default`: Value?
  }

  package let name: String
  package let fields: [Field]
  package let shape: Shape

  init(name: String, fields: [Field]) {
    self.name = name
    self.fields = fields
    shape = Shape(
      name: name,
      fields: fields.map {
        Shape.Field(name: $0.name, type: $0.type.cel, default: $0.default)
      })
  }
}
