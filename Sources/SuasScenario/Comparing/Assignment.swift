import CEL

/// Gives each pattern a value of its own, as many as can have one (H. W. Kuhn, "The Hungarian Method
/// for the assignment problem"; here without weights, by augmenting paths).
struct Assignment {
  /// The places of the patterns that are left without a value.
  private(set) var missing: [Int] = []
  /// The places of the values that are left without a pattern.
  var extra: [Int] { owners.indices.filter { owners[$0] == nil } }

  var isPerfect: Bool { missing.isEmpty && !owners.contains(nil) }

  private let patterns: [Pattern]
  private let values: [Value]
  /// By the value's place: the pattern that has it.
  private var owners: [Int?]
  /// By the value's place: the search that looked at it last.
  private var visits: [Int]
  private var steps = 0

  init(_ patterns: [Pattern], _ values: [Value]) {
    self.patterns = patterns
    self.values = values
    owners = Array(repeating: nil, count: values.count)
    visits = Array(repeating: -1, count: values.count)
    let open = assignKnown()
    for pattern in open where !assign(pattern) { missing.append(pattern) }
    missing.sort()
  }

  /// Gives patterns that only one value is like their values; answers the others.
  private mutating func assignKnown() -> [Int] {
    let search = Search(values)
    let isKnown = patterns.map { if case .value = $0.kind { true } else { false } }
    // While all patterns are known, any of the same values will do.
    var next: [Int: ArraySlice<Int>] = [:]
    for (index, pattern) in patterns.enumerated() {
      guard case .value(let expected) = pattern.kind else { continue }
      let places = search.places(of: expected)
      guard let first = places.first else {
        missing.append(index)
        continue
      }
      let free = next[first] ?? places[...]
      if let place = free.first {
        owners[place] = index
      } else {
        missing.append(index)
      }
      next[first] = free.dropFirst()
    }
    return patterns.indices.filter { !isKnown[$0] }
  }

  /// Finds a value for a pattern, moving others to further values where that helps.
  private mutating func assign(_ pattern: Int) -> Bool {
    // Patterns on the way, each with the next value to be tried and the value it would take.
    var path: [(pattern: Int, next: Int, taken: Int)] = [(pattern, 0, -1)]
    while let top = path.last {
      guard let place = candidate(for: top.pattern, from: top.next, in: pattern) else {
        path.removeLast()
        continue
      }
      visits[place] = pattern
      path[path.count - 1].next = place + 1
      path[path.count - 1].taken = place
      if let owner = owners[place] {
        path.append((owner, 0, -1))
      } else {
        for step in path { owners[step.taken] = step.pattern }
        return true
      }
    }
    return false
  }

  /// The next value that the pattern matches and this search has not looked at.
  private mutating func candidate(
    for pattern: Int, from start: Int, in search: Int
  ) -> Int? {
    for place in start..<max(start, values.count) {
      steps += 1
      guard steps <= Search.stepLimit else { return nil }
      if visits[place] != search, patterns[pattern].matches(values[place]) { return place }
    }
    return nil
  }
}
