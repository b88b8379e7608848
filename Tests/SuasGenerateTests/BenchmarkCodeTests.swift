import Foundation
import SuasGenerate
import SuasScenario
import Testing

@Suite("The generated code of the benchmarks")
struct BenchmarkCodeTests {
  @Test func `It is what would be generated now`() throws {
    let sources = GeneratedProgram.sources
    let spec = sources.appending(path: "Benchmarks/workload.yaml")
    let checked = try Loader(root: nil).checkedSpec(at: [spec.path])
    let files = try SwiftGenerator(
      checked, from: "Benchmarks/workload.yaml", SwiftGenerator.Options()
    ).files()
    let folder = "Benchmarks/Sources/Benchmarks/Workload/Generated"
    for file in files {
      let path = sources.appending(path: folder).appending(path: file.path)
      // The committed code is generated at the root of the repository.
      let expected = file.text.replacing(sources.path + "/", with: "")
      #expect(
        try String(contentsOf: path, encoding: .utf8) == expected,
        "run suas-run generate swift Benchmarks/workload.yaml --output \(folder)")
    }
  }
}
