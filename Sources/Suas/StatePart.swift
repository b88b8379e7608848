package import Values

/// One reducer as the store runs it, on the reducer's own sub-state.
package protocol StatePart: AnyObject {
  /// The key of the sub-state in the state.
  var stateKey: String { get }

  /// The sub-state of a store that is created without another one.
  var initialState: Any { get }

  /// The name of the reducer in precondition failures.
  var reducerName: String { get }

  /// True if `reduce` may refuse an action. If no part of a store does, it keeps no old values to
  /// restore.
  var canRefuse: Bool { get }

  /// True if the part can undo its changes, so that the store need not keep the old value.
  var undoesChanges: Bool { get }

  /// Returns an instance for one store, with separate storage for the data that it keeps between
  /// actions.
  func forOneStore() -> any StatePart

  /// The reader that converts actions for this part; `nil` if the part receives actions
  /// unconverted.
  var reader: (any ActionReader)? { get }

  /// The kinds of its reader's native actions that `reduce` handles, without duplicates; `nil` for
  /// all of them.
  var handledKinds: [Int]? { get }

  /// The types of the actions that `reduce` handles, without duplicates, if the part has no reader;
  /// `nil` for all of them. The index of a type is its kind.
  var handledTypes: [any Action.Type]? { get }

  /// Returns true if `state` is of the type that the reducer works on.
  func accepts(_ state: Any) -> Bool

  /// Converts an app's `state` to the sub-state that it represents, which may be the same value.
  func adopt(_ state: Any) throws(StateMisfit) -> Any

  /// Explains to people why no sub-state of the part can be read as `type`; `nil` if it can, or if
  /// that depends on the sub-state.
  func misfit(reading type: Any.Type) -> String?

  /// Lets the part find those of the same store that it works together with; called once.
  func join(_ parts: ContiguousArray<any StatePart>)

  /// True if `reduce` reads the whole state for some actions, which is then lent to it.
  var readsWholeState: Bool { get }

  /// Lends the state as it is before any part reduces an action of a kind, `nil` if the kind is
  /// unknown; takes it back when `state` is `nil`.
  func lend(_ state: Store.State?, kind: Int?)

  /// Changes the sub-state in place, or leaves it as it was: also when it refuses the action.
  ///
  /// The value may be the only reference to its contents, unless a listener compares with the old one.
  ///
  /// - Parameter kind: The index of the action's kind in `handledKinds` or of its type in
  ///   `handledTypes`; `nil` if it is unknown.
  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome
}

extension StatePart {
  package var reducerName: String { String(describing: type(of: self)) }
  package func forOneStore() -> any StatePart { self }
  package var reader: (any ActionReader)? { nil }
  package var handledKinds: [Int]? { nil }
  package var handledTypes: [any Action.Type]? { nil }
  package func misfit(reading type: Any.Type) -> String? { nil }

  package func adopt(_ state: Any) throws(StateMisfit) -> Any {
    guard accepts(state) else {
      throw StateMisfit("is of type \(type(of: state)), which \(reducerName) does not work on")
    }
    return state
  }

  package func join(_ parts: ContiguousArray<any StatePart>) {}
  package var canRefuse: Bool { true }
  package var readsWholeState: Bool { false }
  package func lend(_ state: Store.State?, kind: Int?) {}
  package var undoesChanges: Bool { false }
}

/// The result of a part for an action.
package enum PartOutcome {
  case unchanged
  /// The sub-state changed; of a part that does not undo its changes, the store keeps the old value.
  case changed(PartChange?)
  case refused(Refusal)
}

/// The reason why a reducer does not work on a given value as its sub-state.
package struct StateMisfit: Error {
  let reason: String

  /// Makes a misfit; the reason completes a sentence that begins with "the state for 'key' ".
  package init(_ reason: String) { self.reason = reason }
}

/// A hand-written reducer as a part.
///
/// It consists of closures because these, unlike a generic type, are specialized where an app makes
/// its store.
@usableFromInline
final class ReducerPart: StatePart {
  @usableFromInline let stateKey: String
  @usableFromInline let initialState: Any
  @usableFromInline let reducerName: String
  @usableFromInline var canRefuse: Bool { false }

  private let isAccepted: (Any) -> Bool
  private let reduceSubState: (inout Any, any Action) -> Bool

  @usableFromInline
  init(
    stateKey: String, initialState: Any, reducerType: Any.Type,
    accepts: @escaping (Any) -> Bool, reduce: @escaping (inout Any, any Action) -> Bool
  ) {
    self.stateKey = stateKey
    self.initialState = initialState
    self.reducerName = String(describing: reducerType)
    self.isAccepted = accepts
    self.reduceSubState = reduce
  }

  @usableFromInline func accepts(_ state: Any) -> Bool { isAccepted(state) }

  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    reduceSubState(&state.pointee, action) ? .changed(nil) : .unchanged
  }
}

extension ReducerPart {
  @inlinable
  convenience init<R: Reducer>(_ reducer: R) {
    self.init(
      stateKey: reducer.stateKey, initialState: reducer.initialState, reducerType: R.self,
      accepts: { $0 is R.StateType },
      reduce: { state, action in
        // The creation of the store and every reset checked the type.
        let present = known(state, as: R.StateType.self)
        guard let next = reducer.reduce(state: present, action: action) else { return false }
        state = next
        return true
      })
  }
}
