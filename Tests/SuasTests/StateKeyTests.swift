import Testing

@testable import Suas

enum Login {
  struct State: Equatable { var user = "" }
}

enum Cart {
  struct State: Equatable { var items: [String] = [] }
  struct Page<Item: Sendable>: Equatable { var number = 0 }
}

extension Login.State {
  struct Problem: Equatable { var text = "" }
}

extension StateKey<Int> {
  static let total = StateKey("total")
}

@Suite("State keys")
struct StateKeyTests {
  struct SetTotal: Action { var total: Int }

  @Test func `A nested type's key has the names of the types around it`() {
    let store = createStore(
      reducer: BlockReducer(initialState: Login.State()) { _, _ in nil }
        + BlockReducer(initialState: Cart.State()) { _, _ in nil }
        + BlockReducer(initialState: Login.State.Problem()) { _, _ in nil })
    #expect(store.state.keys == ["Login.State", "Cart.State", "Login.State.Problem"])
    #expect(store.state.value(forKeyOfType: Cart.State.self) == Cart.State())
  }

  @Test func `A key has neither modules nor unnamed contexts`() {
    struct Local: Equatable {}
    func key(_ type: Any.Type) -> String { stateKey(for: type) }
    #expect(key(Int.self) == "Int")
    #expect(key(Counter.self) == "Counter")
    #expect(key([Login.State].self) == "Array<Login.State>")
    #expect(key([String: Counter?].self) == "Dictionary<String, Optional<Counter>>")
    #expect(key(Cart.Page<Login.State>.self) == "Cart.Page<Login.State>")
    #expect(key(Local.self) == "StateKeyTests.Local" || key(Local.self) == "Local")
    #expect(key((Int, Counter).self) == "(Int, Counter)")
    #expect(key((any CustomStringConvertible).self) == "CustomStringConvertible")
  }

  @Test(arguments: [
    ("Shop.Item", "Item"), ("Shop.Cart.Item", "Cart.Item"),
    ("Shop.Box<Shop.Item, Swift.Int>", "Box<Item, Int>"),
    ("Shop.Box<Shop.Item>.Lid", "Box<Item>.Lid"),
    ("Shop.(Item in _A1B2)", "Item"), ("Shop.Cart.(Item in _A1B2).Part", "Cart.Item.Part"),
    ("Shop.(unknown context at $7f00).Item", "Item"),
    ("Shop.(unknown context at $7f00).(Item in _A1B2)", "Item"),
    ("(extension in Shop):Cart.Basket.Item", "Basket.Item"),
    ("Swift.Optional<any Shop.Item>", "Optional<any Item>"),
    ("(Shop.Item) -> Swift.Int", "(Item) -> Int"), ("Item", "Item"),
  ])
  func `Full names are shortened`(name: String, key: String) {
    #expect(shortened(typeName: name) == key)
  }

  @Test func `A key with its type reads, listens and resets without naming the type`() {
    let store = createStore(
      reducer: BlockReducer(initialState: 1, stateKey: .total) { _, action in
        (action as? SetTotal)?.total
      })
    let journal = Journal()
    store.addListener(forKey: .total) { journal.write("\($0 + 1)") }
    store.dispatch(action: SetTotal(total: 5))
    store.reset(state: 7, forKey: .total)
    #expect(store.state[.total] == 7)
    #expect(journal.read() == ["6", "8"])
  }

  @Test func `A literal is a key as well`() {
    let key: StateKey<String> = "name"
    #expect(key == StateKey("name"))
    #expect(StateKey(of: Cart.State.self).name == "Cart.State")
    #expect("\(key)" == "name")
  }
}
