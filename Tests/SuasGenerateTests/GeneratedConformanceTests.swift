import Foundation
import SuasEngine
import SuasGenerate
import SuasProgram
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// CEL's conformance suite, compiled into each language.
  @Suite("Conformance of generated code", .timeLimit(.minutes(60)), .serialized)
  struct GeneratedConformanceTests {
    @Test(.enabled(if: ConformanceSpecs.file != nil, "the file of cases is needed"))
    func `Expressions of the conformance suite have the interpreter's verdict in Swift`() throws {
      let cases = try ConformanceSpecs(casesInSpec: 400)
      let programs = try GeneratedProgram.all(of: cases.specs)
      try expectNoDifference(cases) { index in
        DriverPool("exec '\(programs[index].executable.path)'")
      }
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere && ConformanceSpecs.file != nil,
        "Java, the Kotlin compiler and the file of cases are needed"))
    func `Expressions of the conformance suite have the interpreter's verdict in Kotlin`() throws {
      let cases = try ConformanceSpecs(casesInSpec: 100)
      let programs = try KotlinPrograms(cases.specs)
      try expectNoDifference(cases) { _ in programs.drivers }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere && ConformanceSpecs.file != nil,
        "Node and the file of cases are needed"),
      arguments: TypeScriptInts.allCases)
    func `Expressions of the conformance suite have the interpreter's verdict in TypeScript`(
      ints: TypeScriptInts
    ) throws {
      let cases = try ConformanceSpecs(casesInSpec: 400)
      let programs = try TypeScriptPrograms(cases.specs, ints: ints)
      try expectNoDifference(cases) { _ in programs.drivers }
    }

    /// Dispatches the action of each case to the interpreter and to a generated program.
    private func expectNoDifference(
      _ cases: ConformanceSpecs, _ drivers: (Int) -> DriverPool
    ) throws {
      var differences: [String] = []
      var count = 0
      for (index, spec) in cases.specs.enumerated() {
        let comparison = try Comparison(spec.checked, drivers(index))
        let actions = comparison.spec.checked.actions.map(\.name)
        count += actions.count
        for name in actions {
          var acts = [CheckedStep.Act.dispatch(try comparison.spec.action(name, [:]), times: 1)]
          differences += try comparison.differences { _ in acts.popLast() }.map {
            "\(cases.ids[name] ?? name): \($0)"
          }
        }
        comparison.end()
      }
      #expect(count > 700, "only \(count) cases stand in specs")
      #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
    }
  }
}
