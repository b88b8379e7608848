/// Several reducers in the order in which they see an action, each on its own sub-state.
///
/// `+` makes one: `TodoReducer() + SettingsReducer()`.
public struct CombinedReducer {
  package let parts: [any StatePart]
  package let validations: [Validation]

  /// Combines parts and the validations that run after them, both in the given order.
  package init(parts: [any StatePart], validations: [Validation] = []) {
    self.parts = parts
    self.validations = validations
  }

  func adding(_ validation: Validation) -> CombinedReducer {
    CombinedReducer(parts: parts, validations: validations + [validation])
  }

  /// Makes a combination of one reducer.
  @inlinable
  public init(_ reducer: sending some Reducer) {
    if let reducer = reducer as? any InPlaceReducer {
      self.init(inPlace: reducer)
    } else if let reducer = reducer as? any RefusingReducer {
      self.init(refusing: reducer)
    } else {
      self.init(ReducerPart(reducer))
    }
  }

  /// Makes a combination of one reducer that may refuse actions.
  @inlinable
  public init(_ reducer: sending some RefusingReducer) {
    if let reducer = reducer as? any InPlaceReducer {
      self.init(inPlace: reducer)
    } else {
      self.init(refusing: reducer)
    }
  }

  @usableFromInline
  init(inPlace reducer: some InPlaceReducer) {
    self.init(parts: [InPlaceReducerPart(reducer)])
  }

  @usableFromInline
  init(refusing reducer: some RefusingReducer) {
    self.init(parts: [RefusingReducerPart(reducer)])
  }

  @usableFromInline
  init(_ part: ReducerPart) {
    self.init(parts: [part])
  }

  /// Combines all reducers of `first` and, after them, all of `second`.
  public static func + (
    first: sending CombinedReducer, second: sending CombinedReducer
  ) -> CombinedReducer {
    CombinedReducer(
      parts: first.parts + second.parts,
      validations: first.validations + second.validations)
  }

  /// Adds a reducer after those of `first`.
  @inlinable
  public static func + (
    first: sending CombinedReducer, second: sending some Reducer
  ) -> CombinedReducer {
    first + CombinedReducer(second)
  }

  /// Adds a reducer before those of `second`.
  @inlinable
  public static func + (
    first: sending some Reducer, second: sending CombinedReducer
  ) -> CombinedReducer {
    CombinedReducer(first) + second
  }
}

/// Combines two reducers; each keeps its key, and an action reaches `first` before `second`.
@inlinable
public func + (first: sending some Reducer, second: sending some Reducer) -> CombinedReducer {
  CombinedReducer(first) + CombinedReducer(second)
}
