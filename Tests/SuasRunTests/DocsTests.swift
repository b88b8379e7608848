import Foundation
import Support
import Testing

/// The output of `suas-run docs` for the examples; with RECORD_FIXTURES=1 in the environment, the
/// pages that differ are rewritten, and their tests fail.
@Suite struct DocsTests {
  static let pages = ["checkout", "kanban", "login", "search-cities", "todo-with-settings"]

  @Test("The page of an example is unchanged", arguments: pages)
  func page(name: String) throws {
    let result = try Program.run(["docs", "specs/\(name)/\(name).yaml"], in: packageRoot)
    #expect(result.status == 0 && result.errors.isEmpty)
    let page = packageRoot.appendingPathComponent("Tests/SuasRunTests/Docs/\(name).md")
    try expectRecorded(result.output, in: page)
  }

  @Test("Every example can be described, with only simple diagrams")
  func diagrams() throws {
    let node =
      #"n[0-9]+(\["[^"]*"\]|\(\["[^"]*"\]\)|\("[^"]*"\)|\[\("[^"]*"\)\]|>"[^"]*"\]|\{\{"[^"]*"\}\})"#
    let edge = #"n[0-9]+ -->(\|"[^"]*"\|)? n[0-9]+"#
    let line = try Regex("  (\(node)|\(edge))")
    let state = try Regex(
      #"  (state "[^":;]+" as s[0-9]+|(\[\*\]|s[0-9]+) --> s[0-9]+(: ([^:;#"]|#[a-z0-9]+;)+)?)"#)
    let names = Examples.names.map { "specs/\($0)/\($0).yaml" }
    let fixtures = ["docs-cases", "docs-markup"].map {
      "Tests/SuasRunTests/Fixtures/\($0)/spec.yaml"
    }
    for name in names + fixtures {
      let result = try Program.run(["docs", name], in: packageRoot)
      #expect(result.status == 0, "\(name): \(result.errors)")
      for chart in result.output.components(separatedBy: "```mermaid\n").dropFirst() {
        let lines = chart.components(separatedBy: "\n```")[0].split(separator: "\n")
        let isOfStates = lines.first == "stateDiagram-v2"
        #expect(isOfStates || lines.first == "flowchart LR")
        for drawn in lines.dropFirst() {
          let form = isOfStates ? state : line
          #expect(try form.wholeMatch(in: drawn) != nil, "\(name): \(drawn)")
        }
      }
    }
  }

  @Test("Shared rules that use each other twice are described in a short time")
  func doubling() throws {
    let folder = try Folder()
    let uses = (1...40).map {
      "  r\($0): { of: S, do: [{ use: r\($0 - 1) }, { use: r\($0 - 1) }] }"
    }
    try folder.write(
      """
      suas: 1
      enums: { E: [a, b] }
      states: { S: { e: E = a } }
      actions: { Go: }
      rules:
        r0: { of: S, do: [{ fail: Never, when: "e == 'b'" }, { set: e, value: b }] }
      \(uses.joined(separator: "\n"))
      reducers: { R: { state: S, on: { Go: [{ use: r40 }] } } }
      """, to: "spec.yaml")
    let result = try Program.run(["docs", "spec.yaml"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("| `failed` | Never | `Go` | spec.yaml:6 |"))
    #expect(!result.output.contains("State diagrams"))
    #expect(result.seconds < 20)
  }

  @Test("A combining mark after a bar or a backtick does not break Markdown")
  func marks() throws {
    let folder = try Folder()
    try folder.write("suas: 1\nselectors: { a: { value: '`\u{301}|\u{301}' } }\n", to: "spec.yaml")
    let result = try Program.run(["docs", "spec.yaml"], in: folder)
    #expect(result.output.contains("| ``'`\u{301}\\|\u{301}'`` |"))
  }

  @Test("A page is written to a file as a whole, or not at all")
  func output() throws {
    let folder = try Folder()
    try folder.write("suas: 1\nname: Empty\n", to: "spec.yaml")
    let written = try Program.run(["docs", "spec.yaml", "--output", "page.md"], in: folder)
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(try folder.text("page.md") == "# Empty\n")
    try folder.write("", to: "folder/file")
    for (path, status, reason) in [
      ("none/page.md", 2, "cannot be written: there is no folder 'none'"),
      ("folder", 2, "cannot be written: it is a folder"),
      ("spec.yaml", 64, "is the name of a spec or scenario"),
    ] as [(String, Int32, String)] {
      let result = try Program.run(["docs", "spec.yaml", "--output", path], in: folder)
      #expect(result.status == status)
      #expect(result.errors.contains("'\(path)' \(reason)"), "\(result.errors)")
    }
    #expect(try folder.text("spec.yaml") == "suas: 1\nname: Empty\n")
    let link = folder.url.appendingPathComponent("link.md")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "folder/file")
    #expect(try Program.run(["docs", "spec.yaml", "--output", "link.md"], in: folder).status == 0)
    #expect(try folder.text("folder/file") == "# Empty\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "folder/file")
    #expect(try Program.run(["docs"], in: folder).status == 64)
    #expect(try Program.run(["docs", "none.yaml"], in: folder).status == 2)
  }

  @Test("Several files are described as the spec that they make together")
  func several() throws {
    let folder = try Folder()
    try folder.write("suas: 1\nactions: { One: {} }\n", to: "one.yaml")
    try folder.write("suas: 1\nname: Both\nactions: { Two: {} }\n", to: "two.yaml")
    let result = try Program.run(["docs", "one.yaml", "two.yaml"], in: folder)
    #expect(result.output.hasPrefix("# Both\n"))
    #expect(result.output.contains("### One\n") && result.output.contains("### Two\n"))
  }
}
