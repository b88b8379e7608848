import CEL
import Suas
import SuasScenario
import SuasSpec

/// Leaves out moves from which a goal can be reached without them.
struct Shortening {
  enum Goal {
    /// The last move is refused with a code.
    case refusal(String)
    /// A condition on the store holds after the last move, and not before it.
    case condition(Program)
  }

  private let spec: CompiledSpec
  private let sandbox: Sandbox
  private let start: Sandbox.Snapshot
  private let goal: Goal
  private let deadline: ContinuousClock.Instant

  /// - Parameter time: The time after which the shortest moves so far are returned.
  init(
    _ spec: CompiledSpec, from opening: Sandbox.Opening, to goal: Goal, within time: Swift.Duration
  ) throws(ActionError) {
    self.spec = spec
    sandbox = try Sandbox(spec, from: opening)
    start = sandbox.snapshot
    self.goal = goal
    deadline = ContinuousClock.now + time
  }

  /// Returns the fewest of the moves found that lead to the goal; nil if all of them do not.
  func shortest(of moves: [Sandbox.Move]) -> [Sandbox.Move]? {
    guard var best = suffix(of: moves) else { return nil }
    // Many at once first, then fewer (Zeller's delta debugging).
    var size = max(1, best.count / 2)
    while true {
      var offset = 0
      while offset < best.count - 1 {
        guard ContinuousClock.now < deadline else { return best }
        var shorter = best
        shorter.removeSubrange(offset..<min(offset + size, best.count - 1))
        if leads(shorter) { best = shorter } else { offset += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  /// Returns the last moves that lead to the goal by themselves: the last one, or two, four and so
  /// on.
  private func suffix(of moves: [Sandbox.Move]) -> [Sandbox.Move]? {
    var count = 1
    while count < moves.count, ContinuousClock.now < deadline {
      let last = Array(moves.suffix(count))
      if leads(last) { return last }
      count *= 2
    }
    return leads(moves) ? moves : nil
  }

  private func leads(_ moves: [Sandbox.Move]) -> Bool {
    sandbox.go(to: start)
    guard let last = moves.last else { return false }
    for move in moves.dropLast() { guard sandbox.take(move) != nil else { return false } }
    switch goal {
    case .refusal(let code): return sandbox.take(last)?.contains { $0.code == code } ?? false
    case .condition(let condition):
      return !holds(condition) && sandbox.take(last) != nil && holds(condition)
    }
  }

  private func holds(_ condition: Program) -> Bool { condition.holds(on: sandbox.state) }
}

extension Program {
  /// True if a condition holds on a store; false if it fails.
  func holds(on store: Record) -> Bool {
    var frame = Frame(slots: [.record(store)], budget: Frame.standardBudget)
    return (try? evaluate(&frame)) == .bool(true)
  }
}
