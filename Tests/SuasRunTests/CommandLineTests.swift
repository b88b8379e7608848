import Foundation
import Testing

/// The command line as a whole: options, streams, exit codes, goldens on disk.
@Suite struct CommandLineTests {
  let folder: Folder

  init() throws {
    folder = try Folder(with: ["todo.yaml", "todo.scenario.yaml"], of: "todo")
  }

  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(arguments, in: folder, environment: environment)
  }

  @Test("--version prints the version and --help names the commands")
  func information() throws {
    #expect(
      try run("--version").output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]+\))?\n/) != nil
    )
    let help = try run("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("check"))
    #expect(help.output.contains("Exit codes: 0"))
  }

  @Test("--update writes a missing golden, says so, and the next run passes")
  func updating() throws {
    let golden = "golden/todo/after-a-morning.yaml"
    let missing = try run("todo.scenario.yaml")
    #expect(missing.status == 1)
    #expect(missing.output.contains("there is no golden file '\(golden)'"))
    #expect(!folder.exists(golden))
    let update = try run("todo.scenario.yaml", "--update")
    #expect(update.status == 0)
    #expect(update.output.contains("wrote \(golden)"))
    let written = try folder.text(golden)
    #expect(written.hasPrefix("TodoList:\n"))
    let again = try run("todo.scenario.yaml", "--update")
    #expect(again.status == 0)
    #expect(!again.output.contains("wrote"))
    #expect(try folder.text(golden) == written)
  }

  @Test("With CI set nothing is written, and --update is an error of usage")
  func updatingInCI() throws {
    let update = try run("todo.scenario.yaml", "--update", environment: ["CI": "true"])
    #expect(update.status == 64)
    let run = try run("todo.scenario.yaml", environment: ["CI": "true"])
    #expect(run.status == 1)
    #expect(!folder.exists("golden"))
  }

  @Test("Golden files in a folder shared by two scenario files are neither stray nor pruned")
  func sharedGoldens() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      reducers: { R: { state: S } }
      """, to: "spec.yaml")
    for (file, golden) in [("a.yaml", "one"), ("a.scenario.yaml", "two")] {
      try folder.write(
        "spec: spec.yaml\nscenario: Nothing\nsteps: [{ golden: \(golden) }]\n", to: file)
      #expect(try run(file, "--update").status == 0)
    }
    let pruning = try run("a.yaml", "a.scenario.yaml", "--prune")
    #expect(pruning.status == 0)
    #expect(folder.exists("golden/a/one.yaml") && folder.exists("golden/a/two.yaml"))
  }

  @Test("--prune removes what no step names, in the folder itself only, and says so")
  func pruning() throws {
    _ = try run("todo.scenario.yaml", "--update")
    try folder.write("old", to: "golden/todo/old.yaml")
    try folder.write("other", to: "golden/other/old.yaml")
    let stray = try run("todo.scenario.yaml")
    #expect(stray.status == 1)
    #expect(stray.output.contains("no step names the golden file 'golden/todo/old.yaml'"))
    #expect(try run("todo.scenario.yaml", "--prune", environment: ["CI": "true"]).status == 64)
    #expect(folder.exists("golden/todo/old.yaml"))
    let pruned = try run("todo.scenario.yaml", "--prune")
    #expect(pruned.status == 0)
    #expect(pruned.output.contains("removed golden/todo/old.yaml"))
    #expect(!folder.exists("golden/todo/old.yaml"))
    #expect(folder.exists("golden/other/old.yaml"))
    #expect(folder.exists("golden/todo/after-a-morning.yaml"))
  }

  @Test("Through a link in the place of a golden folder nothing is removed")
  func linkedGoldens() throws {
    _ = try run("todo.scenario.yaml", "--update")
    try FileManager.default.moveItem(
      at: folder.url.appendingPathComponent("golden/todo"),
      to: folder.url.appendingPathComponent("elsewhere"))
    try folder.write("mine", to: "elsewhere/mine.yaml")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("golden/todo"),
      withDestinationURL: folder.url.appendingPathComponent("elsewhere"))
    #expect(try run("todo.scenario.yaml", "--prune").status == 0)
    #expect(folder.exists("elsewhere/mine.yaml"))
  }

  @Test("The limits of cost and size can be set, and a run that needs more is refused")
  func limits() throws {
    try folder.write(
      """
      spec: todo.yaml
      scenario: Much
      steps:
        - dispatch: AddTodo
          with: { text: a }
          times: 5
      """, to: "much.scenario.yaml")
    #expect(try run("much.scenario.yaml").status == 0)
    let size = try run("much.scenario.yaml", "--max-leaves", "9")
    #expect(size.output.contains("state-too-large: the state has more than 9 leaves"))
    let cost = try run("much.scenario.yaml", "--max-cost", "1")
    #expect(cost.output.contains("cost-exceeded"))
    #expect(size.status == 1 && cost.status == 1)
    #expect(try run("much.scenario.yaml", "--max-cost", "0").status == 64)
    #expect(try run("much.scenario.yaml", "--max-leaves", "many").status == 64)
  }

  @Test("Links that lead in circles are followed once, and a file named twice is run once")
  func circles() throws {
    try folder.write(try folder.text("todo.yaml"), to: "a/todo.yaml")
    try folder.write("spec: todo.yaml\nscenario: x\nsteps: []\n", to: "a/x.scenario.yaml")
    for name in ["a/one", "a/two"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent(name), withDestinationURL: folder.url)
    }
    let result = try run("a", "a/x.scenario.yaml", "./a/../a")
    #expect(result.output.components(separatedBy: "✓ x").count == 2)
    #expect(result.seconds < 5)
  }

  @Test("A golden that could not be written is a failure, and the old one stays whole")
  func unwritableGolden() throws {
    // A non-empty folder at the path of the golden: even the superuser cannot write there.
    try folder.write("old", to: "golden/todo/after-a-morning.yaml/kept")
    let result = try run("todo.scenario.yaml", "--update")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        """
        error[unwritable]: the golden file 'golden/todo/after-a-morning.yaml' cannot be written: \
        it is a folder

        """), "\(result.errors)")
    #expect(result.output.hasSuffix("4 passed, 1 failed\n"))
    #expect(try folder.text("golden/todo/after-a-morning.yaml/kept") == "old")
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("golden/todo").path)
    #expect(left == ["after-a-morning.yaml"])
  }

  @Test("Output that does not go to a terminal is not coloured")
  func colours() throws {
    let result = try run("todo.scenario.yaml", "nowhere.yaml")
    #expect(!result.output.contains("\u{1b}"))
    #expect(!result.errors.contains("\u{1b}"))
  }

  @Test("One changed leaf of 5,000 is shown in under 15 lines, with its path")
  func oneLeaf() throws {
    var items = (0..<2500).map { "{ title: item \($0), isCompleted: false }" }
    let given = items.joined(separator: ", ")
    items[1234] = "{ title: item 1234, isCompleted: true }"
    try folder.write(
      """
      spec: todo.yaml
      scenario: large
      given: { TodoList: { todos: [\(given)] } }
      steps:
        - expect: { exact-state: { TodoList: { todos: [\(items.joined(separator: ", "))] } } }
      """, to: "large.scenario.yaml")
    let result = try run("large.scenario.yaml")
    #expect(result.status == 1)
    #expect(result.output.split(separator: "\n").count < 15)
    #expect(result.output.contains("TodoList.todos[1234].isCompleted"))
  }

  @Test("Of very many mistakes the first hundred are shown, and the others counted")
  func manyMistakes() throws {
    let fields = (0..<300).map { "    f\($0): strin\n" }.joined()
    try folder.write("suas: 1\nstates:\n  S:\n\(fields)", to: "many.yaml")
    let result = try run("check", "many.yaml")
    #expect(result.status == 2)
    #expect(result.errors.components(separatedBy: "error[unknown-type]").count == 101)
    #expect(result.errors.hasSuffix("\n… and 200 more\n"))
  }

  @Test("A file that is too large is reported by name")
  func tooLarge() throws {
    try folder.write(Data(count: 16 * 1024 * 1024 + 1), to: "large.yaml")
    let result = try run("check", "large.yaml")
    #expect(
      result.errors == """
        error[file-too-large]: the file is larger than 16 MB
          --> large.yaml
           = help: split it into several files

        """)
  }

  @Test(
    "What cannot be written is told of, whatever it said",
    arguments: [
      "check todo.yaml", "todo.scenario.yaml", "--help", "run --help", "help explore",
      "--version", "--generate-completion-script bash", "explain", "functions",
    ])
  func fullDisk(arguments: String) throws {
    for (output, reason) in [("> /dev/full", "No space left"), (">&-", "Bad file descriptor")] {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "\(Program.path) \(arguments) \(output)"]
      shell.currentDirectoryURL = folder.url
      shell.standardError = try folder.handle("errors")
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 2)
      #expect(
        try folder.text("errors").hasPrefix("error: the output could not be written: \(reason)"))
    }
  }

  @Test("Two runs print the same bytes")
  func determinism() throws {
    let runs = try (0..<3).map { _ in try run("todo.scenario.yaml").output }
    #expect(Set(runs).count == 1)
  }
}
