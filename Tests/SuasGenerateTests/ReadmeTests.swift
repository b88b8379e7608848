import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

@Suite("Generated code in the README")
struct ReadmeTests {
  private static let path = "specs/todo-with-settings/todo-with-settings.yaml"

  /// The block of the README that follows a marker.
  private static func block(_ marker: String, _ language: String) throws -> String {
    let readme = try String(
      contentsOf: GeneratedProgram.sources.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(
      readme.range(of: "<!-- \(marker): \(language) -->\n\n```\(language)\n"))
    return try #require(readme[start.upperBound...].components(separatedBy: "\n```").first)
  }

  @Test func `The README shows the rules of which code is generated`() throws {
    let spec = try String(
      contentsOf: GeneratedProgram.sources.appending(path: Self.path), encoding: .utf8)
    #expect(spec.contains("\n\(try Self.block("generated from", "yaml"))\n"))
  }

  @Test(arguments: ["swift", "kotlin"])
  func `The README shows what is generated`(language: String) throws {
    let spec = try Loader(root: nil).checkedSpec(
      at: [GeneratedProgram.sources.appending(path: Self.path).path])
    let files =
      language == "swift"
      ? try SwiftGenerator(spec, from: Self.path, SwiftGenerator.Options()).files()
      : try KotlinGenerator(spec, from: Self.path, KotlinGenerator.Options()).files()
    let block = try Self.block("generated", language)
    #expect(files.contains { $0.text.contains("\n\(block)\n") })
  }
}
