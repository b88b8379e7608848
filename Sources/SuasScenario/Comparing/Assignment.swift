import CEL

/// Assigns as many patterns as possible to values, each to one of its own (by augmenting paths, as
/// in H. W. Kuhn, "The Hungarian Method for the assignment problem").
struct Assignment {
  /// The indices of the patterns that are left without a value.
  private(set) var missing: [Int] = []
  /// The indices of the values that are left without a pattern.
  var extra: [Int] { owners.indices.filter { owners[$0] == nil } }

  var isPerfect: Bool { missing.isEmpty && !owners.contains(nil) }

  private let patterns: [Pattern]
  private let values: [Value]
  private var search: Search
  /// By the index of a value: the index of the pattern assigned to it.
  private var owners: [Int?]
  /// By the index of a value: the pattern for which it was last visited.
  private var visits: [Int]
  private var steps = 0

  /// Returns nil if there are too many pairs to compare.
  init?(_ patterns: [Pattern], _ values: [Value]) {
    self.patterns = patterns
    self.values = values
    search = Search(values)
    owners = Array(repeating: nil, count: values.count)
    visits = Array(repeating: -1, count: values.count)
    for pattern in patterns.indices {
      if !assign(pattern) { missing.append(pattern) }
      guard steps <= Search.stepLimit else { return nil }
    }
  }

  /// A pattern on an augmenting path, and the values that it may still take.
  private struct Step {
    let pattern: Int
    var candidates: ArraySlice<Int>
    var taken = -1
  }

  private mutating func step(_ pattern: Int) -> Step {
    Step(pattern: pattern, candidates: search.candidates(for: patterns[pattern])[...])
  }

  /// Finds a value for a pattern, reassigning other patterns where that helps.
  private mutating func assign(_ root: Int) -> Bool {
    var path = [step(root)]
    while var top = path.popLast() {
      guard let place = nextFit(&top, root) else { continue }
      visits[place] = root
      top.taken = place
      path.append(top)
      guard let owner = owners[place] else {
        for step in path { owners[step.taken] = step.pattern }
        return true
      }
      path.append(step(owner))
    }
    return false
  }

  /// Returns the next value that matches and has not been visited for `root`.
  private mutating func nextFit(_ step: inout Step, _ root: Int) -> Int? {
    while let place = step.candidates.popFirst() {
      steps += 1
      guard steps <= Search.stepLimit else { return nil }
      if visits[place] != root, patterns[step.pattern].matches(values[place]) { return place }
    }
    return nil
  }
}
