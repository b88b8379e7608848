import CEL
import Suas
import SuasLog
import SuasSpec
import YAML

/// The workload with a compiled spec: the public store with one listener, and one middleware that
/// passes every action on.
///
/// Actions are made in the convenient form, by the names of the action and of its fields.
class ConvenientContender: Contender {
  let spec: CompiledSpec
  let store: Store
  private let counter = Counter()
  var notifications: Int { counter.count }

  required convenience init(count: Int) {
    do {
      self.init(count: count, of: try CompiledSpec(Source(name: "todo.yaml", text: Self.text)))
    } catch {
      fatalError("the benchmark's spec does not compile: \(error)")
    }
  }

  init(count: Int, of spec: CompiledSpec, recorder: SessionRecorder? = nil) {
    self.spec = spec
    let middleware = BlockMiddleware { action, _, _, next in next(action) }
    if let recorder {
      store = Suas.createStore(reducer: spec.reducer, middleware: middleware + recorder)
    } else {
      store = Suas.createStore(reducer: spec.reducer, middleware: middleware)
    }
    fill(count)
    store.addListener(forStateType: Record.self, stateKey: "TodoList") { [counter] _ in
      counter.count += 1
    }
  }

  class var text: String { spec() }

  /// Returns the text of the spec, with other declarations and rules than the usual ones.
  static func spec(
    declaring declarations: String = "",
    history: String = "",
    add: String = "{ append: todos, value: { title: '${action.text}' } }",
    remove: String = "{ remove-at: todos, index: action.index }",
    toggle: String = "{ toggle: 'todos[action.index].isCompleted' }"
  ) -> String {
    """
    suas: 1
    types:
      TodoItem: { title: string, isCompleted: bool = false }
    \(declarations)
    states:
      TodoList: { todos: "list(TodoItem) = []" }
      TodoSettings: { backgroundColor: string = red, textColor: string = white }
    actions:
      Fill: { titles: list(string) }
      AddTodo: { text: string }
      RemoveTodo: { index: int }
      MoveTodo: { from: int, to: int }
      ToggleTodo: { index: int }
      SetBackground: { color: string }
    reducers:
      Todos:
        state: TodoList
        \(history)
        on:
          Fill:
            - append: todos
              values: "action.titles.map(t, TodoItem{title: t})"
          AddTodo: [\(add)]
          RemoveTodo: [\(remove)]
          MoveTodo: [{ move: todos, from: action.from, to: action.to }]
          ToggleTodo: [\(toggle)]
      Settings:
        state: TodoSettings
        on:
          SetBackground:
            - set: backgroundColor
              value: ${action.color}
    """
  }

  private func fill(_ count: Int) {
    // In parts, because the cost of one dispatch is limited.
    for start in stride(from: 0, to: count, by: 100_000) {
      let titles = (start..<min(start + 100_000, count)).map { Value.string(Titles.initial($0)) }
      send("Fill", ["titles": .list(List(titles))])
    }
  }

  final func send(_ name: String, _ payload: SpecAction.Payload) {
    do {
      store.dispatch(action: try spec.action(name, payload))
    } catch {
      fatalError("an action of the workload was refused: \(error)")
    }
  }

  func run(_ trace: [Step]) {
    for step in trace { dispatch(step) }
  }

  func run(_ trace: [Step], keeping history: inout History) {
    for step in trace {
      dispatch(step)
      history.keep(store.state)
    }
  }

  func dispatch(_ step: Step) {
    switch step {
    case .toggle(let index): send("ToggleTodo", ["index": .int(Int64(index))])
    case .append(let title): send("AddTodo", ["text": .string(Titles.pool[title])])
    case .remove(let index): send("RemoveTodo", ["index": .int(Int64(index))])
    case .move(let from, let to):
      send("MoveTodo", ["from": .int(Int64(from)), "to": .int(Int64(to))])
    }
  }

  var checksum: Checksum {
    var checksum = Checksum()
    guard let record: Record = store.state.value(forKey: "TodoList", ofType: Record.self),
      case .list(let todos) = record[0]
    else { return checksum }
    for case .record(let todo) in todos {
      guard case .string(let title) = todo[0], case .bool(let isCompleted) = todo[1] else {
        continue
      }
      checksum.add(title, isCompleted)
    }
    return checksum
  }
}

/// The same with prepared actions.
class PreparedContender: ConvenientContender {
  private let toggle, add, remove, move: PreparedAction

  required convenience init(count: Int) {
    do {
      self.init(
        count: count, preparing: try CompiledSpec(Source(name: "todo.yaml", text: Self.text)))
    } catch {
      fatalError("the benchmark's spec does not compile: \(error)")
    }
  }

  init(count: Int, preparing spec: CompiledSpec, recorder: SessionRecorder? = nil) {
    do {
      toggle = try spec.preparedAction("ToggleTodo", "index")
      add = try spec.preparedAction("AddTodo", "text")
      remove = try spec.preparedAction("RemoveTodo", "index")
      move = try spec.preparedAction("MoveTodo", "from", "to")
      super.init(count: count, of: spec, recorder: recorder)
    } catch {
      fatalError("the benchmark's spec has no such action: \(error)")
    }
  }

  override func dispatch(_ step: Step) {
    switch step {
    case .toggle(let index): store.dispatch(action: toggle(index))
    case .append(let title): store.dispatch(action: add(Titles.pool[title]))
    case .remove(let index): store.dispatch(action: remove(index))
    case .move(let from, let to): store.dispatch(action: move(from, to))
    }
  }
}
