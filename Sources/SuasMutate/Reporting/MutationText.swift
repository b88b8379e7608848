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
      case .broken(let breach):
        writeHead(of: mutant, "killed by a search", .green)
        detail(breach.message)
        for line in breach.lines { detail("  \(line)") }
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
    if tally.broken > 0 { parts.insert("\(tally.broken) killed by searches", at: 1) }
    if tally.undecided > 0 { parts.append("\(tally.undecided) undecided") }
    if tally.equivalent > 0 { parts.append("\(tally.equivalent) equivalent") }
    let count = tally.total == 1 ? "1 mutant" : "\(tally.total) mutants"
    text += "\(count): \(parts.joined(separator: ", "))\n"
    if let words = result.wordsOfSearches { text += words + "\n" }
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
    text +=
      "\(style.paint(color == .green ? "✓" : "✗", color)) \(place): \(fate): \(mutant.mutation.kind.rawValue)"
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

extension MutationResult {
  /// A sentence about the searches for the mutants that no scenario killed; without searches, the
  /// number of these mutants.
  var wordsOfSearches: String? {
    guard let searches else {
      return searchable == 0
        ? nil
        : "not searched: \(searchable) that no scenario killed; --explore 30s tries their promises"
    }
    var parts = ["\(searches.broken) broke a promise"]
    if searches.kept > 0 { parts.append("\(searches.kept) broke none in all that was tried") }
    if searches.partly > 0 {
      parts.append("\(searches.partly) broke none in a part of their states, and are not judged")
    }
    if searches.untried > 0 { parts.append("\(searches.untried) had no time left") }
    return "searched: " + parts.joined(separator: ", ")
  }
}
