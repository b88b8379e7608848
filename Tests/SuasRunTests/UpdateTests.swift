import Foundation
import Testing

/// Updates of scenario and golden files on request.
@Suite struct UpdateTests {
  let folder: Folder

  init() throws {
    folder = try Folder(
      with: ["todo.yaml", "todo.scenario.yaml", "golden/todo/after-a-morning.yaml"], of: "todo")
  }

  private func run(
    _ arguments: String..., answers: String? = nil, environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      ["todo.scenario.yaml"] + arguments, in: folder, environment: environment,
      input: answers.map { Data($0.utf8) })
  }

  /// Replaces a part of a file, and returns its text before.
  private func change(_ name: String, _ part: String, to other: String) throws -> String {
    let text = try folder.text(name)
    try folder.write(text.replacingOccurrences(of: part, with: other), to: name)
    return text
  }

  @Test("--update-expect gives a changed expectation back, says so, and the run passes")
  func updateExpectations() throws {
    let original = try change("todo.scenario.yaml", "isCompleted: true", to: "isCompleted: false")
    #expect(try run().status == 1)
    let result = try run("--update-expect")
    #expect(result.output.hasPrefix("updated todo.scenario.yaml (1 value)\n\n"), "\(result)")
    #expect(result.status == 0)
    #expect(try folder.text("todo.scenario.yaml") == original)
    #expect(try run("--update-expect").output.hasPrefix("todo.scenario.yaml\n"))
  }

  @Test("--update-expect says what it leaves, at its place in the new text, and fails")
  func leftExpectations() throws {
    _ = try change("todo.scenario.yaml", "todos) == 3", to: "todos) == 4")
    _ = try change(
      "todo.scenario.yaml",
      "state: { TodoList: { todos: [{ isCompleted: true }] } }",
      to:
        "state:\n            TodoList:\n              todos:\n              - isCompleted: true\n              - {}\n"
    )
    let result = try run("--update-expect")
    #expect(
      result.output.hasPrefix(
        """
        updated todo.scenario.yaml (1 value)
        left todo.scenario.yaml:56:15: this condition does not hold, and what it should say is its \
        author's to decide

        """), "\(result.output)")
    #expect(try folder.text("todo.scenario.yaml").contains("- isCompleted: true\n\n"))
    #expect(result.status == 1)
  }

  @Test("A file without write permission is reported and stays unchanged")
  func unwritable() throws {
    _ = try change("todo.scenario.yaml", "isCompleted: true", to: "isCompleted: false")
    let text = try folder.text("todo.scenario.yaml")
    try folder.write(Data(text.data(using: .utf16LittleEndian) ?? Data()), to: "wide")
    try folder.write(
      Data([0xFF, 0xFE]) + Data(contentsOf: folder.url.appendingPathComponent("wide")),
      to: "todo.scenario.yaml")
    let result = try run("--update-expect")
    #expect(
      result.errors.hasPrefix(
        "error[unwritable]: 'todo.scenario.yaml' cannot be written: it is not in UTF-8"))
    #expect(result.status == 2)
  }

  @Test(
    "What writes files is refused with CI set, and what does not go together is refused",
    arguments: [
      (["--update-expect"], ["CI": "1"]), (["--review"], ["CI": "true"]),
      (["--review", "--update"], [:]), (["--review", "--prune"], [:]),
      (["--review", "--update-expect"], [:]), (["--update-expect", "--live"], [:]),
    ])
  func refused(_ arguments: [String], _ environment: [String: String]) throws {
    let result = try Program.run(
      ["todo.scenario.yaml"] + arguments, in: folder, environment: environment)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
  }

  @Test("--review without anybody to answer is refused")
  func nobody() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["todo.scenario.yaml", "--review"]
    process.currentDirectoryURL = folder.url
    process.environment = [:]
    process.standardInput = FileHandle.nullDevice
    process.standardError = try folder.handle("errors")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(try folder.text("errors").hasPrefix("Error: --review asks"))
  }

  @Test("--review shows what has changed by the rule that did it, and writes what is accepted")
  func review() throws {
    let golden = "golden/todo/after-a-morning.yaml"
    let original = try change(golden, "Call mother", to: "Call father")
    try folder.write("[]\n", to: "golden/todo/stray.yaml")
    let result = try run("--review", answers: "what\naccept\nr\n")
    #expect(
      result.output == """

        written by todo.yaml:43:11: - set: todos[action.index].title (1 file)

        different golden/todo/after-a-morning.yaml
          in 'A morning with the list'
          TodoList.todos[1].title
            - Call father
            + Call mother
        accept, reject, group (accept all of it), skip (leave all of it) or quit? what
        answer with one of the words, or its first letter
        accept, reject, group (accept all of it), skip (leave all of it) or quit? accept
        wrote golden/todo/after-a-morning.yaml

        golden files that no step names (1 file)

        stray golden/todo/stray.yaml
          to accept is to remove it
        a/r/g/s/q? r

        2 golden files: 1 accepted, 1 left

        """)
    #expect(result.status == 1)
    #expect(try folder.text(golden) == original)
    #expect(folder.exists("golden/todo/stray.yaml"))
    let second = try run("--review", answers: "g\n")
    #expect(second.output.contains("removed golden/todo/stray.yaml\n"))
    #expect(second.status == 0)
    #expect(try run("--review", answers: "").output == "no golden file has changed\n")
  }

  @Test("On a terminal of 20 columns a review asks and is answered, and Ctrl-D leaves the rest")
  func terminal() throws {
    let golden = "golden/todo/after-a-morning.yaml"
    let original = try change(golden, "Call mother", to: "Call father")
    try folder.write("[]\n", to: "golden/todo/stray.yaml")
    let terminal = try PseudoTerminal(
      ["todo.scenario.yaml", "--review"], in: folder.url, columns: 20)
    try terminal.expect("or quit? ")
    terminal.type("a\n")
    try terminal.expect("wrote \(golden)")
    try terminal.expect("a/r/g/s/q? ")
    terminal.type("\u{4}")
    try terminal.expect("2 golden files: 1 accepted, 1 left")
    #expect(try terminal.end() == 1)
    #expect(try folder.text(golden) == original)
  }

  @Test("A review whose answers end leaves the rest, and reports other failures")
  func unfinished() throws {
    _ = try change("golden/todo/after-a-morning.yaml", "Call mother", to: "Call father")
    _ = try change("todo.scenario.yaml", "isCompleted: true", to: "isCompleted: false")
    let text = try folder.text("golden/todo/after-a-morning.yaml")
    let result = try run("--review", answers: "")
    #expect(
      result.output.hasSuffix(
        """
        1 golden file: 0 accepted, 1 left
        1 scenario fails for something else, which a run without --review shows

        """))
    #expect(result.status == 1)
    #expect(try folder.text("golden/todo/after-a-morning.yaml") == text)
  }

  @Test("A golden file with merge-conflict markers is told as such, and --update may overwrite it")
  func conflict() throws {
    let golden = "golden/todo/after-a-morning.yaml"
    let original = try change(
      golden, "  todos:\n", to: "<<<<<<< HEAD\n  todos:\n=======\n  items:\n>>>>>>> other\n")
    let result = try run()
    #expect(
      result.output.contains(
        "the golden file '\(golden)' has merge-conflict markers, the first in line 2; settle them"))
    #expect(result.status == 1)
    #expect(try run("--update").status == 0)
    #expect(try folder.text(golden) == original)
  }

  @Test("A fragment that several specs share is brought up to date as each spec has it")
  func sharedFragment() throws {
    try folder.write(
      "suas: 1\nstates: { Z: { n: int = 0 } }\nactions: { Go: {} }\nreducers:\n"
        + "  R: { state: Z, on: { Go: [{ increment: n }] } }\n", to: "one.yaml")
    try folder.write(
      "suas: 1\nstates: { A: { x: int = 0 }, Z: { m: int = 0, n: int = 0 } }\n"
        + "actions: { Go: {} }\nreducers:\n"
        + "  RA: { state: A, on: { Go: [{ increment: x }] } }\n"
        + "  R: { state: Z, on: { Go: [{ increment: n }] } }\n", to: "two.yaml")
    let fragments =
      "fragments:\n  check:\n    steps:\n      - dispatch: Go\n"
      + "        expect: { state: { Z: { n: 7 } } }\n"
    try folder.write(fragments, to: "common.yaml")
    for name in ["one", "two"] {
      try folder.write(
        "spec: \(name).yaml\ninclude: [common.yaml]\nscenario: s\nsteps: [{ use: check }]\n",
        to: "\(name).scenario.yaml")
    }
    let result = try Program.run(
      ["one.scenario.yaml", "two.scenario.yaml", "--update-expect"], in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(
      try folder.text("common.yaml")
        == fragments.replacingOccurrences(of: "n: 7", with: "n: 1"))
  }

  @Test("A review removes a stray golden file beside a scenario whose name is not in ASCII")
  func strayBesideUnicode() throws {
    try folder.write("suas: 1\n", to: "empty.yaml")
    try folder.write(
      "spec: empty.yaml\nscenario: s\nsteps: [{ note: nothing }]\n", to: "été.scenario.yaml")
    try folder.write("[]\n", to: "golden/été/stray.yaml")
    let result = try Program.run(
      ["été.scenario.yaml", "--review"], in: folder, input: Data("a\n".utf8))
    #expect(result.output.contains("removed golden/été/stray.yaml\n"), "\(result)")
    #expect(result.status == 0)
    #expect(!folder.exists("golden/été/stray.yaml"))
  }

  @Test("A golden file that is a folder is reported as such")
  func goldenFolder() throws {
    try folder.write("", to: "golden/todo/x/y")
    try folder.write(
      "spec: todo.yaml\nscenario: s\nsteps: [{ golden: x }]\n", to: "x.scenario.yaml")
    try folder.write("", to: "golden/x/x.yaml/inside")
    let result = try Program.run(["x.scenario.yaml"], in: folder)
    #expect(result.errors.contains("'golden/x/x.yaml' cannot be read: it is a folder"))
    #expect(result.status == 2)
  }
}
