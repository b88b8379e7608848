import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// Histories in scenarios.
@Suite struct HistoryExpectationTests {
  static let spec = """
    suas: 1
    types: { Item: { title: string, count: int = 0 } }
    states: { List: { items: "list(Item) = []" } }
    actions: { Add: { title: string }, Undo: {}, Redo: {} }
    reducers:
      List:
        state: List
        history: { undo: Undo, redo: Redo, limit: 2 }
        on: { Add: [{ append: items, value: { title: "${action.title}" } }] }
    selectors: { canUndo: { value: "${size(store.ListHistory.past) > 0}" } }
    listeners: { list: { stateKey: List }, history: { stateKey: ListHistory } }
    """

  private func failures(_ steps: String, _ keys: String = "") throws -> [[String]] {
    let file = try check("scenario: s\n\(keys)\nsteps:\n\(steps)", spec: Self.spec)
    let result = try #require(Runner(recording: .states).run(file).scenarios.first)
    return result.failures.map { $0.differences.items.map(\.path) }
  }

  static let holding = [
    "expect: { changes: { 'List.items[0]': { title: a, count: 0 } } }",
    "expect: { exact-state: { List: { items: [{ title: a, count: 0 }] } } }",
    """
    expect:
          exact-state:
            List: { items: [{ title: a, count: 0 }] }
            ListHistory: { past: [{ items: [] }], future: [], group: null }
    """,
    """
    expect:
          changes:
            'List.items[0]': { title: a, count: 0 }
            'ListHistory.past[0]': { items: [] }
    """,
    "expect: { state: { ListHistory: { past: [{}] } }, selected: { canUndo: true } }",
    "expect: { notified: [list, { history: { past: [{ items: [] }] } }] }",
    "expect: { that: size(store.ListHistory.past) == 1 && store.ListHistory.group == null }",
  ]

  @Test("An expectation passes over a history, or names all of it", arguments: holding)
  func holds(expectation: String) throws {
    #expect(try failures("  - dispatch: Add\n    with: { title: a }\n    \(expectation)") == [])
  }

  static let failing: [(expectation: String, paths: [String])] = [
    ("changes: { 'ListHistory.past[0]': { items: [] } }", ["List.items[0]"]),
    (
      "changes: { 'List.items[0]': { title: a, count: 0 }, ListHistory.group: null }",
      ["ListHistory.group", "ListHistory.past[0]"]
    ),
    ("state: { ListHistory: { past: [] } }", ["ListHistory.past[0]"]),
  ]

  @Test("Once a path of a history is named, all of it counts", arguments: failing)
  func fails(expectation: String, paths: [String]) throws {
    let step = "  - { dispatch: Add, with: { title: a }, expect: { \(expectation) } }"
    #expect(try failures(step) == [paths])
  }

  static let exhaustiveStates: [(state: String, unnamed: [[String]])] = [
    ("List: { items: [{ title: a, count: 0 }] }", []),
    (
      "List: { items: [{ title: a, count: 0 }] }, ListHistory: { group: null }",
      [["ListHistory.past[0]"]]
    ),
    ("List: { items: [{ title: a, count: 0 }] }, ListHistory: { past: [{ items: [] }] }", []),
  ]

  @Test(
    "An exhaustive scenario passes over a history that it does not name",
    arguments: exhaustiveStates)
  func exhaustive(state: String, unnamed: [[String]]) throws {
    let step = """
        - dispatch: Add
          with: { title: a }
          expect: { state: { \(state) }, notified: [list, history] }
      """
    let found = try failures(step, "exhaustive: true")
    #expect(found == unnamed)
  }

  @Test("A history can be given, filled with defaults, and a reset goes back to it")
  func given() throws {
    let found = try failures(
      """
        - { dispatch: Undo, expect: { state: { List: { items: [{ title: b, count: 0 }] } } } }
        - { dispatch: Undo, expect: { handled: true } }
        - { dispatch: Undo, expect: { handled: false } }
        - { reset: store, expect: { state: { ListHistory: { past: [{}, { items: [{ title: b }] }] } } } }
      """, "given: { ListHistory: { past: [{}, { items: [{ title: b }] }] } }")
    #expect(found == [])
  }

  @Test("A given history is checked")
  func givenMistakes() {
    func mistakes(_ given: String) -> [String] {
      do throws(Diagnostics) {
        _ = try check("scenario: s\ngiven: { ListHistory: \(given) }\nsteps: []", spec: Self.spec)
        return []
      } catch {
        return error.items.map(\.code.rawValue)
      }
    }
    #expect(mistakes("{ past: [{ itms: [] }] }") == ["unknown-field"])
    #expect(mistakes("{ passt: [] }") == ["unknown-field"])
    #expect(mistakes("{ future: [{ items: [{ count: 1 }] }] }") == ["missing-key"])
  }
}
