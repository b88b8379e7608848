/// An implementation of the workload: a store with a todo list and its settings, and one listener.
protocol Contender: AnyObject {
  init(count: Int)
  /// Dispatches every step of a trace, and makes each action just before.
  func run(_ trace: [Step])
  /// Does the same, and keeps the states after the last dispatches.
  func run(_ trace: [Step], keeping history: inout History)
  /// The number of calls of the listener.
  var notifications: Int { get }
  var checksum: Checksum { get }
}

/// The counter of a listener, which holds it strongly: a weak reference would cost more than
/// counting.
final class Counter: @unchecked Sendable {
  // Sendable: it is only used by the thread that dispatches.
  var count = 0
}

/// The states after the last dispatches, of any type.
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
