/// Judges an action after every reducer ran and before anything of it is kept; what it throws
/// refuses the action.
package struct Validation {
  private let judgment: Judgment

  /// What makes of an action what the judge is given; `nil` if it is given the action itself.
  let reader: (any ActionReader)?

  // Not closures in an array: Swift 6.3 crashes on a literal of closures with typed throws.
  private enum Judgment {
    case ofChange((State, State, any Action, Bool) throws(ActionError) -> Void)
    case ofResult((State, any Action, Bool) throws(ActionError) -> Void)
  }

  /// Makes a validation that compares; the store keeps a copy of the old state for it.
  ///
  /// `handled` says whether any reducer changed its sub-state.
  package init(
    reader: (any ActionReader)? = nil,
    _ judge:
      @escaping (_ old: State, _ new: State, _ action: any Action, _ handled: Bool)
      throws(ActionError) -> Void
  ) {
    judgment = .ofChange(judge)
    self.reader = reader
  }

  /// Makes a validation that does not look back, for which nothing is copied.
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
