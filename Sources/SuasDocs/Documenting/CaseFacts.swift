import CEL
import SuasProgram

/// The possible cases of enums and variants at a point in the rules, by place; a place without an
/// entry may have any case.
struct CaseFacts {
  private(set) var cases: [StatePath: Set<String>] = [:]

  init() {}

  init(_ path: StatePath, _ cases: Set<String>) { self.cases = [path: cases] }

  subscript(path: StatePath) -> Set<String>? { cases[path] }

  var paths: Dictionary<StatePath, Set<String>>.Keys { cases.keys }

  /// The facts where both hold.
  func and(_ other: CaseFacts) -> CaseFacts {
    var both = self
    both.cases.merge(other.cases) { $0.intersection($1) }
    return both
  }

  /// The facts where one of the two holds.
  func or(_ other: CaseFacts) -> CaseFacts {
    var either = CaseFacts()
    for (path, known) in cases {
      if let others = other.cases[path] { either.cases[path] = known.union(others) }
    }
    return either
  }

  /// Forgets the facts that a change at a path may have made false.
  mutating func forget(_ path: StatePath) {
    cases = cases.filter { !path.mayChange($0.key) }
  }

  /// Notes the cases that a change leaves at a path.
  mutating func note(_ path: StatePath, _ known: Set<String>) { cases[path] = known }
}
