/// Several reducers in the order in which they see an action, each on its own sub-state.
///
/// `+` makes one: `TodoReducer() + SettingsReducer()`.
public struct CombinedReducer {
  package let parts: [any StatePart]
  package let validations: [Validation]
  package let checks: [Check]

  /// Judges an action after every reducer ran and before anything of it is kept.
  ///
  /// `handled` says whether any reducer changed its sub-state. What it throws refuses the action.
  package typealias Validation = (
    _ old: State, _ new: State, _ action: any Action, _ handled: Bool
  ) throws(ActionError) -> Void

  /// A validation that does not look back: with nothing else, no old state is kept alive for it.
  package typealias Check = (
    _ new: State, _ action: any Action, _ handled: Bool
  ) throws(ActionError) -> Void

  /// Combines parts and what judges them, in the given order, `checks` before `validations`.
  package init(
    parts: [any StatePart], validations: [Validation] = [], checks: [Check] = []
  ) {
    self.parts = parts
    self.validations = validations
    self.checks = checks
  }

  /// Makes a combination of one reducer.
  @inlinable
  public init(_ reducer: some Reducer) {
    self.init(ReducerPart(reducer))
  }

  @usableFromInline
  init(_ part: ReducerPart) {
    self.init(parts: [part])
  }

  /// Combines all reducers of `first` and, after them, all of `second`.
  public static func + (first: CombinedReducer, second: CombinedReducer) -> CombinedReducer {
    CombinedReducer(
      parts: first.parts + second.parts,
      validations: first.validations + second.validations,
      checks: first.checks + second.checks)
  }

  /// Adds a reducer after those of `first`.
  @inlinable
  public static func + (first: CombinedReducer, second: some Reducer) -> CombinedReducer {
    first + CombinedReducer(second)
  }

  /// Adds a reducer before those of `second`.
  @inlinable
  public static func + (first: some Reducer, second: CombinedReducer) -> CombinedReducer {
    CombinedReducer(first) + second
  }
}

/// Combines two reducers; each keeps its key, and an action reaches `first` before `second`.
@inlinable
public func + (first: some Reducer, second: some Reducer) -> CombinedReducer {
  CombinedReducer(first) + CombinedReducer(second)
}
