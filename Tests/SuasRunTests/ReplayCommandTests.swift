import Foundation
import Testing

/// `--record` and `suas-run replay`, as a user runs them.
@Suite struct ReplayCommandTests {
  /// The specs of the repository that have scenarios, by the names of their folders.
  static let specs: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appendingPathComponent("specs").path)
    return (names ?? []).sorted().filter { name in
      FileManager.default.fileExists(
        atPath: packageRoot.appendingPathComponent("specs/\(name)/\(name).scenario.yaml").path)
    }
  }()

  private static func log(of name: String, in folder: Folder) throws -> String {
    let specs = packageRoot.appendingPathComponent("specs/\(name)").path
    let log = folder.url.appendingPathComponent("\(name).suaslog").path
    let result = try Program.run(["\(specs)/\(name).scenario.yaml", "--record", log], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    return log
  }

  private static func spec(_ name: String) -> String {
    packageRoot.appendingPathComponent("specs/\(name)/\(name).yaml").path
  }

  @Test("The log of a spec's scenarios is the same when it is done again", arguments: specs)
  func scenarios(name: String) throws {
    let folder = try Folder()
    let log = try Self.log(of: name, in: folder)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.hasPrefix(#"{"suas-log":1,"spec":""#))
    let result = try Program.run(["replay", log, "--spec", Self.spec(name)], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("same: "))
    #expect(result.output.hasSuffix("1 same\n"))
  }

  @Test("A log stays as it is if not all files can be checked, or if nothing is run")
  func logThatIsThere() throws {
    let folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Add: {} }
      reducers: { R: { state: S, on: { Add: [{ increment: n }] } } }
      """, to: "s.yaml")
    try folder.write("spec: s.yaml\nscenario: a\nsteps: [{ dispatch: Add }]\n", to: "a.yaml")
    try folder.write("spec: s.yaml\nscenario: b\nstepz: []\n", to: "bad.yaml")
    #expect(try Program.run(["a.yaml", "--record", "x.suaslog"], in: folder).status == 0)
    let log = folder.url.appendingPathComponent("x.suaslog")
    let recorded = try Data(contentsOf: log)
    #expect(!recorded.isEmpty)
    for arguments in [
      ["bad.yaml"], ["a.yaml", "bad.yaml"], ["missing.yaml"], ["a.yaml", "--filter", "nothing"],
      ["a.yaml", "--shard", "2/2"],
    ] {
      _ = try Program.run(arguments + ["--record", "x.suaslog"], in: folder)
      #expect(try Data(contentsOf: log) == recorded, "\(arguments)")
      _ = try Program.run(arguments + ["--record", "new.suaslog"], in: folder)
      let new = folder.url.appendingPathComponent("new.suaslog").path
      #expect(!FileManager.default.fileExists(atPath: new), "\(arguments)")
    }
  }

  @Test("A changed rule of a board is named, with what the log and the spec say")
  func changedRule() throws {
    let folder = try Folder()
    let log = try Self.log(of: "kanban", in: folder)
    let text = try String(contentsOfFile: Self.spec("kanban"), encoding: .utf8)
    let rule = try #require(
      text.split(separator: "\n").first { $0.contains("- append: ") })
    let changed = text.replacingOccurrences(
      of: rule, with: rule.replacingOccurrences(of: "append", with: "prepend"))
    try folder.write(changed, to: "kanban.yaml")
    let result = try Program.run(["replay", log, "--spec", "kanban.yaml"], in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("kanban.yaml:"), "\(result.output)")
    #expect(result.output.contains("prepend: "))
    #expect(result.output.contains("the log is of another version of the spec"))
  }

  /// A spec whose effect fails on an answer, with the message in the state.
  private static let failing = """
    suas: 1
    states: { S: { message: string = "" } }
    actions: { Failed: { message: string } }
    reducers: { R: { state: S, on: { Failed: [{ set: message, value: "${action.message}" }] } } }
    middleware: [async]
    effects:
      Fetch:
        run: { http: { url: "https://e.test/" } }
        on-success: [{ dispatch: Failed, with: { message: "${response.body.name}" } }]
        on-failure: [{ dispatch: Failed, with: { message: "${error.message}" } }]
    """

  private static let fetching = """
    spec: spec.yaml
    scenario: A
    steps: [{ dispatch: Fetch }]
    """

  @Test("A log is the same wherever its spec lies")
  func elsewhere() throws {
    let folder = try Folder()
    try folder.write(Self.failing, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenario: An answer without a name
      steps:
        - dispatch: Fetch
        - respond: Fetch
          with: { body: {} }
      """, to: "a.scenario.yaml")
    let recorded = try Program.run(["a.scenario.yaml", "--record", "a.suaslog"], in: folder)
    #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
    #expect(try folder.text("a.suaslog").contains(#"the map has no key \"name\"""#))
    #expect(try !folder.text("a.suaslog").contains("spec.yaml"))
    let path = folder.url.path
    let result = try Program.run(
      ["replay", "\(path)/a.suaslog", "--spec", "\(path)/spec.yaml"], in: try Folder())
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("Many logs have the same output at any number of jobs")
  func jobs() throws {
    let folder = try Folder()
    let log = try Self.log(of: "todo", in: folder)
    let logs = Array(repeating: log, count: 30)
    let one = try Program.run(
      ["replay"] + logs + ["--spec", Self.spec("todo"), "-j", "1"], in: folder)
    let four = try Program.run(
      ["replay"] + logs + ["--spec", Self.spec("todo"), "-j", "4"], in: folder)
    #expect(one.output == four.output)
    #expect(one.output.hasSuffix("30 same\n"))
  }

  @Test("Standard input names logs or holds them, and each is answered with a line")
  func standardInput() throws {
    let folder = try Folder()
    let log = try Self.log(of: "counter", in: folder)
    let arguments = ["replay", "--stdin", "--spec", Self.spec("counter")]
    let named = try Program.run(arguments, in: folder, input: Data("\(log)\nnone\n".utf8))
    #expect(named.status == 2)
    let lines = named.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix(#"{"log":"\#(log)","outcome":"same","inputs":"#) == true)
    #expect(lines.last?.hasPrefix(#"{"log":"none","outcome":"unsound","inputs":0,"#) == true)
    let held = try Program.run(
      arguments, in: folder, input: try Data(contentsOf: URL(fileURLWithPath: log)))
    #expect(held.status == 0)
    #expect(held.output.hasPrefix(#"{"log":"log 1","outcome":"same","#))

    try folder.write(named.output, to: "a.jsonl")
    try folder.write(held.output, to: "b.jsonl")
    let joined = try Program.run(
      ["report", "a.jsonl", "b.jsonl", "--report", "json:all.json"], in: folder)
    #expect(joined.status == 2)
    #expect(joined.output.hasPrefix("unsound: none: "))
    let sessions = try String(contentsOfFile: log, encoding: .utf8)
      .split(separator: "\n").count { $0.hasPrefix(#"{"suas-log""#) }
    #expect(joined.output.hasSuffix("\(1 + sessions) same, 1 unsound\n"))
    let all = try JSONSerialization.jsonObject(with: Data(try folder.text("all.json").utf8))
    #expect((all as? [Any])?.count == 2 + sessions)
  }

  @Test("Reports of replays have the formats of runs")
  func reports() throws {
    let folder = try Folder()
    let log = try Self.log(of: "counter", in: folder)
    try folder.write("{}\n", to: "bad.suaslog")
    let result = try Program.run(
      [
        "replay", log, "bad.suaslog", "--spec", Self.spec("counter"), "--report", "junit:r.xml",
        "--report", "json:r.json", "--report", "github",
      ], in: folder)
    #expect(result.status == 2)
    #expect(
      result.output.contains("::error file=bad.suaslog,line=1,col=1,title=unsound::it is no line"))
    let junit = try folder.text("r.xml")
    #expect(
      junit.contains(#"<testsuites name="suas-run replay" tests="2" failures="0" errors="1">"#))
    #expect(try folder.text("r.json").hasPrefix("[\n{\"log\":"))
  }

  @Test(
    "A wrong command line says what is wrong",
    arguments: [
      (["replay", "a.suaslog"], 64, "Missing expected argument '--spec <spec> ...'"),
      (["replay", "--spec", "a.yaml"], 64, "which logs? Name files, or use --stdin"),
      (
        ["replay", "a", "--stdin", "--spec", "a.yaml"], 64,
        "--stdin goes with --spec, --until and --force only"
      ),
      (["replay", "a", "--spec", "none.yaml"], 2, "none.yaml"),
      (["report", "none.jsonl"], 2, "'none.jsonl' cannot be read"),
      (["a", "--record", "-", "--report", "json:-"], 64, "two files go to standard output"),
      (["a", "--record", "b", "--report", "json:./b"], 64, "two files go to 'b'"),
      (["a.scenario.yaml", "--list", "--record", "b"], 64, "--list runs nothing"),
      (["a.scenario.yaml", "--record", "b.yaml"], 64, "is the name of a spec or scenario"),
    ])
  func mistakes(arguments: [String], status: Int32, message: String) throws {
    let result = try Program.run(arguments, in: try Folder())
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  #if os(Linux)
    @Test("Why the system does not read a log is told in its words")
    func unreadable() throws {
      let folder = try Folder()
      try folder.write("suas: 1\n", to: "spec.yaml")
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent("a.suaslog").path,
        withDestinationPath: "/proc/self/mem")
      let result = try Program.run(["replay", "a.suaslog", "--spec", "spec.yaml"], in: folder)
      #expect(result.output.contains("it cannot be read: input/output error\n"), "\(result.output)")
    }
  #endif

  @Test(
    "No report takes the place of a file that is read",
    arguments: [
      ["replay", "a.suaslog", "--spec", "spec.suasbundle", "--report", "json:./a.suaslog"],
      ["replay", "a.suaslog", "--spec", "spec.suasbundle", "--report", "junit:link"],
      ["replay", "a.suaslog", "--spec", "spec.suasbundle", "--report", "json:spec.suasbundle"],
      ["report", "a.jsonl", "--report", "json:a.jsonl"],
      ["a.scenario.yaml", "--record", "golden.json"],
      ["a.scenario.yaml", "--record", "spec.suasbundle"],
    ])
  func replacing(arguments: [String]) throws {
    let folder = try Folder()
    try folder.write(Self.failing, to: "spec.yaml")
    let bundled = try Program.run(
      ["bundle", "spec.yaml", "--output", "spec.suasbundle"], in: folder)
    #expect(bundled.status == 0, "\(bundled.errors)")
    for name in ["a.suaslog", "a.jsonl", "golden.json"] { try folder.write("{}\n", to: name) }
    try folder.write(Self.fetching, to: "a.scenario.yaml")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("link"),
      withDestinationURL: folder.url.appendingPathComponent("a.suaslog"))
    let bundle = try Data(contentsOf: folder.url.appendingPathComponent("spec.suasbundle"))
    let result = try Program.run(arguments, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.contains("cannot be written"), "\(result.errors)")
    for name in ["a.suaslog", "a.jsonl", "golden.json"] {
      #expect(try folder.text(name) == "{}\n")
    }
    let after = try Data(contentsOf: folder.url.appendingPathComponent("spec.suasbundle"))
    #expect(after == bundle)
  }

  @Test("With - as its file, a log goes to standard output, and the text to standard error")
  func standardOutput() throws {
    let folder = try Folder()
    let scenario = packageRoot.appendingPathComponent("specs/counter/counter.scenario.yaml").path
    let recorded = try Program.run([scenario, "--record", "-"], in: folder)
    #expect(recorded.status == 0)
    #expect(recorded.output.hasPrefix(#"{"suas-log":1,"#))
    #expect(recorded.output.hasSuffix("}\n"))
    #expect(recorded.errors.contains("passed"), "\(recorded.errors)")
    let result = try Program.run(
      ["replay", "--stdin", "--spec", Self.spec("counter")], in: folder,
      input: Data(recorded.output.utf8))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("If no scenario is written, there is a reason")
  func unwritten() throws {
    let folder = try Folder()
    try folder.write(Self.failing, to: "spec.yaml")
    try folder.write(Self.fetching, to: "a.scenario.yaml")
    _ = try Program.run(["a.scenario.yaml", "--record", "a.suaslog"], in: folder)
    let result = try Program.run(
      ["replay", "a.suaslog", "--spec", "spec.yaml", "--write", "out", "--report", "json:a.json"],
      in: folder)
    #expect(result.status == 0)
    let reason = "the log shows no difference and no refusal"
    #expect(
      result.output.contains("\n  no scenario was written: \(reason)\n"), "\(result.output)")
    #expect(try folder.text("a.json").contains(#""unwritten":"\#(reason)""#))
  }

  @Test("A log takes the place of an earlier one")
  func recordedAgain() throws {
    let folder = try Folder()
    let log = try Self.log(of: "counter", in: folder)
    #expect(try Self.log(of: "counter", in: folder) == log)
  }

  @Test("A log of gigabytes is read in little memory, and an endless line is refused")
  func size() throws {
    let folder = try Folder()
    let log = folder.url.appendingPathComponent("long.suaslog").path
    try folder.write("", to: "long.suaslog")
    let handle = try #require(FileHandle(forWritingAtPath: log))
    let part = Data(repeating: UInt8(ascii: "["), count: 1 << 20)
    for _ in 0..<100 { try handle.write(contentsOf: part) }
    try handle.close()
    let result = try Program.run(
      ["replay", log, "--spec", Self.spec("counter")], in: folder, memory: 500)
    #expect(result.status == 2)
    #expect(
      result.output.contains("long.suaslog:1: the line is longer than 32 MB"),
      "\(result.output)\(result.errors)")
  }
}
