import Suas
import SuasExplore
import SuasScenario
import YAML

/// Renders a comparison for people.
package struct DiffText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(_ difference: SpecDifference, style: TextStyle = .plain) {
    self.style = style
    for item in difference.declared { write(item) }
    for item in difference.saved { write(item) }
    for item in difference.behaviour.differences { write(item) }
    for scenario in difference.scenarios { write(scenario) }
    if !text.isEmpty { text += "\n" }
    line(difference.extentText)
    line(difference.summary)
  }

  private mutating func write(_ item: DeclaredDifference) {
    write(item.impact, item.message, item.consequence)
    write(item.places.old?.start, item.places.new?.start)
  }

  private mutating func write(_ item: SavedDifference) {
    write(item.impact, item.message, item.consequence)
    if !item.lines.isEmpty { line("    steps:") }
    for step in item.lines { line("      \(step)") }
    write(item.places.old?.start, item.places.new?.start)
    if let file = item.witness?.file { line("    \(file.line)") }
  }

  private mutating func write(
    _ impact: DeclaredDifference.Impact, _ message: String, _ consequence: String
  ) {
    let color: TextStyle.Color =
      switch impact {
      case .breaking: .red
      case .compatible: .green
      case .unseen: .yellow
      }
    text += style.paint(impact.rawValue, color)
    line(": \(message)")
    line("    \(consequence)")
  }

  private mutating func write(_ item: BehaviourDifference) {
    text += style.paint("behaviour", item.expectedBy == nil ? .red : .yellow)
    line(": \(item.title)")
    for aspect in item.aspects {
      line("    \(aspect.subject.words)")
      text += style.paint("      - \(DisplayText.escaped(aspect.texts.old))", .red) + "\n"
      text += style.paint("      + \(DisplayText.escaped(aspect.texts.new))", .green) + "\n"
    }
    if let given = item.witness.given { line("    given: \(given)") }
    if item.witness.lines.count > 1 {
      line("    steps:")
      for step in item.witness.lines { line("      \(step)") }
    }
    if let name = item.expectedBy { line("    expected by the scenario '\(name)'") }
    write(item.places.old, item.places.new)
    if let file = item.witness.file { line("    \(file.line)") }
  }

  private mutating func write(_ scenario: ChangingScenario) {
    text += style.paint("scenario", scenario.isExpected ? .yellow : .red)
    line(": '\(scenario.name)' \(scenario.text)")
    line("    at \(scenario.place)")
  }

  private mutating func write(_ old: ActionError.Place?, _ new: ActionError.Place?) {
    switch (old, new) {
    case (let old?, let new?): line("    at \(old), now \(new)")
    case (let old?, nil): line("    at \(old)")
    case (nil, let new?): line("    now at \(new)")
    case (nil, nil): break
    }
  }

  private mutating func line(_ line: String) { text += DisplayText.escaped(line) + "\n" }
}
