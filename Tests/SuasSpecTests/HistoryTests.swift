import CEL
import Suas
import SuasSpec
import Testing
import YAML

import func Support.threadTime

/// Histories of reducers' states, compared with a plain model.
@Suite struct HistoryTests {
  /// A list with its history in plain Swift.
  struct Model: Equatable {
    var present: [Int64] = []
    var past: [[Int64]] = []
    var future: [[Int64]] = []
    var group: String?
  }

  /// The settings of a history, in the notation of specs and for the model.
  struct Settings: CustomTestStringConvertible {
    var limit = 100
    /// The actions that make entries.
    var recorded: Set<String> = ["Add", "Drop", "Keep", "Refuse"]
    var text = ""
    var isGrouped = false

    var testDescription: String { text }
  }

  static let settings = [
    Settings(),
    Settings(limit: 1, text: "limit: 1"),
    Settings(limit: 3, text: "limit: 3, group: { Add: action.group }", isGrouped: true),
    Settings(recorded: ["Add", "Keep", "Refuse"], text: "ignore: Drop"),
    Settings(limit: 2, recorded: ["Drop"], text: "limit: 2, only: [Drop]"),
    Settings(recorded: [], text: "only: []"),
  ]

  static func spec(_ settings: Settings) throws -> CompiledSpec {
    try CompiledSpec(
      yaml: """
        suas: 1
        states: { S: { items: "list(int) = []" }, T: { last: string = "" } }
        actions:
          Add: { n: int, group: string? }
          Drop: { index: int }
          Keep: {}
          Refuse: {}
          Undo: {}
          Redo: {}
          Jump: { by: int }
          Clear: {}
        reducers:
          R:
            state: S
            history: { undo: Undo, redo: Redo, jump: Jump, clear: Clear, \(settings.text) }
            on:
              Add: [{ append: items, value: "${action.n}" }]
              Drop: [{ remove-at: items, index: action.index }]
              Keep: [{ set: items, value: "${items.map(i, i)}" }]
              Refuse: [{ append: items, value: 1 }, { fail: no }]
              Redo: [{ fail: full, when: size(items) > 6 }]
          U: { state: T, on: { Add: [{ set: last, value: "${string(action.n)}" }] } }
        invariants:
          no-nine: "!(9 in store.S.items)"
        transitions:
          no-history-beyond: { that: size(new.SHistory.past) <= \(settings.limit) }
        """)
  }

  /// Does what an action does; returns the keys that it changes, nil if it is refused.
  static func run(
    _ action: String, _ number: Int64, _ group: String?, _ model: inout Model, _ settings: Settings
  ) -> Set<String>? {
    let old = model
    func move(by distance: Int) -> Set<String> {
      var steps = 0
      while steps < abs(distance),
        let next = distance < 0 ? model.past.popLast() : model.future.popLast()
      {
        if distance < 0 {
          model.future.append(model.present)
        } else {
          model.past.append(model.present)
        }
        model.present = next
        steps += 1
      }
      guard steps > 0 else { return [] }
      model.group = nil
      return ["S", "SHistory"]
    }
    switch action {
    case "Undo": return move(by: -1)
    case "Redo":
      let keys = move(by: 1)
      guard model.present.count > 6 else { return keys }
      model = old
      return nil
    case "Jump": return move(by: Int(number))
    case "Clear":
      guard !(model.past + model.future).isEmpty else { return [] }
      (model.past, model.future, model.group) = ([], [], nil)
      return ["SHistory"]
    case "Add":
      guard number != 9 else { return nil }
      model.present.append(number)
    case "Drop":
      guard model.present.indices.contains(Int(number)) else { return nil }
      model.present.remove(at: Int(number))
    case "Keep": return ["S"]
    default: return nil
    }
    var keys: Set = ["S"]
    guard settings.recorded.contains(action) else { return keys }
    let group = settings.isGrouped && action == "Add" ? group : nil
    if group == nil || group != model.group || model.past.isEmpty {
      model.past.append(old.present)
      if model.past.count > settings.limit { model.past.removeFirst() }
      keys.insert("SHistory")
    }
    if !model.future.isEmpty { keys.insert("SHistory") }
    model.future = []
    model.group = group
    return keys
  }

  static func model(of state: Store.State) throws -> Model {
    let present = try #require(state["S"] as? Record)
    let history = try #require(state["SHistory"] as? Record)
    func items(_ value: Value) throws -> [Int64] {
      guard case .record(let record) = value, case .list(let list) = record[0] else {
        throw ActionError(code: "test", message: "no state", place: nil)
      }
      return list.compactMap { if case .int(let number) = $0 { number } else { nil } }
    }
    func states(_ value: Value) throws -> [[Int64]] {
      guard case .list(let list) = value else { return [] }
      return try list.map(items)
    }
    var group: String?
    if case .string(let text) = history[2] { group = text }
    return Model(
      present: try items(.record(present)), past: try states(history[0]),
      future: try states(history[1]), group: group)
  }

  static func action(
    of spec: CompiledSpec, _ random: inout SplitMix64
  ) throws -> (action: SpecAction, name: String, number: Int64, group: String?) {
    let names = [
      "Add", "Add", "Add", "Add", "Drop", "Keep", "Refuse", "Undo", "Undo", "Redo", "Redo", "Jump",
    ]
    let name =
      Int.random(in: 0..<30, using: &random) == 0
      ? "Clear" : names[Int.random(in: 0..<names.count, using: &random)]
    let number = Int64.random(in: name == "Jump" ? -4...4 : 0...9, using: &random)
    let group = [nil, "a", "b"][Int.random(in: 0..<3, using: &random)]
    let payload: [String: Value] =
      switch name {
      case "Add": ["n": .int(number), "group": group.map(Value.string) ?? .null]
      case "Drop": ["index": .int(number)]
      case "Jump": ["by": .int(number)]
      default: [:]
      }
    return (try spec.action(name, payload), name, number, group)
  }

  @Test(
    "A history is what the model says after any actions", arguments: settings.indices, 0..<6)
  func matchesModel(settings index: Int, seed: Int) throws {
    let settings = Self.settings[index]
    let spec = try Self.spec(settings)
    var random = SplitMix64(seed: UInt64(seed))
    let store = createStore(reducer: spec.reducer)
    var changed: Set<String> = []
    store.observe { changed = Set($0.changedKeys) }
    var model = Model()
    var kept: [(state: Store.State, model: Model)] = []
    for _ in 0..<400 {
      let (action, name, number, group) = try Self.action(of: spec, &random)
      let expected = Self.run(name, number, group, &model, settings)
      changed = []
      do throws(ActionError) {
        try store.perform(action)
        #expect(expected != nil, "\(name) \(number)")
      } catch {
        #expect(expected == nil, "\(error)")
      }
      #expect(changed.subtracting(["T"]) == expected ?? [], "\(name) \(number)")
      #expect(try Self.model(of: store.state) == model, "\(name) \(number)")
      if seed.isMultiple(of: 2) { kept.append((store.state, model)) }
    }
    for (state, model) in kept { #expect(try Self.model(of: state) == model) }
  }

  @Test("A search does with histories what a store does", arguments: settings.indices)
  func search(settings index: Int) throws {
    let spec = try Self.spec(Self.settings[index])
    var random = SplitMix64(seed: 7)
    let store = createStore(reducer: spec.reducer)
    let bare = BareReducers(spec)
    for _ in 0..<400 {
      let (action, name, _, _) = try Self.action(of: spec, &random)
      let before = bare.store
      let id = try #require(spec.actionType(name)?.id)
      // The search tries each action twice, the first time to take it back.
      try? bare.run(action, id: id)
      bare.takeBack()
      #expect(bare.store == before)
      do throws(ActionError) {
        try bare.run(action, id: id)
        try spec.judgeInvariants(bare.store)
        bare.keep()
      } catch {
        bare.takeBack()
      }
      try? store.perform(action)
      #expect(bare.store == spec.store.record(of: store.state), "\(name)")
    }
  }

  @Test("Undoing and redoing of everything gives the same states again")
  func roundTrip() throws {
    let spec = try Self.spec(Self.settings[0])
    let store = createStore(reducer: spec.reducer)
    for number in 1...6 {
      store.dispatch(action: try spec.action("Add", ["n": .int(Int64(number))]))
    }
    let (first, last) = (try Self.model(of: store.state).past[0], try Self.model(of: store.state))
    store.dispatch(action: try spec.action("Jump", ["by": .int(.min)]))
    #expect(try Self.model(of: store.state).present == first)
    store.dispatch(action: try spec.action("Jump", ["by": .int(.max)]))
    #expect(try Self.model(of: store.state) == last)
  }

  @Test("A history of a hundred versions of a long list shares what did not change")
  func sharing() throws {
    let spec = try CompiledSpec(
      yaml: """
        suas: 1
        types: { Item: { title: string } }
        states: { S: { items: "list(Item) = []", byKey: "map(Item) = {}" } }
        actions: { Fill: { items: list(Item) }, Add: { title: string }, Put: { key: string }, Undo: {} }
        reducers:
          R:
            state: S
            history: { undo: Undo }
            on:
              Fill:
                - { set: items, value: "${action.items}" }
                - for-each: items
                  do: [{ set: "byKey[item.title]", value: "${item}" }]
              Add: [{ append: items, value: { title: "${action.title}" } }]
              Put: [{ set: "byKey[action.key]", value: { title: new } }]
        """)
    let store = createStore(reducer: spec.reducer)
    let items = (0..<100_000).map { Value.map(Map.of("title", .string("item \($0)"))) }
    store.dispatch(action: try spec.action("Fill", ["items": .list(List(items))]))
    let add = try spec.action("Add", ["title": "x"])
    let put = try spec.action("Put", ["key": "item 50000"])
    let start = threadTime()
    for _ in 0..<500 {
      store.dispatch(action: add)
      store.dispatch(action: put)
    }
    // A copy or a comparison of everything would take minutes.
    #expect(threadTime() - start < .seconds(5))
    let past = try #require(store.state["SHistory"] as? Record)[0]
    guard case .list(let states) = past else { return #expect(Bool(false)) }
    #expect(states.count == 100)
  }

  static let mistakes: [(history: String, mistake: String)] = [
    ("{ limit: 0 }", "invalid-literal 0"),
    ("{ limit: -3 }", "invalid-literal -3"),
    ("{ limit: many }", "type-mismatch many"),
    ("{ jump: Undo }", "unknown-field Undo"),
    ("{ jump: Far }", "unknown-field Far"),
    ("{ ignore: [Add], only: [Add] }", "conflicting-keys only"),
    ("{ undo: Undo, redo: Undo }", "conflicting-keys Undo"),
    ("{ undo: Undoo }", "unknown-action Undoo"),
    ("{ ignore: Nope }", "unknown-action Nope"),
    ("{ only: [Nope] }", "unknown-action Nope"),
    ("{ group: { Nope: 1 } }", "unknown-action Nope"),
    ("{ group: { Add: action.wrod } }", "unknown-field wrod"),
    ("{ group: { Add: n } }", "undeclared-name n"),
    ("{ group: [Add] }", "wrong-kind [Add]"),
    ("{ undo: [Undo] }", "wrong-kind [Undo]"),
    ("{ undoo: Undo }", "unknown-key undoo"),
    ("yes", "wrong-kind yes"),
    ("{ undo: Undo } }\n  Other: { state: T, stateKey: SHistory", "duplicate-state-key SHistory"),
    ("{} }\n  Other: { state: T, stateKey: SHistory, history: {}", "duplicate-state-key SHistory"),
  ]

  @Test("A history is checked", arguments: mistakes)
  func isChecked(history: String, mistake: String) throws {
    let text = """
      suas: 1
      states: { S: { items: "list(int) = []" }, T: { a: int = 0 } }
      actions: { Add: { n: int }, Undo: {}, Far: { by: string } }
      reducers:
        R: { state: S, on: { Add: [{ append: items, value: 1 }] }, history: \(history) }
      """
    do throws(Diagnostics) {
      _ = try CompiledSpec(yaml: text)
      Issue.record("nothing is found")
    } catch {
      let found = error.items.map { item in
        guard case .range(let range) = item.place else { return item.code.rawValue }
        return "\(item.code.rawValue) \(range.text)"
      }
      #expect(found == [mistake])
    }
  }

  @Test("An error in a group refuses the action, and leaves everything as it was")
  func groupError() throws {
    let spec = try CompiledSpec(
      yaml: """
        suas: 1
        states: { S: { items: "list(int) = []" } }
        actions: { Add: { n: int } }
        reducers:
          R:
            state: S
            history: { group: { Add: 1 / action.n } }
            on: { Add: [{ append: items, value: "${action.n}" }] }
        """)
    let store = createStore(reducer: spec.reducer)
    try store.perform(try spec.action("Add", ["n": 1]))
    let before = spec.store.record(of: store.state)
    #expect(throws: ActionError.self) { try store.perform(try spec.action("Add", ["n": 0])) }
    #expect(spec.store.record(of: store.state) == before)
  }

  @Test("A reducer may have a history and no rules")
  func withoutRules() throws {
    let spec = try CompiledSpec(
      yaml: """
        suas: 1
        states: { S: { n: int = 1 } }
        actions: { Undo: { why: string = "" } }
        reducers: { R: { state: S, stateKey: s, history: { undo: Undo } } }
        """)
    let store = createStore(reducer: spec.reducer)
    store.reset(
      state: try #require(Value(mapOf: ["past": [["n": 5]], "future": []])), forKey: "sHistory")
    store.dispatch(action: try spec.action("Undo"))
    #expect((store.state["s"] as? Record)?[0] == .int(5))
  }
}

extension Map {
  fileprivate static func of(_ key: String, _ value: Value) -> Map {
    var map = Map()
    map[.string(key)] = value
    return map
  }
}

extension Value {
  /// Creates a history from plain numbers.
  fileprivate init?(mapOf history: [String: [[String: Int64]]]) {
    var map = Map()
    for (key, states) in history.sorted(by: { $0.key < $1.key }) {
      map[.string(key)] = .list(
        List(
          states.map { state in
            var fields = Map()
            for (name, number) in state { fields[.string(name)] = .int(number) }
            return .map(fields)
          }))
    }
    self = .map(map)
  }
}
