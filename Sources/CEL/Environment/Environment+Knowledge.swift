/// Facts that tests outside of an expression have shown.
extension Environment {
  /// True if some place is known not to be null, or some case to be present.
  package var hasKnowledge: Bool { !nonNull.isEmpty || !presentCases.isEmpty }

  /// Gives places their types with null, although they are known not to be null.
  package mutating func forgetNull() {
    presentCases.formUnion(nonNull)
    nonNull = []
  }

  /// Forgets the facts about some places.
  package mutating func forget(where isForgotten: (PlacePath) -> Bool) {
    let places = nonNull.filter { !isForgotten($0) }
    if places.count < nonNull.count { nonNull = places }
    let cases = presentCases.filter { !isForgotten($0) }
    if cases.count < presentCases.count { presentCases = cases }
  }
}
