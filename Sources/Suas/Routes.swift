/// Which of several parts each kind of actions is for, so that an action costs nothing for the parts
/// that have nothing to do with it.
package struct Routes: Sendable {
  /// A part on a route.
  package struct Stop: Sendable, Equatable {
    package let slot: Int
    /// The place of the kind among those that the part handles.
    package let place: Int
  }

  /// The stops, in the order of the parts, of one kind after the other.
  package let stops: ContiguousArray<Stop>
  /// Where the stops of each kind begin; at last, where those of the last one end.
  private let starts: ContiguousArray<Int>

  /// - Parameters:
  ///   - count: How many kinds there are.
  ///   - handled: By the slot of a part, the kinds that it handles, each of them once.
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

  /// Where `stops` has the parts for a kind.
  @inline(__always)
  package subscript(kind: Int) -> Range<Int> { starts[kind]..<starts[kind + 1] }
}
