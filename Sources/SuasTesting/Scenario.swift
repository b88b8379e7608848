import SuasScenario
public import Testing
import YAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// One scenario as a test case, which is shown by its file and name.
public struct Scenario: Sendable {
  let name: String
  private let perform: @Sendable () throws -> Void

  init(_ name: String, _ perform: @escaping @Sendable () throws -> Void) {
    self.name = name
    self.perform = perform
  }

  /// True if no files may be written.
  static var isUnderCI: Bool { getenv("CI").map { $0.pointee != 0 } ?? false }

  /// Runs the scenario, and records every failed expectation as an issue at its line of YAML.
  ///
  /// A scenario with `skip` cancels its test case; one with `xfail` has its failures as known
  /// issues.
  ///
  /// - Throws: The error that cancels a test.
  public func run() throws { try perform() }
}

extension Scenario {
  init(_ name: String, _ scenario: CheckedScenario, of file: CheckedScenarioFile, _ runner: Runner)
  {
    self.init(name) { try record(runner.run(scenario, of: file)) }
  }

  /// A file that cannot be read or that has errors.
  init(broken name: String, _ diagnostics: Diagnostics) {
    self.init(name) { record(diagnostics) }
  }

  /// A folder or file without scenarios.
  init(empty name: String) {
    self.init(name) { Issue.record("there is no scenario in '\(DisplayText.escaped(name))'") }
  }

  /// The golden files of a scenario file to which no step refers.
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
  /// Encodes the name, which identifies a case, so that it can be run again alone.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try name.encode(to: encoder)
  }
}
