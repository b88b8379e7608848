/// Which of several parts each kind of actions is for, so that an action costs nothing for the parts
/// that have nothing to do with it.
package struct Routes: Sendable {
  /// The slots of parts, in their order, of one kind after the other.
  package let slots: ContiguousArray<Int>
  /// Where the slots of each kind begin; at last, where those of the last one end.
  private let starts: ContiguousArray<Int>

  /// - Parameters:
  ///   - count: How many kinds there are.
  ///   - handled: By the slot of a part, the kinds that it handles, each of them once.
  package init(kinds count: Int, handled: [[Int]]) {
    var starts = ContiguousArray(repeating: 0, count: count + 1)
    for kinds in handled { for kind in kinds { starts[kind + 1] += 1 } }
    for kind in 0..<count { starts[kind + 1] += starts[kind] }
    var ends = starts
    var slots = ContiguousArray(repeating: 0, count: starts[count])
    for (slot, kinds) in handled.enumerated() {
      for kind in kinds {
        slots[ends[kind]] = slot
        ends[kind] += 1
      }
    }
    self.starts = starts
    self.slots = slots
  }

  /// Where `slots` has the parts for a kind.
  @inline(__always)
  package subscript(kind: Int) -> Range<Int> { starts[kind]..<starts[kind + 1] }
}
