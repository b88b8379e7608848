import CEL

extension CheckedSaved {
  /// The outcomes of the places under `except` at which a store has another value than one that
  /// begins anew.
  ///
  /// - Parameter initial: The store that begins anew.
  package func exceptedOutcomes(in store: Record, initial: Record) -> Set<Int> {
    var outcomes: Set<Int> = []
    for (slot, tree) in exceptions.fields {
      let place = slots[slot]
      add(store[place], self.store.fields[slot].type, tree, standard: initial[place], &outcomes)
    }
    return outcomes
  }

  private func add(
    _ value: Value, _ type: FieldType, _ tree: PlaceTree, standard: Value?,
    _ outcomes: inout Set<Int>
  ) {
    if let point = tree.point, value != standard { outcomes.insert(point) }
    switch (type.unwrapped, value) {
    case (.list(let inner), .list(let list)):
      guard let tree = tree.elements else { return }
      for element in list { add(element, inner, tree, standard: nil, &outcomes) }
    case (.map(_, let inner), .map(let map)):
      guard let tree = tree.elements else { return }
      for entry in map { add(entry.value, inner, tree, standard: nil, &outcomes) }
    case (.record(let name), .record(let record)):
      guard let type = types.records[name] else { return }
      for (slot, tree) in tree.fields {
        let usual: Value? =
          if case .record(let other)? = standard { other[slot] } else { type.fields[slot].default }
        add(record[slot], type.fields[slot].type, tree, standard: usual, &outcomes)
      }
    default: break
    }
  }
}
