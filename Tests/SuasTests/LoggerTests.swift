import Testing

@testable import Suas

@Suite("Logger")
struct LoggerTests {
  struct AddTodo: Action {
    var text: String
  }

  /// Returns the output of a logger when the label changes to `text`; each action takes 12 µs.
  func written(
    _ block: LoggerBlock, predicate: (@Sendable (any Action) -> Bool)? = nil, isOn: Bool = true,
    text: String = "Buy milk"
  ) -> String {
    nonisolated(unsafe) var now = Duration.zero
    let clock = LoggerClock(
      timeOfDay: { TimeOfDay(hour: 9, minute: 30, second: 5, millisecond: 42) },
      elapsed: {
        now += .nanoseconds(12_900)
        return now
      })
    let journal = Journal()
    let reducer = BlockReducer(initialState: "", stateKey: "todo") { _, action in
      (action as? AddTodo)?.text
    }
    let logger = LoggerMiddleware(
      block: block, predicate: predicate, isOn: isOn, logger: journal.write, clock: clock)
    createStore(reducer: reducer, middleware: logger).dispatch(action: AddTodo(text: text))
    return journal.read().joined(separator: "\n---\n")
  }

  @Test func `The time is in the title unless it is not wanted`() {
    #expect(
      written(LoggerBlock()) == """
        ┌───→ Action: AddTodo @09:30:05.042
        ├─ Prev state ► ["todo": ""]
        ├─ Action     ► AddTodo(text: "Buy milk")
        ├─ Next state ► ["todo": "Buy milk"]
        └──────────────────────────────────
        """)
    #expect(
      written(LoggerBlock(showTimestamp: false)) == """
        ┌───→ Action: AddTodo
        ├─ Prev state ► ["todo": ""]
        ├─ Action     ► AddTodo(text: "Buy milk")
        ├─ Next state ► ["todo": "Buy milk"]
        └────────────────────
        """)
  }

  @Test func `The duration is in the title if it is wanted`() {
    #expect(
      written(LoggerBlock(showDuration: true)) == """
        ┌───→ Action: AddTodo @09:30:05.042 (in 12 µs)
        ├─ Prev state ► ["todo": ""]
        ├─ Action     ► AddTodo(text: "Buy milk")
        ├─ Next state ► ["todo": "Buy milk"]
        └─────────────────────────────────────────────
        """)
  }

  @Test func `A title formatter and transformers have the last word`() {
    let block = LoggerBlock(
      showDuration: true,
      titleFormatter: { action, time, took in "\(name(of: action)) at \(time) for \(took)" },
      stateTransformer: { $0.keys.count },
      actionTransformer: { _ in "an action" })
    #expect(
      written(block) == """
        AddTodo at 09:30:05.042 for 1.29e-05 seconds
        ├─ Prev state ► 1
        ├─ Action     ► an action
        ├─ Next state ► 1
        └───────────────────────────────────────────
        """)
  }

  @Test func `Long values go on in continuation lines`() {
    let block = LoggerBlock(
      showTimestamp: false, lineLength: 20, stateTransformer: { $0["todo"]! },
      actionTransformer: { ($0 as! AddTodo).text })
    #expect(
      written(block, text: "abcdefghij") == """
        ┌───→ Action: AddTodo
        ├─ Prev state ► \("")
        ├─ Action     ► abcd
        │               efgh
        │               ij
        ├─ Next state ► abcd
        │               efgh
        │               ij
        └────────────────────
        """)
  }

  @Test(arguments: 18...40)
  func `No continuation line is empty or too long`(length: Int) {
    let text = String(repeating: "x", count: 24)
    let lines = written(
      LoggerBlock(lineLength: length, stateTransformer: { $0["todo"]! }), text: text
    )
    .split(separator: "\n")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.count <= length })
    #expect(lines.allSatisfy { !$0.allSatisfy { $0 == "│" || $0 == " " } })
    let next = lines.dropLast().suffix((24 + length - 17) / (length - 16))
    #expect(next.map { $0.dropFirst(16) }.joined() == text)
  }

  @Test func `Line breaks in a value keep to the block`() {
    let block = LoggerBlock(
      showTimestamp: false, stateTransformer: { _ in "{\n  a\n\n}" }, actionTransformer: { _ in 1 })
    #expect(
      written(block) == """
        ┌───→ Action: AddTodo
        ├─ Prev state ► {
        │                 a
        │               }
        ├─ Action     ► 1
        ├─ Next state ► {
        │                 a
        │               }
        └────────────────────
        """)
  }

  @Test func `A state is a literal in which texts are told from what looks like them`() {
    let state: Store.State = [
      "text": "111", "number": 111, "empty": "", "quote\"d": "a \"b\"\n", "part": "ab".dropFirst(),
      "letter": Character("1"), "none": String?.none, "list": ["1"],
    ]
    #expect(
      "\(state)"
        == #"["text": "111", "number": 111, "empty": "", "quote\"d": "a \"b\"\n", "part": "b", "#
        + #""letter": "1", "none": nil, "list": ["1"]]"#)
  }

  @Test func `The title may be empty`() {
    let block = LoggerBlock(
      titleFormatter: { _, _, _ in "" }, stateTransformer: { _ in 1 }, actionTransformer: { _ in 2 }
    )
    #expect(
      written(block) == """
        \("")
        ├─ Prev state ► 1
        ├─ Action     ► 2
        ├─ Next state ► 1
        └
        """)
  }

  @Test func `A predicate chooses actions, and a logger that is off writes nothing`() {
    #expect(written(LoggerBlock(), predicate: { $0 is Increment }) == "")
    #expect(written(LoggerBlock(), predicate: { $0 is AddTodo }) != "")
    #expect(written(LoggerBlock(), isOn: false) == "")
  }

  @Test func `A line length below 18 is a failure that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = LoggerMiddleware(lineLength: 17)
    }
    expectMessage(in: result, "a line of 17 characters is too short for the logger: it needs 18")
  }

  @Test func `The time of day is that of a clock`() {
    let now = TimeOfDay.now()
    #expect((0..<24).contains(now.hour) && (0..<60).contains(now.minute))
    #expect("\(now)".count == 12)
  }

  @Test func `A logger made by its public initializer writes in a debug build`() {
    let journal = Journal()
    let store = createStore(
      reducer: CounterReducer(),
      middleware: LoggerMiddleware(titleFormatter: { _, _, _ in "title" }, logger: journal.write))
    store.dispatch(action: Increment())
    #expect(
      journal.read() == [
        """
        title
        ├─ Prev state ► ["Counter": Counter(value: 0)]
        ├─ Action     ► Increment(amount: 1)
        ├─ Next state ► ["Counter": Counter(value: 1)]
        └────
        """
      ])
  }
}
