import CEL
import SuasProgram

/// A part of an answer without a declared type, with the ways in which expressions read it; a
/// search makes useful answers from these.
package final class AnswerPart {
  /// The members that are read by name, in the order of their first mention.
  package private(set) var members: [(name: String, part: AnswerPart)] = []
  /// The part for the elements, if this one is read as a list.
  package private(set) var element: AnswerPart?
  /// The minimum number of elements for the indices that are read.
  package private(set) var leastCount = 0
  /// The types that it is used as.
  package private(set) var types: [FieldType] = []
  /// The literals that it is compared with.
  package private(set) var literals: [Value] = []
  /// True if an expression asks whether it exists.
  package internal(set) var mayBeMissing = false

  /// True if nothing reads its value.
  package var isUnread: Bool {
    members.isEmpty && element == nil && types.isEmpty && literals.isEmpty
  }

  package func member(_ name: String) -> AnswerPart {
    if let known = members.first(where: { $0.name == name }) { return known.part }
    let part = AnswerPart()
    members.append((name, part))
    return part
  }

  /// Returns the part for the elements of a list.
  package func item(at place: Int? = nil) -> AnswerPart {
    leastCount = max(leastCount, (place ?? -1) + 1)
    let part = element ?? AnswerPart()
    element = part
    return part
  }

  package func note(_ type: FieldType) {
    switch type {
    case .any: return
    case .optional(let wrapped):
      note(wrapped)
      note(.null)
    case .list(let inner) where element != nil: element?.note(inner)
    default: if !types.contains(type) { types.append(type) }
    }
  }

  package func note(_ literal: Value) {
    guard literals.count < Self.mostLiterals, !literals.contains(literal) else { return }
    literals.append(literal)
  }

  /// The maximum number of literals; more are not worth trying.
  private static let mostLiterals = 32
}
