/// A table of the parts that handle each kind of actions, so that an action costs nothing for the
/// other parts.
package struct Routes: Sendable {
  /// A part on a route.
  package struct Stop: Sendable, Equatable {
    package let slot: Int
    /// The index of the kind among those that the part handles.
    package let place: Int
    /// True if the part's old value is kept: the store has to put it back when the action is refused.
    package var keepsOld = false
  }

  /// The stops, grouped by kind, and within each kind in the order of the parts.
  package private(set) var stops: ContiguousArray<Stop>
  /// The index of each kind's first stop, followed by the end of the last kind's stops.
  private let starts: ContiguousArray<Int>

  /// - Parameters:
  ///   - count: The number of kinds.
  ///   - handled: By the slot of a part, the kinds that it handles, without duplicates.
  package init(kinds count: Int, handled: [[Int]]) {
    var starts = ContiguousArray(repeating: 0, count: count + 1)
    for kinds in handled { for kind in kinds { starts[kind + 1] += 1 } }
    for kind in 0..<count { starts[kind + 1] += starts[kind] }
    var ends = starts
    var stops = ContiguousArray(repeating: Stop(slot: 0, place: 0), count: starts[count])
    for (slot, kinds) in handled.enumerated() {
      for (place, kind) in kinds.enumerated() {
        stops[ends[kind]] = Stop(slot: slot, place: place)
        ends[kind] += 1
      }
    }
    self.starts = starts
    self.stops = stops
  }

  /// Notes at which stops the old value has to be kept.
  ///
  /// - Parameters:
  ///   - parts: The parts by their slots.
  ///   - isJudged: True if an action may be refused after all parts.
  package mutating func keepOld(of parts: ContiguousArray<any StatePart>, isJudged: Bool) {
    for kind in starts.indices.dropLast() {
      var mayBeRefused = isJudged
      for index in self[kind].reversed() {
        let part = parts[stops[index].slot]
        stops[index].keepsOld = mayBeRefused && !part.undoesChanges
        if part.canRefuse { mayBeRefused = true }
      }
    }
  }

  /// The range in `stops` of the parts for a kind.
  @inline(__always)
  package subscript(kind: Int) -> Range<Int> { starts[kind]..<starts[kind + 1] }
}
