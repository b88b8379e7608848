/// The dispatch that led to another one, and what led to it in turn.
final class Cause {
  let action: any Action
  let depth: Int
  /// True if the dispatch was itself refused for its depth.
  let isTooDeep: Bool
  private var parent: Cause?

  init(action: any Action, isTooDeep: Bool, parent: Cause?) {
    self.action = action
    self.isTooDeep = isTooDeep
    self.depth = (parent?.depth ?? 0) + 1
    self.parent = parent
  }

  // A chain may be longer than the stack would allow a recursive release to go.
  deinit {
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      next = next?.parent.take()
    }
  }

  /// The names of the actions from the first to `last`; the middle of a long chain is left out.
  func chain(endingIn last: any Action) -> String {
    let count = depth + 1
    var names = [name(of: last)]
    var cause: Cause? = self
    // The links are gone through from the last one on; names take longer than links.
    while let link = cause {
      if count <= 12 || link.depth <= 5 || link.depth > count - 5 {
        names.append(name(of: link.action))
      } else if link.depth == 6 {
        names.append("… (\(count - 10) more)")
      }
      cause = link.parent
    }
    return names.reversed().joined(separator: " → ")
  }
}
