import CEL
import Locking
import Suas
import SuasSpec

/// A record of the events on a store: in the present step, and, if goldens need it, since the
/// scenario began.
final class EventLog: Sendable {
  /// The outcome of the present step.
  struct Step: Sendable {
    /// True if some reducer handled the step's own action, or one that replaced it.
    var handled = false
    var errors: [ReportedError] = []
    /// The actions that reached the reducers, including refused ones.
    var actions: [SpecAction] = []
    var notified: [(name: String, value: Value)] = []
    /// The attempts of effects that began, including retries.
    var requests: [MadeRequest] = []
    /// The effects whose outcome was a failure.
    var failures: [FailedEffect] = []
    /// The store, and the numbers of effects under way, where a promise at rest was first broken.
    var unrest: ContiguousArray<Value>?
    /// The number of further items, beyond the maximum of one list.
    var omitted = 0

    /// Adds an item to a list if there is room.
    fileprivate mutating func add<Item>(_ item: Item, to list: WritableKeyPath<Self, [Item]>) {
      if self[keyPath: list].count < EventLog.limit {
        self[keyPath: list].append(item)
      } else {
        omitted += 1
      }
    }
  }

  /// An error, and the action that was refused with it, if any.
  struct ReportedError: Sendable {
    let error: ActionError
    let action: String?
  }

  /// An entry of the log for goldens.
  enum Entry: Sendable {
    case action(SpecAction, before: Record, after: Record)
    case reset(before: Record, after: Record)
    case restart(before: Record, after: Record)
    case notified(name: String, Value)
    case requested(MadeRequest)
    case met(ReportedError)
  }

  /// The maximum of items in each list of one step; a step with more cannot be compared by list.
  static let limit = 100_000

  private struct State {
    var step = Step()
    var log: [Entry] = []
    /// The store at the time of the last entry in the log.
    var last: Record?
    /// The result of the start, or of the last restart.
    var restoration: Restoration?
    /// The action that is being refused; its error follows.
    var refused: String?
    /// The reasons why effects got no answer in a live run, since they were last taken.
    var unanswered: [String] = []
  }

  private let state = Mutex(State())
  private let keepsLog: Bool

  /// - Parameter keepsLog: True to keep everything, not just the present step.
  init(keepsLog: Bool) { self.keepsLog = keepsLog }

  var step: Step { state.withLock { $0.step } }
  /// The actions of the present step that reached the reducers.
  var actions: [SpecAction] { state.withLock { $0.step.actions } }
  var log: [Entry] { state.withLock { $0.log } }

  var firstError: ReportedError? { state.withLock { $0.step.errors.first } }

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
      state.step.add(action, to: \.actions)
      if let store {
        state.log.append(.action(action, before: state.last ?? store, after: store))
        state.last = store
      }
    }
  }

  /// The result of the start, or of the last restart; nil if nothing was found.
  var restoration: Restoration? { state.withLock(\.restoration) }

  func noteStart(_ restoration: Restoration?) {
    state.withLock { $0.restoration = restoration }
  }

  /// Notes a restart.
  ///
  /// - Parameter begin: Puts the new store in place, and returns its state.
  func note(restart restoration: Restoration, _ begin: () -> Record) {
    let after = begin()
    state.withLock { state in
      state.restoration = restoration
      guard keepsLog, let before = state.last else { return }
      state.log.append(.restart(before: before, after: after))
      state.last = after
    }
  }

  /// Notes a reset; its entry comes before those of the listeners that it notifies.
  ///
  /// - Parameter reset: Resets the store, and returns its new state.
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

  func noteError(_ error: ActionError) {
    state.withLock { state in
      let met = ReportedError(error: error, action: state.refused)
      state.refused = nil
      state.step.add(met, to: \.errors)
      if keepsLog { state.log.append(.met(met)) }
    }
  }

  /// Notes the store and the effects under way with which a promise at rest is broken.
  func noteUnrest(_ store: Record, _ pending: Record) {
    state.withLock { state in
      if state.step.unrest == nil { state.step.unrest = [.record(store), .record(pending)] }
    }
  }

  /// Notes that an effect got no answer; called on any thread.
  func noteUnanswered(_ reason: String) { state.withLock { $0.unanswered.append(reason) } }

  /// Takes the reasons why effects got no answer, which a scenario may not notice by itself.
  func takeUnanswered() -> [String] {
    state.withLock { state in
      defer { state.unanswered = [] }
      return state.unanswered
    }
  }

  func note(_ failed: FailedEffect) {
    state.withLock { state in
      state.step.add(failed, to: \.failures)
    }
  }

  func note(_ request: MadeRequest) {
    state.withLock { state in
      state.step.add(request, to: \.requests)
      if keepsLog { state.log.append(.requested(request)) }
    }
  }

  func noteTelling(_ name: String, _ value: Value) {
    state.withLock { state in
      state.step.add((name, value), to: \.notified)
      if keepsLog { state.log.append(.notified(name: name, value)) }
    }
  }
}
