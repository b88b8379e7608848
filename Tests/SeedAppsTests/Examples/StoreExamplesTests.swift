import Suas
import Testing

/// The examples of `Isolation.md` and of the sources about listeners, keys and refusals.
@Suite @MainActor struct StoreExamplesTests {
  struct Counter: Equatable {
    var value = 0
  }

  struct Increment: Action {
    var amount = 1
  }

  nonisolated struct CounterReducer: Reducer {
    var initialState = Counter(value: 0)

    func reduce(state: Counter, action: any Action) -> Counter? {
      guard let action = action as? Increment else { return nil }
      return Counter(value: state.value + action.amount)
    }
  }

  struct TodoItem: Equatable {
    var title: String
  }

  nonisolated struct TodoList: Equatable {
    var todos: [TodoItem] = []
  }

  nonisolated struct AddTodo: Action {
    let text: String
  }

  nonisolated struct TodoReducer: Reducer {
    var initialState = TodoList()

    func reduce(state: TodoList, action: any Action) -> TodoList? {
      guard let action = action as? AddTodo else { return nil }
      return TodoList(todos: state.todos + [TodoItem(title: action.text)])
    }
  }

  struct Account: Equatable {
    var balance: Int
  }

  struct Withdraw: Action {
    let amount: Int
  }

  nonisolated struct AccountReducer: RefusingReducer {
    var initialState = Account(balance: 100)

    func reduce(
      state: inout Account, store: Store.State, action: any Action
    ) throws(ActionError) -> Bool {
      guard let action = action as? Withdraw else { return false }
      guard state.balance >= action.amount else {
        throw ActionError(code: "overdrawn", message: "there are only \(state.balance)")
      }
      state.balance -= action.amount
      return true
    }
  }

  @Test func `A reducer that refuses throws through perform`() throws {
    let store = Store(reducer: AccountReducer() + CounterReducer())
    try store.perform(Withdraw(amount: 70))
    let error = #expect(throws: ActionError.self) { try store.perform(Withdraw(amount: 70)) }
    #expect(error?.message == "there are only 30")
    store.dispatch(action: Increment())
    #expect(store.state[forKeyOfType: Counter.self]?.value == 1)
  }

  nonisolated struct Cart: Equatable {
    var items: [String] = []
  }

  nonisolated struct AddItem: Action {
    let item: String
  }

  nonisolated struct CartReducer: InPlaceReducer {
    let initialState = Cart()
    let handlers: [ActionHandler<Cart>] = [.on(AddItem.self, addItem)]

    static func addItem(_ cart: inout Cart, _ action: AddItem) -> Bool {
      cart.items.append(action.item)
      return true
    }
  }

  @Test func `A reducer in place has a function for each action`() {
    let store = Store(reducer: CartReducer())
    store.dispatch(action: AddItem(item: "tea"))
    #expect(store.state[forKeyOfType: Cart.self] == Cart(items: ["tea"]))
  }

  @MainActor final class Badge {
    private(set) var text = ""
    private var token: ListenerToken?

    init(of store: Store) {
      token = store.addMainListener(forStateType: TodoList.self) { [weak self] list in
        self?.text = "\(list.todos.count)"
      }.token()
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor final class TodoScreen {
    private(set) var text = ""
    private let list: Observed<TodoList>

    init(_ store: Store) {
      list = store.observe(TodoList.self)
      store.addMainListener(forStateType: TodoList.self, if: stateChangedFilter) {
        [weak self] list in
        self?.text = list.todos.map(\.title).joined(separator: ", ")
      }
    }

    var titles: [String] { list.value.todos.map(\.title) }
  }

  @Test func `A badge and a screen show the list while they are there`() {
    let store = Store(reducer: TodoReducer())
    let badge = Badge(of: store)
    let screen = TodoScreen(store)
    store.dispatch(action: AddTodo(text: "Buy milk"))
    #expect(badge.text == "1")
    #expect(screen.titles == ["Buy milk"])
    #expect(screen.text == "Buy milk")
  }

  @Test func `A task shows each newest list`() async {
    let store = Store(reducer: TodoReducer(), middleware: AsyncMiddleware())
    var shown: [Int] = []
    func show(_ list: TodoList) { shown.append(list.todos.count) }
    store.dispatch(action: LoadTodo(query: "milk"))
    await store.settled()
    Task {
      await Task.yield()
      store.dispatch(action: AddTodo(text: "Drink tea"))
    }
    for await list in store.states(of: TodoList.self) {
      show(list)
      if list.todos.count == 2 { break }
    }
    #expect(shown == [1, 2])
  }

  nonisolated struct LoadTodo: TaskAction {
    let query: String

    func execute(
      getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
    ) async {
      dispatch(AddTodo(text: await server.title(matching: query)))
    }
  }

  struct Server {
    func title(matching query: String) async -> String { query }
  }
  nonisolated static let server = Server()

  @Test func `A key has a type`() {
    let store = Store(
      reducer: BlockReducer(initialState: Filter.all, stateKey: .filter) { _, _ in nil })
    store.reset(state: .open, forKey: .filter)
    let filter = store.state[.filter]
    #expect(filter == .open)
  }
}

private let server = StoreExamplesTests.server

enum Filter { case all, open }

extension StateKey<Filter> {
  static let filter = StateKey("filter")
}
