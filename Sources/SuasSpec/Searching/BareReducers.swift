import CEL
import Suas
import YAML

/// A spec's reducers with no store around them, for a search that tries many actions on one state.
///
/// What an action does can be looked at, and is then taken back: in place, without copies.
///
/// Invariants: `subStates` has a record for each reducer, in their order; nobody else holds it.
package final class BareReducers {
  private let spec: CompiledSpec
  private let parts: ObjectList<BareReducer>
  /// The reducers that have rules for each action, by its id.
  private let routes: Routes
  private let isJudged: ContiguousArray<Bool>
  private let subStates: UnsafeMutablePointer<Record>
  /// The reducers that the last action went through, so that it can be taken back.
  @exclusivity(unchecked) private var touched = Stack<Int>()
  @exclusivity(unchecked) private var handling = Stack<Int>()
  /// The reducer that refused the last action, or what else did.
  @exclusivity(unchecked) private var refusing = (slot: 0, trial: BareReducer.Trial.unhandled)
  @exclusivity(unchecked) private var refusal: ActionError?
  /// The errors of rules that have been met, by their kinds.
  @exclusivity(unchecked) private var failures: ContiguousArray<Failure> = []

  package init(_ spec: CompiledSpec) {
    self.spec = spec
    let reducers = spec.reducers
    parts = ObjectList(reducers.map { BareReducer($0, of: spec) })
    routes = Routes(
      kinds: spec.actionTypes.count, handled: reducers.map { Array($0.rules.actions) })
    isJudged = ContiguousArray(
      spec.actionTypes.map { type in
        spec.checked.transitions.contains { $0.actions?.contains(type.id) ?? true }
      })
    subStates = .allocate(capacity: reducers.count)
    for (slot, reducer) in reducers.enumerated() {
      (subStates + slot).initialize(to: reducer.initial)
    }
  }

  deinit {
    subStates.deinitialize(count: parts.indices.count)
    subStates.deallocate()
  }

  /// Goes to a state: its sub-states in the order of the reducers.
  package func enter(_ records: consuming [Record]) {
    touched.removeAll()
    for (slot, record) in records.enumerated() { self[slot] = record }
  }

  /// A sub-state as it is now.
  package private(set) subscript(slot: Int) -> Record {
    get {
      precondition(slot >= 0 && slot < parts.indices.count)
      return subStates[slot]
    }
    set {
      precondition(slot >= 0 && slot < parts.indices.count)
      subStates[slot] = newValue
    }
  }

  /// Where a sub-state is, until another action is tried or taken back.
  package func place(_ slot: Int) -> UnsafePointer<Record> {
    precondition(slot >= 0 && slot < parts.indices.count)
    return UnsafePointer(subStates + slot)
  }

  /// The whole store as it is now.
  package var store: Record { Record(spec.store.shape) { slot in .record(self[slot]) } }

  /// The reducers that handled the last action; good until the next one is tried.
  package var handled: UnsafeBufferPointer<Int> { handling.elements }

  /// Does what the rules say of an action; nothing is judged yet.
  package func attempt(_ action: UnsafePointer<SpecAction>, id: Int) -> Trial {
    touched.removeAll()
    handling.removeAll()
    if spec.actionTypes[id] !== action.pointee.head, let error = action.pointee.refusal {
      refusal = error
      return .refused(.unknown)
    }
    for index in routes[id] {
      let (slot, rules) = (routes.stops[index].slot, routes.stops[index].place)
      touched.append(slot)
      let trial = parts.call(slot) {
        $0.attempt(action, rules: rules, on: subStates + slot)
      }
      switch trial {
      case .handled: handling.append(slot)
      case .unhandled: break
      case .failed, .misfit:
        refusing = (slot, trial)
        if refusal != nil { refusal = nil }
        return .refused(trial == .failed ? kind(ofFailureIn: slot) : .unknown)
      }
    }
    return handling.count > 0 ? .handled : .unhandled
  }

  /// What trying an action came to.
  package enum Trial {
    /// Some reducers handled it.
    case handled
    case unhandled
    case refused(RefusalKind)
  }

  /// What refusals have in common where one rule meets errors of one code: a small number.
  package struct RefusalKind: Equatable {
    package let number: Int
    /// Any other refusal: it is to be looked at itself.
    package static var unknown: RefusalKind { RefusalKind(number: -1) }
  }

  /// Why the last action was refused, in words, which are not made before.
  package var lastRefusal: ActionError {
    refusal ?? parts.call(refusing.slot, { $0.refusal(refusing.trial) })
      ?? ActionError(code: "internal-error", message: "nothing was refused")
  }

  private struct Failure {
    let code: String
    let isDeliberate: Bool
    // Not counted: the spec holds it.
    let source: Unmanaged<Source>?
    let place: Int
  }

  private static let mostKinds = 256

  private func kind(ofFailureIn slot: Int) -> RefusalKind {
    guard let (code, isDeliberate, source, place) = parts.call(slot, { $0.lastFailure }) else {
      return .unknown
    }
    let file = source.map { Unmanaged.passUnretained($0) }
    let known = failures.withUnsafeBufferPointer { failures in
      failures.firstIndex {
        $0.place == place && $0.code == code && $0.isDeliberate == isDeliberate
          && $0.source?.toOpaque() == file?.toOpaque()
      }
    }
    if let known { return RefusalKind(number: known) }
    guard failures.count < Self.mostKinds else { return .unknown }
    failures.append(
      Failure(code: code, isDeliberate: isDeliberate, source: file, place: place))
    return RefusalKind(number: failures.count - 1)
  }

  /// The same of an action that is not kept anywhere.
  package func run(_ action: SpecAction, id: Int) throws(ActionError) {
    if case .refused = withUnsafePointer(to: action, { attempt($0, id: id) }) { throw lastRefusal }
  }

  /// Takes the last action back.
  package func takeBack() {
    guard touched.count > 0 else { return }
    while let slot = touched.popLast() {
      parts.call(slot) { $0.rollBack(subStates + slot) }
    }
  }

  /// Keeps what the last action did: it cannot be taken back any more.
  package func keep() { touched.removeAll() }

  /// Whether some transition speaks of an action.
  package func isJudged(id: Int) -> Bool { isJudged[id] }

  /// Lets nobody look on any more.
  package func endWatching() { for slot in parts.indices { parts.call(slot) { $0.endWatching() } } }
}

extension CompiledSpec {
  /// Whether an action does nothing but what the reducers' rules say: there is no middleware of the
  /// spec's own, no effect, and no listener that computes anything.
  package var isBare: Bool {
    let hasMiddleware = checked.middleware.contains {
      if case .declared = $0 { true } else { false }
    }
    return !hasMiddleware && checked.effects.isEmpty
      && checked.listeners.allSatisfy { $0.computesNothing }
  }
}

extension CheckedListener {
  fileprivate var computesNothing: Bool {
    guard reactions.isEmpty else { return false }
    if case .selector = subject { return false }
    if case .expression = filter { return false }
    return true
  }
}
