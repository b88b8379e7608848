import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// Renders the result of a mutation run for people: the changes that no scenario noticed, as the
/// lines of YAML would read.
package struct MutationText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle = .plain) { self.style = style }

  package mutating func write(_ result: MutationResult) {
    for mutant in result.mutants {
      switch mutant.fate {
      case .killed, .equivalent: break
      case .survived(let witness, _):
        writeHead(of: mutant, "survived", .red)
        write(witness)
      case .undecided(let undecided):
        writeHead(of: mutant, "undecided", .yellow)
        detail(undecided.reason)
        detail(undecided.advice)
      }
    }
  }

  /// Writes the numbers of all mutants, and the score.
  package mutating func writeSummary(of result: MutationResult) {
    let tally = MutationTally(of: result.mutants)
    if !text.isEmpty { text += "\n" }
    var parts = ["\(tally.killed) killed", "\(tally.survived) survived"]
    if tally.undecided > 0 { parts.append("\(tally.undecided) undecided") }
    if tally.equivalent > 0 { parts.append("\(tally.equivalent) equivalent") }
    let count = tally.total == 1 ? "1 mutant" : "\(tally.total) mutants"
    text += "\(count): \(parts.joined(separator: ", "))\n"
    if let restriction = MutationRestriction(of: result) {
      text += DisplayText.escaped(restriction.words) + "\n"
    }
    text +=
      "score: \(tally.score.percentText) %\(result.isInterrupted ? ", of those before the interruption" : "")\n"
  }

  private mutating func writeHead(
    of mutant: Mutant, _ fate: String, _ color: TextStyle.Color
  ) {
    let place = DisplayText.escaped("\(mutant.place)")
    text += "\(style.paint("✗", color)) \(place): \(fate): \(mutant.mutation.kind.rawValue)"
    text += mutant.reachedBy.isEmpty ? ", which no scenario reaches\n" : "\n"
    for line in mutant.mutation.document.lines.old {
      text += style.paint("  - \(DisplayText.escaped(line))", .red) + "\n"
    }
    for line in mutant.mutation.document.lines.new {
      text += style.paint("  + \(DisplayText.escaped(line))", .green) + "\n"
    }
  }

  private mutating func write(_ witness: Witness) {
    detail(witness.summary)
    for line in witness.lines { detail("  \(line)") }
    for note in witness.notes { detail(note) }
  }

  private mutating func detail(_ line: String) {
    text += "    \(DisplayText.escaped(line))\n"
  }
}

extension Witness {
  /// The line before the steps.
  var summary: String {
    lines.isEmpty ? "the initial states differ" : "a scenario would notice after:"
  }

  /// The lines after the steps.
  var notes: [String] {
    var notes = isConfirmed ? [] : ["its scenario could not be seen to fail on the mutant"]
    if let file { notes.append(file.line) }
    return notes
  }
}
