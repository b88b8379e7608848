import SuasScenario
public import Testing
import YAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One scenario as a case of a test; it is shown by its file and name.
public struct Scenario: Sendable {
  let name: String
  private let perform: @Sendable () throws -> Void

  init(_ name: String, _ perform: @escaping @Sendable () throws -> Void) {
    self.name = name
    self.perform = perform
  }

  /// Whether nothing may be written.
  static var isUnderCI: Bool { getenv("CI").map { $0.pointee != 0 } ?? false }

  /// Runs the scenario, and records what is not as it expects as issues at its lines of YAML.
  ///
  /// One that is to be skipped cancels its case of the test; what a scenario with `xfail` meets is a
  /// known issue.
  ///
  /// - Throws: what ends a test that is cancelled.
  public func run() throws { try perform() }
}

extension Scenario {
  init(_ name: String, _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ runner: Runner)
  {
    self.init(name) { try record(runner.run(scenario, of: file)) }
  }

  /// A file that cannot be read or is not sound.
  init(broken name: String, _ diagnostics: Diagnostics) {
    self.init(name) { record(diagnostics) }
  }

  /// A folder or file that holds no scenario.
  init(empty name: String) {
    self.init(name) { Issue.record("there is no scenario in '\(DisplayText.escaped(name))'") }
  }

  /// Golden files of a scenario file that no step names.
  init(_ name: String, strayGoldens paths: [String], of file: String) {
    self.init(name) {
      for path in paths {
        Issue.record(
          "no step names the golden file '\(DisplayText.escaped(path))'",
          sourceLocation: .file(file))
      }
    }
  }
}

extension Scenario: CustomTestStringConvertible {
  public var testDescription: String { DisplayText.escaped(name) }
}

extension Scenario: CustomTestArgumentEncodable {
  /// A case is told apart by its name, so that it can be run again alone.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try name.encode(to: encoder)
  }
}
