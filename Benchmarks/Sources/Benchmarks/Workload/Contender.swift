/// An implementation of the workload: a store of a todo list and its settings, with one listener.
protocol Contender: AnyObject {
  init(count: Int)
  /// Dispatches every step of a trace; its actions are made on the way.
  func run(_ trace: [Step])
  /// Does the same and keeps the states after the last dispatches.
  func run(_ trace: [Step], keeping history: inout History)
  /// How often the listener was told.
  var notifications: Int { get }
  var checksum: Checksum { get }
}

/// What a listener counts in: one held weakly would cost more than counting does.
final class Counter {
  var count = 0
}

/// The states after the last dispatches, whatever a contender has for a state.
struct History {
  private var states: [Any]
  private var next = 0

  init(of count: Int = 1000) { states = Array(repeating: (), count: count) }

  @inline(__always)
  mutating func keep(_ state: Any) {
    states[next] = state
    next += 1
    if next == states.count { next = 0 }
  }
}
