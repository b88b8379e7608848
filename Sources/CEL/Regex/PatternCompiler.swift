/// Compiles a parsed pattern to a program.
struct PatternCompiler {
  /// The maximum number of a program's steps and of a pattern's bytes; counted repetitions repeat
  /// their steps.
  static let limit = 20_000

  private(set) var program: [Pattern.Instruction] = []

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
    case .repeated(let node, let minimum, let maximum):
      return emit(node, minimum, maximum)
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
      let fork = program.count
      program.append(.match)
      guard emit(node) else { return false }
      ends.append(program.count)
      program.append(.match)
      program[fork] = .fork(fork + 1, program.count)
    }
    for end in ends { program[end] = .go(program.count) }
    return true
  }

  private mutating func emit(_ node: PatternNode, _ minimum: Int, _ maximum: Int?) -> Bool {
    for _ in 0..<minimum where !emit(node) { return false }
    guard let maximum else {
      let fork = program.count
      program.append(.match)
      guard emit(node) else { return false }
      program.append(.go(fork))
      program[fork] = .fork(fork + 1, program.count)
      return true
    }
    var forks: [Int] = []
    for _ in 0..<max(0, maximum - minimum) {
      forks.append(program.count)
      program.append(.match)
      guard emit(node) else { return false }
    }
    for fork in forks { program[fork] = .fork(fork + 1, program.count) }
    return true
  }
}
