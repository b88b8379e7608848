import SuasScenario
import SuasSpec
import YAML

/// Renders the result of a mutation run for people: what no scenario noticed, at the lines of YAML
/// as they would read.
package struct MutationText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle = .plain) { self.style = style }

  package mutating func write(_ result: MutationResult) {
    for mutant in result.mutants {
      switch mutant.fate {
      case .killed, .equivalent: break
      case .survived(let witness):
        writeHead(of: mutant, "survived", .red)
        write(witness)
      case .undecided(let states, let depth):
        writeHead(of: mutant, "undecided", .yellow)
        detail(
          "no difference in \(states) \(states == 1 ? "state" : "states"), up to \(depth) \(depth == 1 ? "step" : "steps") deep"
        )
      }
    }
  }

  package mutating func write(_ tally: MutationTally, isInterrupted: Bool) {
    if !text.isEmpty { text += "\n" }
    var parts = ["\(tally.killed) killed", "\(tally.survived) survived"]
    if tally.undecided > 0 { parts.append("\(tally.undecided) undecided") }
    if tally.equivalent > 0 { parts.append("\(tally.equivalent) equivalent") }
    let count = tally.total == 1 ? "1 mutant" : "\(tally.total) mutants"
    text += "\(count): \(parts.joined(separator: ", "))\n"
    text +=
      "score: \(tally.score.percentText) %\(isInterrupted ? ", of those before the interruption" : "")\n"
  }

  private mutating func writeHead(
    of mutant: Mutant, _ fate: String, _ color: TextStyle.Color
  ) {
    let place = DisplayText.escaped("\(mutant.range)")
    text += "\(style.paint("✗", color)) \(place): \(fate): \(mutant.mutation.kind.rawValue)"
    text += mutant.reachedBy.isEmpty ? ", which no scenario reaches\n" : "\n"
    for line in mutant.mutation.oldLines {
      text += style.paint("  - \(DisplayText.escaped(line))", .red) + "\n"
    }
    for line in mutant.mutation.newLines {
      text += style.paint("  + \(DisplayText.escaped(line))", .green) + "\n"
    }
  }

  private mutating func write(_ witness: Witness) {
    if witness.lines.isEmpty {
      detail("the initial states differ")
    } else {
      detail("a scenario would notice after:")
      for line in witness.lines { detail("  \(line)") }
    }
    if !witness.isConfirmed { detail("its scenario could not be seen to fail on the mutant") }
    guard let file = witness.file else { return }
    detail(file.wasThere ? "it is in \(file.path)" : "wrote \(file.path)")
  }

  private mutating func detail(_ line: String) {
    text += "    \(DisplayText.escaped(line))\n"
  }
}

extension Mutation {
  /// The lines that the mutation changes, as they are.
  var oldLines: [String] { Self.lines(of: original, document.range) }

  /// The lines in their place, as they would read.
  var newLines: [String] {
    let start = document.range.lowerBound
    return Self.lines(of: document.source, start..<start + document.replacement.utf8.count)
  }

  private static func lines(of source: Source, _ range: Range<Int>) -> [String] {
    let start = source.line(around: range.lowerBound).lowerBound
    let end = source.line(around: max(range.lowerBound, range.upperBound)).upperBound
    guard start < end else { return [] }
    let text = String(decoding: source.utf8[start..<end], as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }
}
