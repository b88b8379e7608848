import CEL

/// A part of an answer of which no type is declared: what expressions read of it, and so what it has
/// to be for them to come to something.
package final class AnswerPart {
  /// What is read of it by name, in the order in which it is mentioned.
  package private(set) var members: [(name: String, part: AnswerPart)] = []
  /// What it holds, where it is read as a list.
  package private(set) var element: AnswerPart?
  /// How many elements are read by their places.
  package private(set) var leastCount = 0
  /// What it is taken for.
  package private(set) var types: [FieldType] = []
  /// What it is compared with.
  package private(set) var literals: [Value] = []
  /// Whether somebody asks if it is there.
  package internal(set) var mayBeMissing = false

  /// Whether nothing reads it.
  package var isUnread: Bool {
    members.isEmpty && element == nil && types.isEmpty && literals.isEmpty
  }

  package func member(_ name: String) -> AnswerPart {
    if let known = members.first(where: { $0.name == name }) { return known.part }
    let part = AnswerPart()
    members.append((name, part))
    return part
  }

  /// What it holds as a list.
  func item(at place: Int? = nil) -> AnswerPart {
    leastCount = max(leastCount, (place ?? -1) + 1)
    let part = element ?? AnswerPart()
    element = part
    return part
  }

  func note(_ type: FieldType) {
    switch type {
    case .any: return
    case .optional(let wrapped):
      note(wrapped)
      note(.null)
    case .list(let inner) where element != nil: element?.note(inner)
    default: if !types.contains(type) { types.append(type) }
    }
  }

  func note(_ literal: Value) {
    guard literals.count < Self.mostLiterals, !literals.contains(literal) else { return }
    literals.append(literal)
  }

  /// More are not worth trying.
  private static let mostLiterals = 32
}
