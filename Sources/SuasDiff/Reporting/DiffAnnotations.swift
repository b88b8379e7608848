import Suas
import SuasExplore
import SuasReports
import SuasScenario
import YAML

/// Renders a comparison as annotations of the lines of the new version, for a workflow on GitHub.
package struct DiffAnnotations {
  package let text: String

  package init(_ difference: SpecDifference) {
    let declared = difference.declared.filter { $0.impact != .unseen }.map { item in
      GitHubAnnotation(
        item.impact == .breaking ? .error : .notice,
        at: (item.places.new ?? item.places.old).map { GitHubAnnotation.Place($0) },
        item.impact.rawValue, [item.message, item.consequence])
    }
    let behaviour = difference.behaviour.differences.map { item in
      GitHubAnnotation(
        item.expectedBy == nil ? .warning : .notice,
        at: (item.places.new ?? item.places.old).map(GitHubAnnotation.Place.init(_:)),
        "behaviour",
        [item.title]
          + item.aspects.map { "\($0.subject.words): \($0.texts.new), and was \($0.texts.old)" })
    }
    let scenarios = difference.scenarios.map { scenario in
      GitHubAnnotation(
        scenario.isExpected ? .notice : .warning, at: GitHubAnnotation.Place(scenario.place),
        scenario.name, [scenario.text])
    }
    text = (declared + behaviour + scenarios).map(\.text).joined()
  }
}

extension GitHubAnnotation.Place {
  fileprivate init(_ place: ActionError.Place) {
    self.init(
      file: place.file, location: Location(line: place.line - 1, column: place.column - 1))
  }
}
