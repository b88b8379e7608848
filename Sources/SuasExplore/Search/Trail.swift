/// How each state was reached first: from which one, by which of the things that can be done there.
struct Trail {
  private var parents: ContiguousArray<UInt32> = []
  private var ordinals: ContiguousArray<UInt32> = []

  /// How many bytes a state takes.
  static let bytesPerState = 8

  var count: Int { parents.count }

  mutating func append(parent: Int, ordinal: Int) {
    parents.append(UInt32(parent))
    ordinals.append(UInt32(ordinal))
  }

  /// The things that were done from the first state on to one, each by its place among those that
  /// could be done.
  func ordinals(to state: Int) -> [Int] {
    var way: [Int] = []
    var place = state
    while place > 0 {
      way.append(Int(ordinals[place]))
      place = Int(parents[place])
    }
    return way.reversed()
  }
}
