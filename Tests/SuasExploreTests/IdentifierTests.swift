import Foundation
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Ids from `uuid()`: states that differ only in ids count as one.
@Suite struct IdentifierTests {
  private static let items = """
    suas: 1
    types: { Item: { id: string, isDone: bool = false } }
    states:
      S:
        items: list(Item) = []
        chosen: string? = null
    actions:
      Add: { id: "string = ${uuid()}" }
      Remove: { id: string }
      Toggle: { id: string }
      Choose: { id: string }
      Drop: {}
    reducers:
      R:
        state: S
        on:
          Add: [{ append: items, value: { id: "${action.id}" } }]
          Remove: [{ remove: items, where: item.id == action.id }]
          Toggle: [{ update: items, where: item.id == action.id, do: [{ toggle: item.isDone }] }]
          Choose:
            - set: chosen
              value: ${action.id}
              when: items.exists(i, i.id == action.id)
          Drop: [{ set: chosen, value: null }]
    """

  /// The number of states with up to `size` items: each item is done or not, and the selection is
  /// empty, one of them or a removed one.
  private func itemStates(_ size: Int) -> Int {
    (0...size).reduce(0) { $0 + (1 << $1) * ($1 + 2) }
  }

  @Test("A spec with UUIDs has as many states as one with numbers for ids", arguments: [1, 2, 3])
  func counts(size: Int) throws {
    let spec = try spec(Self.items)
    let one = try explore(spec) { $0.largest = size }.statistics
    #expect(one.ending == .exhausted)
    #expect(one.states == itemStates(size))
    // One more item is added to each of the largest states.
    #expect(one.tooLarge == (1 << size) * (size + 2))
    let three = try explore(spec) {
      $0.largest = size
      $0.jobs = 3
    }
    #expect(three.statistics == one)
  }

  @Test("Ids in map keys, in texts and in effects are treated like other ids")
  func places() throws {
    let spec = try spec(
      """
      suas: 1
      states:
        S:
          last: string = ""
          byId: map(bool) = {}
      actions: { Add: { id: "string = ${uuid()}" }, Clear: {} }
      reducers:
        R:
          state: S
          on:
            Add:
              - set: last
                value: "item/${action.id}/${action.id}"
              - set: byId[action.id]
                value: true
            Clear: [{ clear: byId }]
      listeners:
        save:
          stateKey: S
          filter: new.byId != old.byId
          do: [{ dispatch: Save, with: { path: "${new.last}" } }]
      middleware: [async]
      effects:
        Save: { payload: { path: string }, latest: true, run: { delay: 1s } }
      """)
    let statistics = try explore(spec) { $0.largest = 2 }.statistics
    #expect(statistics.ending == .exhausted)
    #expect(statistics.states < 500)
  }

  @Test("States that differ otherwise than by other ids stay distinct")
  func distinctions() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { left: string = "", right: string = "" } }
      actions:
        Left: { id: "string = ${uuid()}" }
        Right: { id: "string = ${uuid()}" }
        Same: { id: "string = ${uuid()}" }
        Given: { id: { type: string, where: size(self) == 36, samples: [SAMPLE] } }
      reducers:
        R:
          state: S
          on:
            Left: [{ set: left, value: "${action.id}" }]
            Right: [{ set: right, value: "${action.id}" }]
            Same: [{ set: left, value: "${action.id}" }, { set: right, value: "${action.id}" }]
            Given: [{ set: left, value: "${action.id}" }]
      """
      .replacingOccurrences(of: "SAMPLE", with: "01234567-89ab-4cde-8f01-23456789abcd"))
    // On the left: nothing, the text that looks like an id, the 36 letters that the constraint
    // suggests, or an id. On the right: nothing or an id. In addition, one id on both sides.
    #expect(try explore(spec).statistics.states == 4 * 2 + 1)
  }

  @Test("Violations with ids are shortened like those without")
  func shrinking() throws {
    let spec = try spec(
      Self.items + """

        invariants:
          second-stays: |
            size(store.S.items) != 2 || store.S.chosen == null
            || store.S.chosen != store.S.items[1].id || !store.S.items[1].isDone
        """)
    for strategy in [ExploreSettings.Strategy.random, .guided] {
      let exploration = try explore(spec) {
        $0.strategy = strategy
        $0.moves.only = ["Add", "Toggle", "Choose"]
        $0.mostStates = 3000
        $0.deepest = 50
      }
      let violation = try #require(exploration.violations.first)
      #expect(violation.script.lines.count == 4)
      #expect(violation.script.isConfirmed)
    }
  }

  @Test("Ids that are keys leave room for those that are not")
  func keysAndOthers() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { byId: "map(bool) = {}", ids: "list(string) = []", chosen: int = -1 } }
      actions:
        AddKey: { id: "string = ${uuid()}" }
        AddId: { id: "string = ${uuid()}" }
        Choose: { id: string }
      reducers:
        R:
          state: S
          on:
            AddKey: [{ set: "byId[action.id]", value: true, when: size(byId) < 5 }]
            AddId: [{ append: ids, value: "${action.id}", when: size(ids) < 3 }]
            Choose:
              - set: chosen
                value: 2
                when: size(byId) == 5 && size(ids) == 3 && ids[2] == action.id
      reachable:
        the-last: store.S.chosen == 2
      """)
    let exploration = try explore(spec)
    #expect(exploration.goals.map { $0.script != nil } == [true])
    #expect(exploration.takesIdentifiersAsAlike)
  }
}
