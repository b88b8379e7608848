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
      let function = Self.functionName(of: scenario.name)
      var unused = function
      var number = 1
      while !names.insert(unused).inserted {
        number += 1
        unused = "\(function)Row\(number)"
      }
      return unused
    }
  }

  /// Returns the suites for some scenario files, with what was observed of each scenario.
  ///
  /// - Throws: scenarios that fail, files of another spec, and two files whose suites have one name.
  static func all(
    for files: [CheckedScenarioFile], digest: String
  ) throws(Diagnostics) -> [(suite: ScenarioSuite, scenarios: [ObservedScenario])] {
    var names = NameTable(ignoringCase: true)
    var suites: [(suite: ScenarioSuite, scenarios: [ObservedScenario])] = []
    for file in files {
      let scenarios = try file.observed(digest: digest)
      let suite = ScenarioSuite(file, scenarios)
      names.add(suite.typeName, for: suite.fileName, at: nil)
      if let clash = names.clashes.first {
        throw Diagnostics([.clash(clash, in: suite.fileName)])
      }
      suites.append((suite, scenarios))
    }
    return suites
  }

  /// The greatest length of a function's name, which has a line for itself with its declaration.
  private static let longestName = 70

  /// The name for a scenario's function: as many of its words as fit on a line.
  private static func functionName(of name: String) -> String {
    var start = ""
    for word in name.split(separator: " ") {
      guard start.count + word.count < longestName else { break }
      start += "\(word) "
    }
    return (start.isEmpty ? String(name.prefix(longestName)) : start).memberName
  }
}
