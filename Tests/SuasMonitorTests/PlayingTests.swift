import Foundation
import Testing

/// Specs that are played from the page, and branches.
@Suite struct PlayingTests {
  private static let clockSpec = """
    suas: 1
    name: Clock
    states: { Clock: { ticks: int = 0, words: "list(string) = []" } }
    actions: { Tick: {}, Say: { text: string }, Echo: { text: string }, Start: {} }
    reducers:
      R:
        state: Clock
        on:
          Tick: [{ increment: ticks }]
          Say: [{ append: words, value: "${action.text}" }]
          Echo: [{ append: words, value: "echo ${action.text}" }]
    listeners:
      echo:
        stateKey: Clock
        filter: size(new.words) > size(old.words) && !new.words[size(new.words) - 1].startsWith('echo')
        do: [{ dispatch: Echo, with: { text: "${new.words[size(new.words) - 1]}" } }]
    middleware: [async]
    effects:
      Wait: { run: { delay: 3s }, on-success: [{ dispatch: Tick }] }
      Fetch:
        payload: { id: int }
        run: { http: { url: "https://e.test/${action.id}", timeout: 5s } }
        on-success: [{ dispatch: Say, with: { text: "${string(response.body)}" } }]
        on-failure: [{ dispatch: Say, with: { text: "${error.message}" } }]
    """

  @Test("A spec is played: actions change its store, one entry after the other")
  func actions() throws {
    let todo = try AskedMonitor("todo").play()
    #expect(try todo.entries() == ["begin"])
    #expect(try todo.send("AddTodo", ["text": #""Milk""#]).number == todo.number)
    try todo.send("ToggleTodo", ["index": "0"])
    #expect(try todo.entries() == ["begin", "action AddTodo", "action ToggleTodo"])
    #expect(try todo.value("TodoList.todos") == "[{title: Milk, isCompleted: true}]")
    #expect(
      try todo.value("TodoList.todos", at: 1) == "[{title: Milk, isCompleted: false}]")
  }

  @Test(
    "A text arrives as it was typed",
    arguments: [
      "two  blanks", "a\u{A0}b\u{2003}c", "tab\there", "line\nbreak\r\n", "${1 + 1}", "$${x}",
      "$$${x}", "\"quoted\" 'too'", "# no comment", "{ a: 1 }", "\u{202E}turned\u{7}", "\u{1F600}",
      "", " ", "null", "~", "\\",
    ])
  func texts(text: String) throws {
    let todo = try AskedMonitor("todo").play()
    try todo.send("InsertTodo", ["index": "0", "text": JSON(text).description])
    #expect(try todo.value("TodoList.todos[0].title") == text)
  }

  @Test("The payload of an action comes in its parts, so that a form can be filled with it again")
  func payload() throws {
    let todo = try AskedMonitor("todo").play()
    try todo.send("InsertTodo", ["index": "0", "text": #""5""#])
    let sent = try todo.ask("payload", ["n": todo.last])
    #expect(sent["name"].text == "InsertTodo")
    let entries = sent["payload"]["entries"].items.map { $0["pair"] }
    #expect(entries.map { $0[0]["text"].text } == ["index", "text"])
    #expect(entries.map { $0[1]["text"].text } == ["0", "5"])
    #expect(entries.map { $0[1]["isPlain"].flag } == [true, false])
    let long = String(repeating: "m", count: 30_000)
    try todo.send("AddTodo", ["text": long])
    #expect(
      try todo.refusal("payload", ["n": todo.last]) == "its payload is too long for a form")
    #expect(try todo.refusal("payload", ["n": 0]) == "the entry is no action")
  }

  @Test("A refused action changes nothing, and says why")
  func refused() throws {
    let todo = try AskedMonitor("todo").play()
    try todo.send("ToggleTodo", ["index": "7"])
    let entry = try todo.entry()
    #expect(entry["entry"]["refused"].text == "index-out-of-range")
    #expect(entry["entry"]["changes"].number == 0)
    #expect(entry["errors"][0]["code"].text == "index-out-of-range")
    #expect(entry["errors"][0]["message"].text?.contains("7") == true, "\(entry)")
    #expect(entry["errors"][0]["place"].text?.contains("todo.yaml:") == true, "\(entry)")
    #expect(try todo.value("TodoList.todos") == "[]")
  }

  @Test("A value that does not fit is refused at its field, and leaves no entry and no branch")
  func unfit() throws {
    let monitor = try AskedMonitor("todo")
    let todo = try monitor.play()
    try todo.send("AddTodo", ["text": "Milk"])
    for (values, field) in [
      (["index": "x", "text": "a"], "index"), (["index": "1", "text": "[a"], "text"),
      (["index": "1.5", "text": "a"], "index"),
      (["index": "99999999999999999999", "text": "a"], "index"),
      (["index": "0", "text": "{ a: 1 }"], "text"), (["index": "", "text": "a"], "index"),
    ] {
      for place in [0, 1] {
        let answer = try monitor.answer(
          "dispatch",
          ["source": todo.number, "n": place, "name": "InsertTodo", "with": values])
        #expect(answer["error"].text != nil, "\(values)")
        #expect(answer["field"].text == field, "\(values): \(answer)")
      }
    }
    #expect(try todo.refusal("dispatch", ["n": 1, "name": "Nothing"]).contains("Nothing"))
    #expect(try todo.refusal("dispatch", ["n": 1, "name": "AddTodo"]).contains("text"))
    #expect(todo.length == 2)
    #expect(try monitor.refusal("entries", ["source": todo.number + 1]) == "it has been closed")
  }

  @Test("An effect is answered, fails, is cancelled, and the clock moves on")
  func effects() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    try clock.send("Fetch", ["id": "1"])
    try clock.send("Fetch", ["id": "2"])
    let sent = try clock.entry()["requests"]
    #expect(sent.texts("effect") == ["Fetch"])
    #expect(sent.texts("request").allSatisfy { $0.hasPrefix("{http: {method: GET, ") }, "\(sent)")
    let waiting = try clock.entry()["effects"]
    #expect(waiting.texts("effect") == ["Fetch", "Fetch"])
    #expect(waiting.items.map { $0["which"].number } == [0, 1])
    #expect(waiting.texts("text").map { $0.contains("id") } == [true, true], "\(waiting)")
    #expect(waiting.texts("phase") == ["pending", "pending"])
    #expect(waiting[0]["answerable"].flag == true)
    #expect(waiting[0]["left"].text == "5.000 s")
    try clock.act("respond", ["effect": "Fetch", "which": 1, "with": ["body": "second"]])
    try clock.act("fail", ["effect": "Fetch", "which": 0, "message": "no network"])
    #expect(try clock.value("Clock.words") == "[second, echo second, no network, echo no network]")
    #expect(
      try clock.entries() == [
        "begin", "effect Fetch", "effect Fetch", "answer Fetch", "action Say", "action Echo",
        "fail Fetch", "action Say", "action Echo",
      ])
    try clock.send("Fetch", ["id": "3"])
    try clock.act("cancel", ["effect": "Fetch"])
    #expect(try clock.entry()["effects"].items.isEmpty)
    try clock.send("Fetch", ["id": "4"])
    try clock.act("advance", ["by": "5s"])
    #expect(try clock.entries().contains("timeout Fetch"))

    try clock.send("Wait")
    #expect(try clock.entry()["effects"][0]["phase"].text == "waiting")
    #expect(try clock.entry()["effects"][0]["isDelay"].flag == true)
    try clock.act("advance", ["by": "1s"])
    #expect(try clock.entry()["effects"][0]["left"].text == "2.000 s")
    #expect(try clock.value("Clock.ticks") == "0")
    try clock.act("advance", ["by": NSNull()])
    #expect(try clock.value("Clock.ticks") == "1")
    #expect(try clock.entry()["clock"].text?.hasSuffix("00:00:08Z") == true)
    #expect(try clock.refusal("advance", ["n": clock.last]) == "nothing waits for its time")
  }

  @Test("The clock moves only by what is a duration, and a refused move leaves no entry")
  func durations() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    for by in ["", "x", "-1s", "5", "1s 2s", "9999999999999999999h", "300000000000s", "1s\nreset"] {
      _ = try clock.refusal("advance", ["n": 0, "by": by])
      #expect(clock.length == 1, "\(by)")
    }
    try clock.act("advance", ["by": "300ms"])
    #expect(try clock.entries() == ["begin", "advance"])
    try clock.send("Wait")
    #expect(try clock.entry()["entry"]["time"].text == "0.300 s")
  }

  @Test("An answer that does not fit is refused at its field")
  func unfitAnswer() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    try clock.send("Fetch", ["id": "1"])
    let answer = try clock.monitor.answer(
      "respond",
      ["source": clock.number, "n": 1, "effect": "Fetch", "with": ["status": "soon"]])
    #expect(answer["field"].text == "status", "\(answer)")
    _ = try clock.refusal("respond", ["n": 1, "effect": "Fetch", "which": 3])
    _ = try clock.refusal("respond", ["n": 1, "effect": "Wait"])
    _ = try clock.refusal("fail", ["n": 1, "effect": "No"])
    _ = try clock.refusal("cancel", ["n": 1, "effect": "Wait"])
    #expect(clock.length == 2)
  }

  @Test("A restart ends the session, and begins another one with what is saved")
  func restarts() throws {
    let spec = Self.clockSpec + "\nsaved: { except: [Clock.words] }\n"
    let clock = try AskedMonitor(text: spec).play()
    #expect(try clock.ask("spec", ["n": clock.last])["saves"].flag == true)
    try clock.send("Tick")
    try clock.send("Say", ["text": #""a""#])
    try clock.act("advance", ["by": "2s"])
    try clock.act("restart")
    #expect(try clock.entries().suffix(3) == ["advance", "end", "begin"])
    #expect(try clock.value("Clock.ticks") == "1")
    #expect(try clock.value("Clock.words") == "[]")
    try clock.send("Tick")
    #expect(try clock.entries().last == "action Tick")
    #expect(try clock.value("Clock.ticks") == "2")
    #expect(
      try AskedMonitor(text: Self.clockSpec).play().ask("spec", ["n": 0])["saves"].flag == false)
  }

  @Test(
    "Listeners are told, stop listening, and listen again; a reset is an entry with its changes")
  func listeners() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    try clock.send("Say", ["text": "a"])
    #expect(try clock.entries() == ["begin", "action Say", "action Echo"])
    #expect(try clock.entry(1)["listeners"].texts("name") == ["echo"])
    let echo = try clock.entry(2)["entry"]
    #expect(echo["from"].text == "listener")
    #expect(echo["by"].number == 1)
    #expect(echo["depth"].number == 1)
    #expect(try clock.entry(1)["led"].texts("name") == ["Echo"])
    try clock.act("unlisten", ["listener": "echo"])
    #expect(try clock.entries().last == "unlisten echo")
    try clock.send("Say", ["text": "b"])
    #expect(try clock.entries().last == "action Say")
    try clock.act("listen", ["listener": "echo"])
    try clock.send("Say", ["text": "c"])
    #expect(try clock.entries().last == "action Echo")
    _ = try clock.refusal("listen", ["n": clock.last, "listener": "nobody"])
    try clock.act("reset")
    #expect(try clock.entries().last == "reset")
    #expect(try clock.value("Clock.words") == "[]")
    #expect(try clock.entry()["changeCount"].number != 0)
  }

  @Test("What is done at an earlier entry happens in a branch; the timeline stays as it is")
  func branches() throws {
    let todo = try AskedMonitor("todo").play()
    for text in ["a", "b", "c"] { try todo.send("AddTodo", ["text": text]) }
    let branch = try todo.send("RemoveTodo", ["index": "0"], at: 2)
    #expect(branch.number != todo.number)
    #expect(todo.length == 4)
    #expect(
      try branch.entries() == [
        "begin", "action AddTodo", "action AddTodo", "action RemoveTodo",
      ])
    #expect(try branch.value("TodoList.todos") == "[{title: b, isCompleted: false}]")
    let second = try branch.act("branch", at: 1)
    #expect(second.length == 2)
    #expect(try second.value("TodoList.todos") == "[{title: a, isCompleted: false}]")
    try second.send("AddTodo", ["text": "z"])
    #expect(second.length == 3)
    let began = try todo.send("AddTodo", ["text": "first"], at: 0)
    #expect(try began.value("TodoList.todos") == "[{title: first, isCompleted: false}]")
    _ = try todo.refusal("branch", ["n": 99])
  }

  @Test("A branch keeps the effects under way, their time, and who listens")
  func branchesOfMoments() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    try clock.act("unlisten", ["listener": "echo"])
    try clock.send("Wait")
    try clock.act("advance", ["by": "2s"])
    try clock.send("Fetch", ["id": "1"])
    let before = clock.last
    try clock.act("advance", ["by": "10s"])
    let branch = try clock.act("branch", at: before)
    #expect(try branch.entry()["effects"].texts("effect").sorted() == ["Fetch", "Wait"])
    try branch.act("respond", ["effect": "Fetch", "with": ["body": "x"]])
    let words = try branch.value("Clock.words")
    #expect(words == "[x]", "nobody listens")
    try branch.act("advance", ["by": NSNull()])
    #expect(try branch.value("Clock.ticks") == "1")
    #expect(try branch.entry()["entry"]["time"].text == "3.000 s")
  }

  @Test("A branch from the middle of a cascade begins after all of it")
  func branchInCascade() throws {
    let clock = try AskedMonitor(text: Self.clockSpec).play()
    try clock.send("Fetch", ["id": "1"])
    try clock.act("respond", ["effect": "Fetch", "with": ["body": "x"]])
    try clock.send("Say", ["text": "later"])
    #expect(
      try clock.entries() == [
        "begin", "effect Fetch", "answer Fetch", "action Say", "action Echo", "action Say",
        "action Echo",
      ])
    for middle in 2...4 {
      let branch = try clock.send("Tick", at: middle)
      #expect(branch.length == 6, "from \(middle)")
      #expect(try branch.value("Clock.ticks") == "1")
    }
  }

  @Test("A page that has not been told of the newest entries acts at the end, not in a branch")
  func atEnd() throws {
    let todo = try AskedMonitor("todo").play()
    for text in ["a", "b"] { try todo.send("AddTodo", ["text": text]) }
    let place = try todo.ask(
      "dispatch",
      ["n": 1, "atEnd": true, "name": "AddTodo", "with": ["text": "c"]])
    #expect(place["source"].number == todo.number)
    #expect(place["n"].number == 3)
  }

  @Test("A closed timeline is gone, and its branches stay")
  func closing() throws {
    let todo = try AskedMonitor("todo").play()
    let branch = try todo.send("AddTodo", ["text": "a"]).act("branch", at: 0)
    _ = try todo.ask("close")
    #expect(try todo.refusal("entries") == "it has been closed")
    #expect(try branch.send("AddTodo", ["text": "b"]).number == branch.number)
  }

  @Test("So many timelines are open that no other is made, until one is closed")
  func mostTimelines() throws {
    let todo = try AskedMonitor("todo").play()
    var last = todo
    for _ in 1..<200 { last = try todo.act("branch", at: 0) }
    #expect(try todo.refusal("branch", ["n": 0]) == "200 timelines are open")
    _ = try last.ask("close")
    _ = try todo.act("branch", at: 0)
  }
}
