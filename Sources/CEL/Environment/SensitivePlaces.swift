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
    case .host(let value): value.isSensitive
    }
  }
}
