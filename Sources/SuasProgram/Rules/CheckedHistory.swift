import CEL
import YAML

/// The history of a reducer's state: the states before it, and those that were undone.
///
/// It is the state of a reducer of its own, which follows the one whose state it keeps.
package struct CheckedHistory: Sendable {
  /// The effect of an action on the history.
  package enum Role: Sendable {
    case undo, redo, clear
    /// Goes by as many states as a field of the payload says.
    case jump(field: Int)
    /// Makes an entry where the action changes the state.
    case record(group: Group?)
    /// Changes the state alone.
    case ignore
  }

  /// The expression for the entries that are one with the entry before them.
  package struct Group: Sendable {
    /// A template with the payload in the first slot.
    package let value: CheckedTemplate
    package let place: SourceRange

    package init(value: CheckedTemplate, place: SourceRange) {
      self.value = value
      self.place = place
    }
  }

  /// The largest number of entries in the past.
  package let limit: Int
  /// The roles of the actions that the reducer handles, by their ids.
  package let roles: [Int: Role]
  /// The coverage outcomes of the moves, by the ids of their actions.
  package let outcomes: [Int: Int]

  package init(limit: Int, roles: [Int: Role], outcomes: [Int: Int]) {
    self.limit = limit
    self.roles = roles
    self.outcomes = outcomes
  }
}

extension CheckedHistory {
  /// The limit of a history that gives none.
  package static let standardLimit = 100

  /// The slots of the fields of a history.
  package static let (pastSlot, futureSlot, groupSlot) = (0, 1, 2)

  /// Returns the state key of the history of another one.
  package static func stateKey(of key: String) -> String { key + "History" }

  /// Returns the name of the type of the histories of a state, which authors cannot write.
  package static func typeName(of state: String) -> String { "the history of \(state)" }

  /// Returns the type of the histories of a state.
  ///
  /// - Parameter isGroupSensitive: True if groups are made from sensitive values.
  package static func type(of state: String, isGroupSensitive: Bool) -> RecordType {
    let states = FieldType.list(.record(state))
    var group = RecordType.Field(name: "group", type: .any, default: .null)
    group.isSensitive = isGroupSensitive
    return RecordType(
      name: typeName(of: state),
      fields: [
        RecordType.Field(name: "past", type: states, default: .list([])),
        RecordType.Field(name: "future", type: states, default: .list([])),
        group,
      ], enums: [:])
  }
}

extension CheckedHistory.Role {
  /// True if the action goes to another state, or empties the history.
  package var isMove: Bool {
    switch self {
    case .undo, .redo, .clear, .jump: true
    case .record, .ignore: false
    }
  }
}
