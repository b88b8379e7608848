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
