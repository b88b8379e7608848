import CEL
import Suas
import SuasProgram
import YAML

/// A spec's reducers with no store around them, for a search that tries many actions on one state.
///
/// The changes of an action can be inspected and are then undone, in place and without copies.
///
/// Invariant: `subStates` has a record for each reducer, in their order.
package final class BareReducers {
  private let spec: CompiledSpec
  private let parts: ObjectList<BareReducer>
  /// The reducers that have rules for each action, by the action's id.
  private let routes: Routes
  private let isJudged: ContiguousArray<Bool>
  /// By the id of an action, true if rules read the whole store; empty if none do.
  private let readsStore: ContiguousArray<Bool>
  @exclusivity(unchecked) private var subStates: RigidArray<Record>
  /// The reducers that handled the last action.
  @exclusivity(unchecked) private var handling = Stack<Int>()
  /// True if the last action can be undone.
  @exclusivity(unchecked) private var isOpen = false
  /// The reducer that refused the last action, with its result; valid if `refusal` is nil.
  @exclusivity(unchecked) private var refusing = (slot: 0, trial: BareReducer.Trial.unhandled)
  @exclusivity(unchecked) private var refusal: ActionError?
  /// The distinct failures of rules so far; the index of each is the number of its kind.
  @exclusivity(unchecked) private var failures: ContiguousArray<RuleError> = []

  package init(_ spec: CompiledSpec) {
    self.spec = spec
    let reducers = spec.reducers
    var parts: [BareReducer] = []
    for (plain, observed) in zip(spec.plainReducers, reducers) {
      parts.append(BareReducer(plain, observed: observed, after: parts.last, of: spec))
    }
    self.parts = ObjectList(parts)
    routes = Routes(kinds: spec.actionTypes.count, handled: reducers.map(\.kinds))
    isJudged = ContiguousArray(
      spec.actionTypes.map { type in
        spec.checked.transitions.contains { $0.actions?.contains(type.id) ?? true }
      })
    let readers = spec.checked.reducers.reduce(into: Set<Int>()) { $0.formUnion($1.storeReaders) }
    readsStore =
      readers.isEmpty ? [] : ContiguousArray(spec.actionTypes.map { readers.contains($0.id) })
    subStates = RigidArray(reducers.map(\.initial))
  }

  /// Sets the state to sub-states, in the order of the reducers.
  package func enter(_ records: consuming [Record]) {
    isOpen = false
    for (slot, record) in records.enumerated() { self[slot] = record }
  }

  /// The current sub-state of a reducer.
  package private(set) subscript(slot: Int) -> Record {
    get { subStates[slot] }
    set { subStates[slot] = newValue }
  }

  /// A sub-state in place, valid until another action is tried or undone.
  package func place(_ slot: Int) -> Borrow<Record> { subStates.place(slot) }

  /// The current state of the whole store.
  package var store: Record { Record(spec.store.shape) { slot in .record(self[slot]) } }

  /// The reducers that handled the last action; good until the next one is tried.
  package var handled: BorrowedElements<Int> { handling.elements }

  /// Runs the rules for an action; changes nothing if they refuse it. No condition is judged yet.
  package func attempt(_ action: Borrow<SpecAction>, id: Int) -> Trial {
    isOpen = true
    handling.removeAll()
    if spec.actionTypes[id] !== action.pointee.head, let error = action.pointee.refusal {
      refusal = error
      return .refused(.unknown)
    }
    if !readsStore.isEmpty, readsStore[id] { return attemptLendingStore(action, id) }
    return attemptRules(action, id)
  }

  @inline(never)
  private func attemptLendingStore(_ action: Borrow<SpecAction>, _ id: Int) -> Trial {
    lend(store, id)
    defer { lend(nil, id) }
    return attemptRules(action, id)
  }

  private func lend(_ store: Record?, _ id: Int) {
    for index in routes[id] { parts.call(routes.stops[index].slot) { $0.lend(store) } }
  }

  @inline(__always)
  private func attemptRules(_ action: Borrow<SpecAction>, _ id: Int) -> Trial {
    for index in routes[id] {
      let (slot, rules) = (routes.stops[index].slot, routes.stops[index].place)
      let trial = parts.call(slot) {
        $0.attempt(action, rules: rules, on: subStates.changingPlace(slot))
      }
      switch trial {
      case .handled: handling.append(slot)
      case .unhandled: break
      case .failed, .misfit:
        takeBack()
        refusing = (slot, trial)
        if refusal != nil { refusal = nil }
        return .refused(trial == .failed ? kind(ofFailureIn: slot) : .unknown)
      }
    }
    return handling.count > 0 ? .handled : .unhandled
  }

  /// The result of trying an action.
  package enum Trial {
    /// Some reducers handled it.
    case handled
    case unhandled
    case refused(RefusalKind)
  }

  /// A small number that identifies the refusals of one rule with one error code.
  package struct RefusalKind: Equatable {
    package let number: Int
    /// Any other refusal, which has to be inspected itself.
    package static var unknown: RefusalKind { RefusalKind(number: -1) }
  }

  /// The refusal of the last action, whose message is made only on request.
  package var lastRefusal: ActionError {
    refusal ?? parts.call(refusing.slot, { $0.refusal(refusing.trial) })
      ?? ActionError(code: "internal-error", message: "nothing was refused")
  }

  private struct RuleError {
    let code: String
    let isDeliberate: Bool
    // Not counted: the spec holds it.
    let source: UnretainedReference<Source>?
    let place: Int
  }

  private static let mostKinds = 256

  private func kind(ofFailureIn slot: Int) -> RefusalKind {
    guard let (code, isDeliberate, source, place) = parts.call(slot, { $0.lastFailure }) else {
      return .unknown
    }
    let file = source.map { UnretainedReference($0) }
    let known = failures.firstIndex {
      $0.place == place && $0.code == code && $0.isDeliberate == isDeliberate
        && $0.source == file
    }
    if let known { return RefusalKind(number: known) }
    guard failures.count < Self.mostKinds else { return .unknown }
    failures.append(
      RuleError(code: code, isDeliberate: isDeliberate, source: file, place: place))
    return RefusalKind(number: failures.count - 1)
  }

  /// Tries an action, and throws its refusal.
  package func run(_ action: SpecAction, id: Int) throws(ActionError) {
    if case .refused = withBorrow(of: action, { attempt($0, id: id) }) { throw lastRefusal }
  }

  /// Undoes the last action.
  package func takeBack() {
    guard isOpen else { return }
    isOpen = false
    while let slot = handling.popLast() {
      parts.call(slot) { $0.undo(in: subStates.changingPlace(slot)) }
    }
  }

  /// Keeps the changes of the last action, which can no longer be undone.
  package func keep() { isOpen = false }

  /// True if some transition applies to an action.
  package func isJudged(id: Int) -> Bool { isJudged[id] }

  /// Stops observing the rules.
  package func endWatching() { for slot in parts.indices { parts.call(slot) { $0.endWatching() } } }
}

extension CompiledSpec {
  /// True if actions only run the rules of reducers: the spec defines no middleware of its own and
  /// no effects, none of its listeners computes anything, and nothing is promised at rest.
  package var isBare: Bool {
    let hasMiddleware = checked.middleware.contains {
      if case .declared = $0 { true } else { false }
    }
    return !hasMiddleware && checked.effects.isEmpty && checked.atRest.isEmpty
      && plan.restoring.isEmpty
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
