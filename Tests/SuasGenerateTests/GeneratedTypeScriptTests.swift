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
    func `With bigints, there is no difference from the interpreter`() throws {
      let specs = Corpus().specs
      expectNoDifference(
        of: specs, in: try TypeScriptPrograms(specs, ints: .bigint), areIntsNumbers: false)
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `In a Redux store, specs do what the interpreter does`() throws {
      let named = Corpus().specs.filter { GeneratedProgram.specs.contains($0.name) }
      try #require(named.count > 8)
      expectNoDifference(of: named, in: try TypeScriptPrograms(named, with: .redux))
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `A program with hooks for React compiles, and its components have the types of the spec`()
      throws
    {
      let path = "specs/feed/feed.yaml"
      let spec = try Loader(root: nil).checkedSpec(
        at: [GeneratedProgram.sources.appending(path: path).path])
      var options = TypeScriptGenerator.Options()
      options.hasReact = true
      let files = try TypeScriptGenerator(spec, from: path, options).files()
      for (component, error) in [
        ("useStoreState(store).Feed.posts.length", nil),
        ("useSelector(store, selectors.rowCount)", nil),
        ("useSelector(store, (state) => state.Feed.posts.length)", nil),
        ("useSelector(store, (state) => state.Feed.problem)", "not assignable to type 'number'"),
        ("useStoreState(store).Fed", "Did you mean 'Feed'"),
      ] as [(String, String?)] {
        let folder = FileManager.default.temporaryDirectory.appending(
          path: "suas-react-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source")
        let runtime = source.appending(path: "runtime")
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        for file in files {
          try Data(file.text.utf8).write(to: source.appending(path: file.path))
        }
        let react = GeneratedProgram.sources.appending(path: "Tests/TypeScriptRuntime/react.d.ts")
        try FileManager.default.copyItem(at: react, to: source.appending(path: "react.d.ts"))
        let app = """
          import { appSpec } from "./appSpec.js";
          import type { AppState } from "./appState.js";
          import { useSelector, useStoreState } from "./runtime/react.js";
          import { SpecRuntime } from "./runtime/specRuntime.js";
          import { selectors } from "./selectors.js";

          const store = new SpecRuntime(appSpec).createStore<AppState>();
          export const uses = [selectors, useSelector, useStoreState];
          export const Component = (): number => \(component);

          """
        try Data(app.utf8).write(to: source.appending(path: "app.ts"))
        guard let error else {
          try TypeScriptToolchain.compile(source)
          continue
        }
        let failure = #expect(throws: (any Error).self) { try TypeScriptToolchain.compile(source) }
        #expect("\(failure.map(String.init(describing:)) ?? "")".contains(error))
      }
    }

    private func expectNoDifference(
      of specs: [Corpus.Spec], in programs: TypeScriptPrograms, areIntsNumbers: Bool = true
    ) {
      var runner = Runner()
      runner.drivers = programs.drivers
      var differences: [String] = []
      for spec in specs where !Corpus.limits.contains(spec.name) {
        let scenarios = runner.run(spec.scenarios).files.flatMap(\.scenarios)
        for scenario in scenarios {
          let failures = scenario.failures.filter { $0.message.hasPrefix("the program ") }
          // Ints beyond those of numbers are the one difference.
          let meetsLargeInt =
            areIntsNumbers
            && failures.contains {
              $0.message.contains(/[0-9]{16}|beyond the range of an int/)
            }
          if meetsLargeInt { continue }
          differences += failures.map { "\(spec.name), '\(scenario.name)': \($0.message)" }
        }
        do {
          if let difference = try RandomComparison.difference(
            of: spec.checked, programs.drivers, areIntsNumbers: areIntsNumbers)
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
