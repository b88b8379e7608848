import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The kinds of files that have a layout of their own.
package enum FormattedKind: Sendable {
  case spec, scenario, fragments

  /// Determines the kind of a tree by its keys; nil if it is another YAML file.
  package init?(_ tree: Node) {
    switch DocumentKind(tree) {
    case .spec: self = .spec
    case .scenario: self = .scenario
    case nil:
      guard let entries = tree.mapping, entries.contains(where: { $0.key.text == "fragments" }),
        entries.allSatisfy({ ["include", "fragments"].contains($0.key.text) })
      else { return nil }
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
