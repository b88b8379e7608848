import Foundation
import SuasGenerate
import SuasProgram
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// All specs of the repository as generated TypeScript: compiled by the strictest settings, and
  /// compared with the interpreter step by step.
  @Suite("Generated TypeScript", .timeLimit(.minutes(60)), .serialized)
  struct GeneratedTypeScriptTests {
    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func
      `Generated TypeScript does what the interpreter does in every scenario and for random actions`()
      throws
    {
      let all = Corpus().specs
      // A state that begins with an int beyond those of numbers is refused.
      let specs = all.filter { !Self.beginsWithLargeInt($0) }
      try #require(specs.count > 90 && all.count - specs.count < 5)
      expectNoDifference(of: specs, in: try TypeScriptPrograms(specs))
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `In a Redux store, specs do what the interpreter does`() throws {
      let named = Corpus().specs.filter { GeneratedProgram.specs.contains($0.name) }
      try #require(named.count > 8)
      expectNoDifference(of: named, in: try TypeScriptPrograms(named, with: .redux))
    }

    private func expectNoDifference(of specs: [Corpus.Spec], in programs: TypeScriptPrograms) {
      var runner = Runner()
      runner.drivers = programs.drivers
      var differences: [String] = []
      for spec in specs where !Corpus.limits.contains(spec.name) {
        let scenarios = runner.run(spec.scenarios).files.flatMap(\.scenarios)
        for scenario in scenarios {
          let failures = scenario.failures.filter { $0.message.hasPrefix("the program ") }
          // Ints beyond those of numbers are the one difference.
          let meetsLargeInt = failures.contains {
            $0.message.contains(/[0-9]{16}|beyond the range of an int/)
          }
          if meetsLargeInt { continue }
          differences += failures.map { "\(spec.name), '\(scenario.name)': \($0.message)" }
        }
        do {
          if let difference = try RandomComparison.difference(
            of: spec.checked, programs.drivers, areIntsNumbers: true)
          {
            differences.append("\(spec.name): \(difference)")
          }
        } catch {
          let reason = (error as? DriverFailure)?.message ?? "\(error)"
          differences.append("\(spec.name): \(reason)")
        }
      }
      #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
    }

    private static func beginsWithLargeInt(_ spec: Corpus.Spec) -> Bool {
      let options = TypeScriptGenerator.Options()
      do throws(Diagnostics) {
        _ = try TypeScriptGenerator(spec.checked, from: spec.name, options).files()
        return false
      } catch {
        return error.items.allSatisfy { $0.message.hasPrefix("a value begins as ") }
      }
    }
  }
}
