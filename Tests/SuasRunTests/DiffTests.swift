import Foundation
import Support
import Testing

/// `suas-run diff`, run as a user runs it.
@Suite struct DiffTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(lampSpec, to: "lamp.yaml")
    try folder.write(
      lampSpec.replacing("level < 2", with: "level <= 2").replacing("Press", with: "Toggle"),
      to: "next.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["diff"] + arguments, in: folder)
  }

  @Test("What is declared comes first, then what is done, with the fewest steps")
  func text() throws {
    let result = try run("lamp.yaml", "next.yaml")
    #expect(result.status == 0)
    #expect(
      result.output == """
        breaking: the action 'Press' is now called 'Toggle'
            an app that uses the old name finds nothing
            at lamp.yaml:3:12, now next.yaml:3:12
        behaviour: after 'Brighter', 'Lamp.level' differs
            'Lamp.level'
              - 2
              + 3
            steps:
              Press
              Brighter
              Brighter
              Brighter
            at lamp.yaml:11:11, now next.yaml:11:11

        explored 6 states; of longer sequences than 4 steps, not all were tried
        differences: 1 breaking, 0 compatible, 0 unseen, 1 in behaviour

        """)
    #expect(result.errors.isEmpty)
  }

  @Test("The same is said only if everything was tried")
  func same() throws {
    try folder.write("# A comment\n" + lampSpec, to: "comment.yaml")
    let result = try run("lamp.yaml", "comment.yaml", "--fail-on", "behaviour")
    #expect(result.status == 0)
    #expect(
      result.output == """
        the behaviour is the same: all 6 states and all actions were tried
        differences: 0 breaking, 0 compatible, 0 unseen, 0 in behaviour

        """)
    let short = try run("lamp.yaml", "comment.yaml", "--max-depth", "1")
    #expect(!short.output.contains("the same"))
  }

  @Test("What --write writes passes on the old version and fails on the new one")
  func writing() throws {
    let result = try run("lamp.yaml", "next.yaml", "--write", "found")
    let file = "found/difference-1.scenario.yaml"
    #expect(result.output.contains("    wrote \(file)\n"))
    #expect(try Program.run([file], in: folder).status == 0)
    #expect(try Program.isFormatted(file, in: folder))
    try folder.write(lampSpec.replacing("level < 2", with: "level <= 2"), to: "lamp.yaml")
    #expect(try Program.run([file], in: folder).status == 1)
    try folder.write("", to: "taken")
    #expect(try run("lamp.yaml", "next.yaml", "--write", "taken").status == 2)
  }

  @Test(
    "The exit code is 1 for the kinds of differences that --fail-on names",
    arguments: [
      (["--fail-on", "breaking"], 1), (["--fail-on", "behaviour"], 1),
      (["--fail-on", "breaking", "--fail-on", "behaviour"], 1), ([], 0),
      (["--fail-on", "anything"], 64),
    ] as [([String], Int32)])
  func failing(_ options: [String], _ status: Int32) throws {
    #expect(
      try Program.run(["diff", "lamp.yaml", "next.yaml"] + options, in: folder).status == status)
  }

  @Test("Scenarios that have to change are named, and what they meet is expected")
  func scenarios() throws {
    try folder.write(
      """
      spec: lamp.yaml
      scenarios:
        - name: Three levels
          xfail: a lamp has two levels only
          steps:
            - dispatch: Press
            - dispatch: Brighter
            - dispatch: Brighter
            - dispatch: Brighter
              expect: { state: { Lamp: { level: 3 } } }
        - name: Two levels
          steps:
            - dispatch: Press
            - dispatch: Brighter
            - dispatch: Brighter
            - dispatch: Brighter
              expect: { handled: false }

      """, to: "lamp.scenario.yaml")
    try folder.write(lampSpec.replacing("level < 2", with: "level <= 2"), to: "next.yaml")
    let result = try run("lamp.yaml", "next.yaml", "--fail-on", "behaviour")
    #expect(result.status == 0)
    #expect(result.output.contains("    expected by the scenario 'Three levels'\n"))
    #expect(
      result.output.contains(
        """
        scenario: 'Three levels' passes, where it was expected to fail: a lamp has two levels only
            at lamp.scenario.yaml:3:11
        scenario: 'Two levels' fails in step 4: 
        """.dropLast(1)), "\(result.output)")
    #expect(result.output.hasSuffix("1 of them expected; 2 scenarios have to change\n"))
  }

  @Test("A version can be that of a revision of git")
  func revisions() throws {
    let repository = try GitRepository()
    try repository.write(lampSpec, to: "lamp.yaml")
    try repository.commit()
    try repository.write(lampSpec.replacing("level < 2", with: "level < 3"), to: "lamp.yaml")
    let result = try Program.run(
      ["diff", "HEAD:lamp.yaml", "lamp.yaml"], in: repository.folder)
    #expect(result.output.contains("    at HEAD:lamp.yaml:11:11, now lamp.yaml:11:11\n"))
  }

  @Test("Bundles are versions, too")
  func bundles() throws {
    #expect(try Program.run(["bundle", "next.yaml", "-o", "next.bundle"], in: folder).status == 0)
    let result = try run("lamp.yaml", "next.bundle")
    #expect(result.output.hasSuffix("1 breaking, 0 compatible, 0 unseen, 1 in behaviour\n"))
  }

  @Test("The report for programs is JSON with all that the text says")
  func json() throws {
    let result = try run("lamp.yaml", "next.yaml", "--report", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let declared = try #require(object["declared"] as? [[String: Any]])
    #expect(declared.map { $0["change"] as? String } == ["renamed"])
    let behaviour = try #require(object["behaviour"] as? [String: Any])
    let differences = try #require(behaviour["differences"] as? [[String: Any]])
    #expect(
      differences.map { $0["steps"] as? [String] } == [
        ["Press", "Brighter", "Brighter", "Brighter"]
      ])
    #expect(differences.map { $0["confirmed"] as? Bool } == [true])
  }

  @Test("The report for a pull request is Markdown, in which nothing of a spec is markup")
  func markdown() throws {
    let odd = lampSpec.replacing("lit: bool = false", with: "lit: bool = false, '<b>|`': int = 1")
    try folder.write(odd, to: "odd.yaml")
    #expect(try run("lamp.yaml", "odd.yaml", "--report", "markdown").status == 2)
    let result = try run("lamp.yaml", "next.yaml", "--report", "markdown")
    #expect(result.output.hasPrefix("### `lamp.yaml` → `next.yaml`\n\n|  | Declared |"))
    #expect(result.output.contains("\n```diff\n@@ 'Lamp.level' @@\n- 2\n+ 3\n```\n"))
  }

  @Test("The report for GitHub annotates lines of the new version")
  func annotations() throws {
    let result = try run("lamp.yaml", "next.yaml", "--report", "github")
    #expect(
      result.output == """
        ::error file=next.yaml,line=3,col=12,title=breaking::the action 'Press' is now called \
        'Toggle'%0Aan app that uses the old name finds nothing
        ::warning file=next.yaml,line=11,col=11,title=behaviour::after 'Brighter', 'Lamp.level' \
        differs%0Asteps: Press; Brighter; Brighter; Brighter%0A'Lamp.level': 3, and was 2

        """)
  }

  @Test(
    "What is no version is refused with its reason",
    arguments: [
      (["lamp.yaml"], 64, "<new>"),
      (["lamp.yaml", ":x"], 64, "a version is a file or REVISION:PATH, not ':x'"),
      (["lamp.yaml", "missing.yaml"], 2, "there is no file 'missing.yaml'"),
      (["lamp.yaml", "broken.yaml"], 2, "error["),
      (["lamp.yaml", "next.yaml", "--max-states", "0"], 64, "--max-states is a number above 0"),
      (["lamp.yaml", "next.yaml", "--report", "xml"], 64, "xml"),
    ] as [([String], Int32, String)])
  func refusals(_ arguments: [String], _ status: Int32, _ reason: String) throws {
    try folder.write("suas: 1\nstates: 7\n", to: "broken.yaml")
    let result = try Program.run(["diff"] + arguments, in: folder)
    #expect(result.status == status)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }
}
