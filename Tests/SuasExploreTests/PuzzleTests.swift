import CEL
import Suas
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Puzzles with known answers.
@Suite struct PuzzleTests {
  @Test(
    "A goal is reached in as few steps as there need be",
    arguments: [
      ("jugs", "four-litres", 6), ("farmer", "all-over", 7), ("missionaries", "all-over", 11),
    ])
  func goals(name: String, goal: String, steps: Int) throws {
    let exploration = try explore(puzzle(name))
    let found = exploration.goals.first { $0.name == goal }
    #expect(found?.script?.lines.count == steps)
    #expect(exploration.violations.isEmpty)
    #expect(exploration.statistics.ending == .exhausted)
  }

  @Test("An unreachable goal is not reached, and all states were seen")
  func unreachable() throws {
    let exploration = try explore(puzzle("jugs"))
    #expect(exploration.goals.last?.script == nil)
    #expect(exploration.statistics.ending == .exhausted)
  }

  @Test(
    "A broken invariant is found by a shortest way, explained, and shown by a scenario",
    arguments: [("lights", "never-both-green", 5), ("cart", "total-is-the-sum", 4)])
  func violations(name: String, invariant: String, steps: Int) throws {
    let exploration = try explore(puzzle(name)) { $0.mostStates = 5000 }
    let violation = try #require(exploration.violations.first)
    #expect(exploration.violations.count == 1)
    #expect(violation.error.message.contains(invariant))
    #expect(violation.script.lines.count == steps)
    #expect(!violation.parts.isEmpty)
    #expect(violation.script.isConfirmed)
    #expect(violation.script.fileName == "invariant-\(invariant)")
  }

  @Test("The values of the parts say why an invariant does not hold")
  func parts() throws {
    let violation = try #require(try explore(puzzle("lights")).violations.first)
    #expect(
      violation.parts.map(\.text) == ["store.Crossing.north", "store.Crossing.east"])
    #expect(violation.parts.map(\.value) == ["green", "green"])
  }

  @Test("The cart's fault is found by guided walks of 2,000 steps, and made minimal")
  func guided() throws {
    for seed in 0..<3 as Range<UInt64> {
      let exploration = try explore(puzzle("cart")) {
        $0.strategy = .guided
        $0.mostStates = 2000
        $0.deepest = 50
        $0.seed = seed
      }
      #expect(exploration.violations.first?.script.lines.count == 4)
      #expect(exploration.violations.first?.script.isConfirmed == true)
    }
  }

  @Test("Guided walks visit a rare state in more than 5 % of their steps, random ones hardly ever")
  func rareStates() throws {
    for seed in 0..<3 as Range<UInt64> {
      func share(_ strategy: ExploreSettings.Strategy) throws -> Double {
        let statistics = try explore(puzzle("breaker")) {
          $0.strategy = strategy
          $0.mostStates = 10_000
          $0.deepest = 50
          $0.seed = seed
        }.statistics
        return Double(statistics.goalSteps[0]) / Double(statistics.steps)
      }
      #expect(try share(.random) < 0.01)
      #expect(try share(.guided) > 0.05)
    }
  }
}
