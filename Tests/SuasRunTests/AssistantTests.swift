import Foundation
import Testing

/// The server for assistants, as its clients see it.
@Suite struct AssistantTests {
  private static let spec = """
    suas: 1
    states: { Counter: { count: int = 0 } }
    actions: { Add: { by: int }, Reset: {} }
    reducers:
      Counting:
        state: Counter
        on:
          Add: [{ set: count, value: "${count + action.by}" }]
          Reset: [{ set: count, value: 0 }]
    invariants:
      neverAboveTen: store.Counter.count <= 10

    """

  private static let scenario = """
    spec: counter.yaml
    scenarios:
      - name: Adds
        steps:
          - dispatch: Add
            with: { by: 2 }
            expect: { state: { Counter: { count: 2 } } }
      - name: Wrong
        steps:
          - dispatch: Add
            with: { by: 2 }
            expect: { state: { Counter: { count: 3 } } }

    """

  /// A folder with a spec, and one without mistakes but for a name.
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(spec, to: "counter.yaml")
    try folder.write(spec.replacing("set: count,", with: "sett: count,"), to: "wrong.yaml")
    try folder.write(
      spec.replacing("action.by", with: "2 * action.by"), to: "twice.yaml")
    try folder.write(scenario, to: "counter.scenario.yaml")
    let adds = scenario.components(separatedBy: "  - name: Wrong")[0]
    try folder.write(adds, to: "adds.scenario.yaml")
    try folder.write(adds, to: "again.scenario.yaml")
    return folder
  }

  private static func at(_ path: String, in content: [String: Any]) -> Any? {
    path.split(separator: ".").reduce(content as Any?) { value, key in
      Int(key).map { index in
        (value as? [Any]).flatMap { $0.indices.contains(index) ? $0[index] : nil }
      } ?? (value as? [String: Any])?[String(key)]
    }
  }

  /// A call, and what has to stand at a place in its content.
  struct Call: CustomTestStringConvertible, @unchecked Sendable {
    let tool: String
    let arguments: [String: Any]
    let status: String
    /// Texts by the paths of the places; nil where there must be something.
    let expected: [String: String?]
    var testDescription: String { "\(tool) \(arguments)" }

    init(
      _ tool: String, _ arguments: [String: Any], _ status: String, _ expected: [String: String?]
    ) {
      (self.tool, self.arguments, self.status, self.expected) = (tool, arguments, status, expected)
    }
  }

  static let calls = [
    Call("check", ["files": ["counter.yaml"]], "passed", ["report.summary.sound": "1"]),
    Call(
      "check", ["files": ["wrong.yaml"]], "failed",
      [
        "report.diagnostics.0.code": "unknown-verb", "report.diagnostics.0.file": "wrong.yaml",
        "report.diagnostics.0.line": "8", "report.diagnostics.0.column": "15",
        "report.diagnostics.0.help.0": "did you mean 'set'?",
        "report.diagnostics.0.fixes.0.replacement": "set",
        "report.diagnostics.0.fixes.0.endColumn": "19",
      ]),
    Call(
      "run", ["files": ["adds.scenario.yaml"]], "passed",
      ["report.summary.passed": "1", "report.files.0.scenarios.0.outcome": "passed"]),
    Call(
      "run", ["files": ["counter.scenario.yaml:8"], "trace": true], "failed",
      [
        "report.summary.failed": "1", "report.summary.passed": "0",
        "report.files.0.scenarios.0.steps.0.failures.0.line": "12", "text": nil,
      ]),
    Call(
      "run", ["files": ["counter.scenario.yaml"], "filter": ["Add"]], "passed",
      ["report.summary.passed": "1"]),
    Call(
      "explore", ["files": ["counter.yaml"], "maxDepth": 3, "write": "found"], "failed",
      ["report.violations.0.code": "invariant-violated"]),
    Call(
      "explore", ["files": ["wrong.yaml"]], "error",
      ["diagnostics.0.code": "unknown-verb", "diagnostics.0.line": "8"]),
    Call(
      "mutate", ["files": ["adds.scenario.yaml"]], "passed",
      ["report.files.counter*yaml.mutants.0.status": nil, "text": nil]),
    Call(
      "diff", ["old": "counter.yaml", "new": "twice.yaml", "maxStates": 20], "failed",
      ["report.behaviour.same": "0"]),
    Call("diff", ["old": "counter.yaml", "new": "counter.yaml"], "passed", ["report": nil]),
    Call("explain", ["code": "unknown-field"], "passed", ["text": nil]),
    Call(
      "explain", ["code": "unknown-fild"], "error",
      ["message": "there is no code 'unknown-fild'; did you mean 'unknown-field'?"]),
    Call(
      "eval", ["expression": "-a + 1", "variables": ["a": 3]], "passed",
      ["report.value": "-2", "report.type": "int"]),
    Call(
      "eval", ["expression": "a +"], "failed",
      ["report.diagnostics.0.line": "1", "report.diagnostics.0.code": nil]),
    Call(
      "eval", ["expression": "1", "spec": "wrong.yaml"], "error",
      ["diagnostics.0.code": "unknown-verb"]),
    Call("docs", [:], "passed", ["pages.0.name": nil]),
    Call("docs", ["page": "for-agents"], "passed", ["text": nil]),
    Call(
      "docs", ["page": "../Sources/SuasSpec/SuasSpec.docc/Verbs.md", "section": "toggle"], "passed",
      ["text": nil]),
    Call("docs", ["search": "superseded effects"], "passed", ["sections.0.page": nil]),
    Call(
      "docs", ["page": "for-agent"], "error",
      ["message": "there is no page 'for-agent'; did you mean 'for-agents'?"]),
    Call("docs", ["page": "faq", "section": "Nothing of this"], "error", ["message": nil]),
    Call("describe", ["files": ["counter.yaml"]], "passed", ["text": nil]),
    Call(
      "generate", ["language": "typescript", "files": ["counter.yaml"], "output": "generated"],
      "passed", ["written.0": nil]),
    Call(
      "generate", ["language": "kotlin", "files": ["counter.yaml"], "output": "generated"], "error",
      ["message": "Missing expected argument '--package <name>'"]),
    Call(
      "generate",
      [
        "language": "swift", "files": ["counter.yaml"], "output": "generated", "tests": "tests",
        "scenarios": ["adds.scenario.yaml", "again.scenario.yaml"],
      ], "passed", ["written.0": nil]),
    Call(
      "generate",
      ["language": "swift", "files": ["counter.yaml"], "output": "generated", "check": true],
      "failed", ["text": nil]),
    Call("run", ["files": ["--live"]], "error", ["message": nil]),
    Call(
      "generate",
      [
        "language": "swift", "files": ["counter.yaml"], "output": "generated", "tests": "tests",
        "scenarios": ["--output=../other"],
      ], "error",
      [
        "message": """
        error[file-not-found]: there is no file '--output=../other'
          --> --output=../other

        """
      ]),
    Call(
      "run", ["files": ["adds.scenario.yaml"], "filter": ["--update"]], "error", ["message": nil]),
    Call(
      "eval", ["expression": "--spec=/etc/passwd"], "failed", ["report.diagnostics.0.code": nil]),
    Call(
      "check", ["files": ["--root=/"]], "failed", ["report.diagnostics.0.code": "file-not-found"]),
  ]

  @Test("A tool gives its command's report, with places", arguments: calls)
  func tools(_ call: Call) throws {
    let folder = try Self.folder()
    let session = try AssistantSession(in: folder)
    let (content, isError) = try session.call(call.tool, call.arguments)
    #expect(content["status"] as? String == call.status, "\(content)")
    #expect(isError == (call.status == "error"))
    for (path, expected) in call.expected {
      // A name of a file has a point of its own.
      let found =
        path.contains("*")
        ? Self.at("report.files", in: content).flatMap {
          (($0 as? [String: Any])?["counter.yaml"] as? [String: Any])?["mutants"]
        } : Self.at(path, in: content)
      #expect(found != nil, "\(path) in \(content)")
      if let expected { #expect(found.map { "\($0)" } == expected, "\(path)") }
    }
    #expect(content["truncated"] == nil)
    #expect(try session.end() == 0)
  }

  @Test("A tool writes only where its arguments say so")
  func writing() throws {
    let folder = try Self.folder()
    func names() throws -> Set<String> {
      Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
    }
    let before = try names()
    let session = try AssistantSession(in: folder)
    for call in Self.calls where call.arguments["write"] == nil && call.tool != "generate" {
      _ = try session.call(call.tool, call.arguments)
    }
    #expect(try names() == before)
    _ = try session.call("explore", ["files": ["counter.yaml"], "maxDepth": 3, "write": "found"])
    #expect(try names().subtracting(before).allSatisfy { $0.hasPrefix("found") })
    #expect(folder.exists("found"))
  }

  @Test("A run tells the steps of scenarios that did not pass, and the coverage if it is asked for")
  func briefRun() throws {
    let folder = try Self.folder()
    let session = try AssistantSession(in: folder)
    func report(_ file: String, coverage: Bool) throws -> [String: Any] {
      let content = try session.call("run", ["files": [file], "coverage": coverage]).content
      return try #require(content["report"] as? [String: Any])
    }
    func steps(_ report: [String: Any]) throws -> [Bool] {
      let files = try #require(report["files"] as? [[String: Any]])
      return files.flatMap { $0["scenarios"] as? [[String: Any]] ?? [] }.map { $0["steps"] != nil }
    }
    let passed = try report("adds.scenario.yaml", coverage: false)
    #expect(try steps(passed) == [false])
    #expect(passed["coverage"] == nil)
    #expect(try report("adds.scenario.yaml", coverage: true)["coverage"] != nil)
    #expect(try steps(try report("counter.scenario.yaml:8", coverage: false)) == [true])
  }

  @Test("A golden file is written where a call asks for it")
  func goldens() throws {
    let folder = try Self.folder()
    try folder.write(
      """
      spec: counter.yaml
      scenarios:
        - name: Golden
          steps:
            - dispatch: Add
              with: { by: 2 }
            - golden: after

      """, to: "golden.scenario.yaml")
    let session = try AssistantSession(in: folder)
    let files = ["files": ["golden.scenario.yaml"]]
    #expect(try session.call("run", files).content["status"] as? String == "failed")
    #expect(!folder.exists("golden"))
    let update = try session.call("run", ["files": ["golden.scenario.yaml"], "update": true])
    #expect(update.content["status"] as? String == "passed")
    #expect(folder.exists("golden/golden"))
    #expect(try session.call("run", files).content["status"] as? String == "passed")
  }

  @Test(
    "Paths that lead out of the root are refused, in every argument",
    arguments: [
      ("check", ["files": ["../outside.yaml"]]), ("check", ["files": ["/etc/passwd"]]),
      ("check", ["files": ["counter.yaml", "below/../../outside.yaml"]]),
      ("check", ["files": ["link.yaml"]]), ("run", ["files": ["link.scenario.yaml"]]),
      ("run", ["files": ["link.scenario.yaml:3"]]), ("run", ["files": ["away/"]]),
      ("explore", ["files": ["counter.yaml"], "write": "../found"]),
      ("explore", ["files": ["counter.yaml"], "write": "away/found"]),
      ("explore", ["files": ["counter.yaml"], "from": "../a.scenario.yaml"]),
      ("mutate", ["files": ["adds.scenario.yaml"], "write": "/tmp"]),
      ("diff", ["old": "../outside.yaml", "new": "counter.yaml"]),
      ("diff", ["old": "counter.yaml", "new": "HEAD:../outside.yaml"]),
      ("diff", ["old": "HEAD:counter.yaml", "new": "counter.yaml"]),
      ("eval", ["expression": "1", "spec": "../outside.yaml"]),
      ("describe", ["files": ["link.yaml"]]),
      ("generate", ["language": "swift", "files": ["counter.yaml"], "output": "../generated"]),
      ("generate", ["language": "swift", "files": ["counter.yaml"], "output": "away"]),
    ] as [(String, [String: any Sendable])])
  func traversal(_ tool: String, _ arguments: [String: any Sendable]) throws {
    let outside = try Folder()
    try outside.write(Self.spec, to: "outside.yaml")
    try outside.write(Self.scenario, to: "outside.scenario.yaml")
    let root = outside.url.appendingPathComponent("root")
    let folder = try Self.folder()
    try FileManager.default.moveItem(at: folder.url, to: root)
    for (name, target) in [
      ("link.yaml", "../outside.yaml"), ("link.scenario.yaml", "../outside.scenario.yaml"),
      ("away", ".."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: root.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let before = try FileManager.default.subpathsOfDirectory(atPath: outside.url.path)
    let session = try AssistantSession(in: outside, ["--root", root.path])
    let (content, isError) = try session.call(tool, arguments)
    #expect(isError)
    #expect(content["code"] as? String == "outside-root", "\(content)")
    // Nothing of the file is told.
    #expect(!"\(content)".contains("neverAboveTen"))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: outside.url.path) == before)
  }

  @Test("What files name is read only below the root, too")
  func includes() throws {
    let outside = try Folder()
    try outside.write(Self.spec, to: "outside.yaml")
    try outside.write(
      Self.scenario.replacing("counter.yaml", with: "../outside.yaml"),
      to: "root/out.scenario.yaml")
    let session = try AssistantSession(
      in: outside, ["--root", outside.url.appendingPathComponent("root").path])
    let (content, _) = try session.call("check", ["files": ["out.scenario.yaml"]])
    #expect(Self.at("report.diagnostics.0.code", in: content) as? String == "outside-root")
  }

  @Test("A version at a revision is read where the root is the top of the repository")
  func revisions() throws {
    let folder = try Self.folder()
    for arguments in [
      ["init", "-q"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first"],
    ] {
      let git = Process()
      git.executableURL = URL(fileURLWithPath: "/usr/bin/git")
      git.arguments = ["-C", folder.url.path] + arguments
      try withoutBlockedSignals { try git.run() }
      git.waitUntilExit()
    }
    try folder.write(Self.spec.replacing("Reset", with: "Clear"), to: "counter.yaml")
    let session = try AssistantSession(in: folder)
    let (content, isError) = try session.call(
      "diff", ["old": "HEAD:counter.yaml", "new": "counter.yaml", "maxStates": 20])
    #expect(!isError, "\(content)")
    #expect(Self.at("report.declared.0.impact", in: content) as? String == "breaking")
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#

  private static func many(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// What a client sends after the first request, the code of the error, and its id.
  static let mistakes: [(input: String, code: Int, id: Int?)] = [
    ("{", -32700, nil), ("nul", -32700, nil), ("{} {}", -32700, nil),
    (many("[", 100_000), -32700, nil),
    (many(#"{"a":"#, 100_000), -32700, nil), ("[]", -32600, nil), ("7", -32600, nil),
    ("{}", -32600, nil), (#"{"id": 2}"#, -32600, 2),
    (#"{"id": null, "method": "ping"}"#, -32600, nil),
    (#"{"id": 1.5, "method": "ping"}"#, -32600, nil),
    (#"{"id": [], "method": "ping"}"#, -32600, nil), (many("a", 5 << 20), -32600, nil),
    (#"{"id": 2, "method": "nothing"}"#, -32601, 2),
    (#"{"id": 2, "method": "tools/call"}"#, -32602, 2),
    (#"{"id": 2, "method": "tools/call", "params": []}"#, -32602, 2),
    (#"{"id": 2, "method": "tools/call", "params": {"name": 7}}"#, -32602, 2),
    (call("chek", "{}"), -32602, 2), (call("check", "[]"), -32602, 2),
    (call("check", "{}"), -32602, 2), (call("check", #"{"files": []}"#), -32602, 2),
    (call("check", #"{"files": "a.yaml"}"#), -32602, 2),
    (call("check", #"{"files": [7]}"#), -32602, 2),
    (call("check", #"{"files": ["a\u0000b"]}"#), -32602, 2),
    (call("check", #"{"files": ["a"], "live": true}"#), -32602, 2),
    (call("run", #"{"files": ["a"], "trace": "yes"}"#), -32602, 2),
    (call("explore", #"{"files": ["a"], "maxStates": 0}"#), -32602, 2),
    (call("explore", #"{"files": ["a"], "maxStates": 1e300}"#), -32602, 2),
    (call("explore", #"{"files": ["a"], "maxStates": 1e999}"#), -32602, 2),
    (call("explore", #"{"files": ["a"], "maxStates": \#(many("9", 99))}"#), -32602, 2),
    (call("eval", #"{"expression": "1", "variables": []}"#), -32602, 2),
    (call("generate", #"{"language": "c", "files": ["a"], "output": "b"}"#), -32602, 2),
    (#"{"id": 2, "method": "resources/read", "params": {}}"#, -32602, 2),
    (#"{"id": 2, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}"#, -32602, 2),
  ]

  private static func call(_ tool: String, _ arguments: String) -> String {
    #"{"id": 2, "method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
  }

  @Test("A message that is wrong gets an error, and the next one its answer")
  func badInput() throws {
    let folder = try Folder()
    for (input, code, id) in Self.mistakes {
      let ping = #"{"jsonrpc": "2.0", "id": "last", "method": "ping"}"#
      let run = try Program.run(
        ["mcp"], in: folder, input: Data("\(Self.initialize)\n\(input)\n\(ping)\n".utf8))
      let name = input.prefix(100)
      #expect(run.status == 0, "\(name)")
      #expect(run.errors == "", "\(name)")
      let answers = try run.output.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      try #require(answers.count == 3, "\(name)")
      let error = answers[1]["error"] as? [String: Any]
      #expect(error?["code"] as? Int == code, "\(name): \(answers[1])")
      #expect(answers[1]["id"] as? Int == id, "\(name)")
      #expect(answers[2]["id"] as? String == "last", "\(name)")
    }
  }

  @Test("A line of any length takes bounded memory")
  func longLines() throws {
    let folder = try Folder()
    let peak = try Program.peakMegabytes(
      ["mcp"], in: folder, input: Data(repeating: UInt8(ascii: "a"), count: 200 << 20))
    #expect(peak < 100)
  }

  @Test("The server ends where its input does")
  func ends() throws {
    let folder = try Folder()
    let session = "\(Self.initialize)\n\(Self.call("eval", #"{"expression": "1 + 1"}"#))"
    for length in [0, 1, 20, Self.initialize.utf8.count, session.utf8.count - 1] {
      let run = try Program.run(
        ["mcp"], in: folder, input: Data(session.utf8.prefix(length)))
      #expect(run.status == 0, "\(length)")
    }
    // The last line needs no line break, and a call under way is finished.
    let run = try Program.run(["mcp"], in: folder, input: Data(session.utf8))
    #expect(run.output.contains(#"\"value\":\"2\""#))
  }

  @Test("Versions of the protocol are agreed on")
  func versions() throws {
    let folder = try Folder()
    for (asked, agreed) in [
      ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
      ("2099-01-01", "2025-06-18"), ("", "2025-06-18"),
    ] {
      let input = Self.initialize.replacing("2025-03-26", with: asked)
      let run = try Program.run(["mcp"], in: folder, input: Data(input.utf8))
      #expect(run.output.contains(#""protocolVersion":"\#(agreed)""#), "\(asked)")
    }
    let early = try Program.run(
      ["mcp"], in: folder, input: Data(#"{"id": 2, "method": "tools/list"}"#.utf8))
    #expect(early.output.contains("send 'initialize' first"))
  }

  @Test("A batch is answered by a batch in the version that has them, and refused in others")
  func batches() throws {
    let folder = try Folder()
    let batch = """
      [{"id": 3, "method": "ping"}, {"method": "notifications/initialized"}, 7, \
      \(Self.call("eval", #"{"expression": "1 + 1"}"#))]
      """
    let run = try Program.run(
      ["mcp"], in: folder, input: Data("\(Self.initialize)\n\(batch)\n".utf8))
    let last = try #require(run.output.split(separator: "\n").last)
    let answers = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [[String: Any]]
    #expect(Set((answers ?? []).map { $0["id"] as? Int }) == [2, 3, nil])
    let other = Self.initialize.replacing("2025-03-26", with: "2025-06-18")
    let refused = try Program.run(["mcp"], in: folder, input: Data("\(other)\n\(batch)\n".utf8))
    #expect(refused.output.contains("-32600"))
  }

  /// Arguments for a search that has no end.
  private static let endless: [String: any Sendable] = [
    "files": ["counter.yaml"], "maxStates": 100_000_000,
  ]

  private static func endlessFolder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Counters: { a: int = 0, b: int = 0, c: int = 0, d: int = 0 } }
      actions: { A: {}, B: {}, C: {}, D: {} }
      reducers:
        Counting:
          state: Counters
          on:
            A: [{ set: a, value: "${a + 1}" }]
            B: [{ set: b, value: "${b + 1}" }]
            C: [{ set: c, value: "${c + 1}" }]
            D: [{ set: d, value: "${d + 1}" }]
      invariants:
        always: store.Counters.a >= 0

      """, to: "counter.yaml")
    return folder
  }

  @Test("A call that is cancelled ends at once, and gets no answer")
  func cancelling() throws {
    let session = try AssistantSession(in: try Self.endlessFolder())
    let start = ContinuousClock.now
    let ids = try (0..<3).map { _ in
      try session.send("tools/call", ["name": "explore", "arguments": Self.endless])
    }
    // The server answers others meanwhile.
    #expect(try session.request("ping")["result"] != nil)
    for id in ids { try session.notify("notifications/cancelled", ["requestId": id]) }
    try session.notify("notifications/cancelled", ["requestId": 1000])
    try session.notify("notifications/cancelled", [:])
    // All places for calls are free again.
    let id = try session.send("tools/call", ["name": "eval", "arguments": ["expression": "1"]])
    #expect(try session.next()["id"] as? Int == id)
    #expect(try session.end() == 0)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("A search whose time is over reports what it has found, and how long it has run")
  func timeLimit() throws {
    let session = try AssistantSession(
      in: try Self.endlessFolder(), ["--time-limit", "2500ms"])
    let id = try session.send(
      "tools/call",
      ["name": "explore", "arguments": Self.endless, "_meta": ["progressToken": "token"]])
    var progress: [Int] = []
    while true {
      let message = try session.next()
      if message["id"] as? Int == id {
        let content = Self.at("result.structuredContent", in: message) as? [String: Any]
        #expect(content?["status"] as? String == "interrupted", "\(message)")
        #expect(Self.at("report.ending", in: content ?? [:]) != nil)
        break
      }
      #expect(message["method"] as? String == "notifications/progress")
      #expect(Self.at("params.progressToken", in: message) as? String == "token")
      progress += [Self.at("params.progress", in: message) as? Int ?? 0]
    }
    #expect(progress.starts(with: [1, 2]))
  }

  @Test("The server ends with a client that reads nothing, in the middle of a call, too")
  func clientThatIsGone() throws {
    let folder = try Self.endlessFolder()
    let session = try AssistantSession(in: folder)
    for _ in 0..<20 { _ = try session.send("tools/list", [:]) }
    _ = try session.send("tools/call", ["name": "explore", "arguments": Self.endless])
    let start = ContinuousClock.now
    #expect(try session.end() == 0)
    #expect(ContinuousClock.now - start < .seconds(25))
  }

  @Test("A long answer is shortened, and says so")
  func bounds() throws {
    let folder = try Folder()
    try folder.write(
      "suas: 1\nstates: { S: { a: int = 0 } }\nactions:\n"
        + (0..<2000).map { "  A\($0): { field: inttt }\n" }.joined(), to: "long.yaml")
    let session = try AssistantSession(in: folder)
    let (content, _) = try session.call("check", ["files": ["long.yaml"]])
    let size = try JSONSerialization.data(withJSONObject: content).count
    #expect(size < 70_000)
    #expect((Self.at("report.diagnostics", in: content) as? [Any])?.isEmpty == false)
    #expect(Self.at("truncated.0.at", in: content) as? String == "/report/diagnostics")
    #expect(Self.at("truncated.0.of", in: content) as? Int ?? 0 > 0)
  }

  @Test("Every page of the manual can be read, as a resource and by its name")
  func resources() throws {
    let session = try AssistantSession(in: try Folder())
    let list = try session.request("resources/list")
    let resources = try #require(Self.at("result.resources", in: list) as? [[String: Any]])
    #expect(resources.contains { $0["uri"] as? String == "suas-run://docs/for-agents.md" })
    for resource in resources {
      let uri = try #require(resource["uri"] as? String)
      let read = try session.request("resources/read", ["uri": uri])
      let text = try #require(Self.at("result.contents.0.text", in: read) as? String)
      #expect(!text.isEmpty, "\(uri)")
      let (content, _) = try session.call("docs", ["page": try #require(resource["name"])])
      #expect(content["text"] as? String == text, "\(uri)")
      #expect(content["truncated"] == nil, "\(uri)")
    }
  }

  @Test("The page of the command names every tool with its arguments, and the results")
  func page() throws {
    let page = try String(
      contentsOf: packageRoot.appendingPathComponent("docs/commands/mcp.md"), encoding: .utf8)
    let session = try AssistantSession(in: try Folder())
    let list = try session.request("tools/list")
    let tools = try #require(Self.at("result.tools", in: list) as? [[String: Any]])
    var rows: [String: Set<String>] = [:]
    var members: Set<String> = []
    for tool in tools {
      let name = try #require(tool["name"] as? String)
      let properties = Self.at("inputSchema.properties", in: tool) as? [String: [String: Any]]
      rows[name] = Set((properties ?? [:]).keys)
      #expect(properties?.values.allSatisfy { $0["description"] is String } == true, "\(name)")
      members.formUnion(
        (Self.at("outputSchema.properties", in: tool) as? [String: Any] ?? [:]).keys)
    }
    let told = page.matches(of: /\n\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|/).map {
      (String($0.1), Set($0.2.matches(of: /\w+/).map { String($0.0) }))
    }
    #expect(Dictionary(told) { first, _ in first } == rows)
    for member in members.subtracting(["pages", "sections"]) {
      #expect(page.contains("`\(member)`"), "\(member)")
    }
  }

  @Test("The configuration on the page starts the server")
  func configuration() throws {
    let page = try Document("docs/commands/mcp.md")
    let block = try #require(page.blocks.first { $0.language == "json" })
    let json = try JSONSerialization.jsonObject(with: Data(block.text.utf8)) as? [String: Any]
    let server = try #require(Self.at("mcpServers.suas-run", in: json ?? [:]) as? [String: Any])
    #expect(server["command"] as? String == "suas-run")
    let arguments = try #require(server["args"] as? [String])
    #expect(arguments.first == "mcp")
    let session = try AssistantSession(in: try Self.folder(), Array(arguments.dropFirst()))
    #expect(try session.call("check", ["files": ["counter.yaml"]]).isError == false)
  }

  @Test("A wrong root or time ends the program before it serves")
  func commandLine() throws {
    let folder = try Folder()
    #expect(try Program.run(["mcp", "--root", "missing"], in: folder).status == 64)
    #expect(try Program.run(["mcp", "--time-limit", "soon"], in: folder).status == 64)
  }
}
