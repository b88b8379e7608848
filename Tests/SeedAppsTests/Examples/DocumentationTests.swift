import Foundation
import Testing

/// The code in the documentation is compiled and run by a test.
@Suite struct DocumentationTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let pages = [
    "Sources/Suas", "Sources/SuasEffects", "Sources/SuasEngine", "Sources/SuasRuntime",
    "Sources/SuasSpec/SuasSpec.docc/SpecsInSwift.md", "docs",
  ]

  private static func lines(of url: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: url), as: UTF8.self).components(separatedBy: "\n")
  }

  private static func files(below path: String) -> [URL] {
    let url = root.appendingPathComponent(path)
    guard let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    else { return [url] }
    let files = found.compactMap { $0 as? URL }.filter {
      ["md", "swift"].contains($0.pathExtension)
    }
    return files.isEmpty ? [url] : files.sorted { $0.path < $1.path }
  }

  private static func trimmed(_ line: String) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }

  /// Returns the Swift blocks in a page, or in the documentation comments of a source, each with
  /// its line.
  private static func blocks(of url: URL) throws -> [(line: Int, text: [String])] {
    let isSource = url.pathExtension == "swift"
    var blocks: [(Int, [String])] = []
    var open: (Int, [String])?
    // Tests of SuasGenerate compare blocks with what is generated, and with apps that CI compiles.
    var isElsewhere = false
    for (number, line) in try lines(of: url).enumerated() {
      var text = trimmed(line)
      if isSource {
        guard text.hasPrefix("///") else {
          open = nil
          continue
        }
        text = trimmed(String(text.dropFirst(3)))
      }
      if text.hasPrefix("<!-- generated:") || text.hasPrefix("<!-- part of:") {
        isElsewhere = true
      } else if text == "```swift", open == nil {
        open = (number + 1, [])
      } else if text == "```", let block = open {
        if !isElsewhere { blocks.append(block) }
        isElsewhere = false
        open = nil
      } else {
        open?.1.append(text)
      }
    }
    return blocks
  }

  @Test(arguments: pages)
  func `Every Swift block stands in a test, line by line`(page: String) throws {
    let examples = try Self.files(below: "Tests/SeedAppsTests/Examples").map { url in
      try Self.lines(of: url).map(Self.trimmed).joined(separator: "\n")
    }
    var count = 0
    for file in Self.files(below: page) {
      for (line, block) in try Self.blocks(of: file) {
        let text = block.joined(separator: "\n")
        let isShown = examples.contains { "\n\($0)\n".contains("\n\(text)\n") }
        #expect(isShown, "\(file.lastPathComponent):\(line) shows what no test compiles:\n\(text)")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
