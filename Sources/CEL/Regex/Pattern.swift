/// A compiled regular expression in RE2's syntax.
///
/// ``matches(_:_:)`` only tells whether it matches, so greediness and groups make no difference to
/// it. Matching keeps a set of positions in the program, which each code point advances; it
/// takes time linear in the text (Thompson; R. Cox, "Regular Expression Matching Can Be Simple And
/// Fast").
struct Pattern: Sendable {
  let program: [Instruction]
  /// The number of groups that the pattern has.
  let groupCount: Int
  /// The number of groups whose places a ``PatternSearch`` finds.
  let recordedGroups: Int

  /// A step of the program: a condition, and the next step if it holds.
  enum Instruction: Sendable {
    case one(CharacterClass, next: Int)
    case fork(Int, Int)
    case go(Int)
    /// Records the present place as a bound of a group.
    case save(Int, next: Int)
    case require(PatternNode.Assertion, next: Int)
    case match
  }

  /// The error of a text that is not a pattern, and the bytes that cause it.
  struct PatternError: Error {
    var message: String
    var range: Range<Int>
  }

  /// - Parameter limit: The greatest number of groups whose places are of interest.
  init(_ text: String, recordingGroups limit: Int = 0) throws(PatternError) {
    let size = text.utf8.count
    let tooLarge = PatternError(message: "the pattern is too large", range: 0..<size)
    guard size <= PatternCompiler.limit else { throw tooLarge }
    var parser = PatternParser(text)
    let node = try parser.parse()
    groupCount = parser.groupCount
    recordedGroups = min(groupCount, limit)
    var compiler = PatternCompiler(recordingGroups: recordedGroups)
    guard compiler.compile(node) else { throw tooLarge }
    program = compiler.program
  }

  init(
    _ text: String, recordingGroups limit: Int = 0, _ budget: inout Budget
  ) throws(Failure) {
    try budget.spend(10 + text.utf8.count)
    do throws(PatternError) {
      try self.init(text, recordingGroups: limit)
    } catch {
      throw .invalidArgument("\(text.brief) is no pattern: \(error.message)")
    }
    try budget.spend(program.count)
  }

  /// Returns true if the pattern matches a part of the text.
  func matches(_ text: String, _ budget: inout Budget) throws(Failure) -> Bool {
    var threads = Threads(program.count)
    var next = Threads(program.count)
    var before: Unicode.Scalar?
    var cost = 0
    for scalar in text.unicodeScalars {
      if add(0, to: &threads, before, scalar) { return true }
      cost += 1 + threads.places.count
      if cost > 256 {
        try budget.spend(cost >> 4)
        cost = 0
      }
      for place in threads.places {
        if case .one(let set, let following) = program[place], set.contains(scalar) {
          // Its successors are visited when the next code point is known.
          next.insert(following)
        }
      }
      threads.removeAll()
      swap(&threads, &next)
      before = scalar
      threads.startPending()
    }
    try budget.spend(cost >> 4)
    return add(0, to: &threads, before, nil)
  }

  /// Adds the positions that can be reached from the pending ones and from `start` without a code
  /// point; returns true if one of them is the match.
  private func add(
    _ start: Int, to threads: inout Threads, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    threads.pending.append(start)
    while let place = threads.pending.popLast() {
      guard threads.visit(place) else { continue }
      switch program[place] {
      case .one: threads.places.append(place)
      case .match: return true
      case .go(let next), .save(_, let next): threads.pending.append(next)
      case .fork(let first, let second):
        threads.pending.append(second)
        threads.pending.append(first)
      case .require(let assertion, let next):
        if assertion.holds(before, after) { threads.pending.append(next) }
      }
    }
    return false
  }
}

/// The positions of a program that are reached at one point of the text.
private struct Threads {
  var places: [Int] = []
  var pending: [Int] = []
  /// The generation in which each position was last reached, so that clearing takes no time.
  private var visited: [Int]
  private var generation = 1

  init(_ count: Int) { visited = Array(repeating: 0, count: count) }

  mutating func visit(_ place: Int) -> Bool {
    guard visited[place] != generation else { return false }
    visited[place] = generation
    return true
  }

  /// Adds a position whose successors are not visited yet.
  mutating func insert(_ place: Int) {
    if visit(place) { pending.append(place) }
  }

  /// Forgets the reached positions, so that the pending ones can be visited.
  mutating func startPending() { generation += 1 }

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    generation += 1
  }
}

extension PatternNode.Assertion {
  func holds(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    switch self {
    case .textStart: before == nil
    case .textEnd: after == nil
    case .lineStart: before == nil || before == "\n"
    case .lineEnd: after == nil || after == "\n"
    case .wordBoundary: before.isWord != after.isWord
    case .noWordBoundary: before.isWord == after.isWord
    }
  }
}

extension Unicode.Scalar? {
  /// True for a word character; RE2's word characters are ASCII.
  fileprivate var isWord: Bool { map { $0.isASCII && UInt8($0.value).isWord } ?? false }
}
