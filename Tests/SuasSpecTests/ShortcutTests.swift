import CEL
import Suas
import SuasSpec
import Testing
import Values
import YAML

@testable import SuasDocs
@testable import SuasEngine
@testable import SuasLanguage
@testable import SuasProgram
@testable import SuasRuntime

/// Rules that read only the state and the payload are executed without a frame.
@Suite struct ShortcutTests {
  struct Sample: CustomTestStringConvertible {
    let action: String
    let rules: String
    let hasShortcut: Bool
    /// True if the shortcut can be taken in the initial state, for the first element.
    let isOpen: Bool

    init(_ action: String, _ rules: String, hasShortcut: Bool = true, isOpen: Bool? = nil) {
      self.action = action
      self.rules = rules
      self.hasShortcut = hasShortcut
      self.isOpen = isOpen ?? hasShortcut
    }

    var testDescription: String { "\(action): \(rules)" }
  }

  static let samples = [
    Sample("One", "{ toggle: 'todos[action.index].isCompleted' }"),
    Sample("All", "{ toggle: 'todos[action.index].isCompleted' }"),
    Sample("One", "{ toggle: isOpen }"),
    Sample("One", "{ increment: count }"),
    Sample("Two", "{ decrement: 'todos[action.other].stars', by: 3 }"),
    Sample(
      "All", "{ append: todos, value: { title: '${action.text}', stars: '${action.other}' } }"),
    Sample("Two", "{ prepend: numbers, value: '${action.other}' }"),
    Sample("One", "{ append: numbers, value: 7 }"),
    Sample("One", "{ remove-at: todos, index: action.index }"),
    Sample("Two", "{ move: todos, from: action.index, to: action.other }"),
    Sample("All", "{ swap: numbers, from: action.index, to: action.other }"),
    Sample("All", "{ set: name, value: '${action.text}' }"),
    Sample("All", "{ set: 'todos[action.index].title', value: '${action.text}' }"),
    Sample("One", "{ set: note, value: '${string(action.index)}' }", hasShortcut: false),
    // A null may be an absent case, which only the rule can recognize.
    Sample("All", "{ set: note, value: '${action.text}' }", isOpen: false),
    Sample("One", "{ increment: most }", isOpen: false),
    Sample("One", "{ increment: 'todos[action.index].most' }", isOpen: false),
    Sample("One", "{ increment: load.failed.retries }", hasShortcut: false),
    Sample("One", "{ toggle: load.done.on }", hasShortcut: false),
    Sample(
      "All", "{ set: load.failed, value: { retries: '${action.other}' } }", hasShortcut: false),
    Sample("One", "{ increment: weight, by: 0.5 }"),
    Sample("One", "{ decrement: left, by: \"duration('90s')\" }"),
    Sample("Two", "{ remove-at: loose, index: action.other }"),
    Sample("One", "{ toggle: 'byNumber[action.index].isCompleted' }", isOpen: false),
    Sample("One", "{ reset: todos }"),
    Sample("One", "{ toggle: 'todos[action.index + 1].isCompleted' }", hasShortcut: false),
    Sample("One", "{ toggle: 'todos[0].isCompleted' }", hasShortcut: false),
    Sample("One", "{ toggle: isOpen, when: state.count < 3 }", hasShortcut: false),
    Sample("One", "{ increment: count }, { increment: count }", hasShortcut: false),
    Sample("Two", "{ increment: count, by: action.other }", hasShortcut: false),
    Sample("All", "{ set: 'scores[action.text]', value: '${action.other}' }", hasShortcut: false),
  ]

  private func spec(_ sample: Sample) throws -> CompiledSpec {
    try CompiledSpec(
      yaml: """
        suas: 1
        types:
          Todo: { title: string, isCompleted: bool = false, stars: int = 0, most: "int = \(Int64.max)" }
        variants:
          Load: { done: { on: bool }, failed: { retries: int } }
        states:
          Main:
            todos:
              type: list(Todo)
              default: [\((0..<60).map { "{ title: t\($0) }" }.joined(separator: ", "))]
            numbers: { type: list(int), default: \(Array(0..<60)) }
            most: int = \(Int64.max)
            load: { type: Load, default: { failed: { retries: 0 } } }
            weight: double = 0.25
            left: duration = 1h
            loose: { type: any, default: [1, two, 3] }
            byNumber: { type: "map(int, Todo)", default: { 0: { title: zero } } }
            isOpen: bool = false
            count: int = 0
            name: string = ""
            note: string?
            scores: "map(int) = {}"
          Judge: { count: int = 0 }
        actions:
          One: { index: int }
          Two: { index: int, other: int }
          All: { index: int, other: int, text: string }
        reducers:
          Main: { state: Main, on: { \(sample.action): [\(sample.rules)] } }
          Judge:
            state: Judge
            on:
              \(sample.action):
                - increment: count
                - fail: not this one
                  when: action.index == 2
        """)
  }

  private func action(
    _ sample: Sample, of spec: CompiledSpec, _ random: inout SplitMix64
  ) throws -> SpecAction {
    let ints: [Value] = [0, 0, 1, 1, 2, 3, 20, -1, .int(3_000_000_000), .int(.min)]
    func int() -> Value { ints[Int.random(in: ints.indices, using: &random)] }
    var payload: [String: Value] = ["index": int()]
    if sample.action != "One" { payload["other"] = int() }
    if sample.action == "All" {
      payload["text"] = .string(
        String(repeating: "text ", count: Int.random(in: 0..<9, using: &random)))
    }
    return try spec.action(sample.action, SpecAction.Payload(payload))
  }

  @Test("A rule has the same result with and without its shortcut", arguments: samples)
  func same(sample: Sample) throws {
    let short = try spec(sample)
    var long = try spec(sample)
    // If the cost is limited, it has to be counted.
    long.limits.cost = 900
    let shortStore = Suas.createStore(reducer: short.reducer)
    let longStore = Suas.createStore(reducer: long.reducer)
    var random = SplitMix64(seed: 7)
    var kept: [(state: Store.State, description: String)] = []
    for number in 0..<300 {
      var again = random
      let refusal = refusal(of: try action(sample, of: short, &random), by: shortStore)
      #expect(refusal == self.refusal(of: try action(sample, of: long, &again), by: longStore))
      for key in ["Main", "Judge"] {
        #expect(shortStore.state[key] as? Record == longStore.state[key] as? Record)
      }
      if number.isMultiple(of: 30) {
        kept.append((shortStore.state, shortStore.state.description))
      }
    }
    for (state, description) in kept { #expect(state.description == description) }
  }

  @Test(
    "A store does the same where the layout of Swift's own types is not known", arguments: samples)
  func unknownLayouts(sample: Sample) throws {
    let spec = try spec(sample)
    /// A store with a listener, and a search.
    func make() -> (store: Store, told: Told, search: BareReducers) {
      let store = Suas.createStore(reducer: spec.reducer)
      let told = Told()
      store.addListener(forStateType: Record.self, stateKey: "Main") { told.records.append($0) }
      return (store, told, BareReducers(spec))
    }
    let fast = make()
    let slow = LayoutAssumptions.$replaced.withValue(LayoutAssumptions.none) { make() }
    var random = SplitMix64(seed: 5)
    for _ in 0..<100 {
      let action = try action(sample, of: spec, &random)
      #expect(refusal(of: action, by: fast.store) == refusal(of: action, by: slow.store))
      for key in ["Main", "Judge"] {
        #expect(fast.store.state[key] as? Record == slow.store.state[key] as? Record)
      }
      for search in [fast.search, slow.search] {
        do throws(ActionError) {
          try search.run(action, id: action.type.id)
        } catch {
          search.takeBack()
        }
        if sample.action == "Two" { search.takeBack() }
      }
      #expect(fast.search.store == slow.search.store)
    }
    struct Foreign: Action {}
    #expect(fast.told.records == slow.told.records)
    fast.store.dispatch(action: Foreign())
    slow.store.dispatch(action: Foreign())
    #expect(fast.store.state["Main"] as? Record == slow.store.state["Main"] as? Record)
  }

  private final class Told: @unchecked Sendable {
    var records: [Record] = []
  }

  private func refusal(of action: SpecAction, by store: Store) -> String? {
    do throws(ActionError) {
      try store.perform(action)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Rules that need no evaluation have a shortcut", arguments: samples)
  func has(sample: Sample) throws {
    let spec = try spec(sample)
    let shortcuts = spec.reducers[0].rules.shortcuts
    #expect(shortcuts.indices.count == 1)
    #expect(shortcuts.call(0) { $0 !== Shortcut.absent } == sample.hasShortcut)
    var payload: [String: Value] = ["index": 0]
    if sample.action != "One" { payload["other"] = 1 }
    if sample.action == "All" { payload["text"] = "text" }
    let action = try spec.action(sample.action, SpecAction.Payload(payload))
    var state = spec.reducers[0].initial
    let run = ReducerRun(spec.reducers[0], spec.limits, spec.checked.types, nil)
    let isDone = withBorrow(of: action) { action in
      withInout(to: &state) { state in
        shortcuts.call(0) { $0.run(state, action, run.execution) }
      }
    }
    #expect(isDone == sample.isOpen)
    #expect(run.execution.log.changes.count == (isDone ? 1 : 0))
    if isDone { withInout(to: &state) { run.undo(in: $0) } }
    #expect(state == spec.reducers[0].initial)
  }

  @Test("A search has the same result with and without shortcuts", arguments: samples)
  func searched(sample: Sample) throws {
    let short = try spec(sample)
    var long = try spec(sample)
    long.limits.cost = 900
    let (quick, slow) = (BareReducers(short), BareReducers(long))
    var random = SplitMix64(seed: 11)
    for number in 0..<300 {
      var again = random
      let action = try action(sample, of: short, &random)
      let other = try self.action(sample, of: long, &again)
      let before = quick.store
      let isRefused = refusal(of: action, by: quick)
      #expect(isRefused == refusal(of: other, by: slow))
      #expect(quick.store == slow.store)
      if isRefused != nil || number.isMultiple(of: 3) {
        quick.takeBack()
        slow.takeBack()
        #expect(quick.store == before)
        #expect(slow.store == before)
      }
    }
  }

  private func refusal(of action: SpecAction, by reducers: BareReducers) -> String? {
    do throws(ActionError) {
      try reducers.run(action, id: action.type.id)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("A constraint of the state is checked even if the rule has a shortcut")
  func constrained() throws {
    let spec = try CompiledSpec(
      yaml: """
        suas: 1
        states: { Main: { count: { type: int, default: 0, where: self < 2 } } }
        actions: { Add: {} }
        reducers: { Main: { state: Main, on: { Add: [{ increment: count }] } } }
        """)
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(spec.action("Add"))
    let error = #expect(throws: ActionError.self) { try store.perform(spec.action("Add")) }
    #expect(error?.code == "constraint-violated")
    #expect((store.state["Main"] as? Record)?[0] == 1)
  }
}
