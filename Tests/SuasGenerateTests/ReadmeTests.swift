import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

@Suite("Generated code in the README")
struct ReadmeTests {
  @Test(arguments: ["swift", "kotlin"])
  func `The README shows what is generated`(language: String) throws {
    let readme = try String(
      contentsOf: GeneratedProgram.sources.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(
      readme.range(of: "<!-- generated: \(language) -->\n\n```\(language)\n"))
    let block = try #require(readme[start.upperBound...].components(separatedBy: "\n```").first)
    let path = "specs/todo-with-settings/todo-with-settings.yaml"
    let spec = try Loader(root: nil).checkedSpec(
      at: [GeneratedProgram.sources.appending(path: path).path])
    let files =
      language == "swift"
      ? try SwiftGenerator(spec, from: path, SwiftGenerator.Options()).files()
      : try KotlinGenerator(spec, from: path, KotlinGenerator.Options()).files()
    #expect(files.contains { $0.text.contains("\n\(block)\n") })
  }
}
