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
    case condition(ExpressionPlan)
    /// The last move leads from one store to another, with errors that have these codes.
    case step(Step)
  }

  /// The outcome of a move.
  struct Step {
    let before: Record
    let after: Record
    let errors: [String]
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

  /// Returns the fewest moves, among those found, that lead to the goal; nil if even all of them do
  /// not.
  ///
  /// - Parameter kept: The number of the last moves that are not left out.
  func shortest(of moves: [Sandbox.Move], keepingLast kept: Int = 1) -> [Sandbox.Move]? {
    guard var best = suffix(of: moves, kept) else { return nil }
    // Many at once first, then fewer (Zeller's delta debugging).
    var size = max(1, best.count / 2)
    while true {
      var offset = 0
      while offset < best.count - kept {
        guard ContinuousClock.now < deadline else { return best }
        var shorter = best
        shorter.removeSubrange(offset..<min(offset + size, best.count - kept))
        if leads(shorter) { best = shorter } else { offset += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  /// Returns the last moves that lead to the goal by themselves: those that are kept, or twice as
  /// many and so on.
  private func suffix(of moves: [Sandbox.Move], _ kept: Int) -> [Sandbox.Move]? {
    var count = max(1, kept)
    while count < moves.count, ContinuousClock.now < deadline {
      let last = Array(moves.suffix(count))
      if leads(last) { return last }
      count *= 2
    }
    return leads(moves) ? moves : nil
  }

  /// Returns true if moves lead to the goal.
  func leads(_ moves: [Sandbox.Move]) -> Bool {
    sandbox.go(to: start)
    guard let last = moves.last else { return false }
    for move in moves.dropLast() { guard sandbox.take(move) != nil else { return false } }
    switch goal {
    case .refusal(let code): return sandbox.take(last)?.contains { $0.code == code } ?? false
    case .condition(let condition):
      return !holds(condition) && sandbox.take(last) != nil && holds(condition)
    case .step(let step):
      return sandbox.state == step.before
        && sandbox.take(last)?.map(\.code) == step.errors && sandbox.state == step.after
    }
  }

  private func holds(_ condition: ExpressionPlan) -> Bool {
    (try? condition.holds(on: sandbox.state)) ?? false
  }
}

extension ExpressionPlan {
  /// Returns true if a condition holds on a store.
  func holds(on store: Record) throws(EvaluationError) -> Bool {
    var frame = Self.frame(on: store)
    return try evaluate(&frame) == .bool(true)
  }

  /// A frame in which an expression can read a store.
  static func frame(on store: Record) -> Frame {
    Frame(slots: [.record(store)], budget: Frame.standardBudget)
  }
}
