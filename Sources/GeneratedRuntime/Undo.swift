/// The values that a function has overwritten, so that they can be put back.
package final class Undo<State> {
  private var steps: [(inout State) -> Void] = []

  /// Notes how to restore a value that is about to be overwritten.
  package func note(_ step: @escaping (inout State) -> Void) { steps.append(step) }

  /// Puts everything back, the last first.
  package func putBack(_ state: inout State) {
    while let step = steps.popLast() { step(&state) }
  }
}

extension Array {
  /// Removes elements that were inserted at an index.
  package mutating func remove(_ count: Int, at index: Int64) {
    if count > 0 { removeSubrange(Int(index)..<Int(index) + count) }
  }
}

extension OrderedMap {
  /// Entries that may be overwritten, with their places.
  package struct Kept {
    fileprivate let entries: [(key: Key, entry: (place: Int, value: Value)?)]
  }

  package func kept(_ keys: [Key]) -> Kept {
    Kept(entries: keys.map { key in (key, place(of: key).map { ($0, values[$0]) }) })
  }

  /// Puts entries back.
  package mutating func restore(_ kept: Kept) {
    for (key, entry) in kept.entries.reversed() {
      guard let (place, value) = entry else {
        self[key] = nil
        continue
      }
      if hasKey(key) { self[key] = value } else { insert(value, for: key, at: place) }
    }
  }
}
