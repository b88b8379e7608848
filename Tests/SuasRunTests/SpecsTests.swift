import Foundation
import Support
import Testing

/// The examples in `specs/`.
@Suite struct SpecsTests {
  @Test("Every example passes, goldens included", arguments: Examples.names)
  func example(name: String) throws {
    let result = try Program.run(["specs/\(name)"], in: packageRoot, environment: ["CI": "true"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasSuffix(" passed, 0 failed\n"))
  }

  @Test("All examples are run by naming their folder, and checked file by file")
  func all() throws {
    #expect(Examples.names.count >= 3)
    let run = try Program.run(["specs"], in: packageRoot)
    #expect(run.status == 0)
    for name in Examples.names {
      let check = try Program.run(["check", "specs/\(name)"], in: packageRoot)
      #expect(check.status == 0)
      // The files that a scenario file names are checked with it, but for the frozen shapes.
      let files = try FileManager.default.contentsOfDirectory(
        atPath: packageRoot.appendingPathComponent("specs/\(name)").path)
      let count = files.count { $0.hasSuffix(".yaml") }
      #expect(check.output == "\(count) files are sound\n")
    }
  }
}
