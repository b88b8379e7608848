/// The variables of an environment whose values no message quotes.
struct SensitivePlaces: Sendable {
  /// The slots of whole values.
  var slots: Set<Int> = []
  /// The fields of records, by the slots of the records.
  var fields: [Int: Set<Int>] = [:]

  func contains(_ place: Environment.Place) -> Bool {
    switch place {
    case .slot(let slot): slots.contains(slot)
    case .field(let field, let slot):
      slots.contains(slot) || fields[slot]?.contains(field) == true
    case .variantCase(_, _, let slot): slots.contains(slot)
    case .host: false
    }
  }
}

extension CheckedExpr {
  /// True if the expression reads a sensitive field or variable.
  package var readsSensitiveValues: Bool { root.reads(environment.sensitivePlaces) }
}

extension CheckedExpr.Node {
  fileprivate func reads(_ places: SensitivePlaces) -> Bool {
    switch kind {
    case .place(let place): places.contains(place)
    case .field(let operand, let shape, let slot):
      shape.fields[slot].isSensitive || operand.reads(places)
    case .comprehension(let it): it.parts.contains { $0.reads(places) }
    default: !allChildren { !$0.reads(places) }
    }
  }
}
