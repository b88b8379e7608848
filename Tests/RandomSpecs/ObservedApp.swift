import CEL
import Locking
import RandomMoves
import Suas
import SuasEngine
import SuasLog
import SuasProgram
import SuasSpec

/// The outcome of a move, as texts that do not depend on the version of a spec.
package struct MoveOutcome: Sendable, Equatable {
  /// The store afterwards.
  package var state = ""
  package var errors: [String] = []
  /// The actions that reached the reducers.
  package var actions: [String] = []
  package var notified: [String] = []
  package var failures: [String] = []
  /// The effects under way.
  package var effects: [String] = []
  /// False if the move could not be made.
  package var isDone = true
}

/// A spec on a store with a virtual clock, of which everything is noted.
package final class ObservedApp {
  package let spec: CompiledSpec
  package let runtime: SpecRuntime
  package let store: Store
  package let recorder: SessionRecorder
  package let clock = VirtualClock(startingAt: ObservedApp.start)
  package let listeners: [AddedListener]
  private let notes = Notes()

  /// The default time at the beginning of scenarios.
  package static let start = Timestamp(seconds: 946_684_800) ?? .epoch

  /// - Parameters:
  ///   - initial: The sub-states at the beginning; nil for those of the spec.
  ///   - moment: The effects, ids and clock at the beginning; nil for none.
  ///   - middleware: Makes what stands before the spec's middleware; nil for a recorder of sessions.
  package init(
    _ spec: CompiledSpec, initial: Record? = nil, moment: RuntimeSnapshot? = nil,
    middleware: ((SpecRuntime) -> any Middleware & Sendable)? = nil
  ) {
    self.spec = spec
    let runtime = SpecRuntime(
      spec, host: SpecHost(clock: clock, makeLogger: { nil }, seed: 0), answerLimit: Notes.limit)
    self.runtime = runtime
    recorder = SessionRecorder(runtime)
    let first: any Middleware & Sendable = middleware.map { $0(runtime) } ?? recorder
    var states: [String: any Sendable] = [:]
    for (slot, reducer) in spec.store.reducers.enumerated() {
      states[reducer.stateKey] = reducer.initial
      if case .record(let record)? = initial?[slot] { states[reducer.stateKey] = record }
    }
    let store = Suas.createStore(
      reducer: spec.reducer, state: states, middleware: first + runtime.middleware)
    self.store = store
    let shape = spec.store
    let notes = notes
    notes.start(on: shape.record(of: store.state))
    store.observe { [weak store] reduction in
      guard let store, let action = reduction.action as? SpecAction else { return }
      notes.note(reduction, action, shape.record(of: store.state))
    }
    store.addErrorListener { notes.note($0) }
    runtime.observe(
      SpecRuntime.Observer(
        notified: { notes.note(listener: $0, $1) }, failed: { notes.note($0) },
        effectFailed: { notes.note($0) }, dispatching: { _, _ in notes.noteDispatch() }))
    listeners = runtime.addListeners(to: store)
    if let moment { runtime.go(to: moment, clock, on: store) }
  }

  package var state: Record { spec.store.record(of: store.state) }

  /// The names of the effects that can be answered, oldest first.
  package var pending: [String] { runtime.answerableEffects.map(\.name) }

  /// The reasons why a refused action left another state than there was.
  package var torn: [String] { notes.torn }

  /// True if the last move did nothing but to have actions refused.
  package var wasCleanRefusal: Bool { notes.isCleanRefusal }

  /// True if the last move led to more actions than anybody waits for, or all moves did,
  /// or to more effects.
  package var wasEndless: Bool { notes.isEndless || runtime.effectsUnderWay.count > 10 }

  package func perform(_ move: SpecMove) -> MoveOutcome {
    let before = state
    let underWay = effects
    let made = runtime.madeIdentifiers
    if case .reset = move { notes.begin(on: nil) } else { notes.begin(on: before) }
    let isDone = make(move)
    var outcome = notes.outcome
    outcome.isDone = isDone
    outcome.state = Value.record(state).exact
    outcome.effects = effects
    let isSame = underWay == outcome.effects && made == runtime.madeIdentifiers
    if case .dispatch(let name, _) = move, isSame,
      spec.checked.actions.contains(where: { $0.name == name })
    {
    } else {
      notes.noteOther()
    }
    return outcome
  }

  private var effects: [String] {
    runtime.effectsUnderWay.map { effect in
      let payload = Value.record(effect.payload).exact
      return "\(effect.name) \(payload) \(effect.phase) \(effect.isSuperseded)"
        + " \(effect.triesLeft) \(effect.wait ?? -1)"
    }
  }

  private func make(_ move: SpecMove) -> Bool {
    switch move {
    case .dispatch(let name, let fields):
      guard let action = spec.action(name, written: fields) else { return false }
      store.dispatch(action: runtime.completed(action))
    case .respond(let effect, let which, let answer):
      guard
        spec.checked.effects.contains(where: { $0.name == effect && $0.kind != .every }),
        let attempt = runtime.attempt(effect, which: which)
      else { return false }
      runtime.settle(attempt, with: answer)
    case .advance(let duration): _ = clock.advance(by: duration)
    case .cancel(let effect): return runtime.cancel(effect)
    case .listen(let name): return turn(name) { $0.add() }
    case .unlisten(let name): return turn(name) { $0.remove() }
    case .reset: store.reset()
    }
    return true
  }

  private func turn(_ name: String, _ turn: (AddedListener) -> Void) -> Bool {
    guard let index = spec.checked.listeners.firstIndex(where: { $0.name == name }) else {
      return false
    }
    let listener = listeners[index]
    recorder.noteListener(name, isAdded: !listener.isAdded)
    turn(listener)
    return true
  }

  package func end() {
    recorder.stop()
    runtime.cancelEffects()
  }
}

/// The events of one move.
private final class Notes: Sendable {
  /// The number of actions that a spec may dispatch in one move: more than in a chain of dispatches,
  /// and few beside a tree of them.
  static let limit = 90

  private struct State {
    var outcome = MoveOutcome()
    var last: Record?
    var torn: [String] = []
    var isCleanRefusal = false
    var isBeyondLimit = false
    var dispatches = 0
    var hasOther = false
  }

  private let state = Mutex(State())

  var outcome: MoveOutcome { state.withLock(\.outcome) }
  var torn: [String] { state.withLock(\.torn) }
  var isEndless: Bool {
    state.withLock { $0.isBeyondLimit || $0.dispatches >= 10 * Self.limit }
  }
  var isCleanRefusal: Bool { state.withLock { $0.isCleanRefusal && !$0.hasOther } }

  func start(on record: Record) { state.withLock { $0.last = record } }

  /// - Parameter record: The store before the move; nil if it is another one before its actions.
  func begin(on record: Record?) {
    state.withLock {
      $0.outcome = MoveOutcome()
      $0.last = record
      $0.isCleanRefusal = false
      $0.hasOther = false
      $0.isBeyondLimit = false
    }
  }

  func noteOther() { state.withLock { $0.hasOther = true } }

  func note(_ reduction: Reduction, _ action: SpecAction, _ record: Record) {
    state.withLock { state in
      if reduction.error == nil {
        state.hasOther = true
      } else {
        state.isCleanRefusal = true
        if let last = state.last, last != record,
          Value.record(last).exact != Value.record(record).exact
        {
          state.torn.append(
            "\(action.name): \(Value.record(last).exact) became \(Value.record(record).exact)")
        }
      }
      state.last = record
      if reduction.reachedReducers, state.outcome.actions.count < 20 {
        state.outcome.actions.append("\(action.name) \(Value.record(action.payload).exact)")
      }
    }
  }

  func note(_ error: ActionError) {
    state.withLock {
      $0.outcome.errors.append("\(error.code): \(error.message)")
      if error.code == "cost-exceeded" { $0.isBeyondLimit = true }
    }
  }

  func note(_ failed: FailedEffect) {
    state.withLock {
      $0.hasOther = true
      $0.outcome.failures.append("\(failed.effect) \(failed.code)")
    }
  }

  func note(listener: String, _ value: Value) {
    state.withLock {
      $0.hasOther = true
      let isShort = $0.outcome.notified.count < 20
      $0.outcome.notified.append(isShort ? "\(listener) \(value.exact)" : listener)
    }
  }

  func noteDispatch() { state.withLock { $0.dispatches += 1 } }
}

extension Value {
  /// The value as a text that tells values apart which expressions tell apart.
  package var exact: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .string(let text): text.debugDescription
    case .int(let int): "\(int)"
    case .uint(let int): "\(int)u"
    case .list(let list): "[\(list.map(\.exact).joined(separator: ", "))]"
    case .map(let map):
      "{\(map.map { "\($0.key.exact): \($0.value.exact)" }.joined(separator: ", "))}"
    case .record(let record) where record.shape.isVariant:
      zip(record.shape.fields, record.fields).filter { $1 != .null }
        .map { "\($0.name)!\($1.exact)" }.joined()
    case .record(let record):
      "("
        + zip(record.shape.fields, record.fields).map { "\($0.name): \($1.exact)" }
        .joined(separator: ", ") + ")"
    case .double(let double): "\(double)"
    default: "\(interpolated)"
    }
  }
}
