import CEL
import Foundation
import Suas
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// The number of states equals that of a hand-written model.
@Suite struct StateCountTests {
  /// Returns the number of states that are reachable from the first one.
  private func count<S: Hashable>(from first: S, _ next: (S) -> [S]) -> Int {
    var seen: Set<S> = [first]
    var waiting = [first]
    while let state = waiting.popLast() {
      for state in next(state) where seen.insert(state).inserted { waiting.append(state) }
    }
    return seen.count
  }

  @Test("The puzzle of two jugs has exactly its known states")
  func jugs() throws {
    let states = count(from: [0, 0]) { jugs in
      let (five, three) = (jugs[0], jugs[1])
      let (there, back) = (min(five, 3 - three), min(three, 5 - five))
      return [
        [5, three], [five, 3], [0, three], [five, 0], [five - there, three + there],
        [five + back, three - back],
      ]
    }
    #expect(try explore(puzzle("jugs")).statistics.states == states)
  }

  @Test("Lists have exactly the states up to the size limit", arguments: 1...4)
  func lists(size: Int) throws {
    let spec = try spec(
      """
      suas: 1
      types:
        Item: { title: string, isDone: bool = false }
      states:
        Todo:
          items: list(Item) = []
          isShown: bool = true
      actions: { Add: { title: string }, Toggle: { index: int }, Remove: { index: int }, Show: {} }
      reducers:
        R:
          state: Todo
          on:
            Add: [{ append: items, value: { title: "${action.title}" } }]
            Toggle: [{ toggle: "items[action.index].isDone" }]
            Remove: [{ remove-at: items, index: action.index, when: size(items) > 1 }]
            Show: [{ toggle: isShown }]
      """)
    struct Item: Hashable {
      var title: String
      var isDone = false
    }
    struct Todo: Hashable {
      var items: [Item] = []
      var isShown = true
    }
    let states = count(from: Todo()) { todo in
      var next: [Todo] = []
      func add(_ change: (inout Todo) -> Void) {
        var changed = todo
        change(&changed)
        next.append(changed)
      }
      if todo.items.count < size {
        for title in ["a", "", "b"] { add { $0.items.append(Item(title: title)) } }
      }
      for index in todo.items.indices {
        add { $0.items[index].isDone.toggle() }
        if todo.items.count > 1 { add { $0.items.remove(at: index) } }
      }
      add { $0.isShown.toggle() }
      return next
    }
    let exploration = try explore(spec) { $0.largest = size }
    #expect(exploration.statistics.states == states)
    #expect(exploration.violations.map(\.error.code) == ["index-out-of-range"] || size > 0)
  }

  private func todo() throws -> CompiledSpec {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("specs/todo/todo.yaml")
    return try spec(String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  /// Items have one of three titles, and are completed or not. Larger lists result from adding a
  /// new item, which is not completed.
  @Test("The todo list, and the larger lists that it leads to", arguments: [1, 2, 3])
  func todo(size: Int) throws {
    func power(_ base: Int, _ exponent: Int) -> Int {
      (0..<exponent).reduce(1) { power, _ in power * base }
    }
    func report(_ jobs: Int) throws -> Exploration {
      try explore(try todo()) {
        $0.largest = size
        $0.jobs = jobs
      }
    }
    let one = try report(1)
    #expect(one.statistics.states == (0...size).reduce(0) { $0 + power(6, $1) })
    #expect(one.statistics.tooLarge == power(6, size + 1) - power(3, size + 1))
    // Each of five rules refuses indices; the first error of each is the same on any number of
    // threads.
    #expect(one.violations.count == 5)
    for jobs in [2, 3] {
      let other = try report(jobs)
      #expect(other.statistics == one.statistics)
      #expect(other.violations.map(\.error) == one.violations.map(\.error))
    }
  }

  @Test("Records of other types that hold the same values are one state in an any")
  func anything() throws {
    let spec = try spec(
      """
      suas: 1
      types: { Left: { n: int }, Right: { n: int } }
      states: { S: { what: any = null } }
      actions: { PutLeft: { left: Left }, PutRight: { right: Right }, Clear: {} }
      reducers:
        R:
          state: S
          on:
            PutLeft: [{ set: what, value: "${action.left}" }]
            PutRight: [{ set: what, value: "${action.right}" }]
            Clear: [{ set: what, value: null }]
      """)
    let statistics = try explore(spec).statistics
    // Nothing, or the map of a record for each number that is tried: those from 0 up to the size of
    // the largest list, -1, and the largest int.
    #expect(statistics.states == 1 + 4)
    #expect(statistics.ending == .exhausted)
  }

  @Test("Two sub-states of one spec, each by itself and both together")
  func products() throws {
    let spec = try spec(
      """
      suas: 1
      enums: { Color: [red, green, blue] }
      states:
        Left: { n: int = 0 }
        Right: { color: Color = red }
      actions: { Step: {}, Paint: { color: Color }, Both: {} }
      reducers:
        L:
          state: Left
          on:
            Step: [{ set: n, value: "${(n + 1) % 5}" }]
            Both: [{ set: n, value: 7, when: n == 3 }]
        R:
          state: Right
          on:
            Paint: [{ set: color, value: "${action.color}" }]
            Both: [{ set: color, value: blue }]
      """)
    let states = count(from: [0, 0]) { state in
      [
        [(state[0] + 1) % 5, state[1]], [state[0], 0], [state[0], 1], [state[0], 2],
        [state[0] == 3 ? 7 : state[0], 2],
      ]
    }
    #expect(try explore(spec).statistics.states == states)
  }

  @Test("An effect is answered, fails, is answered late, or never")
  func effects() throws {
    let spec = try spec(
      """
      suas: 1
      enums: { Phase: [idle, waiting, done, failed] }
      states: { Page: { phase: Phase = idle } }
      actions: { Begin: {}, Finish: {}, Fail: {} }
      reducers:
        R:
          state: Page
          on:
            Begin: [{ set: phase, value: waiting }]
            Finish: [{ set: phase, value: done }]
            Fail: [{ set: phase, value: failed }]
      middleware:
        - name: loading
          on: [Begin]
          do: [{ next: same }, { dispatch: Load }]
        - async
      effects:
        Load:
          latest: true
          payload: {}
          run: { http: { url: "https://example.org/", timeout: 10s } }
          on-success: [{ dispatch: Finish }]
          on-failure: [{ dispatch: Fail }]
      reachable:
        done: store.Page.phase == "done"
        failed: store.Page.phase == "failed"
      """)
    let exploration = try explore(spec) {
      $0.moves.only = ["Begin"]
      $0.largest = 1
      $0.deepest = 4
    }
    #expect(exploration.goals.map { $0.script?.lines.count } == [2, 2])
    #expect(exploration.violations.isEmpty)
  }

  @Test(
    "With a store around them, the reducers come to the same states",
    arguments: ["jugs", "lights", "farmer", "cart"])
  func stages(name: String) throws {
    var settings = ExploreSettings()
    settings.deepest = 8
    let spec = try puzzle(name)
    let context = SearchContext(spec, from: Sandbox.Opening(of: spec), settings)
    var bare = BreadthFirst(context, settings, [try BareMachine(context)]) { _ in }
    var staged = BreadthFirst(context, settings, [try StagedMachine(context)]) { _ in }
    let (left, right) = (bare.run(), staged.run())
    #expect(left.statistics == right.statistics)
    #expect(left.violations.map(\.error) == right.violations.map(\.error))
  }
}
