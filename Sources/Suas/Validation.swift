/// A check of an action after every reducer ran and before the changes are kept; an error that it
/// throws refuses the action.
package struct Validation {
  private let judgment: Judgment

  /// The reader that converts actions for the check; `nil` if it receives actions unconverted.
  let reader: (any ActionReader)?

  // Not closures in an array: Swift 6.3 crashes on a literal of closures with typed throws.
  private enum Judgment {
    case ofChange((Store.State, Store.State, any Action, Bool) throws(ActionError) -> Void)
    case ofResult((Store.State, any Action, Bool) throws(ActionError) -> Void)
  }

  /// Makes a validation that compares with the old state; the store keeps a copy of that for it.
  ///
  /// `handled` is true if any reducer changed its sub-state.
  package init(
    reader: (any ActionReader)? = nil,
    _ judge:
      @escaping (_ old: Store.State, _ new: Store.State, _ action: any Action, _ handled: Bool)
      throws(ActionError) -> Void
  ) {
    judgment = .ofChange(judge)
    self.reader = reader
  }

  /// Makes a validation that does not need the old state, for which nothing is copied.
  package init(
    ofResult judge:
      @escaping (_ new: Store.State, _ action: any Action, _ handled: Bool) throws(ActionError) ->
      Void
  ) {
    judgment = .ofResult(judge)
    reader = nil
  }

  /// Makes a validation of actions that changed something.
  init(_ validate: @escaping ValidationFunction) {
    judgment = .ofChange { old, new, action, handled throws(ActionError) in
      if handled { try validate(old, new, action) }
    }
    reader = nil
  }

  var readsOld: Bool {
    if case .ofChange = judgment { return true }
    return false
  }

  func judge(
    old: Store.State?, new: Store.State, action: any Action, handled: Bool
  ) throws(ActionError) {
    switch judgment {
    case .ofChange(let judge): try judge(old!, new, action, handled)
    case .ofResult(let judge): try judge(new, action, handled)
    }
  }
}
