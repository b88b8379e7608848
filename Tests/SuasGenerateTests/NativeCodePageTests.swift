import Foundation
import SuasGenerate
import SuasProgram
import SuasSpec
import Testing
import YAML

@Suite("Generated code on the page about native code")
struct NativeCodePageTests {
  private static let specs = ["todo-with-settings", "search-cities"]

  private static func path(_ spec: String) -> String { "specs/\(spec)/\(spec).yaml" }

  /// The block of the page that follows a marker, which is at most 40 lines long.
  private static func block(_ marker: String, _ language: String, _ spec: String) throws -> String {
    let page = try String(
      contentsOf: GeneratedProgram.sources.appending(path: "docs/guides/native-code.md"),
      encoding: .utf8)
    let start = try #require(
      page.range(of: "<!-- \(marker): \(language), \(spec) -->\n\n```\(language)\n"))
    let block = try #require(
      page[start.upperBound...].components(separatedBy: "\n```").first)
    #expect(block.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    return block
  }

  @Test(arguments: specs)
  func `The page shows the part of a spec of which code is generated`(name: String) throws {
    let spec = try String(
      contentsOf: GeneratedProgram.sources.appending(path: Self.path(name)), encoding: .utf8)
    #expect(spec.contains("\n\(try Self.block("generated from", "yaml", name))\n"))
  }

  @Test(arguments: specs, ["swift", "kotlin"])
  func `The page shows what is generated`(name: String, language: String) throws {
    let path = Self.path(name)
    // Places in generated code have the path that the spec is given by.
    let text = try String(
      contentsOf: GeneratedProgram.sources.appending(path: path), encoding: .utf8)
    let spec = try CompiledSpec(Source(name: path, text: text)).checked
    let files =
      language == "swift"
      ? try SwiftGenerator(spec, from: path, SwiftGenerator.Options()).files()
      : try KotlinGenerator(spec, from: path, KotlinGenerator.Options()).files()
    let block = try Self.block("generated", language, name)
    #expect(files.contains { $0.text.contains("\n\(block)\n") })
  }
}
