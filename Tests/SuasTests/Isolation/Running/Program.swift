import Dispatch
import Suas

// Every program here compiles without a warning; it is run with dispatches from the main actor, from
// a task and from a thread.

struct AddTodo: Action {
  let title: String
}

nonisolated struct TodoList: Equatable {
  var titles: [String] = []
}

nonisolated struct TodoReducer: Reducer {
  var initialState = TodoList()
  func reduce(state: TodoList, action: any Action) -> TodoList? {
    guard let add = action as? AddTodo else { return nil }
    var list = state
    list.titles.append(add.title)
    return list
  }
}

// A state that is isolated where the main actor is the default.
struct Badge: Equatable {
  var number = 0
}

struct BadgeReducer: Reducer {
  var initialState = Badge()
  func reduce(state: Badge, action: any Action) -> Badge? {
    action is AddTodo ? Badge(number: min(state.number + 1, 3)) : nil
  }
}

nonisolated final class CountingMiddleware: Middleware {
  var calls = 0
  func onAction(
    action: any Action, getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction, next: @escaping NextFunction
  ) {
    calls += 1
    next(action)
  }
}

struct Load: AsyncAction {
  let title: String
  func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
    dispatch(AddTodo(title: title))
  }
}

struct LoadLater: TaskAction {
  let title: String
  func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) async {
    await Task.yield()
    dispatch(AddTodo(title: title))
  }
}

@MainActor final class Screen {
  var counts: [Int] = []
  var badges: [Int] = []
  var selected: [Int] = []
  var errors = 0
  private var tokens: [ListenerToken] = []

  func appear(with store: Store) {
    tokens = [
      store.addMainListener(forStateType: TodoList.self, if: stateChangedFilter) {
        [weak self] list in self?.counts.append(list.titles.count)
      }.token(),
      store.addMainListener(forStateType: Badge.self, if: { $0 != $1 }) {
        [weak self] badge in self?.badges.append(badge.number)
      }.token(),
      store.addMainListener(
        stateSelector: { [weak self] state in
          self == nil ? nil : state.value(forKeyOfType: TodoList.self)?.titles.count
        },
        callback: { [weak self] in self?.selected.append($0) }
      ).token(),
      store.addMainErrorListener { [weak self] _ in self?.errors += 1 }.token(),
    ]
  }
}

nonisolated final class Total: Sendable {
  private let queue = DispatchQueue(label: "total")
  private nonisolated(unsafe) var count = 0
  func add() { queue.sync { count += 1 } }
  var value: Int { queue.sync { count } }
}

nonisolated func dispatchTen(_ store: Store, _ name: String) {
  for number in 0..<10 { store.dispatch(action: AddTodo(title: "\(name) \(number)")) }
}

@main struct Program {
  @MainActor static func main() async {
    let total = Total()
    let store = Store(
      reducer: TodoReducer() + BadgeReducer()
        + BlockReducer(initialState: 0, stateKey: "number") { number, _ in number + 1 },
      middleware: AsyncMiddleware() + CountingMiddleware()
        + BlockMiddleware { action, _, _, next in
          total.add()
          next(action)
        },
      validate: { _, new, _ throws(ActionError) in
        if new.keys.count != 3 { throw ActionError(code: "keys", message: "\(new.keys)") }
      })
    let screen = Screen()
    screen.appear(with: store)
    let listened = Total()
    store.addListener(
      forStateType: TodoList.self, if: { $0.titles.count < $1.titles.count },
      callback: { _ in listened.add() })
    let observed = store.observe(TodoList.self)

    dispatchTen(store, "main")
    check(screen.counts == Array(1...10), "at once on the main actor")
    await Task.detached { dispatchTen(store, "task") }.value
    await withCheckedContinuation { done in
      DispatchQueue(label: "thread").async {
        dispatchTen(store, "thread")
        done.resume()
      }
    }
    store.dispatch(action: Load(title: "loaded"))
    store.dispatch(action: LoadLater(title: "loaded later"))
    await store.settled()
    check(screen.counts == Array(1...32), "each state once, in order: \(screen.counts)")
    check(screen.selected == Array(1...32), "each selected value once: \(screen.selected)")
    check(screen.badges == [1, 2, 3], "changed badges only: \(screen.badges)")
    check(observed.value.titles.count == 32, "observed")
    check(listened.value == 32, "listened")
    check(total.value == 32, "middleware: \(total.value)")
    check(screen.errors == 0, "no errors")
    print("done")
  }
}

nonisolated func check(_ condition: Bool, _ message: String) {
  if !condition { print("failed:", message) }
}
