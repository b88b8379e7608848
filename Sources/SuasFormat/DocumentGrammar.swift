import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The kinds of files that have a layout of their own.
package enum FormattedKind: Sendable {
  case spec, scenario, fragments

  /// Determines the kind of a file by its keys; nil if it is another YAML file.
  ///
  /// `spec` alone is a key of many other kinds of files. It counts only in a file whose name ends
  /// in `.scenario.yaml`.
  package init?(_ tree: Node) {
    let keys = Set((tree.mapping ?? []).map(\.key.text))
    switch DocumentKind(tree) {
    case .spec: self = .spec
    case .scenario:
      let hasScenarios = keys.contains("scenario") || keys.contains("scenarios")
      guard tree.range.source.isNamedAsScenario || keys.contains("spec") && hasScenarios else {
        return nil
      }
      self = .scenario
    case nil:
      guard keys.contains("fragments"), keys.isSubset(of: ["include", "fragments"]) else {
        return nil
      }
      self = .fragments
    }
  }

  package var grammar: KeyGrammar {
    switch self {
    case .spec: SpecGrammar.keys
    case .scenario: ScenarioGrammar.scenarioKeys
    case .fragments: ScenarioGrammar.fragmentKeys
    }
  }

  /// The rule for blank lines between the sections of a file.
  static func spacing(of kind: FormattedKind?) -> LayoutWriter.Spacing {
    kind == .spec ? .aroundBlocks : .betweenBlocks
  }
}

extension Source {
  fileprivate var isNamedAsScenario: Bool {
    name.hasSuffix(".scenario.yaml") || name.hasSuffix(".scenario.yml")
  }
}
