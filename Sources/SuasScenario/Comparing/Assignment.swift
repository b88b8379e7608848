import CEL

/// Gives each pattern a value of its own, as many as can have one (by augmenting paths, as in
/// H. W. Kuhn, "The Hungarian Method for the assignment problem").
struct Assignment {
  /// The places of the patterns that are left without a value.
  private(set) var missing: [Int] = []
  /// The places of the values that are left without a pattern.
  var extra: [Int] { owners.indices.filter { owners[$0] == nil } }

  var isPerfect: Bool { missing.isEmpty && !owners.contains(nil) }

  private let patterns: [Pattern]
  private let values: [Value]
  private var search: Search
  /// By the value's place: the pattern that has it.
  private var owners: [Int?]
  /// By the value's place: the pattern for which it was looked at last.
  private var visits: [Int]
  private var steps = 0

  /// Nil where there is too much to look at.
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

  /// A pattern on the way to a value, and the values that it may have.
  private struct Step {
    let pattern: Int
    var candidates: ArraySlice<Int>
    var taken = -1
  }

  private mutating func step(_ pattern: Int) -> Step {
    Step(pattern: pattern, candidates: search.candidates(for: patterns[pattern])[...])
  }

  /// Finds a value for a pattern, moving others to further values where that helps.
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

  /// The next value that matches and that has not been looked at for this pattern.
  private mutating func nextFit(_ step: inout Step, _ root: Int) -> Int? {
    while let place = step.candidates.popFirst() {
      steps += 1
      guard steps <= Search.stepLimit else { return nil }
      if visits[place] != root, patterns[step.pattern].matches(values[place]) { return place }
    }
    return nil
  }
}
