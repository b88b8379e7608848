import CEL
import Suas
import YAML

/// A spec's reducers with no store around them, for a search that tries many actions on one state.
///
/// What an action does can be looked at, and is then taken back: in place, without copies.
package final class BareReducers {
  private let spec: CompiledSpec
  private let parts: [any StatePart]
  /// By the action's id the reducers that have rules for it.
  private let concerned: [[Int]]
  private let isJudged: [Bool]
  private var subStates: ContiguousArray<Any>
  /// The reducers that the last action went through, so that it can be taken back.
  private var touched: [Int] = []

  package init(_ spec: CompiledSpec) {
    self.spec = spec
    parts = spec.reducer.parts.map { $0.forOneStore() }
    concerned = spec.actionTypes.map { type in
      spec.checked.reducers.indices.filter {
        !(spec.checked.reducers[$0].rules[type.id] ?? []).isEmpty
      }
    }
    isJudged = spec.actionTypes.map { type in
      spec.checked.transitions.contains { $0.actions?.contains(type.id) ?? true }
    }
    subStates = ContiguousArray(spec.checked.reducers.map { $0.initial as Any })
  }

  /// Goes to a state: its sub-states in the order of the reducers.
  package func enter(_ records: [Record]) {
    touched = []
    for (slot, record) in records.enumerated() { subStates[slot] = record }
  }

  /// A sub-state as it is now.
  package subscript(slot: Int) -> Record { Record(known: subStates[slot]) }

  /// The whole store as it is now.
  package var store: Record { Record(spec.store.shape) { slot in .record(self[slot]) } }

  /// The reducers that handled the last action.
  package private(set) var handled: [Int] = []

  /// Does what the rules say of an action; nothing is judged yet.
  ///
  /// - Parameter boxed: the action.
  package func run(_ boxed: any Action, id: Int) throws(ActionError) {
    touched.removeAll(keepingCapacity: true)
    handled.removeAll(keepingCapacity: true)
    for slot in concerned[id] {
      touched.append(slot)
      if try parts[slot].reduce(&subStates[slot], action: boxed) { handled.append(slot) }
    }
  }

  /// Takes the last action back.
  package func takeBack() {
    for slot in touched { parts[slot].rollBack(&subStates[slot]) }
    touched.removeAll(keepingCapacity: true)
  }

  /// Keeps what the last action did: it cannot be taken back any more.
  package func keep() { touched.removeAll(keepingCapacity: true) }

  /// Whether some transition speaks of an action.
  package func isJudged(id: Int) -> Bool { isJudged[id] }
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

  /// Where the rules stand that refuse an action on purpose, as errors name places.
  package var failurePlaces: Set<ActionError.Place> {
    Set(checked.failures.map { ActionError.Place($0) })
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
