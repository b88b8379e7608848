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
    var names = [name(of: last)]
    var cause: Cause? = self
    while let link = cause {
      names.append(name(of: link.action))
      cause = link.parent
    }
    names.reverse()
    if names.count > 12 {
      names.replaceSubrange(5..<(names.count - 5), with: ["… (\(names.count - 10) more)"])
    }
    return names.joined(separator: " → ")
  }
}
