/// The first path to each state: the state before it, and the act that led from there.
struct Trail {
  private var parents: ContiguousArray<UInt32> = []
  private var ordinals: ContiguousArray<UInt32> = []

  /// The number of bytes for each state.
  static let bytesPerState = 8

  var count: Int { parents.count }

  mutating func append(parent: Int, ordinal: Int) {
    parents.append(UInt32(parent))
    ordinals.append(UInt32(ordinal))
  }

  /// Appends a state that is there already.
  mutating func append(again state: Int) {
    parents.append(parents[state])
    ordinals.append(ordinals[state])
  }

  /// Returns the acts on the path from the first state to a state, each as its index among the acts
  /// that could be tried.
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
