import CEL
import Suas
import SuasSpec
import Testing

/// Prepared actions, whose names are looked up only once.
@Suite struct PreparedActionTests {
  let spec: CompiledSpec

  init() throws {
    spec = try CompiledSpec(
      yaml: """
        suas: 1
        enums: { Color: [red, green] }
        states:
          Log: { entries: "list(string) = []", ratio: double = 0.5, count: int = 0 }
        actions:
          Add:
            text: { type: string, where: size(self) < 10 }
            times: int = 1
            color: Color = red
            id: "string = ${uuid()}"
          Scale: { by: double }
          Skip: {}
        reducers:
          Log:
            state: Log
            on:
              Add: [{ append: entries, value: "${action.text} ${action.times} ${action.color}" }]
              Scale: [{ set: ratio, value: "${ratio * action.by}" }]
              Skip: [{ increment: count }]
        """)
  }

  func log(_ store: Store) throws -> [Value] {
    let record = try #require(store.state["Log"] as? Record)
    guard case .list(let entries) = record[0] else { return [] }
    return Array(entries)
  }

  @Test("Values go to the fields in the order of their names; other fields take their defaults")
  func order() throws {
    let store = Suas.createStore(reducer: spec.reducer)
    let add = try spec.preparedAction("Add", "times", "text")
    store.dispatch(action: add(2, "milk"))
    store.dispatch(action: try spec.preparedAction("Add", "text", "color")("tea", "green"))
    #expect(try log(store) == ["milk 2 red", "tea 1 green"])
  }

  @Test("An action without fields is made from no values")
  func empty() throws {
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(try spec.preparedAction("Skip")())
    #expect((store.state["Log"] as? Record)?[2] == 1)
  }

  @Test("A whole number is taken for a double")
  func wholeNumber() throws {
    let store = Suas.createStore(reducer: spec.reducer)
    try store.perform(try spec.preparedAction("Scale", "by")(3))
    #expect((store.state["Log"] as? Record)?[1] == 1.5)
  }

  @Test("A default that is made anew is made for each action")
  func lateDefaults() throws {
    let add = try spec.preparedAction("Add", "text")
    let ids = Set((0..<3).map { _ in "\(add("a").payload[3])" })
    #expect(ids.count == 3)
  }

  @Test("A prepared action equals the one that is made of a dictionary")
  func sameAsOrdinary() throws {
    let ordinary = try spec.action("Add", ["text": "a", "times": 7, "id": "1"])
    let prepared = try spec.preparedAction("Add", "id", "times", "text")("1", 7, "a")
    #expect(prepared.payload == ordinary.payload)
    #expect(prepared.name == "Add")
  }

  @Test(
    "A value that does not fit is refused when the action is dispatched, and told",
    arguments: [
      ("text", .int(1), "invalid-payload"), ("color", "blue", "invalid-payload"),
      ("times", 1.5, "invalid-payload"), ("text", "much too long", "constraint-violated"),
    ] as [(String, Value, String)])
  func unfit(field: String, value: Value, code: String) throws {
    let store = Suas.createStore(reducer: spec.reducer)
    let action =
      field == "text"
      ? try spec.preparedAction("Add", field)(value)
      : try spec.preparedAction("Add", "text", field)("a", value)
    do throws(ActionError) {
      try store.perform(action)
      Issue.record("nothing was refused")
    } catch {
      #expect(error.code == code)
    }
    #expect(try log(store) == [])
  }

  @Test(
    "What cannot be prepared is said when it is prepared",
    arguments: [
      (["Nothing"], "the spec declares no action 'Nothing'"),
      (["Scale"], "action 'Scale' is not made so: it needs its field 'by'"),
      (["Scale", "to"], "action 'Scale' is not made so: it has no field 'to'"),
      (["Scale", "by", "by"], "action 'Scale' is not made so: 'by' is named twice"),
    ])
  func unprepared(names: [String], message: String) {
    do throws(ActionError) {
      switch names.count {
      case 1: _ = try spec.preparedAction(names[0])
      case 2: _ = try spec.preparedAction(names[0], names[1])
      default: _ = try spec.preparedAction(names[0], names[1], names[2])
      }
      Issue.record("it was prepared")
    } catch {
      #expect(error.message == message)
      #expect(error.code == "invalid-payload")
    }
  }

  @Test("A wrong number of values is a precondition failure")
  func wrongNumber() async {
    await #expect(processExitsWith: .failure) {
      let spec = try PreparedActionTests().spec
      _ = try spec.preparedAction("Scale", "by")(1, 2)
    }
  }
}
