import SuasScenario
import YAML

/// The names of a suite of tests that is written for a scenario file.
package struct ScenarioSuite: Sendable {
  /// The name of the scenario file, without its folder.
  package let fileName: String
  package let typeName: String
  /// The names of the test functions; no two are the same.
  package let functionNames: [String]

  package init(_ file: CheckedScenarioFile, _ scenarios: [ObservedScenario]) {
    let name = file.source.name.split(separator: "/").last.map(String.init) ?? file.source.name
    fileName = name
    let end = ".scenario.yaml"
    let base = name.hasSuffix(end) ? String(name.dropLast(end.count)) : name
    typeName = base.typeName + "Scenarios"
    var counts: [String: Int] = [:]
    functionNames = scenarios.map { scenario in
      let function = scenario.name.memberName
      counts[function, default: 0] += 1
      let count = counts[function] ?? 1
      return count == 1 ? function : "\(function)Row\(count)"
    }
  }
}
