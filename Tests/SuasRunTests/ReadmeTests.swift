import Foundation
import Testing

/// The blocks in the README that ``DocumentTests`` do not cover.
@Suite struct ReadmeTests {
  let readme: Document

  init() throws { readme = try Document("README.md") }

  private func block(_ kind: String) throws -> (argument: String, text: String) {
    try #require(readme.blocks(kind).first)
  }

  @Test("The README's run fails, as one scenario expects too much")
  func shownRun() throws {
    let arguments = try block("run").argument.split(separator: " ").dropFirst().map(String.init)
    #expect(try Program.run(arguments, in: try readme.folder()).status == 1)
  }

  @Test("The README's mistake is answered as the README shows")
  func shownMistake() throws {
    let (argument, text) = try block("mistake")
    let words = argument.components(separatedBy: ", ")
    let folder = try readme.folder()
    let spec = try folder.text("shopping.yaml")
    try folder.write(
      spec.replacingOccurrences(of: "append: \(words[0])", with: "append: \(words[1])"),
      to: "shopping.yaml")
    let result = try Program.run(["shopping.scenario.yaml"], in: folder)
    #expect(result.errors == text)
    #expect(result.status == 2)
  }

  @Test("The README's spec has 15 lines")
  func shownSpec() throws {
    #expect(try block("file").text.split(separator: "\n").count == 15)
  }
}
