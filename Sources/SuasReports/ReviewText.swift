import SuasScenario
import YAML

/// Renders a review as text.
package struct ReviewText {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The maximum number of differences, or of lines of a new file, that are shown.
  private static let limit = 20

  /// The prompt after the first change.
  package static let question =
    "accept, reject, group (accept all of it), skip (leave all of it) or quit? "
  /// The prompt after later changes.
  package static let shortQuestion = "a/r/g/s/q? "

  package func title(of group: GoldenReview.Group) -> String {
    let title =
      switch group.cause {
      case .writer(let place, let line): "written by \(place): \(line)"
      case .action(let name): "the action \(name)"
      case .listener(let name): "the listener \(name)"
      case .beginning: "so from the beginning"
      case .newFile: "new golden files"
      case .strayFile: "golden files that no step names"
      }
    let count = group.changes.count
    return "\n\(style.paint(DisplayText.escaped(title), .bold))"
      + " (\(count == 1 ? "1 file" : "\(count) files"))\n"
  }

  package func render(_ change: GoldenChange) -> String {
    var text =
      "\n\(style.paint(change.kind.rawValue, .yellow)) \(DisplayText.escaped(change.path))\n"
    if let scenario = change.scenario { text += "  in '\(DisplayText.escaped(scenario))'\n" }
    switch change.kind {
    case .stray: return text + "  to accept is to remove it\n"
    case .missing: return text + contents(change.new ?? [])
    case .different: break
    }
    if change.differences.isEmpty {
      return text + "  \(DisplayText.escaped(change.message))\n"
    }
    for difference in change.differences.items.prefix(Self.limit) {
      text += "  \(style.paint(DisplayText.escaped(difference.path), .bold))\n"
      if let old = difference.expected {
        text += "    \(style.paint("- " + DisplayText.escaped(old), .red))\n"
      }
      if let new = difference.actual {
        text += "    \(style.paint("+ " + DisplayText.escaped(new), .green))\n"
      }
    }
    return text + more(change.differences.count)
  }

  private func contents(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: 0x0A)
    return lines.prefix(Self.limit).map { line in
      let text = DisplayText.escaped(String(decoding: line, as: UTF8.self))
      return "    \(style.paint("+ " + text, .green))\n"
    }.joined() + more(lines.count)
  }

  private func more(_ count: Int) -> String {
    count > Self.limit ? "  … and \(count - Self.limit) more\n" : ""
  }

  package func summary(of review: GoldenReview) -> String {
    var text: String
    if review.count == 0 {
      text = "no golden file has changed\n"
    } else {
      let files = review.count == 1 ? "1 golden file" : "\(review.count) golden files"
      text = "\n\(files): \(review.accepted) accepted, \(review.left) left\n"
    }
    if review.otherFailures > 0 {
      let count = review.otherFailures
      text +=
        "\(count == 1 ? "1 scenario fails" : "\(count) scenarios fail") for something else, "
        + "which a run without --review shows\n"
    }
    return text
  }
}
