import CEL

/// Compiles and evaluates a guard on an element of a list.
struct ExpressionBench {
  let rounds: Int

  private static let text = #"todos[i].title.startsWith("x") && size(todos) < 100"#

  func run() -> [Row] {
    let item = Shape(
      name: "TodoItem",
      fields: [
        Shape.Field(name: "title", type: .string), Shape.Field(name: "isCompleted", type: .bool),
      ])
    let environment = {
      var environment = Environment(types: Types([item]))
      environment.declare("todos", .list(.record("TodoItem")))
      environment.declare("i", .int)
      return environment
    }()
    let todos = List(
      (0..<64).map { .record(Record(item, [.string("x todo item number \($0)"), .bool(false)])) })
    guard let program = try? environment.compile(Self.text) else {
      fatalError("the benchmark's expression does not compile")
    }
    return measureInTurns(
      "expression",
      [
        Measurement("compile", .microseconds) {
          let count = 1000
          let time = seconds {
            for _ in 0..<count { use(try? environment.compile(Self.text)) }
          }
          return time * 1e6 / Double(count)
        },
        Measurement("evaluate", .nanoseconds) {
          let count = 200_000
          var frame = Frame(slots: [.list(todos), .int(7)], budget: .max)
          let time = seconds {
            for _ in 0..<count { precondition((try? program.evaluateBool(&frame)) == true) }
          }
          return time * 1e9 / Double(count)
        },
      ],
      rounds: rounds)
  }
}
