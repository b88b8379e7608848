/// The dispatch that led to another one, with its own cause.
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

  // A recursive release of a long chain could overflow the stack.
  deinit {
    var next = parent.take()
    while next != nil, isKnownUniquelyReferenced(&next) {
      next = next?.parent.take()
    }
  }

  /// Returns the names of the actions from the first to `last`; the middle of a long chain is left
  /// out.
  func chain(endingIn last: any Action) -> String {
    let count = depth + 1
    var names = [name(of: last)]
    var cause: Cause? = self
    // The loop visits all links, from the last one, but takes names only where needed: names cost
    // more.
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
