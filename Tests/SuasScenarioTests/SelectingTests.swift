import Testing

@testable import SuasScenario

/// The selection of scenarios from files, tested without the program.
@Suite struct SelectingTests {
  /// Returns a file with `count` scenarios.
  private func file(_ count: Int) throws -> CheckedScenarioFile {
    try check(
      "scenarios:\n" + (0..<count).map { "  - { name: scenario \($0), steps: [] }\n" }.joined())
  }

  private func names(_ files: [CheckedScenarioFile]) -> [String] {
    files.flatMap(\.scenarios).map(\.name)
  }

  @Test("Shards of 2,000 scenarios are complete, disjoint and similar in size")
  func shards() throws {
    let file = try file(2000)
    for count in 1...16 {
      let parts = try (1...count).map { part in
        var selection = Selection()
        selection.shard = Shard("\(part)/\(count)")
        return names(try selection.apply(to: [file]))
      }
      let union = parts.flatMap(\.self)
      #expect(union.count == 2000)
      #expect(Set(union) == Set(names([file])))
      #expect(parts.allSatisfy { $0.count > 2000 / count * 6 / 10 })
    }
  }

  @Test("The same seed gives the same order, and no scenario is lost")
  func shuffle() throws {
    let file = try file(100)
    func order(_ seed: UInt64) throws -> [String] {
      var selection = Selection()
      selection.seed = seed
      return names(try selection.apply(to: [file]))
    }
    #expect(try order(1) == order(1))
    #expect(try order(1) != order(2))
    #expect(try Set(order(3)) == Set(names([file])))
  }

  @Test(
    "An argument names a file, or lines of it",
    arguments: [
      ("a.yaml", "a.yaml", []), ("a.yaml:3", "a.yaml", [3]), ("a.yaml:3,5", "a.yaml", [3, 5]),
      ("a.yaml:3:9", "a.yaml", [3]), ("a.yaml:0", "a.yaml:0", []), ("a.yaml:", "a.yaml:", []),
      ("a.yaml:x", "a.yaml:x", []), ("a.yaml:3,", "a.yaml:3,", []), (":3", ":3", []),
      ("3", "3", []), ("c:a.yaml:3", "c:a.yaml", [3]), ("a.yaml:-3", "a.yaml:-3", []),
    ])
  func references(argument: String, path: String, lines: [Int]) {
    let reference = FileReference(argument)
    #expect(reference.path == path)
    #expect(reference.lines == lines)
  }
}
