import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

@Suite("The generated code of the benchmarks")
struct BenchmarkCodeTests {
  @Test func `It is what would be generated now`() throws {
    let spec = GeneratedProgram.sources.appending(path: "Benchmarks/workload.yaml")
    let checked = try Loader(root: nil).checkedSpec(at: [spec.path])
    let files = try SwiftGenerator(
      checked, from: "Benchmarks/workload.yaml", digest: checked.digest, SwiftGenerator.Options()
    ).files().map { file in
      // The committed code is generated at the root of the repository.
      GeneratedFile(
        path: file.path,
        text: file.text.replacing(GeneratedProgram.sources.path + "/", with: ""))
    }
    let folder = "Benchmarks/Sources/Benchmarks/Workload/Generated"
    let output = OutputFolder(GeneratedProgram.sources.appending(path: folder).path)
    #expect(
      try output.changes(to: files).isEmpty,
      "run suas-run generate swift Benchmarks/workload.yaml --output \(folder)")
  }
}
