/// How the store runs one reducer, on the sub-state that is the reducer's own.
package protocol StatePart: AnyObject {
  /// Where the state holds the sub-state.
  var stateKey: StateKey { get }

  /// The sub-state of a store that was given no other.
  var initialState: Any { get }

  /// What a precondition failure calls the reducer.
  var reducerName: String { get }

  /// Whether `reduce` ever refuses; if no part of a store does, it keeps nothing to put back.
  var canRefuse: Bool { get }

  /// Whether the part undoes its own work, so that the store need not keep what it had.
  var canRollBack: Bool { get }

  /// The part as one store runs it, with room of its own for what it keeps from action to action.
  func forOneStore() -> any StatePart

  /// What makes of an action what this part is given; `nil` if it is given the action itself.
  var reader: (any ActionReader)? { get }

  /// The kinds of its reader's native actions that `reduce` has anything to do with, each once; `nil`
  /// for all of them.
  var handledKinds: [Int]? { get }

  /// Whether `state` is of the type that the reducer works on.
  func accepts(_ state: Any) -> Bool

  /// The sub-state that an app's `state` stands for, which may be that itself.
  func adopt(_ state: Any) throws(StateMisfit) -> Any

  /// Why no sub-state of the part can be read as `type`, for people; `nil` if it can, or if only the
  /// sub-state will tell.
  func misfit(reading type: Any.Type) -> String?

  /// Changes the sub-state in place, or leaves it as it is.
  ///
  /// A refusal may leave it in any condition: the store puts back what it had. The value may be the
  /// only reference to what it holds, unless a listener compares with the old one.
  ///
  /// - Parameter kind: The place of the action's kind in `handledKinds`; `nil` if nobody told it.
  func reduce(
    _ state: UnsafeMutablePointer<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome

  /// Undoes the last call of `reduce`, which changed the sub-state or refused; called only if
  /// `canRollBack`, and never later than the next call of `reduce`.
  func rollBack(_ state: inout Any)
}

extension StatePart {
  package var reducerName: String { String(describing: type(of: self)) }
  package func forOneStore() -> any StatePart { self }
  package var reader: (any ActionReader)? { nil }
  package var handledKinds: [Int]? { nil }
  package func misfit(reading type: Any.Type) -> String? { nil }

  package func adopt(_ state: Any) throws(StateMisfit) -> Any {
    guard accepts(state) else {
      throw StateMisfit("is of type \(type(of: state)), which \(reducerName) does not work on")
    }
    return state
  }

  package var canRefuse: Bool { true }
  package var canRollBack: Bool { false }
  package func rollBack(_ state: inout Any) {
    preconditionFailure("\(reducerName) cannot roll back")
  }
}

/// What a part made of an action.
package enum PartOutcome {
  case unchanged, changed
  case refused(Refusal)
}

/// Why a reducer does not work on what it was given as its sub-state.
package struct StateMisfit: Error {
  let reason: String

  /// Makes a misfit; the reason goes on from "the state for 'key' ".
  package init(_ reason: String) { self.reason = reason }
}

/// A hand-written reducer as a part.
///
/// It is made of closures because these, unlike a generic type, are specialized where an app makes
/// its store.
@usableFromInline
final class ReducerPart: StatePart {
  @usableFromInline let stateKey: StateKey
  @usableFromInline let initialState: Any
  @usableFromInline let reducerName: String
  @usableFromInline var canRefuse: Bool { false }

  private let isAccepted: (Any) -> Bool
  private let reduceSubState: (inout Any, any Action) -> Bool

  @usableFromInline
  init(
    stateKey: StateKey, initialState: Any, reducerType: Any.Type,
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
    _ state: UnsafeMutablePointer<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    reduceSubState(&state.pointee, action) ? .changed : .unchanged
  }
}

extension ReducerPart {
  @inlinable
  convenience init<R: Reducer>(_ reducer: R) {
    self.init(
      stateKey: reducer.stateKey, initialState: reducer.initialState, reducerType: R.self,
      accepts: { $0 is R.StateType },
      reduce: { state, action in
        // Creation and every reset saw to the type.
        let present = known(state, as: R.StateType.self)
        guard let next = reducer.reduce(state: present, action: action) else { return false }
        state = next
        return true
      })
  }
}
