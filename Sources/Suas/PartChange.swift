public import Values

/// The change of a sub-state by the action under way, as its part returned it.
///
/// It refers to the part's run on that action, and is gone with the action: a run serves the next
/// action of its part.
@usableFromInline
package struct PartChange {
  // Not counted: the part holds its run, and an action is too short for reference counts.
  @usableFromInline let uncountedRun: UnretainedReference<AnyObject>

  @inlinable @inline(__always)
  package init(_ run: any PartRun) { uncountedRun = UnretainedReference(run) }

  /// The part's run on the action.
  package var run: any PartRun {
    guard let run = uncountedRun.object as? any PartRun else {
      preconditionFailure("a change was made by something else than a run")
    }
    return run
  }
}

/// The run of a part on one action.
@usableFromInline
package protocol PartRun: AnyObject {
  /// Undoes the changes of the action in the sub-state that they led to.
  func undo(in state: inout Any)
}
