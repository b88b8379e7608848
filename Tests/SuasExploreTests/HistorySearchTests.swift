import Suas
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Searches of specs with histories.
@Suite struct HistorySearchTests {
  /// - Parameter effects: A section that makes the search run a store.
  private func counter(_ history: String, effects: String = "") -> String {
    """
    suas: 1
    states: { A: { n: int = 0 }, B: { m: int = 0 } }
    actions: { Up: {}, Down: {}, Undo: {}, Redo: {}, Copy: {} }
    reducers:
      A:
        state: A
        history: \(history)
        on:
          Up: [{ increment: n, when: n < 3 }]
          Down: [{ decrement: n, when: n > 0 }]
      B: { state: B, on: { Copy: [{ set: m, value: "${store.A.n}" }] } }
    \(effects)
    """
  }

  private static let timer = """
    middleware: [async]
    effects: { Wait: { run: { delay: 1s }, on-success: [{ dispatch: Up }] } }
    internal: [Wait]
    """

  /// A present of 0…3, with the neighbors in the past and in the future that it can have, if any,
  /// and a copy of 0…3.
  private static let most = 4 * 3 * 3 * 4

  @Test(
    "States that differ only further back in a history count as one",
    arguments: ["{ undo: Undo, redo: Redo }", "{ undo: Undo, redo: Redo, limit: 30 }"],
    ["", timer])
  func alike(history: String, effects: String) throws {
    let exploration = try explore(try spec(counter(history, effects: effects)))
    #expect(exploration.statistics.ending == .exhausted)
    #expect(exploration.statistics.tooLarge == 0)
    #expect(exploration.statistics.states > 4 * 4)
    #expect(exploration.statistics.states <= Self.most)
    #expect(!SearchReport(exploration, ExploreSettings()).exhaustsStates)
    #expect(exploration.takesHistoriesAsAlike)
  }

  @Test("What an undone state does beside another one is found", arguments: ["", timer])
  func undone(effects: String) throws {
    // Without undoing, B never has more than A once both are above 0.
    let exploration = try explore(
      try spec(
        counter("{ undo: Undo, redo: Redo }", effects: effects).replacing(
          "Down: [{ decrement: n, when: n > 0 }]", with: "Down: []")
          + "\ninvariants: { no-more-than-counted: store.B.m <= store.A.n }"))
    let violation = try #require(exploration.violations.first)
    #expect(violation.script.lines == ["Up", "Copy", "Undo"])
  }

  @Test("An invariant on the length of a past is judged in every state", arguments: ["", timer])
  func lengths(effects: String) throws {
    let exploration = try explore(
      try spec(
        counter("{ undo: Undo, redo: Redo }", effects: effects)
          + "\ninvariants: { short: size(store.AHistory.past) <= 3 }"))
    #expect(exploration.violations.map(\.error.code) == ["invariant-violated"])
  }
}
