import Suas
import SuasExplore
import SuasReports
import SuasScenario
import YAML

/// Renders a comparison as annotations of the lines of the new version, for a workflow on GitHub.
package struct DiffAnnotations {
  package let text: String

  /// - Parameter revision: The name of the revision that has the new version's files; nil for the disk.
  package init(_ difference: SpecDifference, in revision: String?) {
    func place(_ place: ActionError.Place?) -> GitHubAnnotation.Place? {
      place.map { GitHubAnnotation.Place($0, in: revision) }
    }
    let declared = difference.declared.filter { $0.impact != .unseen }.map { item in
      GitHubAnnotation(
        item.impact == .breaking ? .error : .notice,
        at: place(item.places.new?.start), item.impact.rawValue, [item.message, item.consequence])
    }
    let saved = difference.saved.filter { $0.impact != .unseen }.map { item in
      GitHubAnnotation(
        item.impact == .breaking ? .error : .notice,
        at: place(item.places.new?.start), item.impact.rawValue,
        [item.message, item.consequence]
          + (item.lines.isEmpty ? [] : ["steps: " + item.lines.joined(separator: "; ")]))
    }
    let behaviour = difference.behaviour.differences.map { item in
      GitHubAnnotation(
        item.expectedBy == nil ? .warning : .notice,
        at: place(item.places.new), "behaviour",
        [item.title]
          + (item.witness.given.map { ["given: \($0)"] } ?? [])
          + (item.witness.lines.count > 1
            ? ["steps: " + item.witness.lines.joined(separator: "; ")] : [])
          + item.aspects.map { "\($0.subject.words): \($0.texts.new), and was \($0.texts.old)" })
    }
    let scenarios = difference.scenarios.map { scenario in
      GitHubAnnotation(
        scenario.isExpected ? .notice : .warning, at: GitHubAnnotation.Place(scenario.place),
        scenario.name, [scenario.text])
    }
    text = (declared + saved + behaviour + scenarios).map(\.text).joined()
  }
}

extension GitHubAnnotation.Place {
  /// - Parameter revision: The revision whose name stands before the file's.
  fileprivate init(_ place: ActionError.Place, in revision: String?) {
    let prefix = revision.map { "\($0):" } ?? ""
    self.init(
      file: place.file.hasPrefix(prefix) ? String(place.file.dropFirst(prefix.count)) : place.file,
      location: Location(line: place.line - 1, column: place.column - 1))
  }
}
