import Foundation
import SuasProgram
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// All specs of the repository as generated Kotlin: compiled with warnings as errors, and compared
  /// with the interpreter step by step.
  @Suite("Generated Kotlin", .timeLimit(.minutes(60)), .serialized)
  struct GeneratedKotlinTests {
    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func
      `Generated Kotlin does what the interpreter does in every scenario and for random actions`()
      throws
    {
      let corpus = Corpus()
      try #require(corpus.specs.count > 90)
      let programs = try KotlinPrograms(corpus.specs, hasFlows: true)
      var runner = Runner()
      runner.drivers = programs.drivers
      var differences: [String] = []
      for spec in corpus.specs where !Corpus.limits.contains(spec.name) {
        let scenarios = runner.run(spec.scenarios).files.flatMap(\.scenarios)
        for scenario in scenarios {
          differences += scenario.failures.filter { $0.message.hasPrefix("the program ") }.map {
            "\(spec.name), '\(scenario.name)': \($0.message)"
          }
        }
        do {
          if let difference = try RandomComparison.difference(of: spec.checked, programs.drivers) {
            differences.append("\(spec.name): \(difference)")
          }
        } catch let failure as DriverFailure {
          differences.append("\(spec.name): \(failure.message)")
        }
      }
      #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
    }
  }
}
