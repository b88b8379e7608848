#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the search of `suas-run explore` on all processors: a todo list of up to five items, the
/// same with a promise under `always-reachable`, and one whose titles have more values, which has so many states that the search takes longer.
///
/// A distinct state is one whose key differs from that of every state before it, and which is
/// judged by all promises of the spec. It counts whether the search continues from it or it is too
/// large. Each row has a rate by the clock and, since other processes may use the processors too,
/// one by processor time.
struct ExploreBench {
  let rounds: Int
  let program: String
  let isQuick: Bool

  func run() throws -> [Row] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let plain = try folder.write("todo.yaml", Self.spec(samples: []))
    let broad = try folder.write("broad.yaml", Self.spec(samples: ["c", "d", "e"]))
    let way = try folder.write("way.yaml", Self.spec(samples: []) + Self.wayOut)
    var rows = rows(of: "todo list", plain, rounds: rounds)
    rows += self.rows(of: "todo list with a way out", way, rounds: rounds)
    if !isQuick { rows += self.rows(of: "todo list with more titles", broad, rounds: 1) }
    return rows
  }

  private struct Outcome {
    let seconds: Double
    let processorSeconds: Double
    let states: Double
    let tooLarge: Double
    let attempts: Double
  }

  private func rows(of name: String, _ path: String, rounds: Int) -> [Row] {
    let outcomes = (0..<rounds).map { _ in search(path) }
    func row(_ what: String, _ unit: Row.Unit, _ rate: (Outcome) -> Double) -> Row {
      Row("explore", "\(name), \(what)", unit, outcomes.map(rate))
    }
    return [
      row("distinct states", .perMinute) { ($0.states + $0.tooLarge) / $0.seconds * 60 },
      row("of them gone on from", .perMinute) { $0.states / $0.seconds * 60 },
      row("attempts", .perSecond) { $0.attempts / $0.seconds },
      row("distinct states by a processor's time", .perMinute) {
        ($0.states + $0.tooLarge) / $0.processorSeconds * 60
      },
      row("of them gone on from, by a processor's time", .perMinute) {
        $0.states / $0.processorSeconds * 60
      },
      row("attempts by a processor's time", .perSecond) { $0.attempts / $0.processorSeconds },
    ]
  }

  private func search(_ path: String) -> Outcome {
    var line: String?
    let before = ChildProcess.processorSeconds
    let seconds = secondsPassing {
      line = ChildProcess.firstLine(
        of: program,
        [
          "explore", path, "--json", "--max-size", "5", "--max-states", "10000000",
          "--allow-error", "index-out-of-range",
        ])
    }
    guard let line, let states = Self.number("states", in: line),
      let tooLarge = Self.number("tooLarge", in: line),
      let attempts = Self.number("attempts", in: line)
    else { fatalError("\(program) explore \(path) fails") }
    return Outcome(
      seconds: seconds, processorSeconds: ChildProcess.processorSeconds - before, states: states,
      tooLarge: tooLarge, attempts: attempts)
  }

  /// Reads a number from a JSON object.
  private static func number(_ name: String, in json: String) -> Double? {
    json.split(separator: "\"\(name)\":", maxSplits: 1).dropFirst().first
      .flatMap { Double(String($0.prefix { $0.isNumber })) }
  }

  /// A promise that is judged on the graph of all moves.
  private static let wayOut = """
    always-reachable:
      all-is-done: store.TodoList.todos.all(todo, todo.isCompleted)

    """

  private static func spec(samples: [String]) -> String {
    let list = samples.joined(separator: ", ")
    let text = samples.isEmpty ? "string" : "{ type: string, samples: [\(list)] }"
    return """
      suas: 1
      types:
        TodoItem: { title: string, isCompleted: bool = false }
      states:
        TodoList:
          todos: list(TodoItem) = []
      actions:
        AddTodo: { text: \(text) }
        InsertTodo: { index: int, text: \(text) }
        RemoveTodo: { index: int }
        MoveTodo: { from: int, to: int }
        ToggleTodo: { index: int }
        RenameTodo: { index: int, text: \(text) }
      reducers:
        TodoReducer:
          state: TodoList
          on:
            AddTodo: [{ append: todos, value: { title: "${action.text}" }, unless: action.text == "" }]
            InsertTodo: [{ insert: todos, index: action.index, value: { title: "${action.text}" } }]
            RemoveTodo: [{ remove-at: todos, index: action.index }]
            MoveTodo: [{ move: todos, from: action.from, to: action.to }]
            ToggleTodo: [{ toggle: "todos[action.index].isCompleted" }]
            RenameTodo: [{ set: "todos[action.index].title", value: "${action.text}" }]

      """
  }
}
