import CEL
import SuasProgram

/// The fields of a type of records in generated code, with its part in the program.
package struct RecordLayout: Sendable {
  /// The part that the records have in a program.
  package enum Role: Sendable {
    /// A declared type or a state.
    case record
    /// A type that has exactly one of several cases.
    case variant
    /// The contents of a variant's case.
    case caseOf(variant: String, name: String)
    /// An action, with its payload as fields.
    case action(String)
    /// An effect, with its payload as fields.
    case effect(String)
    /// The whole store, with a field for each state key.
    case store
    /// The history of a state.
    case history(of: String)
    /// The value of a selector that is written as a mapping.
    case selected(String)
    /// The result of restoring, which the runtime declares.
    case restored
    /// An error or an answer, which the runtime declares.
    case runtime
  }

  package struct Field: Sendable {
    package let name: String
    package let type: ValueType
    package var defaultValue: Value?
    package var lateDefault: LateDefault?
    package var constraint: Constraint?
    package var isSensitive = false

    /// True if the field has a value where it is left out; one that is made late has no such value.
    func isDefault(_ value: Value) -> Bool { lateDefault == nil && defaultValue == value }
  }

  /// The name in the program; a declared type has the author's name.
  package let name: String
  package let role: Role
  package let fields: [Field]
  /// True for the contents of a variant's case.
  package var isCase: Bool { if case .caseOf = role { true } else { false } }
  /// True for a type of what a version saved, which no part of the spec itself has.
  package var isOfVersion = false
  /// True for the whole of what a version saved, which no author names.
  var isStoreOfVersion = false

  package var isVariant: Bool { if case .variant = role { true } else { false } }

  package func slot(of field: String) -> Int? { fields.firstIndex { $0.name == field } }
}

extension RecordLayout {
  package init(_ record: RecordType, _ role: Role) {
    self.init(
      name: record.name, role: role,
      fields: record.fields.map {
        Field(
          name: $0.name, type: ValueType($0.type), defaultValue: $0.default,
          lateDefault: $0.lateDefault, constraint: $0.constraint, isSensitive: $0.isSensitive)
      })
  }
}
