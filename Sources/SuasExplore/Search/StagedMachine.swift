import CEL
import Suas
import SuasScenario
import SuasSpec

/// A machine for specs with middleware, effects or listeners that act: it has a store of its own,
/// which it restores again and again, with a clock and effects that it answers.
final class StagedMachine: Machine {
  static let statesInPiece = 8

  private let context: SearchContext
  private let sandbox: Sandbox
  private let moves: SandboxMoves
  let start: Spot
  let notes: OutcomeNotes

  private var entered: Sandbox.Snapshot
  private var enteredKey = StateKey(high: 0, low: 0)
  private(set) var key = StateKey(high: 0, low: 0)
  private(set) var violation: ActionError?

  init(_ context: SearchContext) throws(ActionError) {
    self.context = context
    let (spec, notes) = context.watched()
    self.notes = notes
    sandbox = try Sandbox(spec, from: context.opening)
    moves = SandboxMoves(context)
    entered = sandbox.snapshot
    start = Spot(snapshot: entered)
  }

  func enter(_ spot: Spot) {
    if let snapshot = spot.snapshot { entered = snapshot }
    sandbox.go(to: entered)
    key = presentKey() ?? StateKey(high: 0, low: 0)
    enteredKey = key
  }

  func acts() -> ActList { moves.acts(in: sandbox) }

  func attempt(_ ordinal: Int, of acts: ActList, _ known: KnownStates?) -> Attempt {
    guard let errors = sandbox.take(acts[ordinal].move) else { return .nothing }
    violation = errors.first(where: context.isViolation)
    let present = presentKey()
    key = present ?? StateKey(high: 0, low: 0)
    if violation != nil { return .violation(.unknown) }
    if present == nil { return .unkept }
    if key == enteredKey { return .nothing }
    return known?.contains(key) == true ? .known : .new
  }

  // Noting outcomes costs little compared with the other work of a store.
  func endWatchingOnceAllIsSeen() {}

  private func presentKey() -> StateKey? { moves.key(of: sandbox) }

  func takeBack() {
    sandbox.go(to: entered)
    key = enteredKey
  }

  func stay() {
    entered = sandbox.snapshot
    enteredKey = key
  }

  var store: Record { sandbox.state }
  var pending: Record { sandbox.pending }
  var spot: Spot? { Spot(snapshot: sandbox.snapshot) }

  var isTooLarge: Bool { moves.isTooLarge(sandbox) }
}
