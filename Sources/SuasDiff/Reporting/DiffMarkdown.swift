import Suas
import SuasExplore
import SuasScenario
import SuasSpec

/// Renders a comparison as the comment of a pull request.
package struct DiffMarkdown {
  package private(set) var text: String

  /// - Parameter names: The names of the versions, as the user gave them.
  package init(_ difference: SpecDifference, of names: (old: String, new: String)) {
    text = "### \(Markdown.code(names.old)) → \(Markdown.code(names.new))\n"
    if !difference.declared.isEmpty {
      let head = ["", "Declared", "For an app", "Before", "Now"]
      paragraph(Markdown.table(head, difference.declared.map(\.row)))
    }
    for item in difference.saved { write(item) }
    for item in difference.behaviour.differences { write(item) }
    if !difference.scenarios.isEmpty {
      paragraph("**Scenarios that have to change**")
      let items = difference.scenarios.map { scenario in
        "- \(Markdown.code(scenario.name)) \(Markdown.text(scenario.text))"
          + (scenario.isExpected ? " (expected)" : "")
      }
      paragraph(items.joined(separator: "\n"))
    }
    paragraph(Markdown.text(difference.extentText))
    paragraph(Markdown.text(difference.summary))
  }

  private mutating func write(_ item: SavedDifference) {
    paragraph(
      "**\(item.impact.rawValue)**: \(Markdown.text(item.message)); "
        + Markdown.text(item.consequence))
    guard !item.lines.isEmpty else { return }
    paragraph("Steps:")
    paragraph(Markdown.block(item.lines, in: ""))
  }

  private mutating func write(_ item: BehaviourDifference) {
    paragraph("**behaviour**: \(Markdown.text(item.title))")
    let aspects = item.aspects.flatMap { aspect in
      ["@@ \(aspect.subject.words) @@", "- \(aspect.texts.old)", "+ \(aspect.texts.new)"]
    }
    paragraph(Markdown.block(aspects, in: "diff"))
    if let given = item.witness.given { paragraph("Given: \(Markdown.code(given))") }
    if item.witness.lines.count > 1 {
      paragraph("Steps:")
      paragraph(Markdown.block(item.witness.lines, in: ""))
    }
    if let name = item.expectedBy { paragraph("Expected by \(Markdown.code(name)).") }
  }

  private mutating func paragraph(_ paragraph: String) { text += "\n\(paragraph)\n" }
}

extension DeclaredDifference {
  fileprivate var row: [String] {
    let places = [places.old?.start, places.new?.start].map { place in
      place.map { Markdown.code("\($0)") } ?? ""
    }
    return ["**\(impact.rawValue)**", Markdown.text(message), Markdown.text(consequence)] + places
  }
}
