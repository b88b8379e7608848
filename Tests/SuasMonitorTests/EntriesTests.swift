import Testing

/// The entries of a timeline: which are shown, where they are, how many there are.
@Suite struct EntriesTests {
  private static func session() throws -> AskedTimeline {
    let todo = try AskedMonitor("todo").play()
    for number in 0..<10 {
      try todo.send("AddTodo", ["text": "\"Milk \(number)\""])
      try todo.send("ToggleTodo", ["index": number.isMultiple(of: 2) ? "0" : "99"])
    }
    try todo.act("advance", ["by": "1s"])
    return todo
  }

  @Test(
    "Filters show entries by words, kinds, names, changes and refusals",
    arguments: [
      ("{}", 22), (#"{"text":"milk 3"}"#, 1), (#"{"text":"MILK"}"#, 10), (#"{"text":"todos["}"#, 5),
      (#"{"text":"toggle index-out"}"#, 5), (#"{"text":"nowhere"}"#, 0), (#"{"text":" "}"#, 22),
      (#"{"kinds":["advance","begin"]}"#, 2), (#"{"kinds":["what"]}"#, 0), (#"{"kinds":[]}"#, 22),
      (#"{"names":["AddTodo"]}"#, 10), (#"{"names":["AddTodo"],"kinds":["advance"]}"#, 0),
      (#"{"changing":true}"#, 15), (#"{"refused":true}"#, 5), (#"{"refused":false}"#, 22),
      (#"{"changing":true,"refused":true}"#, 0), (#"{"kinds":7,"text":[1],"names":{}}"#, 22),
    ])
  func filters(filter: String, count: Int) throws {
    let todo = try Self.session()
    let request =
      #"{"id":1,"do":"entries","source":\#(todo.number),"filter":\#(filter),"from":0,"count":1000}"#
    let answer = try #require(try todo.monitor.answer(to: request))["is"]
    #expect(answer["total"].number == 22)
    #expect(answer["matching"].number == count)
    #expect(answer["entries"].items.count == count)
    let numbers = answer["entries"].items.compactMap { $0["n"].number }
    #expect(numbers == numbers.sorted())
  }

  @Test("Entries come in parts, and a position says how many of those shown come before one")
  func parts() throws {
    let todo = try Self.session()
    let filter = ["names": ["AddTodo"]]
    let part = try todo.ask("entries", ["filter": filter, "from": 3, "count": 2])
    #expect(part["matching"].number == 10)
    #expect(part["entries"].items.map { $0["n"].number } == [7, 9])
    #expect(part["entries"].texts("text") == ["{text: Milk 3}", "{text: Milk 4}"])
    #expect(try todo.ask("position", ["filter": filter, "n": 7])["index"].number == 3)
    #expect(try todo.ask("position", ["filter": filter, "n": 8])["index"].number == 4)
    #expect(try todo.ask("position", ["n": 8])["index"].number == 8)
    #expect(try todo.ask("position", ["n": 1000])["index"].number == 22)
    let end = try todo.ask("entries", ["from": 20, "count": 100])
    #expect(end["entries"].items.count == 2)
    #expect(try todo.ask("entries", ["from": 22, "count": 100])["entries"].items.isEmpty)
  }

  @Test("Counts say how often each name occurs, and how many entries changed something")
  func counts() throws {
    let counts = try Self.session().ask("counts")
    #expect(counts["names"].texts("name") == ["AddTodo", "ToggleTodo"])
    #expect(counts["names"].items.map { $0["count"].number } == [10, 10])
    #expect(counts["refused"].number == 5)
    #expect(counts["changing"].number == 15)
    #expect(counts["total"].number == 22)
  }

  @Test("A long payload is shortened in the list, and is whole in its details")
  func longPayload() throws {
    let todo = try AskedMonitor("todo").play()
    let text = String(repeating: "é\u{202E}<b>", count: 3000)
    try todo.send("AddTodo", ["text": JSON(text).description])
    let entry = try todo.ask("entries", ["from": 1])["entries"][0]
    #expect((entry["text"].text ?? "").unicodeScalars.count <= 301)
    #expect(entry["text"].text?.hasSuffix("…") == true)
    #expect((try todo.entry()["payload"].text ?? "").count > 14_000)
    #expect(try todo.value("TodoList.todos[0].title") == text)
  }

  @Test("The details name changes with what was there before, rules with their guards, and places")
  func details() throws {
    let todo = try AskedMonitor("todo").play()
    try todo.send("AddTodo", ["text": "Milk"])
    let added = try todo.entry()
    #expect(added["payload"].text == "{text: Milk}")
    #expect(added["changeCount"].number == 1)
    #expect(added["changes"][0]["path"].text == "TodoList.todos[0]")
    #expect(added["changes"][0]["before"].isNull)
    #expect(added["changes"][0]["after"].text == "{title: Milk, isCompleted: false}")
    let rule = try #require(
      added["rules"].items.first { $0["text"].text?.hasPrefix("append: todos") == true },
      "\(added["rules"])")
    #expect(rule["outcome"].text == "applied")
    #expect(rule["place"].text?.contains("todo.yaml:") == true)
    #expect(rule["changes"].texts == ["TodoList.todos[0]"])
    let condition = rule["guards"][0]
    #expect(condition["text"].text == #"unless: action.text == """#)
    #expect(condition["value"].text == "false")
    #expect(condition["passes"].flag == true)
    #expect(condition["parts"].texts("text") == ["action.text"])
    #expect(condition["parts"].texts("value") == ["Milk"])

    try todo.send("AddTodo", ["text": "\"\""])
    let skipped = try todo.entry()["rules"].items.last
    #expect(skipped?["outcome"].text == "skipped", "\(String(describing: skipped))")
    #expect(skipped?["guards"][0]["passes"].flag == false)

    try todo.send("ToggleTodo", ["index": "0"])
    let toggled = try todo.entry()["changes"][0]
    #expect(toggled["path"].text == "TodoList.todos[0].isCompleted")
    #expect(toggled["before"].text == "false")
    #expect(toggled["after"].text == "true")
    try todo.send("InsertTodo", ["index": "0", "text": "Bread"])
    try todo.send("MoveTodo", ["from": "0", "to": "1"])
    #expect(try todo.entry()["changes"][0]["after"].text == "moved to 1")
    try todo.send("RemoveTodo", ["index": "1"])
    let removed = try todo.entry()["changes"][0]
    #expect(removed["path"].text == "TodoList.todos[1]")
    #expect(removed["before"].text == "{title: Bread, isCompleted: false}")
    #expect(removed["after"].isNull)
    _ = try todo.refusal("entry", ["n": 99])
  }

  @Test("Every member that the page reads is there, and null where there is nothing")
  func members() throws {
    let todo = try Self.session()
    for number in [0, 1, 4, 21] {
      let details = try todo.entry(number)
      #expect(
        details.keys == [
          "entry", "payload", "changes", "changeCount", "rules", "listeners", "requests", "effects",
          "errors", "led", "difference", "clock", "line",
        ])
      #expect(
        details["entry"].keys == [
          "n", "time", "kind", "name", "text", "from", "depth", "by", "changes", "refused",
          "failed", "differs",
        ])
    }
  }
}
