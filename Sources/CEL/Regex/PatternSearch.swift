/// The search for the places at which a pattern matches a text, and for those of its groups.
///
/// As in Perl and RE2, the leftmost match counts, and among several at this place, the one that the
/// order of alternatives and the greed of repetitions prefer. Threads are kept in the order of
/// preference, each with the bounds of its groups, so a search takes time linear in the text (R.
/// Cox, "Regular Expression Matching: the Virtual Machine Approach").
struct PatternSearch {
  private let pattern: Pattern
  private let text: String
  private let bytes: [UInt8]
  /// The number of bounds that a thread records: two for each group, and for the match itself.
  private let width: Int
  private var current = Threads()
  private var next = Threads()
  /// The generation in which each step was last reached, so that clearing takes no time.
  private var reached: [Int]
  private var generation = 0
  private var stack: [Task] = []
  private var cost = 0

  /// A match: the bounds of the whole, and of each recorded group, in UTF-8 bytes.
  struct Match {
    /// Two bounds for each group, -1 where the group took no part.
    fileprivate(set) var bounds: [Int]

    var range: Range<Int> { bounds[0]..<bounds[1] }

    /// The range of a group; nil if it took no part.
    subscript(group: Int) -> Range<Int>? {
      let (lower, upper) = (bounds[2 * group], bounds[2 * group + 1])
      return lower < 0 || upper < 0 ? nil : lower..<upper
    }
  }

  /// The steps at which threads stand, and the bounds that each has recorded.
  private struct Threads {
    var steps: [Int] = []
    var bounds: [Int] = []

    mutating func removeAll() {
      steps.removeAll(keepingCapacity: true)
      bounds.removeAll(keepingCapacity: true)
    }
  }

  private enum Task {
    case visit(Int)
    case restore(Int, bound: Int)
  }

  init(_ pattern: Pattern, in text: String) {
    self.pattern = pattern
    self.text = text
    bytes = Array(text.utf8)
    width = 2 * pattern.recordedGroups + 2
    reached = Array(repeating: 0, count: pattern.program.count)
  }

  /// Returns a part of the text.
  func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Calls a closure with each match in order, until it returns false. Matches do not overlap, and
  /// an empty one does not touch the match before it, as in Go.
  mutating func forEachMatch(
    _ budget: inout Budget,
    _ body: (borrowing PatternSearch, Match, inout Budget) throws(Failure) -> Bool
  ) throws(Failure) {
    var position = 0
    var previousEnd = -1
    while position <= bytes.count, let match = try firstMatch(from: position, &budget) {
      let range = match.range
      if !range.isEmpty || range.lowerBound != previousEnd {
        guard try body(self, match, &budget) else { return }
      }
      previousEnd = range.upperBound
      position = range.upperBound
      if range.isEmpty { position += width(at: position) }
    }
  }

  /// The number of bytes of the code point at a place; one at the end.
  private func width(at position: Int) -> Int {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
    return end - position
  }

  /// Returns the leftmost match that begins at or after a place.
  mutating func firstMatch(
    from start: Int, _ budget: inout Budget
  ) throws(Failure) -> Match? {
    let scalars = text.unicodeScalars
    var index = text.utf8.index(text.startIndex, offsetBy: start)
    var before = start > 0 ? scalars[scalars.index(before: index)] : nil
    var position = start
    var found: Match?
    next.removeAll()
    while true {
      let after = index < scalars.endIndex ? scalars[index] : nil
      current.removeAll()
      generation += 1
      for thread in next.steps.indices {
        var bounds = Array(next.bounds[thread * width..<(thread + 1) * width])
        add(next.steps[thread], &bounds, position, before, after)
      }
      if found == nil {
        var bounds = [Int](repeating: -1, count: width)
        bounds[0] = position
        add(0, &bounds, position, before, after)
      }
      try spend(1 + current.steps.count * (1 + width / 4), &budget)
      step(after, position, &found)
      guard let after, found == nil || !next.steps.isEmpty else { break }
      position += UTF8.width(after)
      index = scalars.index(after: index)
      before = after
    }
    try spend(16, &budget)
    return found
  }

  /// Moves the threads over a code point; a thread that has come to the end of the pattern stops
  /// those of lower preference.
  private mutating func step(
    _ scalar: Unicode.Scalar?, _ position: Int, _ found: inout Match?
  ) {
    next.removeAll()
    for thread in current.steps.indices {
      let bounds = current.bounds[thread * width..<(thread + 1) * width]
      switch pattern.program[current.steps[thread]] {
      case .match:
        found = Match(bounds: Array(bounds))
        found?.bounds[1] = position
        return
      case .one(let set, let following):
        guard let scalar, set.contains(scalar) else { continue }
        next.steps.append(following)
        next.bounds.append(contentsOf: bounds)
      default: break
      }
    }
  }

  /// Adds the threads that can be reached from a step without a code point.
  private mutating func add(
    _ start: Int, _ bounds: inout [Int], _ position: Int, _ before: Unicode.Scalar?,
    _ after: Unicode.Scalar?
  ) {
    stack.append(.visit(start))
    while let task = stack.popLast() {
      guard case .visit(let place) = task else {
        if case .restore(let slot, let bound) = task { bounds[slot] = bound }
        continue
      }
      guard reached[place] != generation else { continue }
      reached[place] = generation
      switch pattern.program[place] {
      case .one, .match:
        current.steps.append(place)
        current.bounds.append(contentsOf: bounds)
      case .go(let next): stack.append(.visit(next))
      case .fork(let first, let second):
        stack.append(.visit(second))
        stack.append(.visit(first))
      case .save(let slot, let next):
        stack.append(.restore(slot, bound: bounds[slot]))
        bounds[slot] = position
        stack.append(.visit(next))
      case .require(let assertion, let next):
        if assertion.holds(before, after) { stack.append(.visit(next)) }
      }
    }
  }

  private mutating func spend(_ work: Int, _ budget: inout Budget) throws(Failure) {
    cost += work
    guard cost >= 16 else { return }
    try budget.spend(cost >> 4)
    cost &= 15
  }
}
