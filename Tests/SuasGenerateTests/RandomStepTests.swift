import Foundation
import Locking
import SuasProgram
import Testing

@testable import SuasScenario

extension CompiledPrograms {
  /// Many random steps on the examples, which `.ci/random` compiles with optimizations and runs.
  ///
  /// Each test prints the number of steps for each spec.
  @Suite(
    "Random steps", .timeLimit(.minutes(600)), .serialized,
    .enabled(if: RandomComparison.isLong, "RANDOM_STEPS sets the number of steps"))
  struct RandomStepTests {
    @Test func `Generated Swift does what the interpreter does for random steps`() throws {
      let specs = try Self.specs()
      let programs = try GeneratedProgram.all(of: specs)
      defer { for program in programs { program.remove() } }
      expectNoDifference(specs, "Swift") { index in
        DriverPool("exec '\(programs[index].executable.path)'")
      }
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Generated Kotlin does what the interpreter does for random steps`() throws {
      let specs = try Self.specs()
      let programs = try KotlinPrograms(specs)
      expectNoDifference(specs, "Kotlin") { _ in programs.drivers }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `Generated TypeScript does what the interpreter does for random steps`() throws {
      let specs = try Self.specs()
      let programs = try TypeScriptPrograms(specs)
      expectNoDifference(specs, "TypeScript", areIntsNumbers: true) { _ in programs.drivers }
    }

    /// `RANDOM_SPECS` is a part of the names of the specs.
    private static func specs() throws -> [Corpus.Spec] {
      let part = ProcessInfo.processInfo.environment["RANDOM_SPECS"] ?? ""
      return try GeneratedProgram.specs.filter { part.isEmpty || $0.contains(part) }.map { name in
        let path = GeneratedProgram.sources.appending(path: name).path
        return Corpus.Spec(name: name, checked: try Loader(root: nil).checkedSpec(at: [path]))
      }
    }

    /// Compares the specs, as many at once as there are cores.
    private func expectNoDifference(
      _ specs: [Corpus.Spec], _ target: String, areIntsNumbers: Bool = false,
      _ drivers: @Sendable (Int) -> DriverPool
    ) {
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: specs.count) { index in
        let name = specs[index].name
        let start = ContinuousClock.now
        do {
          let comparison = try RandomComparison(
            of: specs[index].checked, drivers(index), areIntsNumbers: areIntsNumbers)
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          let outcome = comparison.difference == nil ? "no difference" : "a difference"
          let line =
            "\(target), \(name): \(comparison.steps) steps in \(Int(seconds)) s, "
            + "\(Int(Double(comparison.steps) / seconds)) a second, \(outcome)\n"
          // Standard output is shown when all tests are over.
          FileHandle.standardError.write(Data(line.utf8))
          if let difference = comparison.difference {
            failures.withLock { $0.append("\(name): \(difference)") }
          }
        } catch {
          failures.withLock { $0.append("\(name): \(error)") }
        }
      }
      for failure in failures.withLock({ $0 }) { Issue.record("\(failure)") }
    }
  }
}
