import CEL
import Suas
import SuasSpec
import Synchronization

/// What happened on a store: in the present step, and, where goldens ask for it, since the scenario
/// began.
final class Happenings: Sendable {
  /// What the present step has come to.
  struct Step: Sendable {
    /// Whether some reducer handled the step's own action, or one that took its place.
    var handled = false
    var errors: [Met] = []
    /// The actions that reached the reducers, refused ones too.
    var actions: [SpecAction] = []
    var notified: [(name: String, value: Value)] = []
    /// The effects whose outcome was a failure.
    var failures: [FailedEffect] = []
    /// How many actions the spec itself dispatched or handed on.
    var movements = 0
  }

  /// An error, and the action that was refused with it, if one was.
  struct Met: Sendable {
    let error: ActionError
    let action: String?
  }

  /// One thing for the goldens that tell what happened.
  enum Entry: Sendable {
    case action(SpecAction, before: Record, after: Record)
    case reset(before: Record, after: Record)
    case notified(name: String, Value)
    case met(Met)
  }

  /// So much of one step is kept; a step that does more has no list to compare.
  static let limit = 100_000

  private struct State {
    var step = Step()
    var log: [Entry] = []
    /// The store as it was when the log was written last.
    var last: Record?
    /// The action that is being refused; its error follows.
    var refused: String?
    /// Why effects got no answer in a live run, since that was last asked.
    var unanswered: [String] = []
  }

  private let state = Mutex(State())
  private let keepsLog: Bool

  /// - Parameter keepsLog: whether everything is kept, not just the present step.
  init(keepsLog: Bool) { self.keepsLog = keepsLog }

  var step: Step { state.withLock { $0.step } }
  /// The actions of the present step that reached the reducers.
  var actions: [SpecAction] { state.withLock { $0.step.actions } }
  var log: [Entry] { state.withLock { $0.log } }

  var firstError: Met? { state.withLock { $0.step.errors.first } }

  func beginStep(on store: Record) {
    state.withLock { state in
      state.step = Step()
      if keepsLog, state.last == nil { state.last = store }
    }
  }

  func note(_ reduction: Reduction, store: @autoclosure () -> Record) {
    guard let action = reduction.action as? SpecAction else { return }
    let store = keepsLog ? store() : nil
    state.withLock { state in
      if reduction.depth == 0, !reduction.changedKeys.isEmpty { state.step.handled = true }
      if reduction.error != nil { state.refused = action.name }
      guard reduction.reachedReducers else { return }
      if state.step.actions.count < Self.limit { state.step.actions.append(action) }
      if let store {
        state.log.append(.action(action, before: state.last ?? store, after: store))
        state.last = store
      }
    }
  }

  /// Notes a reset: its entry comes before those of the listeners it tells.
  ///
  /// - Parameter reset: Resets the store, and answers what it is then.
  func note(reset: () -> Record) {
    let place = state.withLock { state in
      if keepsLog, let last = state.last { state.log.append(.reset(before: last, after: last)) }
      return state.log.count - 1
    }
    let after = reset()
    state.withLock { state in
      guard keepsLog, let before = state.last else { return }
      state.log[place] = .reset(before: before, after: after)
      state.last = after
    }
  }

  /// Begins with what one of a step's dispatches leads to.
  func beginDispatch() { state.withLock { $0.step.movements = 0 } }

  /// Whether the spec may dispatch or hand on one more action; notes an error where it may not.
  func mayGoOn() -> Bool {
    let movements = state.withLock { state in
      state.step.movements += 1
      return state.step.movements
    }
    if movements == Self.limit + 1 {
      noteError(
        ActionError(
          code: "cost-exceeded",
          message: "middleware and listeners dispatch more than \(Self.limit) actions in answer",
          place: nil))
    }
    return movements <= Self.limit
  }

  func noteError(_ error: ActionError) {
    state.withLock { state in
      let met = Met(error: error, action: state.refused)
      state.refused = nil
      if state.step.errors.count < Self.limit { state.step.errors.append(met) }
      if keepsLog { state.log.append(.met(met)) }
    }
  }

  /// Notes that an effect got no answer; from any thread.
  func noteUnanswered(_ reason: String) { state.withLock { $0.unanswered.append(reason) } }

  /// Why effects got no answer: their scenario may pass it over, and its author wonder.
  func takeUnanswered() -> [String] {
    state.withLock { state in
      defer { state.unanswered = [] }
      return state.unanswered
    }
  }

  func note(_ failed: FailedEffect) {
    state.withLock { state in
      if state.step.failures.count < Self.limit { state.step.failures.append(failed) }
    }
  }

  func noteTelling(_ name: String, _ value: Value) {
    state.withLock { state in
      if state.step.notified.count < Self.limit { state.step.notified.append((name, value)) }
      if keepsLog { state.log.append(.notified(name: name, value)) }
    }
  }
}
