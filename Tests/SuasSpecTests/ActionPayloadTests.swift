import CEL
import Suas
import SuasSpec
import Testing

/// Payloads that are named, and payloads of ints, which have no record of their own.
@Suite struct ActionPayloadTests {
  let spec: CompiledSpec

  init() throws {
    spec = try CompiledSpec(
      yaml: """
        suas: 1
        states:
          Log: { last: any = null, kept: "list(any) = []", sum: int = 0 }
        actions:
          One: { a: int }
          Two: { a: int, b: int }
          Three: { a: int, b: string, c: bool }
        reducers:
          Log:
            state: Log
            on:
              One: [{ append: kept, value: "${action}" }, { increment: sum, by: action.a }]
              Two: [{ append: kept, value: "${action}" }, { increment: sum, by: action.a - action.b }]
              Three: [{ set: last, value: "${action.b}" }, { increment: sum, by: action.a }]
        """)
  }

  private func log(_ store: Store) throws -> Record {
    try #require(store.state.value(forKey: "Log", ofType: Record.self))
  }

  @Test func `An action fits into an existential`() {
    #expect(MemoryLayout<SpecAction>.size <= 3 * MemoryLayout<Int>.size)
  }

  @Test(
    arguments: [(1, 2), (-1, 5), (Int64(Int32.max), Int64(Int32.min)), (.max, 1), (1, .min)]
      as [(Int64, Int64)])
  func `An action of ints has its payload`(a: Int64, b: Int64) throws {
    let one = try spec.preparedAction("One", "a")(a)
    #expect(one.name == "One" && Array(one.payload.fields) == [.int(a)])
    let named = try spec.action("Two", ["b": .int(b), "a": .int(a)])
    let prepared = try spec.preparedAction("Two", "a", "b")(a, b)
    #expect(named.payload == prepared.payload)
    #expect(Array(prepared.payload.fields) == [.int(a), .int(b)])
  }

  private struct Edit: Suas.Action, Encodable {
    struct Changes: Encodable {
      var title: String?
      var note: String?
    }
    var changes: Changes
  }

  @Test(
    arguments: [("Tea", nil), (nil, "now"), ("Tea", "now"), (nil, nil)] as [(String?, String?)])
  func `A field that is nil in Swift is no part of a partial record`(
    title: String?, note: String?
  ) throws {
    let spec = try CompiledSpec(
      yaml: """
        suas: 1
        types: { Item: { title: string, note: string? } }
        states: { Form: { item: { type: Item, default: { title: Milk, note: later } } } }
        actions: { Edit: { changes: partial(Item) } }
        reducers:
          Form:
            state: Form
            on: { Edit: [{ merge: item, value: "${action.changes}" }] }
        """)
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(Edit(changes: Edit.Changes(title: title, note: note)))
    let form = try #require(store.state.value(forKey: "Form", ofType: Record.self))
    guard case .record(let item) = form[0] else { return #expect(Bool(false)) }
    #expect(Array(item.fields) == [.string(title ?? "Milk"), .string(note ?? "later")])
  }

  @Test func `What rules keep of a payload stays when the next action comes`() throws {
    let store = Suas.createStore(reducer: spec.reducer)
    let one = try spec.preparedAction("One", "a")
    for number in 1...3 { store.dispatch(action: one(number)) }
    try store.perform(try spec.action("Two", ["a": 10, "b": 4]))
    try store.perform(try spec.action("Two", ["a": 20, "b": 5]))
    let record = try log(store)
    guard case .list(let kept) = record[1] else { return #expect(Bool(false)) }
    let fields = kept.map { value in
      if case .map(let payload) = value { payload.map(\.value) } else { [Value]() }
    }
    #expect(fields == [[1], [2], [3], [10, 4], [20, 5]])
    #expect(record[2] == 27)
  }

  @Test func `Values go to the fields that bear their names, in whatever order`() throws {
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(try spec.action("Three", ["c": true, "a": 3, "b": "x"]))
    try store.perform(try spec.action("Three", ["a": 4, "b": "y", "c": false] as [String: Value]))
    #expect(try log(store)[0] == "y" && log(store)[2] == 7)
  }

  @Test(
    arguments: [
      ("One", ["b": 1], "it has no field 'b'"), ("One", [:], "it needs its field 'a'"),
      ("Two", ["a": 1, "a": 2], "'a' is named twice"), ("One", ["a": "x"], "'a': "),
      ("Three", ["a": 1, "b": "x"], "it needs its field 'c'"), ("None", [:], "no action 'None'"),
    ] as [(String, SpecAction.Payload, String)])
  func `What does not fit is refused`(
    name: String, payload: SpecAction.Payload, message: String
  ) {
    let error = #expect(throws: ActionError.self) { try spec.action(name, payload) }
    #expect(error?.code == "invalid-payload")
    #expect(error?.message.contains(message) == true)
  }
}
