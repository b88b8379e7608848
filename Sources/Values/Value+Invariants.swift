// Runtime checks of the invariants that the declarations of lists, maps and records document; see
// `Tree+Invariants.swift`.

extension List {
  /// Traps if an invariant of the list does not hold.
  package func checkInvariants() {
    tree.checkInvariants()
    precondition(count == tree.reduce(0) { count, _ in count + 1 }, "elements are counted")
  }
}

extension Map {
  /// Traps if an invariant of the map does not hold.
  package func checkInvariants() {
    checkEntries()
    for (position, entry) in enumerated() {
      precondition(index(of: entry.key) == position, "a key is found at its place")
    }
  }
}

extension Record {
  /// Traps if an invariant of the record does not hold.
  package func checkInvariants() {
    cells.checkInvariants()
    precondition(fieldCount == shape.fields.count, "there is a value for each field")
  }
}
