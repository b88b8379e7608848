import Foundation
import RandomSpecs
import SuasGenerate
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// Random specs as generated code, compared with the interpreter on random steps.
  ///
  /// `GENERATED_SPEC_COUNT` gives the number of specs, `GENERATED_SPEC_SEED` the seed of the first,
  /// `RANDOM_STEPS` the number of steps on each, and `GENERATED_SPEC_FOLDER` a folder to keep their texts in.
  @Suite("Programs of random specs", .timeLimit(.minutes(600)), .serialized)
  struct RandomSpecProgramTests {
    /// A random spec may have an action that takes hours.
    private static let mostCost = 300_000

    private static func number(_ variable: String) -> Int? {
      ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    /// The first random specs that check.
    private static var specs: [Corpus.Spec] {
      let first = UInt64(number("GENERATED_SPEC_SEED") ?? 1)
      return (0..<UInt64(number("GENERATED_SPEC_COUNT") ?? 6)).compactMap { index in
        var maker = SpecMaker(seed: first + index)
        let text = maker.make().tree.document
        guard let spec = try? SpecTrial.compile(text) else { return nil }
        let name = "random\(first + index).yaml"
        if let folder = ProcessInfo.processInfo.environment["GENERATED_SPEC_FOLDER"] {
          try? Data(text.utf8).write(to: URL(filePath: folder).appending(path: name))
        }
        return isGenerated(spec.checked, named: name)
          ? Corpus.Spec(name: name, checked: spec.checked) : nil
      }
    }

    /// False for a spec two of whose names a person has to tell apart for generated code.
    private static func isGenerated(_ spec: CheckedSpec, named name: String) -> Bool {
      do throws(Diagnostics) {
        _ = try SwiftGenerator(spec, from: name, SwiftGenerator.Options()).files()
        _ = try KotlinGenerator(spec, from: name, KotlinGenerator.Options()).files()
        _ = try TypeScriptGenerator(spec, from: name, TypeScriptGenerator.Options()).files()
        return true
      } catch {
        return !error.items.allSatisfy { $0.code.rawValue == "duplicate-name" }
      }
    }

    @Test func `Generated Swift of a random spec does what the interpreter does`() {
      for spec in Self.specs {
        do {
          let program = try GeneratedProgram(spec.checked, named: spec.name)
          defer { program.remove() }
          let drivers = DriverPool("exec '\(program.executable.path)'")
          if let difference = try RandomComparison.difference(
            of: spec.checked, drivers, mostCost: Self.mostCost)
          {
            Self.record(difference, of: spec)
          }
        } catch {
          Self.record("\(error)", of: spec)
        }
      }
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Generated Kotlin of a random spec does what the interpreter does`() throws {
      let specs = Self.specs
      let programs = try KotlinPrograms(specs)
      for spec in specs {
        if let difference = try RandomComparison.difference(
          of: spec.checked, programs.drivers, mostCost: Self.mostCost)
        {
          Self.record(difference, of: spec)
        }
      }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"),
      arguments: TypeScriptInts.allCases)
    func `Generated TypeScript of a random spec does what the interpreter does`(
      ints: TypeScriptInts
    ) throws {
      let specs = Self.specs
      let programs = try TypeScriptPrograms(specs, ints: ints)
      for spec in specs {
        if let difference = try RandomComparison.difference(
          of: spec.checked, programs.drivers, areIntsNumbers: ints == .number,
          mostCost: Self.mostCost)
        {
          Self.record(difference, of: spec)
        }
      }
    }

    /// Records a difference, with the spec in a file.
    private static func record(
      _ difference: String, of spec: Corpus.Spec, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let file = FileManager.default.temporaryDirectory.appending(path: spec.name)
      try? Data(spec.checked.coverage.sources.first?.utf8 ?? []).write(to: file)
      Issue.record("\(file.path): \(difference)", sourceLocation: sourceLocation)
    }
  }
}
