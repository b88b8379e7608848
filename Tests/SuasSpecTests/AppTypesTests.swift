import CEL
import Foundation
import Suas
import SuasSpec
import Testing
import YAML

// Not nested, so that its key is that of the spec.
struct Board: Codable, Equatable {
  var items: [AppTypesTests.Item] = []
  var color = AppTypesTests.Color.red
  var load = AppTypesTests.Load.idle
  var counts: [Int: Double] = [:]
  var flags: [Bool: String] = [:]
  var wait: Swift.Duration?
}

/// An app's own `Codable` types as actions and sub-states of a spec.
@Suite struct AppTypesTests {
  enum Color: String, Codable { case red, green }

  enum Load: Codable, Equatable {
    case idle
    case loaded(cities: [String])
  }

  struct Item: Codable, Equatable {
    var title: String
    var isDone = false
    var note: String?
    var due: Date?
  }

  struct AddItem: Action, Encodable {
    var title: String
    var note: String?
    var due: Date?
  }
  struct Replace: Action, Encodable {
    var items: [Item]
    var load: Load
  }
  struct SetColor: Action, Encodable { var color: Color }
  struct Clear: Action, Encodable {}

  static let yaml = """
    suas: 1
    enums: { Color: [red, green] }
    types:
      Item: { title: string, isDone: bool = false, note: string?, due: timestamp? }
    variants:
      Load: { idle: {}, loaded: { cities: list(string) } }
    states:
      Board:
        items: list(Item) = []
        color: Color = red
        load: Load = idle
        counts: map(int, double) = {}
        flags: map(bool, string) = {}
        wait: duration?
      Log: { lines: "list(string) = []" }
    actions:
      AddItem:
        title: { type: string, where: size(self) > 0 }
        note: string? = none
        due: timestamp?
        id: string = ${uuid()}
      Replace: { items: list(Item), load: Load }
      SetColor: { color: Color }
      Clear: {}
    reducers:
      Board:
        state: Board
        on:
          AddItem:
            - append: items
              value: { title: "${action.title}", note: "${action.note}", due: "${action.due}" }
          Replace:
            - { set: items, value: "${action.items}" }
            - { set: load, value: "${action.load}" }
          SetColor: [{ set: color, value: "${action.color}" }]
          Clear: [{ clear: items }]
      Log:
        state: Log
        on:
          AddItem: [{ append: lines, value: "${action.id}" }]
      Log2:
        state: Log
        stateKey: log2
        on:
          AddItem: [{ append: lines, value: "${action.id}" }]
    transitions:
      adding-adds: { on: [AddItem], that: size(new.Board.items) == size(old.Board.items) + 1 }
    """

  let spec: CompiledSpec
  let store: Store

  init() throws {
    spec = try CompiledSpec(Source(name: "board.yaml", text: Self.yaml))
    store = Suas.createStore(reducer: spec.reducer)
  }

  func refusal(_ action: any Action) -> ActionError? {
    do throws(ActionError) {
      try store.perform(action)
      return nil
    } catch {
      return error
    }
  }

  @Test("An Encodable action whose type bears a declared name is that action")
  func encodable() throws {
    store.dispatch(action: AddItem(title: "Milk"))
    store.dispatch(action: SetColor(color: .green))
    let board = try #require(store.state.value(forKeyOfType: Board.self))
    #expect(board == Board(items: [Item(title: "Milk")], color: .green))
    store.dispatch(action: Clear())
    #expect(store.state[forKeyOfType: Board.self]?.items == [])
  }

  @Test("Records, lists, cases and times of an action come through")
  func nested() throws {
    let due = Date(timeIntervalSinceReferenceDate: 1234.5)
    let items = [Item(title: "a", isDone: true, note: "n", due: due), Item(title: "b")]
    let load = Load.loaded(cities: ["Rome"])
    store.dispatch(action: Replace(items: items, load: load))
    #expect(store.state[forKeyOfType: Board.self] == Board(items: items, load: load))
  }

  @Test("A default such as a UUID is made once for all reducers")
  func lateDefault() throws {
    store.dispatch(action: AddItem(title: "Milk"))
    let first = try #require(store.state["Log"] as? Record)
    let second = try #require(store.state["log2"] as? Record)
    #expect(first == second)
    #expect("\(first)".count > 36)
  }

  @Test("nil is null where the field may be null, and else the field's default")
  func absent() throws {
    store.dispatch(action: AddItem(title: "Milk", note: nil))
    #expect(store.state[forKeyOfType: Board.self]?.items.first?.note == nil)
  }

  @Test("A hand-written reducer beside the spec is given the app's own action")
  func handWritten() throws {
    let titles = BlockReducer(initialState: [String](), stateKey: "titles") { state, action in
      (action as? AddItem).map { state + [$0.title] }
    }
    let store = Suas.createStore(reducer: titles + spec.reducer)
    store.dispatch(action: AddItem(title: "Milk"))
    #expect(store.state["titles"] as? [String] == ["Milk"])
    #expect(store.state[forKeyOfType: Board.self]?.items.count == 1)
  }

  @Test("An Encodable action that mismatches is refused as invalid-payload, and told")
  func mismatch() throws {
    enum Wrong {
      struct AddItem: Action, Encodable { var name = "Milk" }
      struct SetColor: Action, Encodable { var color = "blue" }
      struct Clear: Action, Encodable {
        func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
      }
    }
    nonisolated(unsafe) var told: [ActionError] = []
    store.addErrorListener { told.append($0) }
    store.dispatch(action: Wrong.AddItem())
    store.dispatch(action: Wrong.SetColor())
    store.dispatch(action: Wrong.Clear())
    store.dispatch(action: AddItem(title: ""))
    #expect(
      told.map(\.code) == [
        "invalid-payload", "invalid-payload", "invalid-payload", "constraint-violated",
      ])
    #expect(told[0].message == "action 'AddItem' is not made so: it has no field 'name'")
    #expect(told[1].message.contains("'color'"))
    #expect(told[2].message == "action 'Clear' is not made so: Clear is not encoded as fields")
    #expect(store.state[forKeyOfType: Board.self] == Board())
  }

  @Test("An Encodable action that no spec declares is refused if no other reducer could handle it")
  func undeclared() throws {
    struct AdItem: Action, Encodable { var title = "Milk" }
    struct Plain: Action {}
    let error = try #require(refusal(AdItem()))
    #expect(error.code == "invalid-payload")
    #expect(error.message == "no spec of the store declares 'AdItem'")
    #expect(refusal(Plain()) == nil)
    let other = try CompiledSpec(Source(name: "board.yaml", text: Self.yaml))
    #expect(refusal(try other.action("Clear"))?.code == "invalid-payload")
    let counter = BlockReducer(initialState: 0, stateKey: "count") { state, _ in state + 1 }
    let mixed = Suas.createStore(reducer: spec.reducer + counter)
    try mixed.perform(AdItem())
    #expect(mixed.state["count"] as? Int == 1)
    let silent = BlockReducer(initialState: 0, stateKey: "silent") { _, _ in nil }
    try Suas.createStore(reducer: spec.reducer + silent).perform(AdItem())
  }

  @Test("Two specs share a store, and each answers to its own actions")
  func twoSpecs() throws {
    let other = try CompiledSpec(
      Source(
        name: "other.yaml",
        text: """
          suas: 1
          states: { Count: { n: int = 0 } }
          actions: { Clear: {}, More: {} }
          reducers: { R: { state: Count, on: { Clear: [{ increment: n }], More: [{ increment: n }] } } }
          """))
    let store = Suas.createStore(reducer: spec.reducer + other.reducer)
    struct More: Action, Encodable {}
    struct Count: Decodable { var n: Int }
    store.dispatch(action: AddItem(title: "Milk"))
    store.dispatch(action: Clear())
    store.dispatch(action: More())
    try store.perform(try other.action("More"))
    #expect(store.state[forKey: "Count", ofType: Count.self]?.n == 3)
    #expect(store.state[forKeyOfType: Board.self]?.items == [])
  }

  @Test("A listener is told the app's own type, and its filter compares that")
  func listening() throws {
    nonisolated(unsafe) var told: [Int] = []
    store.addListener(
      forStateType: Board.self, if: { $0.items != $1.items },
      callback: { told.append($0.items.count) })
    store.dispatch(action: AddItem(title: "Milk"))
    store.dispatch(action: SetColor(color: .green))
    store.dispatch(action: AddItem(title: "Tea"))
    #expect(told == [1, 2])
  }

  @Test("A sub-state is read by key and type, or not at all")
  func reading() throws {
    struct Board: Decodable { var color: String }
    struct Other: Decodable { var colour: String }
    #expect(store.state[forKey: "Board", ofType: Board.self]?.color == "red")
    #expect(store.state.value(forKey: "Board", ofType: Other.self) == nil)
    #expect(store.state.value(forKey: "Board", ofType: Record.self) != nil)
    #expect(store.state.value(forKey: "Board", ofType: Value.self) != nil)
  }

  @Test("An app's own values are accepted as sub-states at creation and on reset")
  func adopting() throws {
    let board = Board(
      items: [Item(title: "Milk", due: .init(timeIntervalSinceReferenceDate: 0))], color: .green,
      load: .loaded(cities: []), counts: [3: 1, 1: 2.5], flags: [true: "yes"], wait: .seconds(90))
    let store = Suas.createStore(reducer: spec.reducer, state: board)
    #expect(store.state[forKeyOfType: Board.self] == board)
    store.dispatch(action: AddItem(title: "Tea"))
    #expect(store.state[forKeyOfType: Board.self]?.items.map(\.title) == ["Milk", "Tea"])
    store.reset(state: Board())
    #expect(store.state[forKeyOfType: Board.self] == Board())
    store.reset(state: board, forKey: "Board")
    #expect(store.state[forKeyOfType: Board.self] == board)
    store.resetFullState(["Board": Board(color: .green), "own": 1])
    #expect(store.state[forKeyOfType: Board.self]?.color == .green)
    #expect(store.state["own"] as? Int == 1)
    let other = Suas.createStore(
      reducer: spec.reducer, state: ["Board": ["color": "green"] as Value])
    #expect(other.state[forKeyOfType: Board.self]?.color == .green)
    other.reset(state: store.state)
    #expect(other.state[forKey: "Board", ofType: Record.self] == store.state["Board"] as? Record)
  }

  @Test("A value that does not fit the spec's state is a precondition failure that says why")
  func unfitState() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      struct Wrong: Encodable { var colour = "red" }
      let store = try AppTypesTests().store
      store.reset(state: Wrong(), forKey: "Board")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("the state for 'Board' does not fit"))
    #expect(text.contains("colour"))
  }

  @Test("URLs, UUIDs, sets and enums without texts are read and given as well")
  func kinds() throws {
    enum Color: Codable { case red, green }
    struct Site: Codable, Equatable {
      var address: URL
      var id: UUID
      var tags: Set<String>
      var color: Color
      var size: Float
      var small: UInt8
    }
    let spec = try CompiledSpec(
      Source(
        name: "site.yaml",
        text: """
          suas: 1
          enums: { Color: [red, green] }
          states:
            Site:
              address: string = "https://example.com/"
              id: string = "E220A839-7B1D-4DAF-AE78-9E6AA1B965F4"
              tags: list(string) = []
              color: Color = green
              size: double = 1
              small: int = 2
          reducers: { R: { state: Site } }
          """))
    let store = Suas.createStore(reducer: spec.reducer)
    let site = try #require(store.state[forKey: "Site", ofType: Site.self])
    #expect(site.address.host == "example.com")
    #expect(site.color == .green)
    let other = Site(
      address: URL(string: "https://example.com/a?b#c")!, id: UUID(), tags: ["a", "b"],
      color: .red, size: 0.5, small: 255)
    store.reset(state: other, forKey: "Site")
    #expect(store.state[forKey: "Site", ofType: Site.self] == other)
    #expect((store.state["Site"] as? Record)?[0] == "https://example.com/a?b#c")
  }

  @Test("A sub-state of a spec is written as JSON by any encoder")
  func json() throws {
    store.dispatch(
      action: Replace(
        items: [Item(title: "a/b", due: Date(timeIntervalSince1970: 0))],
        load: .loaded(cities: ["Rome"])))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let record = try #require(store.state["Board"] as? Record)
    #expect(
      String(decoding: try encoder.encode(record), as: UTF8.self) == """
        {"color":"red","counts":{},"flags":{},"items":[{"due":"1970-01-01T00:00:00Z",\
        "isDone":false,"note":null,"title":"a/b"}],"load":{"loaded":{"cities":["Rome"]}},\
        "wait":null}
        """)
    let action = try spec.action("SetColor", ["color": "green"])
    #expect(String(decoding: try encoder.encode(action), as: UTF8.self) == #"{"color":"green"}"#)
  }
}
