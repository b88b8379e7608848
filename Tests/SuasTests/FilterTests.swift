import Suas
import Testing

@Suite("Filters")
struct FilterTests {
  @Test func `alwaysFilter lets equal values pass, stateChangedFilter does not`() {
    #expect(alwaysFilter(old: 1, new: 1))
    #expect(!stateChangedFilter(old: Counter(value: 1), new: Counter(value: 1)))
    #expect(stateChangedFilter(old: Counter(value: 1), new: Counter(value: 2)))
    #expect(!EqualsFilter(old: [1], new: [1]))
  }

  @Test func `Sub-states that cannot be compared count as changed where whole states are compared`()
  {
    struct Opaque {}
    let state: Store.State = ["opaque": Opaque()]
    #expect(stateChangedFilter(old: state, new: state))
  }

  @Test func `A type can say itself what is equal`() {
    struct Caseless: SuasDynamicEquatable {
      var text: String
      func isEqual(to other: Any) -> Bool {
        (other as? Caseless)?.text.lowercased() == text.lowercased()
      }
    }
    #expect(!stateChangedFilter(old: Caseless(text: "A"), new: Caseless(text: "a")))
  }

  @Test func `An Equatable type has only to declare that it is dynamically equatable`() {
    struct Point: Equatable, SuasDynamicEquatable { var x: Int }
    #expect(Point(x: 1).isEqual(to: Point(x: 1)))
    #expect(!Point(x: 1).isEqual(to: 1))
  }

  @Test func `Whole states are equal if all sub-states are`() {
    let state: Store.State = ["a": 1, "b": "x"]
    #expect(!stateChangedFilter(old: state, new: ["b": "x", "a": 1]))
    #expect(stateChangedFilter(old: state, new: ["a": 2, "b": "x"]))
    #expect(stateChangedFilter(old: state, new: ["a": 1]))
  }

  @Test func `Filters go where listeners are added`() {
    let reducer = BlockReducer(initialState: Counter()) { state, action in
      (action as? Increment).map { Counter(value: state.value + $0.amount) }
    }
    let store = createStore(reducer: reducer)
    nonisolated(unsafe) var told: [String] = []
    store.addListener(forStateType: Counter.self, if: stateChangedFilter) { _ in
      told.append("keyed")
    }
    store.addListener(if: stateChangedFilter) { _ in told.append("whole") }
    store.addListener(if: alwaysFilter) { _ in told.append("always") }
    store.dispatch(action: Increment(amount: 0))
    #expect(told == ["always"])
    store.dispatch(action: Increment())
    #expect(told == ["always", "keyed", "whole", "always"])
  }
}
