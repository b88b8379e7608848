import Foundation
import Testing

/// An untrusted folder, whose links and names must not lead out of it.
@Suite struct LinkTests {
  let base: Folder
  var tree: URL { base.url.appendingPathComponent("tree") }
  var outside: URL { base.url.appendingPathComponent("outside") }

  init() throws {
    base = try Folder()
    try base.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Add: {} }
      reducers: { R: { state: S, on: { Add: [{ increment: n }] } } }

      """, to: "tree/spec.yaml")
    try base.write(Self.scenario, to: "tree/x.scenario.yaml")
    try base.write("kept", to: "outside/kept")
  }

  private static let scenario = """
    spec: spec.yaml
    scenario: Adding
    steps:
      - dispatch: Add
        expect: { state: { S: { n: 1 } } }
      - golden: one

    """

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: tree.appendingPathComponent(name).path, withDestinationPath: target)
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try withExtendedLifetime(base) { try Program.run(arguments, in: tree) }
  }

  private func expectNothingOutside(_ source: SourceLocation = #_sourceLocation) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: outside.path)
    #expect(names == ["kept"], sourceLocation: source)
  }

  @Test(
    "Links that lead goldens out are followed neither to read nor to write",
    arguments: [
      (link: "golden", target: "../outside"), ("golden/x", "../../outside"),
      ("golden/x/one.yaml", "../../../outside/one.yaml"),
    ])
  func goldens(link: String, target: String) throws {
    try FileManager.default.createDirectory(
      at: tree.appendingPathComponent(link).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try self.link(link, to: target)
    for arguments in [["--update"], ["--prune"], []] {
      let result = try Program.run(["x.scenario.yaml"] + arguments, in: tree)
      #expect(result.status == 2)
      #expect(
        result.errors == """
          error[outside-root]: the golden file 'golden/x/one.yaml' lies outside of the working \
          directory, and files are read below it only
            --> golden/x/one.yaml

          """)
      try expectNothingOutside()
    }
  }

  @Test("Folders that are linked to each other are searched once, however deep the links lead")
  func chains() throws {
    let count = 60
    for number in 0..<count {
      try base.write("# \(number)\n", to: "tree/f\(number)/note.txt")
      for name in ["a", "b"] { try link("f\(number)/\(name)", to: "../f\(number + 1)") }
    }
    try base.write(Self.chained, to: "tree/f\(count)/x.scenario.yaml")
    for command in [["check"], ["fmt", "--check"], []] {
      let result = try Program.run(command + ["."], in: tree)
      #expect(result.status == (command == [] ? 1 : 0), "\(result.output)\(result.errors)")
      #expect(result.seconds < 10)
    }
    try link("f\(count)/proc", to: "/proc")
    var session = EditorSession(in: tree, editing: "x.scenario.yaml")
    session.open(Self.scenario)
    session.ask("references", line: 3, character: 14)
    let editing = try Program.run(["lsp"], in: tree, input: session.input)
    #expect(editing.status == 0)
    #expect(editing.seconds < 10)
    try FileManager.default.removeItem(at: tree.appendingPathComponent("f\(count)/proc"))
    let listed = try Program.run([".", "--list"], in: tree)
    #expect(listed.output.split(separator: "\n").filter { $0.contains("Chained") }.count == 1)
  }

  private static let chained = """
    spec: ../spec.yaml

    scenario: Chained
    steps:
      - dispatch: Add

    """

  @Test("Links that stay in the root are followed, and stay what they are")
  func inside() throws {
    try FileManager.default.createDirectory(
      at: tree.appendingPathComponent("kept"), withIntermediateDirectories: true)
    try link("golden", to: tree.appendingPathComponent("kept").path)
    #expect(try run("x.scenario.yaml", "--update").status == 0)
    #expect(base.exists("tree/kept/x/one.yaml"))
    try link("y.scenario.yaml", to: "x.scenario.yaml")
    let result = try run("y.scenario.yaml", "--update")
    #expect(result.output.hasSuffix("1 passed, 0 failed\n"))
    #expect(base.exists("tree/kept/y/one.yaml"))
  }

  @Test("With a wider root, links may lead further")
  func wider() throws {
    try link("golden", to: "../outside")
    #expect(try run("x.scenario.yaml", "--root", "..", "--update").status == 0)
    #expect(base.exists("outside/x/one.yaml"))
  }

  @Test("The record of failures is not written through a link that leads out")
  func record() throws {
    try link(".suas-run", to: "../outside")
    for arguments in [[], ["--rerun-failed"]] {
      let result = try Program.run(["x.scenario.yaml"] + arguments, in: tree)
      #expect(result.status == 2)
      #expect(result.codes("error") == ["outside-root"])
      try expectNothingOutside()
    }
  }

  @Test("A scenario that is found below a folder and leads out of it is not run")
  func found() throws {
    let wrong = Self.scenario.replacing("n: 1", with: "n: 2")
    try base.write(wrong, to: "elsewhere/wrong.scenario.yaml")
    try base.write(try base.text("tree/spec.yaml"), to: "elsewhere/spec.yaml")
    try link("wrong.scenario.yaml", to: "../elsewhere/wrong.scenario.yaml")
    try link("spec-too.yaml", to: "../elsewhere/wrong.scenario.yaml")
    try FileManager.default.createDirectory(
      at: tree.appendingPathComponent("sub"), withIntermediateDirectories: true)
    try link("sub/linked", to: "../../elsewhere")
    let result = try run(".", "--update-expect")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        error[outside-root]: './wrong.scenario.yaml' lies outside of the working directory, and \
        files are read below it only
          --> ./wrong.scenario.yaml
           = help: '--root FOLDER' reads files below another folder

        error[outside-root]: './sub/linked' lies outside of the working directory, and files are \
        read below it only
          --> ./sub/linked
           = help: '--root FOLDER' reads files below another folder

        """)
    #expect(try base.text("elsewhere/wrong.scenario.yaml") == wrong)
    // A path that the user names is allowed, even if it is a link to a folder.
    #expect(try run("sub/linked", "--list").output.contains("Adding"))
  }

  @Test("--update-expect does not write through a link that leads out")
  func updating() throws {
    let wrong = Self.scenario.replacing("n: 1", with: "n: 2").replacing(
      "  - golden: one\n", with: "")
    try base.write(wrong, to: "elsewhere/wrong.scenario.yaml")
    try base.write(try base.text("tree/spec.yaml"), to: "elsewhere/spec.yaml")
    try FileManager.default.removeItem(at: tree.appendingPathComponent("spec.yaml"))
    try link("spec.yaml", to: "../elsewhere/spec.yaml")
    try link("wrong.scenario.yaml", to: "../elsewhere/wrong.scenario.yaml")
    #expect(try run("wrong.scenario.yaml").status == 1)
    let result = try run("wrong.scenario.yaml", "--update-expect")
    #expect(result.status == 2)
    #expect(result.codes("error") == ["outside-root"])
    #expect(try base.text("elsewhere/wrong.scenario.yaml") == wrong)
    // With the real folder named, no link is involved.
    #expect(try run("../elsewhere/wrong.scenario.yaml", "--update-expect").status == 0)
  }

  @Test(
    "explore writes through no link that leads out, but writes to an outside folder that is named")
  func exploring() throws {
    try base.write(
      try base.text("tree/spec.yaml") + "invariants: { few: store.S.n < 2 }\n",
      to: "tree/spec.yaml")
    try link("found", to: "../outside")
    let result = try run("explore", "spec.yaml", "--write", "found")
    #expect(result.status == 2, "\(result)")
    #expect(result.codes("error") == ["outside-root"])
    try expectNothingOutside()
    #expect(try run("explore", "spec.yaml", "--write", "../elsewhere").status == 1)
    #expect(base.exists("elsewhere"))
  }

  @Test("A later run removes what a killed run left beside a golden file")
  func stale() throws {
    try base.write("half", to: "tree/golden/x/.suas-run-0123456789abcdef.tmp")
    #expect(try run("x.scenario.yaml", "--update").status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tree.appendingPathComponent("golden/x").path)
    #expect(names == ["one.yaml"])
  }

  @Test("Folders and files whose names are the same but for their bytes are others")
  func normalization() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let scenario = "spec: spec.yaml\nscenario: x\nsteps: []\n"
    for name in [composed, decomposed] {
      try base.write(try base.text("tree/spec.yaml"), to: "tree/\(name)/spec.yaml")
      try base.write(scenario, to: "tree/both/\(name).scenario.yaml")
    }
    try base.write(try base.text("tree/spec.yaml"), to: "tree/both/spec.yaml")
    try base.write(
      scenario.replacing("spec.yaml", with: "../\(decomposed)/spec.yaml"),
      to: "tree/\(composed)/x.scenario.yaml")
    let result = try run("\(composed)/x.scenario.yaml", "--root", composed)
    #expect(result.codes("error") == ["outside-root"])
    #expect(try run("both").output.hasSuffix("2 passed, 0 failed\n"))
  }

  @Test(
    "What is no regular file is refused at once, wherever it is named",
    arguments: [
      ["check", "pipe.yaml"], ["check", "/dev/zero"], ["x.scenario.yaml"], ["play", "pipe.yaml"],
      ["y.scenario.yaml"], ["z.scenario.yaml"], ["docs", "pipe.yaml"],
    ])
  func special(arguments: [String]) throws {
    mkfifo(tree.appendingPathComponent("pipe.yaml").path, 0o600)
    try FileManager.default.createDirectory(
      at: tree.appendingPathComponent("golden/x"), withIntermediateDirectories: true)
    mkfifo(tree.appendingPathComponent("golden/x/one.yaml").path, 0o600)
    try base.write("spec: pipe.yaml\nscenario: y\nsteps: []\n", to: "tree/y.scenario.yaml")
    try base.write(
      "spec: spec.yaml\ninclude: pipe.yaml\nscenario: y\nsteps: []\n", to: "tree/z.scenario.yaml")
    let result = try Program.run(arguments, in: tree, input: Data())
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("error[unreadable]: "), "\(result)")
    #expect(result.errors.contains("cannot be read: it is no regular file"))
    #expect(result.seconds < 5)
  }
}
