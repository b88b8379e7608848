import Foundation
import Support
import Testing

/// The output of `suas-run docs` for the examples; with RECORD_FIXTURES=1 in the environment, the
/// pages that differ are rewritten, and their tests fail.
@Suite struct DocsTests {
  static let pages = ["kanban", "login", "search-cities", "todo-with-settings"]

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
    let names = SpecsTests.folders.map { "specs/\($0)/\($0).yaml" }
    for name in names + ["Tests/SuasRunTests/Fixtures/docs-markup/spec.yaml"] {
      let result = try Program.run(["docs", name], in: packageRoot)
      #expect(result.status == 0, "\(name): \(result.errors)")
      for chart in result.output.components(separatedBy: "```mermaid\n").dropFirst() {
        let lines = chart.components(separatedBy: "\n```")[0].split(separator: "\n")
        #expect(lines.first == "flowchart LR")
        for drawn in lines.dropFirst() {
          #expect(try line.wholeMatch(in: drawn) != nil, "\(name): \(drawn)")
        }
      }
    }
  }

  @Test("A combining mark after a bar or a backtick does not break Markdown")
  func marks() throws {
    let folder = try Folder()
    try folder.write("suas: 1\nselectors: { a: { value: '`\u{301}|\u{301}' } }\n", to: "spec.yaml")
    let result = try Program.run(["docs", "spec.yaml"], in: folder)
    #expect(result.output.contains("| ``\"`\u{301}\\|\u{301}\"`` |"))
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
