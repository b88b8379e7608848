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

  @Test("The README's session prints what the README shows, and what it saves passes")
  func shownSession() throws {
    let (command, text) = try block("play")
    let words = command.split(separator: " ").map(String.init)
    let folder = try readme.folder()
    let result = try Program.run(
      Array(words[1..<words.count - 2]), in: folder,
      input: Data(try folder.text(words[words.count - 1]).utf8))
    #expect("$ \(command)\n" + result.output + result.errors == text)
    #expect(result.status == 0)
    let saved = try Program.run(["milk.scenario.yaml"], in: folder)
    #expect(saved.status == 0, "\(saved.output)\(saved.errors)")
  }

  @Test("The README's rows and fragments pass")
  func shownRows() throws {
    let result = try Program.run(["rows.scenario.yaml"], in: try readme.folder())
    #expect(result.output.hasSuffix("\n\n2 passed, 0 failed\n"), "\(result.output)\(result.errors)")
  }

  @Test("The README's spec has 15 lines")
  func shownSpec() throws {
    #expect(try block("file").text.split(separator: "\n").count == 15)
  }
}
