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
    var names: Set<String> = []
    functionNames = scenarios.map { scenario in
      let function = scenario.name.memberName
      var unused = function
      var number = 1
      while !names.insert(unused).inserted {
        number += 1
        unused = "\(function)Row\(number)"
      }
      return unused
    }
  }
}
