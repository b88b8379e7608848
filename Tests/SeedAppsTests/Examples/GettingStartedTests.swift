import Locking
import Suas
import Testing

/// The examples of `GettingStarted.md`, as one app.
@Suite struct GettingStartedTests {
  struct TodoItem: Equatable {
    var title: String
    var isCompleted = false
  }

  struct TodoList: Equatable {
    var todos: [TodoItem] = []
  }

  struct AddTodo: Action {
    let text: String
  }

  struct ToggleTodo: Action {
    let index: Int
  }

  struct TodoReducer: Reducer {
    var initialState = TodoList()

    func reduce(state: TodoList, action: any Action) -> TodoList? {
      var list = state
      switch action {
      case let action as AddTodo:
        list.todos.append(TodoItem(title: action.text))
      case let action as ToggleTodo:
        list.todos[action.index].isCompleted.toggle()
      default:
        return nil
      }
      return list
    }
  }

  enum Filter { case all, open }

  struct SetFilter: Action {
    let filter: Filter
  }

  struct Greeting: AsyncAction {
    func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
      dispatch(AddTodo(text: "Say hello"))
    }
  }

  struct Uppercase: Middleware {
    func onAction(
      action: any Action, getState: @escaping GetStateFunction,
      dispatch: @escaping DispatchFunction, next: @escaping NextFunction
    ) {
      if let action = action as? AddTodo {
        next(AddTodo(text: action.text.uppercased()))
      } else {
        next(action)
      }
    }
  }

  @Test func `A store is dispatched to and read`() {
    let store = Suas.createStore(reducer: TodoReducer())
    store.dispatch(action: AddTodo(text: "Buy milk"))
    store.dispatch(action: ToggleTodo(index: 0))

    let list = store.state.value(forKeyOfType: TodoList.self)
    #expect(list?.todos == [TodoItem(title: "Buy milk", isCompleted: true)])
  }

  @Test func `Reducers are combined, each with a key`() {
    let filterReducer = BlockReducer(initialState: Filter.all, stateKey: "filter") { _, action in
      (action as? SetFilter)?.filter
    }
    let store = Suas.createStore(reducer: TodoReducer() + filterReducer)
    store.dispatch(action: SetFilter(filter: .open))

    let filter = store.state.value(forKey: "filter", ofType: Filter.self)
    #expect(filter == .open)
    #expect(store.state.keys == ["GettingStartedTests.TodoList", "filter"])
  }

  @MainActor final class Screen {
    var text = ""
    private var subscription: Store.Subscription<TodoList>?

    func appear(showing store: Store) {
      subscription = store.addMainListener(forStateType: TodoList.self, if: stateChangedFilter) {
        [weak self] list in
        self?.text = list.todos.map(\.title).joined(separator: ", ")
      }
      subscription?.informWithCurrentState()
    }

    func disappear() {
      subscription?.removeListener()
    }
  }

  @MainActor
  @Test func `A screen listens while it is shown`() {
    let store = Suas.createStore(reducer: TodoReducer())
    let screen = Screen()
    screen.text = "not shown"
    screen.appear(showing: store)
    #expect(screen.text == "")
    store.dispatch(action: AddTodo(text: "Buy milk"))
    #expect(screen.text == "Buy milk")
    screen.disappear()
    store.dispatch(action: AddTodo(text: "Drink tea"))
    #expect(screen.text == "Buy milk")
  }

  @MainActor final class Badge {
    var counts: [Int] = []
  }

  @MainActor
  @Test func `A selector makes one value of several sub-states`() {
    let store = Suas.createStore(reducer: TodoReducer())
    let openCount: MainStateSelector<Int> = { state in
      state.value(forKeyOfType: TodoList.self)?.todos.count { !$0.isCompleted }
    }
    let badge = Badge()
    let subscription = store.addMainListener(stateSelector: openCount) { [weak badge] count in
      badge?.counts.append(count)
    }
    subscription.linkLifeCycleTo(object: badge)
    store.dispatch(action: AddTodo(text: "Buy milk"))
    #expect(badge.counts == [1])
  }

  @Test func `Middleware stands before the reducers`() {
    let store = Suas.createStore(
      reducer: TodoReducer(), middleware: AsyncMiddleware() + Uppercase() + LoggerMiddleware())
    store.dispatch(action: Greeting())
    #expect(store.state[forKeyOfType: TodoList.self]?.todos.map(\.title) == ["SAY HELLO"])
  }

  @Test func `A refusal is told, or thrown`() {
    let store = Suas.createStore(reducer: TodoReducer())
    let refusals = Mutex<[ActionError]>([])
    store.maxDispatchDepth = 3
    store.addErrorListener { error in refusals.withLock { $0.append(error) } }
    store.addListener { [unowned store] _ in store.dispatch(action: ToggleTodo(index: 0)) }
    store.dispatch(action: AddTodo(text: "Buy milk"))
    #expect(refusals.withLock { $0.map(\.code) } == ["dispatch-depth-exceeded"])
  }
}
