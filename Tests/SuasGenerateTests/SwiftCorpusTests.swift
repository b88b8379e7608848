import Foundation
import SuasGenerate
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// All specs of the repository as generated Swift.
  @Suite("Swift of all specs", .timeLimit(.minutes(60)), .serialized)
  struct SwiftCorpusTests {
    @Test func `Swift is generated of every spec of the repository`() throws {
      let specs = Corpus().specs
      try #require(specs.count > 90)
      for spec in specs {
        var options = SwiftGenerator.Options()
        options.hasDriver = true
        do throws(Diagnostics) {
          _ = try SwiftGenerator(spec.checked, from: spec.name, options).files()
        } catch {
          for item in error.items { Issue.record("\(spec.name): \(item.message)") }
        }
      }
    }

    /// The specs that are compiled and compared where `CORPUS` is not `all`: those with values whose
    /// types are known only at run time, parts of records, computed merges and former values.
    private static let chosen: Set<String> = [
      "Tests/SuasRunTests/Fixtures/any-in-macros/spec.yaml",
      "Tests/SuasRunTests/Fixtures/any-keys/spec.yaml",
      "Tests/SuasRunTests/Fixtures/any-verbs/spec.yaml",
      "Tests/SuasRunTests/Fixtures/fallbacks-to-null/spec.yaml",
      "Tests/SuasRunTests/Fixtures/generated-differences/spec.yaml",
      "Tests/SuasRunTests/Fixtures/values-beside-null/spec.yaml",
      "Tests/SuasRunTests/Fixtures/language-soundness/s.yaml",
      "Tests/SuasRunTests/Fixtures/listeners-and-selectors/spec.yaml",
      "Tests/SuasRunTests/Fixtures/effect-failures/spec.yaml",
      "Tests/SuasRunTests/Fixtures/computed-payloads/spec.yaml",
      "Tests/SuasRunTests/Fixtures/limits-met/spec.yaml",
      "Tests/SuasRunTests/Fixtures/long-expressions/spec.yaml",
      "Tests/SuasRunTests/Fixtures/argument-labels/spec.yaml",
      "Tests/SuasRunTests/Fixtures/member-names/spec.yaml",
      "Tests/SuasRunTests/Fixtures/names-of-program-parts/spec.yaml",
      "Tests/SuasRunTests/Fixtures/nullable-defaults/spec.yaml",
      "Tests/SuasRunTests/Fixtures/other-cases/spec.yaml",
      "Tests/SuasRunTests/Fixtures/reaction-loops/spec.yaml",
      "Tests/SuasRunTests/Fixtures/saved-scenario/spec.yaml",
      "Tests/SuasRunTests/Reference/SavedState/todo.yaml", "specs/login/saved-login.yaml",
      "specs/notes/saved-notes.yaml", "specs/sign-up/draft.yaml",
      "Tests/SuasRunTests/Reference/Conditions/conditions.yaml",
      "Tests/SuasRunTests/Reference/Expressions/expressions.yaml",
      "Tests/SuasRunTests/Reference/Paths/paths.yaml",
      "Tests/SuasRunTests/Reference/Verbs/verbs.yaml",
    ]

    /// `CORPUS` is `all`, or a part of the names of the specs.
    private static var specs: [Corpus.Spec] {
      let specs = Corpus().specs.filter { !Corpus.limits.contains($0.name) }
      switch ProcessInfo.processInfo.environment["CORPUS"] {
      case nil: return specs.filter { chosen.contains($0.name) }
      case "all": return specs
      case let part?: return specs.filter { $0.name.contains(part) }
      }
    }

    /// The ways in which an app has a program, without a driver or tests; each spec is compiled in one of
    /// them where `CORPUS` does not say which.
    private static let ways: [(name: String, options: SwiftGenerator.Options)] = {
      var (types, program) = (SwiftGenerator.Options(), SwiftGenerator.Options())
      types.isTypesOnly = true
      program.isPublic = true
      program.name = "Other"
      return [("plain", SwiftGenerator.Options()), ("types", types), ("public", program)]
    }()

    @Test
    func `Generated Swift compiles without its driver and tests, for other modules, as types`() {
      let isWhole = ProcessInfo.processInfo.environment["CORPUS"] != nil
      let compilations = Self.specs.enumerated().flatMap { index, spec in
        let ways = isWhole ? Self.ways : [Self.ways[index % Self.ways.count]]
        return ways.map { (spec, $0) }
      }
      Self.forEachAtOnce(compilations) { spec, way in
        do {
          try GeneratedProgram.judge(spec.checked, named: spec.name, way.options)
        } catch {
          Issue.record("\(spec.name), \(way.name): \(error)")
        }
      }
    }

    @Test(arguments: ["search-cities", "text-editor", "todo-with-settings"])
    func `Generated Swift compiles as one file`(name: String) throws {
      let specs = Corpus().specs.filter { $0.name.hasSuffix("/\(name).yaml") }
      try #require(specs.count == 1)
      var options = SwiftGenerator.Options()
      options.isOneFile = true
      try GeneratedProgram.judge(specs[0].checked, named: specs[0].name, options)
    }

    @Test
    func `Generated Swift does what the interpreter does in every scenario and for random actions`()
    {
      Self.forEachAtOnce(Self.specs) { spec in
        do {
          for difference in try differences(spec) { Issue.record("\(spec.name): \(difference)") }
        } catch {
          Issue.record("\(spec.name): \(error)")
        }
      }
    }

    /// Calls a closure with each item: a compiler of one program keeps one core busy.
    private static func forEachAtOnce<Item: Sendable>(
      _ items: [Item], _ body: @Sendable (Item) -> Void
    ) {
      DispatchQueue.concurrentPerform(iterations: items.count) { body(items[$0]) }
    }

    private func differences(_ spec: Corpus.Spec) throws -> [String] {
      let program = try GeneratedProgram(spec.checked, named: spec.name)
      defer { program.remove() }
      let drivers = DriverPool("exec '\(program.executable.path)'")
      var runner = Runner()
      runner.drivers = drivers
      var differences: [String] = []
      for scenario in runner.run(spec.scenarios).files.flatMap(\.scenarios) {
        differences += scenario.failures.filter { $0.message.hasPrefix("the program ") }.map {
          "'\(scenario.name)': \($0.message)"
        }
      }
      if let difference = try RandomComparison.difference(of: spec.checked, drivers) {
        differences.append(difference)
      }
      return differences
    }
  }
}
