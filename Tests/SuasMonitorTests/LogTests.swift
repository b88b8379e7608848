import Testing

@testable import SuasMonitor

/// Logs that are opened, and apps that send theirs.
@Suite struct LogTests {
  private static let spec = """
    suas: 1
    name: Notes
    states: { Notes: { notes: "list(string) = []", total: int = 0 } }
    actions: { Add: { text: string }, Clear: {}, Load: {} }
    reducers:
      R:
        state: Notes
        on:
          Add:
            - { append: notes, value: "${action.text}" }
            - { increment: total }
          Clear: [{ remove-at: notes, index: 0 }]
    middleware: [async]
    effects:
      Fetch:
        payload: { id: int }
        run: { http: { url: "https://e.test/${action.id}", timeout: 60s } }
        on-success: [{ dispatch: Add, with: { text: "${string(response.body)}" } }]
    """

  private static let typed = [
    "Add {text: a}", "Clear", "Clear", "Fetch {id: 1}", "respond Fetch {body: fetched}",
    "Add {text: b}", "Fetch {id: 2}",
  ]

  private static func log() throws -> [String] {
    AskedMonitor.log(of: try AskedMonitor.spec(spec), typed)
  }

  private static let words = [
    "begin", "action Add", "action Clear", "action Clear", "effect Fetch", "answer Fetch",
    "action Add", "action Add", "effect Fetch",
  ]
  /// Without the spec, nothing tells effects from actions.
  private static let wordsOfLog = words.map { $0.replacing("effect", with: "action") }

  @Test("A log with its spec shows rules, effects and refusals, and one goes on from any entry")
  func withSpec() async throws {
    let log = try await AskedMonitor(text: Self.spec).open(try Self.log())
    #expect(log.problem == nil)
    #expect(try log.entries().filter { $0 != "end" } == Self.words)
    #expect(try log.value("Notes.notes", at: 8) == "[fetched, b]")
    #expect(try log.entry(3)["entry"]["refused"].text == "index-out-of-range")
    #expect(try log.entry(1)["rules"].items.isEmpty == false)
    #expect(try log.entry(1)["line"].number == 2)
    #expect(try log.entry(6)["entry"]["by"].number == 5)
    #expect(try log.entry(4)["effects"].texts("effect") == ["Fetch"])
    #expect(
      try log.entry()["effects"].texts("effect") == ["Fetch"], "the last one is under way still")
    let branch = try log.act("respond", ["effect": "Fetch", "with": ["body": "new"]])
    #expect(branch.number != log.number)
    #expect(try branch.value("Notes.notes") == "[fetched, b, new]")
    let early = try log.send("Add", ["text": "early"], at: 4)
    #expect(try early.value("Notes.notes") == "[early]")
    try early.act("respond", ["effect": "Fetch", "with": ["body": "late"]])
    #expect(try early.value("Notes.notes") == "[early, late]")
    #expect(try log.ask("jump", ["n": 1])["followed"].flag == false)
  }

  @Test("A log without its spec shows what it says itself, and nobody goes on from it")
  func withoutSpec() async throws {
    let log = try await AskedMonitor(text: nil).open(try Self.log())
    #expect(log.problem == nil)
    #expect(try log.entries().filter { $0 != "end" } == Self.wordsOfLog)
    #expect(try log.value("Notes.notes", at: 8) == "[fetched, b]")
    #expect(try log.value("Notes.total", at: 6) == "2")
    #expect(try log.entry(1)["rules"].items.isEmpty)
    #expect(try log.entry(6)["changes"].texts("path") == ["Notes.notes[0]", "Notes.total"])
    #expect(try log.entry(3)["entry"]["refused"].text == "index-out-of-range")
    _ = try log.refusal("spec")
    _ = try log.refusal("branch", ["n": 1])
    _ = try log.refusal("dispatch", ["n": 1, "name": "Add", "with": ["text": "x"]])
    _ = try log.refusal("export", ["as": "scenario"])
  }

  @Test("A log of another version is done again up to the first difference, which is marked")
  func otherVersion() async throws {
    let changed = Self.spec.replacing("append: notes", with: "prepend: notes")
    let log = try await AskedMonitor(text: changed).open(try Self.log())
    #expect(try log.entries().filter { $0 != "end" } == Self.words)
    let entries = try log.ask("entries", ["count": 100])["entries"].items
    let marked = entries.indices.filter { entries[$0]["differs"].flag == true }
    #expect(marked == [7])
    let difference = try log.entry(7)["difference"]
    #expect(difference["logged"].isNull == false, "\(difference)")
    #expect(difference["replayed"].text != nil)
    #expect(try log.value("Notes.notes", at: 7) == "[fetched, b]", "as the log has it")
    #expect(try log.entry(8)["rules"].items.isEmpty)
    let branch = try log.send("Add", ["text": "x"], at: 6)
    #expect(try branch.value("Notes.notes") == "[x, fetched]")
    _ = try log.refusal("branch", ["n": 8])
  }

  @Test("A spec of another app is not taken for the log's")
  func otherSpec() async throws {
    let log = try await AskedMonitor("todo").open(try Self.log())
    #expect(try log.entries().filter { $0 != "end" } == Self.wordsOfLog)
    _ = try log.refusal("spec")
  }

  @Test("Several sessions in one file follow each other, and lines that were lost are named")
  func sessions() async throws {
    let lines = try Self.log()
    for text in [Self.spec, nil] {
      let log = try await AskedMonitor(text: text).open(lines + lines)
      #expect(try log.entries().filter { $0 == "begin" }.count == 2)
      #expect(try log.entries(["kinds": ["action", "effect"]]).count == 14)
      #expect(try log.value("Notes.notes") == "[fetched, b]")
      let lossy = lines.prefix(3) + [#"{"t":0,"lost":12}"#] + lines
      let lost = try await AskedMonitor(text: text).open(Array(lossy))
      #expect(
        try lost.entries().contains("lost"),
        "\(String(describing: lost.problem)) \(lossy.joined(separator: "\n"))")
    }
  }

  @Test(
    "A file that is no log, or only the beginning of one, says so and ends",
    arguments: [
      [""], ["garbage"], ["{}"], ["[]"], ["{\"suas-log\":1}"], ["{\"suas-log\":99,\"spec\":\"\"}"],
      [#"{"suas-log":1,"spec":"x","name":"Notes","clock":"now","state":{}}"#],
      [String(repeating: "[", count: 100_000)], ["\u{0}\u{1}\u{2}"],
      [#"{"t":1,"action":"Add","id":1}"#],
    ])
  func garbage(lines: [String]) async throws {
    for text in [Self.spec, nil] {
      let log = try await AskedMonitor(text: text).open(lines)
      #expect(log.problem != nil)
      _ = try log.ask("entries")
      _ = try log.ask("counts")
      _ = try log.refusal("state", ["n": 0])
      _ = try log.refusal("export")
    }
  }

  @Test("Garbage after lines of a log keeps what came before, whatever it is")
  func garbageLater() async throws {
    let lines = try Self.log()
    for bad in [
      "garbage", #"{"t":"x"}"#, #"{"t":5,"action":"Nope","id":99}"#,
      #"{"t":-5,"action":"Add","id":2}"#,
      #"{"t":9223372036854775807,"action":"Add","with":{"text":"x"},"id":9223372036854775807}"#,
      #"{"t":6,"changes":{"Notes.notes":{"$remove":9223372036854775807,"at":9223372036854775807}},"of":1}"#,
      #"{"t":6,"changes":{"Notes.notes":{"$insert":[1],"at":9223372036854775807}},"of":1}"#,
      #"{"t":6,"changes":{"Notes.notes":{"$swap":[-1,99999]}},"of":1}"#,
      #"{"t":6,"changes":{"Notes.notes":{"$move":-9223372036854775808,"to":9223372036854775807}},"of":1}"#,
      #"{"t":6,"changes":{"Notes[":[]},"of":-1}"#, #"{"t":6,"changes":[[[[1]]]],"of":1}"#,
      #"{"t":6,"answer":"Fetch","of":77,"with":{}}"#, #"{"t":6,"listen":"nobody"}"#,
      #"{"t":6,"digest":"0000"}"#, #"{"t":6,"reset":{"Notes":7}}"#,
      #"{"t":6,"lost":-9223372036854775808}"#, #"{"t":6,"refused":"x","of":12345}"#,
    ] {
      for text in [Self.spec, nil] {
        let log = try await AskedMonitor(text: text).open(
          lines.prefix(3) + [bad] + lines.suffix(2) + lines)
        #expect(log.length >= 2, "\(bad)")
        let notes = try log.value("Notes.notes", at: 1)
        #expect(notes == "[a]", "\(bad)")
        for entry in 0..<log.length {
          _ = try log.monitor.answer("entry", ["source": log.number, "n": entry])
          _ = try log.monitor.answer("state", ["source": log.number, "n": entry])
        }
      }
    }
  }

  @Test("A log that was exported is opened again, with the same entries and stores")
  func exportedLog() async throws {
    let monitor = try AskedMonitor(text: Self.spec)
    let log = try await monitor.open(try Self.log())
    let text = try log.ask("export", ["from": 1, "as": "log", "name": "My session"])
    #expect(text["file"].text == "my-session.suaslog")
    let lines = (text["text"].text ?? "").split(separator: "\n").map(String.init)
    let again = try await monitor.open(lines)
    #expect(again.problem == nil)
    #expect(try again.entries().filter { $0 != "end" } == Self.words)
    #expect(try again.ask("entries", ["filter": ["refused": true]])["matching"].number == 1)
    for entry in 0..<Self.words.count {
      #expect(try again.value("Notes", at: entry) == log.value("Notes", at: entry))
    }
    let marked = try again.ask("entries", ["count": 100])["entries"].items
    #expect(!marked.contains { $0["differs"].flag == true })
  }

  @Test("The changes of an action whose line was lost have an entry of their own")
  func lostAction() async throws {
    let lines = try Self.log()
    let changes = #"{"t":9,"changes":{"Notes.total":7},"of":99}"#
    let refusal = #"{"t":9,"refused":"failed","of":99}"#
    let log = try await AskedMonitor(text: nil).open(lines.prefix(3) + [changes, refusal])
    #expect(try log.entries() == ["begin", "action Add", "lost"])
    #expect(try log.entry(1)["changes"].texts("path") == ["Notes.notes[0]", "Notes.total"])
    #expect(try log.value("Notes.total", at: 1) == "1")
    let lost = try log.entry(2)
    #expect(lost["payload"].text == "action 99")
    #expect(lost["changes"].texts("path") == ["Notes.total"])
    #expect(lost["entry"]["refused"].text == "failed")
    #expect(try log.value("Notes.total") == "7")
  }

  @Test("A log and what was played are compared, whether they are of one spec or of two")
  func comparison() async throws {
    let monitor = try AskedMonitor(text: Self.spec)
    let log = try await monitor.open(try Self.log())
    let branch = try log.send("Add", ["text": "mine"], at: 6)
    var request: [String: Any] = ["fromSource": log.number, "from": 7, "to": branch.last]
    var answer = try branch.ask("compare", request)
    #expect(answer["changes"].texts("path") == ["Notes.notes[1]"])
    #expect(answer["changes"][0]["before"].text == "b")
    #expect(answer["changes"][0]["after"].text == "mine")
    let other = try AskedMonitor.log(of: AskedMonitor.example("counter"), [])
    let counter = try await monitor.open(other)
    request = ["fromSource": counter.number, "from": 0, "to": branch.last]
    answer = try branch.ask("compare", request)
    #expect(answer["changes"].texts("path").contains("Notes"))
    request["fromSource"] = 77
    #expect(try branch.refusal("compare", request) == "it has been closed")
  }

  @Test("An app that sends its log is asked to jump and to dispatch, as long as it is there")
  func app() async throws {
    let monitor = try AskedMonitor(text: Self.spec)
    let requests = Requests()
    let feed = try monitor.service.openFeed(named: "app", allowsControl: true) {
      requests.add($0)
    }
    let app = AskedTimeline(monitor, 1)
    let lines = try Self.log().filter { !$0.contains(#""end""#) }.map { "\($0)\n" }
    #expect(feed.add(Array(lines[..<3].joined().utf8)))
    try await eventually { app.length >= 2 }
    #expect(try app.ask("jump", ["n": 0])["followed"].flag == true)
    #expect(requests.lines == [#"{"jump":{"Notes":{"notes":[],"total":0}}}"#])
    #expect(try app.send("Add", ["text": "from the page"]).number == 1)
    #expect(requests.lines.last == #"{"dispatch":"Add","with":{"text":"from the page"}}"#)
    _ = try app.refusal("dispatch", ["n": app.last, "name": "Add", "with": ["text": "[1]"]])
    #expect(try app.send("Add", ["text": "x"], at: 0).number == 2, "not its last entry")
    #expect(feed.add(Array(lines[3...].joined().utf8)))
    feed.end()
    try await app.isRead()
    #expect(try app.entries() == Self.words)
    #expect(try app.ask("jump", ["n": 0])["followed"].flag == false, "it is gone")
    #expect(try app.send("Add", ["text": "x"]).number != 1)
    #expect(requests.lines.count == 2)
  }

  @Test("An app that allows no control is asked nothing")
  func uncontrolledApp() async throws {
    let monitor = try AskedMonitor(text: Self.spec)
    let requests = Requests()
    let feed = try monitor.service.openFeed(named: "app", allowsControl: false) {
      requests.add($0)
    }
    let app = AskedTimeline(monitor, 1)
    #expect(feed.add(Array((try Self.log()[..<3].joined(separator: "\n") + "\n").utf8)))
    try await eventually { app.length >= 2 }
    #expect(try app.ask("jump", ["n": 0])["followed"].flag == false)
    let branch = try app.send("Add", ["text": "x"])
    #expect(branch.number != 1)
    #expect(try branch.value("Notes.notes") == "[a, x]")
    #expect(requests.lines.isEmpty)
    feed.end()
  }

  @Test("A feed that is no log takes all that comes, and keeps none of it")
  func lyingFeed() async throws {
    let monitor = try AskedMonitor(text: Self.spec)
    let feed = try monitor.service.openFeed(named: "app", allowsControl: false) { _ in }
    #expect(feed.add(Array("garbage\n".utf8)))
    try await AskedTimeline(monitor, 1).isRead()
    let part = [UInt8](repeating: 0x41, count: 1 << 20)
    let hasRoom = (0..<32).map { _ in feed.add(part) }
    #expect(!hasRoom.contains(false))
    #expect(monitor.service.timeline(1)?.read { $0.problem } != nil)
  }
}
