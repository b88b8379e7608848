import Foundation
import SuasSpec
import Testing

/// `suas-run play` with lines from a pipe.
@Suite struct PipedPlayTests {
  let folder: Folder

  init() throws {
    folder = try Folder(with: ["todo.yaml", "todo.scenario.yaml"], of: "todo")
  }

  private func play(
    _ lines: [String], _ arguments: [String] = ["todo.yaml"]
  ) throws -> Program.Result {
    try play(Data(lines.map { "\($0)\n" }.joined().utf8), arguments)
  }

  private func play(
    _ input: Data, _ arguments: [String] = ["todo.yaml"]
  ) throws -> Program.Result {
    try Program.run(["play"] + arguments, in: folder, input: input)
  }

  @Test("Lines are answered, and the saved session passes")
  func session() throws {
    let result = try play([
      "AddTodo {text: Buy milk}", "AddTodo {text: Post letter}", "ToggleTodo {index: 1}",
      "RemoveTodo {index: 9}", "undo 2", "MoveTodo {from: 1, to: 0}", "save it.scenario.yaml",
      "AddTodo {text: After}", "quit", "AddTodo {text: never}",
    ])
    #expect(
      result.output == """
        + TodoList.todos[0]: {title: Buy milk, isCompleted: false}
        + TodoList.todos[1]: {title: Post letter, isCompleted: false}
        ~ TodoList.todos[1].isCompleted: false → true
        error[index-out-of-range]: RemoveTodo was refused: there is no index 9 in a list of 2 elements
          --> todo.yaml:34:11
        undone: RemoveTodo {index: 9}
        undone: ToggleTodo {index: 1}
        ~ TodoList.todos[1].isCompleted: true → false
        ~ TodoList.todos[0].title: Buy milk → Post letter
        ~ TodoList.todos[1].title: Post letter → Buy milk
        wrote it.scenario.yaml, 3 steps
        + TodoList.todos[2]: {title: After, isCompleted: false}

        """)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
    let run = try Program.run(["it.scenario.yaml"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try Program.isFormatted("it.scenario.yaml", in: folder))
  }

  @Test("No message is about a key of scenarios, which nobody types")
  func untypedKeys() throws {
    try folder.write(
      """
      suas: 1
      actions: { Go: { n: int } }
      middleware: [async]
      effects:
        Fetch: { run: { http: { url: https://cities.example/ } } }
        Read: { run: { read-file: a.txt } }
        Wait: { run: { delay: 1s } }
      """, to: "keys.yaml")
    let lines = [
      "Go", "Go 3", "Go [1]", "Go {}", "Go {m: 1}", "Go {n: x}", "dispatch Go 3", "Fetch", "Read",
      "Wait", "respond Fetch 3", "respond Fetch [1]", "respond Fetch {x: 1}",
      "respond Fetch {status: 1}", "respond Fetch#9", "respond Fetch#x", "respond Read",
      "respond Read {result: 1}", "respond Wait {x: 1}", "end Fetch", "end Fetch {body: 1}",
      "end Wait", "fail Fetch", "advance x", "advance -1s", "cancel Go", "listen x",
    ]
    let errors = try play(lines, ["keys.yaml"]).errors
    for key in ["with", "last", "which", "dispatch", "respond", "steps"] {
      #expect(!errors.contains("'\(key)'"), "\(errors)")
    }
    #expect(!errors.contains("'fail:"), "\(errors)")
    #expect(errors.contains("has to be a mapping, not a number"), "\(errors)")
    #expect(errors.contains("only a stream has a last answer, and 'Fetch' is none"), "\(errors)")
  }

  @Test(
    "A number of steps that is too large goes to the first or the last step",
    arguments: ["9223372036854775807", "99999999999999999999"])
  func manySteps(number: String) throws {
    let result = try play(["AddTodo {text: A}", "undo \(number)", "redo \(number)", "steps"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("1. AddTodo {text: A}\n"), "\(result.output)")
  }

  @Test("Where CI is set, no file is replaced")
  func replacingInCI() throws {
    let lines = ["AddTodo {text: A}", "save new.scenario.yaml", "save! todo.scenario.yaml"]
    let before = try folder.text("todo.scenario.yaml")
    let result = try Program.run(
      ["play", "todo.yaml"], in: folder, environment: ["CI": "1"],
      input: Data(lines.joined(separator: "\n").utf8))
    #expect(result.status == 1)
    #expect(result.errors.contains("which is never done where CI is set"), "\(result.errors)")
    #expect(folder.exists("new.scenario.yaml"))
    #expect(try folder.text("todo.scenario.yaml") == before)
  }

  @Test("An answer that the spec cannot read is reported with the failed expression")
  func misreadAnswers() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { name: "string = ''" } }
      actions: { Found: { name: string } }
      reducers: { R: { state: S, on: { Found: [{ set: name, value: "${action.name}" }] } } }
      middleware: [async]
      effects:
        Fetch:
          run: { http: { url: https://cities.example/ } }
          on-success:
            - dispatch: Found
              with: { name: "${response.body.name}" }
      """, to: "fetch.yaml")
    let result = try play(
      ["Fetch", "respond Fetch {body: {}}", "Fetch", "fail Fetch gone"], ["fetch.yaml"])
    #expect(
      result.output == """
        Fetch asks for {http: {method: GET, url: "https://cities.example/", headers: [], body: null}}
        pending: Fetch
        effect 'Fetch' failed with 'expression': the map has no key "name" (fetch.yaml:11:26)
        pending: none
        Fetch asks for {http: {method: GET, url: "https://cities.example/", headers: [], body: null}}
        pending: Fetch
        pending: none

        """)
    #expect(result.status == 0)
  }

  @Test("A file's name of nothing is refused, and a name that is like no other gets a list")
  func names() throws {
    let result = try play([
      "AddTodo {text: a}", "save \"\"", "save! ''", "frobnicate", "listen zzz",
    ])
    #expect(result.errors.contains("error: 'save' needs a file's name\nerror: 'save!' needs a"))
    #expect(result.errors.contains("there are 'AddTodo', 'InsertTodo', "))
    #expect(result.errors.contains("there is no listener 'zzz'"))
    #expect(!folder.exists("\"\""))
    #expect(result.status == 1)
  }

  @Test("If a step notifies many listeners, the first are named and the others counted")
  func loop() throws {
    try folder.write(
      """
      suas: 1
      states: { Count: { n: int = 0 } }
      actions: { Up: {} }
      reducers: { Count: { state: Count, on: { Up: [{ increment: n }] } } }
      listeners:
        up: { stateKey: Count, filter: new.n < 50, do: [{ dispatch: Up }] }
      """, to: "loop.yaml")
    let result = try play(["Up"], ["loop.yaml"])
    #expect(
      result.output.contains(
        "told: " + Array(repeating: "up", count: 12).joined(separator: ", ")
          + ", … and 37 more\n"), "\(result.output)")
  }

  @Test("A line that cannot be carried out makes the exit code 1, and the others still run")
  func failing() throws {
    let result = try play(["AddTodo {txt: a}", "AddTodo {text: b}", "undo 5", "undo"])
    #expect(result.status == 1)
    #expect(result.output.contains("+ TodoList.todos[0]"))
    #expect(result.errors.contains("--> input:1:10"))
    #expect(result.errors.contains("error: there is nothing to take back"))
  }

  static let inputs: [(bytes: [UInt8], status: Int32, output: String)] = [
    ([], 0, ""),
    (Array("\n\n  \n# nothing\n".utf8), 0, ""),
    (Array("state TodoList".utf8), 0, "todos: []\n"),
    (Array("state TodoList\r\n".utf8), 0, "todos: []\n"),
    (Array("\u{FEFF}state TodoList\n".utf8), 1, ""),
    ([0xFF, 0xFE, 0x0A] + Array("state TodoList\n".utf8), 1, "todos: []\n"),
    ([0x00, 0x1B, 0x0A] + Array("state TodoList\n".utf8), 1, "todos: []\n"),
    (
      [UInt8](repeating: 0x78, count: 2_000_000) + Array("\nstate TodoList\n".utf8), 1,
      "todos: []\n"
    ),
    ([UInt8](repeating: 0x78, count: 20_000_000), 1, ""),
    (
      Array("AddTodo {text: ".utf8) + [UInt8](repeating: 0x78, count: 1_000_000)
        + Array("}\neval size(store.TodoList.todos[0].title)\n".utf8), 0,
      "+ TodoList.todos[0]: {title: \(String(repeating: "x", count: 200))…, "
        + "isCompleted: …\n1000000\n"
    ),
  ]

  @Test("Whatever comes is read to its end", arguments: inputs.indices)
  func input(index: Int) throws {
    let (bytes, status, output) = Self.inputs[index]
    let result = try play(Data(bytes))
    #expect(result.status == status, "\(result.errors.prefix(500))")
    if index != Self.inputs.count - 1 { #expect(result.output == output) }
    #expect(result.output.hasSuffix(output.suffix(9)))
    #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(result.errors.utf8.count < 2_000)
  }

  @Test("The exit codes of what cannot be played")
  func openings() throws {
    #expect(try play([], []).status == 64)
    #expect(try play([], ["todo.yaml", "--what"]).status == 64)
    #expect(try play([], ["todo.yaml", "--root", "nowhere"]).status == 64)
    #expect(try play([], ["nothing.yaml"]).status == 2)
    #expect(try play([], ["."]).status == 2)
    #expect(try play([], ["todo.yaml", "nothing.yaml"]).status == 2)
    try folder.write("suas: 1\nstates: { S: { n: in } }\n", to: "bad.yaml")
    let bad = try play(["help"], ["bad.yaml"])
    #expect(bad.status == 2)
    #expect(bad.output.isEmpty && bad.errors.contains("error[unknown-type]"))
    #expect(try play([], ["todo.scenario.yaml", "--scenario", "No such"]).status == 2)
    let ofSpec = try play([], ["todo.yaml", "--scenario", "Any"])
    #expect(ofSpec.status == 2 && ofSpec.errors.contains("holds no scenario 'Any'"))
  }

  @Test("A session begins where a scenario ends, whose steps can be taken back")
  func beginning() throws {
    try folder.write(
      """
      spec: todo.yaml
      clock: 2020-02-02T00:00:00Z
      seed: 3
      scenarios:
        - name: first
          steps: [{ dispatch: AddTodo, with: { text: "first" } }]
        - name: second
          given: { TodoList: { todos: [{ title: given }] } }
          steps:
            - { dispatch: AddTodo, with: { text: "1" }, times: 2, expect: { handled: false } }
            - note: a note
            - { dispatch: RemoveTodo, with: { index: 9 } }
            - golden: passed-over
      """, to: "two.scenario.yaml")
    let first = try play(["state", "steps"], ["two.scenario.yaml"])
    #expect(first.output.hasSuffix("1. AddTodo {text: first}\n"))
    let second = try play(
      ["steps", "AddTodo {text: more}", "save out.yaml", "undo 99", "state"],
      ["two.scenario.yaml", "--scenario", "second"])
    #expect(
      second.output == """
        1. AddTodo {text: "1"}, 2 times
        2. note a note
        3. RemoveTodo {index: 9}
        + TodoList.todos[3]: {title: more, isCompleted: false}
        wrote out.yaml, 4 steps
        undone: AddTodo {text: more}
        undone: RemoveTodo {index: 9}
        undone: note a note
        undone: AddTodo {text: "1"}, 2 times
        - TodoList.todos[1]: {title: "1", isCompleted: false}
        - TodoList.todos[2]: {title: "1", isCompleted: false}
        - TodoList.todos[3]: {title: more, isCompleted: false}
        TodoList:
          todos:
            - title: given
              isCompleted: false

        """)
    let run = try Program.run(["out.yaml"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test("Files are only replaced on request, and never written in part")
  func saving() throws {
    try folder.write("mine", to: "mine.yaml")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("there"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("dangling.yaml").path,
      withDestinationPath: "nowhere/at/all")
    let spec = try folder.text("todo.yaml")
    for name in [
      "mine.yaml", "todo.yaml", "there", "no/folder.yaml", "/dev/null", "dangling.yaml", "",
      "\u{1B}[2J/x",
    ] {
      let result = try play(["AddTodo {text: a}", "save \(name)"])
      #expect(result.status == 1, "\(name)")
      #expect(!result.errors.contains("\u{1B}"))
    }
    for name in ["todo.yaml", "./todo.yaml", "there/../todo.yaml", "there", "/dev/null"] {
      #expect(try play(["AddTodo {text: a}", "save! \(name)"]).status == 1, "\(name)")
    }
    #expect(try folder.text("mine.yaml") == "mine")
    #expect(try folder.text("todo.yaml") == spec)
    let replaced = try play(["AddTodo {text: a}", "save! mine.yaml", "save there/new file.yaml"])
    #expect(replaced.output.contains("replaced mine.yaml, 1 step\n"))
    #expect(replaced.output.contains("wrote there/new file.yaml, 1 step\n"))
    #expect(replaced.status == 0)
    for name in ["mine.yaml", "there/new file.yaml"] {
      #expect(try Program.run([name], in: folder).status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }

  @Test("A session saved as a log replays, and opens again where it ended")
  func logs() throws {
    let saved = try play([
      "AddTodo {text: Buy milk}", "ToggleTodo {index: 0}", "RemoveTodo {index: 9}",
      "save it.suaslog", "save it.suaslog",
    ])
    #expect(saved.output.hasSuffix("wrote it.suaslog, 3 steps\n"), "\(saved.output)")
    #expect(saved.errors.contains("'it.suaslog' is there already"))
    let replay = try Program.run(["replay", "it.suaslog", "--spec", "todo.yaml"], in: folder)
    #expect(replay.status == 0, "\(replay.output)\(replay.errors)")

    let opened = try play(
      [
        "undo 2", "state TodoList.todos[0].isCompleted", "redo 2", "steps", "save it.scenario.yaml",
      ],
      ["todo.yaml", "it.suaslog"])
    #expect(opened.status == 0, "\(opened.output)\(opened.errors)")
    #expect(opened.output.contains("\nfalse\n"))
    #expect(opened.output.contains("RemoveTodo {index: 9}"))
    #expect(try Program.run(["it.scenario.yaml"], in: folder).status == 0)
  }

  @Test("A log that cannot be opened is an error with its line")
  func unsoundLogs() throws {
    try folder.write("{}\n", to: "bad.suaslog")
    try folder.write(
      "suas: 1\nstates: { S: { n: { type: int, default: 1, where: self > 0 } } }\nactions: { A: {} }\n"
        + "reducers: { R: { state: S, on: { A: [{ increment: n }] } } }\n",
      to: "s.yaml")
    _ = try play(["A", "save sound.suaslog"], ["s.yaml"])
    try folder.write(
      try folder.text("sound.suaslog").replacing(#""n":1"#, with: #""n":0"#), to: "broken.suaslog")
    for (arguments, message) in [
      (["s.yaml", "broken.suaslog"], "line 1: the state of 'S' does not fit: "),
      (["todo.yaml", "bad.suaslog"], "the log cannot be opened: line 1: it is no line of a log"),
      (["todo.yaml", "gone.suaslog"], "the log cannot be opened: "),
      (["bad.suaslog"], "the spec of the log is missing"),
    ] {
      let result = try play([], arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("Saving a file where it cannot be run gives a warning")
  func caution() throws {
    let other = try Folder()
    let path = other.url.appendingPathComponent("x.yaml").path
    let result = try play(["AddTodo {text: a}", "save \(path)"])
    #expect(result.status == 0)
    #expect(result.output.contains("it cannot be run from here as it is: "))
    #expect(try Program.run(["--root", "/", path], in: folder).status == 0)
  }
}

/// `suas-run play` on a terminal.
@Suite struct TypedPlayTests {
  let folder: Folder

  init() throws {
    folder = try Folder(with: ["todo.yaml"], of: "todo")
  }

  private func open(columns: Int = 80) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      ["play", "todo.yaml"], in: folder.url, columns: columns)
    try terminal.expect("> ")
    return terminal
  }

  @Test("Lines are typed with completion, history and undo, and saved")
  func session() throws {
    let terminal = try open()
    terminal.type("Add\t")
    try terminal.expect("AddTodo ")
    terminal.type("\t")
    try terminal.expect("{text: ")
    terminal.type("Buy milk}\r")
    try terminal.expect("+ TodoList.todos[0]: {title: Buy milk, isCompleted: false}")
    terminal.type("\u{1B}[A\u{1B}[D\u{7F}\u{7F}\u{7F}\u{7F}tea\r")
    try terminal.expect("+ TodoList.todos[1]: {title: Buy tea, isCompleted: false}")
    terminal.type("undo\r")
    try terminal.expect("undone: AddTodo {text: Buy tea}")
    terminal.type("re\t")
    try terminal.expect("redo")
    terminal.type("\u{15}save it.yaml\r")
    try terminal.expect("wrote it.yaml, 1 step")
    terminal.type("AddTodo {text: x}\u{3}")
    try terminal.expect("^C")
    terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore)
    #expect(try Program.run(["it.yaml"], in: folder).status == 0)
  }

  @Test("On a narrow terminal a line stays in one row, and the size may change")
  func narrow() throws {
    let terminal = try open(columns: 20)
    terminal.type("AddTodo {text: a line that is longer than the row}")
    try terminal.expect("than the row}")
    #expect(!terminal.seen.contains("a line that is longer than"))
    terminal.resize(columns: 80)
    terminal.type("\u{1}")
    try terminal.expect("> AddTodo {text: a line that is longer than the row}")
    terminal.resize(columns: 3)
    terminal.type("\u{5}\u{1}\r")
    try terminal.expect("+ TodoList.todos[0]: {title: a line that is longer than the row")
    terminal.type("quit\r")
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test("Text typed ahead is edited like everything else")
  func typingAhead() throws {
    let terminal = try open()
    terminal.type("AddTodo {text: a}\r\u{1B}[A\u{1B}[D\u{7F}b\r\u{1B}[A\u{1B}[D\u{7F}c\rquit\r")
    for title in ["a", "b", "c"] { try terminal.expect("{title: \(title), isCompleted: false}") }
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test("Pasted text is inserted literally, however long")
  func paste() throws {
    let terminal = try open()
    let text = String(repeating: "日本 long ", count: 2_000)
    terminal.type("\u{1B}[200~AddTodo {text: '\(text)\t.'}\u{1B}[201~\r")
    try terminal.expect("+ TodoList.todos[0]: {title: \"日本 long")
    terminal.type("eval size(store.TodoList.todos[0].title)\rquit\r")
    try terminal.expect("16002")
    #expect(try terminal.end() == 0)
  }

  @Test("No sequence of bytes ends the session or confuses the terminal")
  func anything() throws {
    let terminal = try open()
    var generator = SplitMix64(seed: 7)
    for _ in 0..<40 {
      terminal.type(
        (0..<100).map { _ in
          // Ctrl-D on an empty line ends the session, and Ctrl-Z stops it.
          let byte = UInt8.random(in: 0...255, using: &generator)
          return byte == 4 || byte == 0x1A ? 0x1B : byte
        })
    }
    terminal.type("\u{1B}[201~\u{3}")
    try terminal.expect("^C")
    terminal.type("eval 40 + 2\r")
    try terminal.expect("42")
    terminal.type("\u{4}")
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test(
    "A signal that ends the program puts the terminal back first", arguments: [SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    let terminal = try open()
    terminal.type("Add")
    try terminal.expect("Add")
    #expect(!terminal.isAsBefore)
    kill(terminal.process.processIdentifier, signal)
    #expect(try terminal.end() == signal)
    #expect(terminal.isAsBefore)
  }
}
