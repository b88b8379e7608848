/// A regular expression in RE2's syntax, ready to be looked for in texts.
///
/// Only whether it matches is of interest, not where: so greediness and groups make no difference,
/// and a set of places in the program, moved on by each code point, finds it in time linear in
/// the text (Thompson; R. Cox, "Regular Expression Matching Can Be Simple And Fast").
struct Pattern: Sendable {
  private let program: [Instruction]

  /// A step of the program: what has to hold, and where to go on then.
  enum Instruction: Sendable {
    case one(CharacterClass, next: Int)
    case fork(Int, Int)
    case go(Int)
    case require(PatternNode.Assertion, next: Int)
    case match
  }

  /// Why a text is no pattern, and which bytes of it are the cause.
  struct Failure: Error {
    var message: String
    var range: Range<Int>
  }

  init(_ text: String) throws(Failure) {
    let size = text.utf8.count
    let tooLarge = Failure(message: "the pattern is too large", range: 0..<size)
    guard size <= PatternCompiler.limit else { throw tooLarge }
    var parser = PatternParser(text)
    let node = try parser.parse()
    var compiler = PatternCompiler()
    guard compiler.compile(node) else { throw tooLarge }
    program = compiler.program
  }

  init(_ text: String, _ budget: inout Budget) throws(CEL.Failure) {
    try budget.spend(10 + text.utf8.count)
    do throws(Failure) {
      try self.init(text)
    } catch {
      throw .invalidArgument("\(Value.string(text).brief) is no pattern: \(error.message)")
    }
    try budget.spend(program.count)
  }

  /// Whether the pattern matches a part of the text.
  func matches(_ text: String, _ budget: inout Budget) throws(CEL.Failure) -> Bool {
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
          // What comes after is looked at with the next code point known.
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

  /// Adds the places reached from the pending ones and from `start` without a code point; true
  /// where one of them is the match.
  private func add(
    _ start: Int, to threads: inout Threads, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) -> Bool {
    threads.pending.append(start)
    while let place = threads.pending.popLast() {
      guard threads.visit(place) else { continue }
      switch program[place] {
      case .one: threads.places.append(place)
      case .match: return true
      case .go(let next): threads.pending.append(next)
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

/// The places of a program that are reached at one point of the text.
private struct Threads {
  var places: [Int] = []
  var pending: [Int] = []
  /// When each place was reached last, in generations, so that forgetting takes no time.
  private var visited: [Int]
  private var generation = 1

  init(_ count: Int) { visited = Array(repeating: 0, count: count) }

  mutating func visit(_ place: Int) -> Bool {
    guard visited[place] != generation else { return false }
    visited[place] = generation
    return true
  }

  /// Notes a place whose followers are not looked at yet.
  mutating func insert(_ place: Int) {
    if visit(place) { pending.append(place) }
  }

  /// Forgets which places were noted, so that they can be looked at.
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
  /// RE2's word characters are those of ASCII.
  fileprivate var isWord: Bool { map { $0.isASCII && UInt8($0.value).isWord } ?? false }
}
