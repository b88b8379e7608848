import YAML

/// A review of the golden files that have changed, one by one: accepted changes are written, others
/// are not.
package struct GoldenReview {
  package enum Answer: Sendable {
    case accept, reject
    /// Accept this change and those of its group that follow.
    case acceptGroup
    case skipGroup
    case quit

    /// Returns nil for a line that is not an answer.
    package init?(_ line: String) {
      switch line.lowercased() {
      case "a", "accept", "y", "yes": self = .accept
      case "r", "reject", "n", "no": self = .reject
      case "g", "group": self = .acceptGroup
      case "s", "skip": self = .skipGroup
      case "q", "quit": self = .quit
      default: return nil
      }
    }
  }

  package struct Group: Sendable {
    package let cause: GoldenChange.Cause
    package var changes: [GoldenChange]
  }

  /// The changes by cause, in the order in which the causes were first found.
  package private(set) var groups: [Group] = []
  /// The number of scenarios with failures that are not about golden files.
  package private(set) var otherFailures = 0
  package private(set) var accepted = 0
  package private(set) var problems: [Diagnostic] = []
  private var position = (group: 0, change: 0)

  package var count: Int { groups.reduce(0) { $0 + $1.changes.count } }

  /// The number of changes that were not accepted, or could not be written.
  package var left: Int { count - accepted }

  /// - Parameter results: The results of a runner that records judgments.
  package init(_ results: [FileResult]) {
    for result in results {
      for scenario in result.scenarios where scenario.failed {
        for change in scenario.goldenChanges { add(change) }
        if scenario.failures.count > scenario.goldenChanges.count { otherFailures += 1 }
      }
    }
    for result in results {
      let folder = GoldenFolder(of: result.name, chosen: result.chosenRoot)
      for path in result.strayGoldens { add(GoldenChange(stray: path, in: folder)) }
    }
  }

  private mutating func add(_ change: GoldenChange) {
    if let index = groups.firstIndex(where: { $0.cause == change.cause }) {
      groups[index].changes.append(change)
    } else {
      groups.append(Group(cause: change.cause, changes: [change]))
    }
  }

  /// The change to decide next, with its group; `isFirst` is true for the first one of the group.
  package var current: (group: Group, change: GoldenChange, isFirst: Bool)? {
    guard position.group < groups.count else { return nil }
    let group = groups[position.group]
    return (group, group.changes[position.change], position.change == 0)
  }

  /// Applies an answer to the current change.
  ///
  /// - Returns: a line for each file that was written or removed.
  package mutating func decide(_ answer: Answer) -> [String] {
    guard let current else { return [] }
    switch answer {
    case .accept:
      advance()
      return accept([current.change])
    case .reject:
      advance()
      return []
    case .acceptGroup:
      let changes = current.group.changes[position.change...]
      position = (position.group + 1, 0)
      return accept(Array(changes))
    case .skipGroup:
      position = (position.group + 1, 0)
      return []
    case .quit:
      position = (groups.count, 0)
      return []
    }
  }

  private mutating func advance() {
    position.change += 1
    if position.change == groups[position.group].changes.count {
      position = (position.group + 1, 0)
    }
  }

  private mutating func accept(_ changes: [GoldenChange]) -> [String] {
    var done: [String] = []
    for change in changes {
      do throws(FileError) {
        try change.accept()
        accepted += 1
        done.append("\(change.kind == .stray ? "removed" : "wrote") \(change.path)")
      } catch {
        problems.append(.golden(change.path, error))
      }
    }
    return done
  }
}
