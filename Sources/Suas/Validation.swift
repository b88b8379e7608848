/// A check of an action after every reducer ran and before the changes are kept; an error that it
/// throws refuses the action.
package struct Validation {
  private let judgment: Judgment

  /// The reader that converts actions for the check; `nil` if it receives actions unconverted.
  let reader: (any ActionReader)?

  // Not closures in an array: Swift 6.3 crashes on a literal of closures with typed throws.
  private enum Judgment {
    case ofChange((State, State, any Action, Bool) throws(ActionError) -> Void)
    case ofResult((State, any Action, Bool) throws(ActionError) -> Void)
  }

  /// Makes a validation that compares with the old state; the store keeps a copy of that for it.
  ///
  /// `handled` is true if any reducer changed its sub-state.
  package init(
    reader: (any ActionReader)? = nil,
    _ judge:
      @escaping (_ old: State, _ new: State, _ action: any Action, _ handled: Bool)
      throws(ActionError) -> Void
  ) {
    judgment = .ofChange(judge)
    self.reader = reader
  }

  /// Makes a validation that does not need the old state, for which nothing is copied.
  package init(
    ofResult judge:
      @escaping (_ new: State, _ action: any Action, _ handled: Bool) throws(ActionError) -> Void
  ) {
    judgment = .ofResult(judge)
    reader = nil
  }

  var readsOld: Bool {
    if case .ofChange = judgment { return true }
    return false
  }

  func judge(
    old: State?, new: State, action: any Action, handled: Bool
  ) throws(ActionError) {
    switch judgment {
    case .ofChange(let judge): try judge(old!, new, action, handled)
    case .ofResult(let judge): try judge(new, action, handled)
    }
  }
}
