/// Compiles a parsed pattern to a program.
struct PatternCompiler {
  /// The maximum number of a program's steps and of a pattern's bytes; counted repetitions repeat
  /// their steps.
  static let limit = 20_000

  private(set) var program: [Pattern.Instruction] = []
  /// The number of the last group whose place is recorded; the whole match is group 0.
  private let lastGroup: Int

  init(recordingGroups lastGroup: Int = 0) { self.lastGroup = lastGroup }

  /// Returns false if the pattern is too large.
  mutating func compile(_ node: PatternNode) -> Bool {
    guard emit(node) else { return false }
    program.append(.match)
    return true
  }

  /// Appends steps that continue with the step that is appended next.
  private mutating func emit(_ node: PatternNode) -> Bool {
    guard program.count < Self.limit else { return false }
    switch node {
    case .empty: return true
    case .one(let set): program.append(.one(set, next: program.count + 1))
    case .assertion(let assertion):
      program.append(.require(assertion, next: program.count + 1))
    case .sequence(let nodes):
      for node in nodes where !emit(node) { return false }
    case .alternatives(let nodes): return emit(alternatives: nodes)
    case .repeated(let node, let repetition): return emit(node, repetition)
    case .group(let node, let number):
      guard number <= lastGroup else { return emit(node) }
      program.append(.save(2 * number, next: program.count + 1))
      guard emit(node) else { return false }
      program.append(.save(2 * number + 1, next: program.count + 1))
    }
    return true
  }

  private mutating func emit(alternatives nodes: [PatternNode]) -> Bool {
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      guard index < nodes.count - 1 else {
        guard emit(node) else { return false }
        break
      }
      let fork = placeholder()
      guard emit(node) else { return false }
      ends.append(placeholder())
      program[fork] = .fork(fork + 1, program.count)
    }
    for end in ends { program[end] = .go(program.count) }
    return true
  }

  private mutating func emit(_ node: PatternNode, _ repetition: PatternNode.Repetition) -> Bool {
    let (minimum, isGreedy) = (repetition.minimum, repetition.isGreedy)
    guard let maximum = repetition.maximum else {
      for _ in 0..<max(0, minimum - 1) where !emit(node) { return false }
      if minimum > 0 { return emit(loop: node, isGreedy) }
      return emit(optional: isGreedy) { $0.emit(loop: node, isGreedy) }
    }
    for _ in 0..<minimum where !emit(node) { return false }
    var forks: [Int] = []
    for _ in 0..<max(0, maximum - minimum) {
      forks.append(placeholder())
      guard emit(node) else { return false }
    }
    for fork in forks { program[fork] = .fork(fork + 1, orElse: program.count, isGreedy) }
    return true
  }

  /// Appends the steps of one or more rounds. A loop tests after each round whether to go on, so
  /// that a round without a code point ends it.
  private mutating func emit(loop node: PatternNode, _ isGreedy: Bool) -> Bool {
    let start = program.count
    guard emit(node) else { return false }
    program.append(.fork(start, orElse: program.count + 1, isGreedy))
    return true
  }

  private mutating func emit(
    optional isGreedy: Bool, _ body: (inout PatternCompiler) -> Bool
  ) -> Bool {
    let fork = placeholder()
    guard body(&self) else { return false }
    program[fork] = .fork(fork + 1, orElse: program.count, isGreedy)
    return true
  }

  /// Appends a step that is replaced when the following steps are known.
  private mutating func placeholder() -> Int {
    program.append(.match)
    return program.count - 1
  }
}

extension Pattern.Instruction {
  /// A fork that tries one more round first if it is greedy, and last if it is not.
  fileprivate static func fork(_ round: Int, orElse end: Int, _ isGreedy: Bool) -> Self {
    isGreedy ? .fork(round, end) : .fork(end, round)
  }
}
