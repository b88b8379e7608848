import SuasSpec
import YAML

/// The names in golden files.
extension CheckedScenarioFile {
  /// The paths of the scenario files to which a golden file at a path may belong.
  package static func paths(ofGolden path: String) -> [String] {
    GoldenFolder.scenarioFiles(ofGoldenAt: path)
  }

  /// Notes in a journal the names in a golden file, as far as it can be read.
  ///
  /// - Returns: false if no step of this file compares anything with a file at that path.
  package func noteNames(
    inGolden tree: Node, at path: String, _ journal: ReadingJournal
  ) -> Bool {
    let folder = goldens
    let steps = scenarios.lazy.flatMap(\.steps)
    for case .golden(let name, let subject)? in steps.map(\.act) where folder.path(of: name) == path
    {
      let scenario = ScenarioChecker(spec, DiagnosticSink(journal: journal))
      switch subject {
      case .state: _ = scenario.readGolden(tree)
      case .trace: ExpectationChecker(scenario, .none).readTrace(tree)
      case .notifications: ExpectationChecker(scenario, .none).readNotifications(tree)
      case .saved: break
      }
      return true
    }
    return false
  }
}

extension ExpectationChecker {
  /// Reads the actions, changes and listeners in a golden file of a trace.
  fileprivate func readTrace(_ tree: Node) {
    for entries in tree.sequence?.compactMap(\.mapping) ?? [] {
      var payload: FieldType?
      for entry in entries {
        switch entry.key.text {
        case "action": payload = entry.value.scalar.flatMap(action)
        case "with": _ = payload.map { patterns(exact: false).read(entry.value, as: $0) }
        case "changes": _ = changes(entry.value)
        case "notified": _ = mentions(entry.value, "'notified'", listener)
        default: break
        }
      }
    }
  }

  /// Reads the listeners in a golden file of notifications, and the values that they received.
  fileprivate func readNotifications(_ tree: Node) {
    _ = mentions(tree, "the notifications", listener)
  }
}
