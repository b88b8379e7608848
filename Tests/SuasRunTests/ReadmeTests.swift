import Foundation
import Testing

/// The README's own blocks, run as its reader would.
@Suite struct ReadmeTests {
  let blocks: [(marker: String, text: String)]

  init() throws {
    let readme = String(
      decoding: try Data(contentsOf: packageRoot.appendingPathComponent("README.md")),
      as: UTF8.self)
    var blocks: [(String, String)] = []
    var marker: String?
    var lines: [Substring]?
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = lines {
        if line == "```" {
          blocks.append((marker ?? "", open.map { "\($0)\n" }.joined()))
          (marker, lines) = (nil, nil)
        } else {
          lines = open + [line]
        }
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        marker = String(line.dropFirst(5).dropLast(4))
      } else if line.hasPrefix("```") {
        lines = []
      }
    }
    self.blocks = blocks
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (marker, text) in blocks where marker.hasPrefix("file ") {
      try folder.write(text, to: String(marker.dropFirst(5)))
    }
    return folder
  }

  private func block(_ prefix: String) throws -> (argument: String, text: String) {
    let block = try #require(blocks.first { $0.marker.hasPrefix(prefix) })
    return (String(block.marker.dropFirst(prefix.count)), block.text)
  }

  @Test("The README's run prints what the README shows")
  func shownRun() throws {
    let (command, text) = try block("run ")
    let arguments = command.split(separator: " ").dropFirst().map(String.init)
    let result = try Program.run(arguments, in: try folder())
    #expect("$ \(command)\n" + result.output + result.errors == text)
    #expect(result.status == 1)
  }

  @Test("The README's mistake is answered as the README shows")
  func shownMistake() throws {
    let (argument, text) = try block("mistake ")
    let words = argument.components(separatedBy: ", ")
    let folder = try folder()
    let spec = try folder.text("shopping.yaml")
    try folder.write(
      spec.replacingOccurrences(of: "append: \(words[0])", with: "append: \(words[1])"),
      to: "shopping.yaml")
    let result = try Program.run(["shopping.scenario.yaml"], in: folder)
    #expect(result.errors == text)
    #expect(result.status == 2)
  }

  @Test("The README's rows and fragments pass")
  func shownRows() throws {
    let result = try Program.run(["rows.scenario.yaml"], in: try folder())
    #expect(result.output.hasSuffix("\n\n2 passed, 0 failed\n"), "\(result.output)\(result.errors)")
  }

  @Test("The README's spec has 15 lines")
  func shownSpec() throws {
    let (_, text) = try block("file shopping.yaml")
    #expect(text.split(separator: "\n").count == 15)
  }
}
