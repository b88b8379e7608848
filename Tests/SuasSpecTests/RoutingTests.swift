import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// The reducers of a store that an action reaches: those of its spec that have rules for it, and
/// all hand-written ones.
@Suite struct RoutingTests {
  private static let counters = """
    suas: 1
    states: { Left: { n: int = 0 }, Right: { n: int = 0 }, Idle: { n: int = 0 } }
    actions:
      Both: {}
      OnlyRight: {}
      Nobodys: { amount: { type: int, where: self > 0 } }
    reducers:
      Left: { state: Left, on: { Both: [{ increment: n }] } }
      Right: { state: Right, on: { Both: [{ increment: n }], OnlyRight: [{ increment: n }] } }
      Idle: { state: Idle }
    """

  private static let others = """
    suas: 1
    states: { Other: { n: int = 0 } }
    actions: { Both: {}, OnlyOther: {} }
    reducers:
      Other: { state: Other, on: { Both: [{ increment: n, by: 10 }], OnlyOther: [{ increment: n }] } }
    """

  private func spec(_ text: String) throws -> CompiledSpec {
    try CompiledSpec(Source(name: "counters.yaml", text: text))
  }

  private func count(_ store: Store, _ key: String) throws -> Value {
    try #require(store.state[key] as? Record)[0]
  }

  @Test("Reducers of one spec get the actions that they have rules for")
  func oneSpec() throws {
    let spec = try spec(Self.counters)
    let store = Suas.createStore(reducer: spec.reducer)
    for name in ["Both", "OnlyRight", "Both"] { store.dispatch(action: try spec.action(name)) }
    #expect(try count(store, "Left") == 2)
    #expect(try count(store, "Right") == 3)
    #expect(try count(store, "Idle") == 0)
  }

  @Test("A reducer written by hand gets every action, wherever it stands")
  func handWritten() throws {
    let spec = try spec(Self.counters)
    let first = BlockReducer(initialState: [String](), stateKey: "first") { names, action in
      names + [(action as? SpecAction)?.name ?? "another"]
    }
    let last = BlockReducer(initialState: 0, stateKey: "last") { count, _ in count + 1 }
    struct Foreign: Action {}
    let store = Suas.createStore(reducer: first + spec.reducer + last)
    store.dispatch(action: try spec.action("OnlyRight"))
    store.dispatch(action: Foreign())
    store.dispatch(action: try spec.action("Both"))
    #expect(store.state["first"] as? [String] == ["OnlyRight", "another", "Both"])
    #expect(store.state["last"] as? Int == 3)
    #expect(try count(store, "Left") == 1)
    #expect(try count(store, "Right") == 2)
  }

  @Test("Two specs in one store have their own actions, whatever these are called")
  func twoSpecs() throws {
    let (spec, other) = (try spec(Self.counters), try self.spec(Self.others))
    let store = Suas.createStore(reducer: spec.reducer + other.reducer)
    store.dispatch(action: try spec.action("Both"))
    store.dispatch(action: try other.action("OnlyOther"))
    store.dispatch(action: try other.action("Both"))
    #expect(try count(store, "Left") == 1)
    #expect(try count(store, "Right") == 1)
    #expect(try count(store, "Other") == 11)
  }

  @Test("An action that breaks a constraint is refused though no reducer has rules for it")
  func refusedUnhandled() throws {
    let spec = try spec(Self.counters)
    let store = Suas.createStore(reducer: spec.reducer)
    nonisolated(unsafe) var codes: [String] = []
    store.addErrorListener { codes.append($0.code) }
    let nobodys = try spec.preparedAction("Nobodys", "amount")
    store.dispatch(action: nobodys(1))
    store.dispatch(action: nobodys(-1))
    store.dispatch(action: try self.spec(Self.others).action("OnlyOther"))
    #expect(codes == ["constraint-violated", "invalid-payload"])
  }
}
