import Foundation
import SuasGenerate
import SuasProgram
import SuasScenario
import Testing

extension CompiledPrograms {
  /// Scenarios as native tests. Those in Swift are run by `.ci/run`, with the apps in `specs/apps`.
  @Suite("Scenarios as native tests", .timeLimit(.minutes(60)))
  struct WrittenScenarioTests {
    /// Folders of `specs` with rows, goldens, effects, histories and values of no known type.
    static let names = ["chat", "feed", "search-cities", "shopping-cart", "text-editor"]

    /// Specs whose scenarios restart them, find saved texts, and compare what would be saved.
    private static let saved = [
      "Tests/SuasRunTests/Reference/SavedState/todo.yaml", "specs/login/saved-login.yaml",
      "specs/notes/saved-notes.yaml", "specs/sign-up/draft.yaml",
    ]

    /// A spec with a selector of each kind, whose values are asserted.
    private static let selected = "Tests/SuasRunTests/Fixtures/selected-values/spec.yaml"

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Scenarios that are written as Kotlin tests pass`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-kotlin-tests-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let (source, classes) = (folder.appending(path: "source"), folder.appending(path: "classes"))
      var suites: [String] = []
      var texts: [String] = []
      for spec in try Self.specs {
        let package = "app.spec\(suites.count)"
        let (program, tests) = try Self.generated(spec, package, beside: texts)
        texts += (program + tests).filter { !$0.path.hasPrefix("suas/") }.map(\.text)
        for file in program + tests {
          try Self.write(file.text, to: source.appending(path: file.path))
        }
        suites += tests.filter { $0.text.contains("@Test") }.map {
          String($0.path.dropLast(3)).replacing("/", with: ".")
        }
      }
      try Self.write(
        try String(
          contentsOf: GeneratedProgram.sources.appending(path: "Tests/KotlinRuntime/KotlinTest.kt"),
          encoding: .utf8), to: source.appending(path: "KotlinTest.kt"))
      try Self.write(Self.main, to: source.appending(path: "Main.kt"))
      try KotlinToolchain.compile(source, to: classes)
      let output = try Self.run(KotlinToolchain.command(classes, "app.MainKt"), suites)
      #expect(output.hasSuffix(" 0 failed\n"), "\(output)")
      #expect(!output.hasPrefix("0 passed"))
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `Scenarios that are written as tests in TypeScript pass`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-typescript-tests-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let source = folder.appending(path: "source")
      for (index, spec) in try Self.specs.enumerated() {
        for file in try Self.typescript(spec) {
          try Self.write(file.text, to: source.appending(path: "spec\(index)/\(file.path)"))
        }
      }
      try Self.write(Self.nodeTypes, to: source.appending(path: "node.d.ts"))
      try TypeScriptToolchain.compile(source)
      let classes = folder.appending(path: "classes").path
      let output = try Self.run("cd '\(classes)' && node --test", [])
      #expect(output.contains("# fail 0\n"), "\(output.suffix(4_000))")
      #expect(output.contains(/# pass [1-9][0-9]/))
    }

    @Test(arguments: ["specs/notes/saved-notes.yaml", "specs/sign-up/draft.yaml", selected])
    func `Scenarios that are written as Swift tests pass`(name: String) throws {
      let spec = try #require(Corpus().specs.first { $0.name == name })
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-swift-tests-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      var options = SwiftGenerator.Options()
      options.hasTests = true
      let tests = try SwiftTestGenerator(spec.checked, from: spec.name, options, module: nil)
        .files(for: spec.scenarios)
      let files = try SwiftGenerator(spec.checked, from: spec.name, options).files() + tests
      for file in files { try Self.write(file.text, to: folder.appending(path: file.path)) }
      let main = folder.appending(path: "Main.swift")
      try Self.write(Self.swiftMain, to: main)
      let program = folder.appending(path: "tests")
      try GeneratedProgram.compile(
        files.map { folder.appending(path: $0.path).path } + [main.path], to: program,
        ["-parse-as-library", "-enable-testing"])
      let output = try Self.run("'\(program.path)' 2>&1", [])
      #expect(
        output.contains(/Test run with [0-9]+ tests? in .* passed/), "\(output.suffix(4_000))")
    }

    private static let swiftMain = """
      import Testing

      @main struct Main {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }

      """

    private static var specs: [Corpus.Spec] {
      get throws {
        let corpus = Corpus().specs
        return try (names.map { "specs/\($0)/\($0).yaml" } + saved + [selected]).map { name in
          try #require(corpus.first { $0.name == name && !$0.scenarios.isEmpty })
        }
      }
    }

    /// The program of a spec with its tests.
    private static func typescript(_ spec: Corpus.Spec) throws -> [GeneratedFile] {
      var options = TypeScriptGenerator.Options()
      options.hasTests = true
      let tests = TypeScriptTestGenerator(
        spec.checked, from: spec.name, options, programPath: ".", runtimePath: "./runtime")
      return try TypeScriptGenerator(spec.checked, from: spec.name, options).files()
        + tests.files(for: spec.scenarios)
    }

    /// Stands in for the types of Node, which are no part of Debian's packages.
    private static let nodeTypes = """
      declare module "node:test" {
        export function test(name: string, body: () => void): void;
      }
      declare module "node:assert/strict" {
        const assert: { deepEqual(found: unknown, expected: unknown): void };
        export default assert;
      }

      """

    private static func generated(
      _ spec: Corpus.Spec, _ package: String, beside texts: [String]
    ) throws -> (program: [GeneratedFile], tests: [GeneratedFile]) {
      var options = KotlinGenerator.Options()
      options.packageName = package
      options.neighbors = texts
      let tests = try KotlinTestGenerator(spec.checked, from: spec.name, options)
        .files(for: spec.scenarios)
      options.tests = tests
      return (try KotlinGenerator(spec.checked, from: spec.name, options).files(), tests)
    }

    private static func write(_ text: String, to path: URL) throws {
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }

    private static func run(_ command: String, _ arguments: [String]) throws -> String {
      let words = "\(command) \(arguments.joined(separator: " "))"
      return try ToolCall.output(of: URL(filePath: "/bin/sh"), ["-c", words]).text
    }

    /// Runs the tests of the classes that are named.
    private static let main = """
      package app

      import java.lang.reflect.InvocationTargetException
      import kotlin.test.Test

      public fun main(arguments: Array<String>) {
          var passed = 0
          var failed = 0
          for (name in arguments) {
              val suite = Class.forName(name)
              for (test in suite.declaredMethods.filter { it.isAnnotationPresent(Test::class.java) }) {
                  try {
                      test.invoke(suite.getDeclaredConstructor().newInstance())
                      passed += 1
                  } catch (error: InvocationTargetException) {
                      failed += 1
                      println("$name.${test.name}: ${error.targetException}")
                  }
              }
          }
          println("$passed passed, $failed failed")
      }

      """
  }
}
