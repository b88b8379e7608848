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
  enum Kind: Sendable {
    case scenario(CheckedScenario, of: CheckedScenarioFile, Runner)
    /// A file that cannot be read or is not sound.
    case broken(Diagnostics)
    /// A folder or file that holds no scenario.
    case empty
    case strayGoldens([String], of: String)
  }

  let name: String
  let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  init(broken name: String, _ diagnostics: Diagnostics) {
    self.init(name, .broken(diagnostics))
  }

  /// Whether nothing may be written.
  static var isUnderCI: Bool { getenv("CI").map { $0.pointee != 0 } ?? false }

  /// Runs the scenario, and records what is not as it expects as issues at its lines of YAML.
  ///
  /// One that is to be skipped cancels its case of the test; what a scenario with `xfail` meets is a
  /// known issue.
  ///
  /// - Throws: what ends a test that is cancelled.
  public func run() throws {
    switch kind {
    case .scenario(let scenario, let file, let runner):
      try record(runner.run(scenario, of: file))
    case .broken(let diagnostics): record(diagnostics)
    case .empty: Issue.record("there is no scenario in '\(DisplayText.escaped(name))'")
    case .strayGoldens(let paths, let file):
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
