import CEL
import SuasScenario
import SuasSpec
import YAML

/// Renders the result of a search for people.
package struct SearchText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle = .plain) { self.style = style }

  /// The greatest number of unseen outcomes to show.
  private static let mostUnseen = 10

  package mutating func write(_ report: SearchReport) {
    for violation in report.violations { write(violation) }
    for goal in report.goals { write(goal, report) }
    for name in report.unmakeable {
      line("- no payload could be made for '\(name)'", .yellow)
    }
    if !text.isEmpty { text += "\n" }
    text += report.summary + "\n"
    if report.takesIdentifiersAsAlike {
      text += "ids that 'uuid()' made were taken as alike\n"
    }
    if report.takesHistoriesAsAlike {
      text += "histories were compared by what one step back and one ahead lead to\n"
    }
    if report.outcomes > 0 {
      let seen = report.outcomes - report.unseenOutcomes.count
      text += "\(seen) of \(report.outcomes) outcomes of rules, guards and listeners came up\n"
      for line in report.unseen.prefix(Self.mostUnseen) { detail(line) }
      if report.unseen.count > Self.mostUnseen {
        detail("… and \(report.unseen.count - Self.mostUnseen) more")
      }
    }
    text += report.verdict + "\n"
  }

  private mutating func write(_ violation: SearchReport.Violation) {
    line("✗ \(violation.heading)", .red)
    for line in violation.script.lines { detail(line) }
    detail("\(violation.code): \(violation.message)")
    for part in violation.parts { detail("  \(part.text): \(part.value.yaml)") }
    if let place = violation.place { detail("--> \(place)") }
    writeEnd(of: violation.script, whichIsTo: "fail")
  }

  /// Writes the path of a script's scenario, and a note if the scenario is not confirmed.
  private mutating func writeEnd(of script: SearchReport.Script, whichIsTo verb: String) {
    if !script.isConfirmed { detail("its scenario could not be seen to \(verb)") }
    guard let file = script.file else { return }
    detail(script.isWritten ? "wrote \(file)" : "it is in \(file)")
  }

  private mutating func write(_ goal: SearchReport.Goal, _ report: SearchReport) {
    guard let script = goal.script else {
      return line("- the goal '\(goal.name)' \(report.wordingOfMissedGoal)", .yellow)
    }
    line("✓ the goal '\(goal.name)' is reached in \(inSteps(script.lines.count))", .green)
    for line in script.lines { detail(line) }
    if report.statistics.steps > 0 {
      detail("it held after \(goal.stepsHeld) of \(report.statistics.steps) steps")
    }
    writeEnd(of: script, whichIsTo: "pass")
  }

  private mutating func line(_ line: String, _ color: TextStyle.Color) {
    let mark = String(line.prefix(1))
    let rest = String(line.dropFirst())
    text += style.paint(mark, color) + DisplayText.escaped(rest) + "\n"
  }

  private mutating func detail(_ line: String) {
    text += "    \(DisplayText.escaped(line))\n"
  }
}

extension SearchReport {
  /// The message for a goal that was not reached.
  fileprivate var wordingOfMissedGoal: String {
    if exhaustsStates { return "cannot be reached: all states were seen" }
    return exhaustsTrials
      ? "was not reached: what was tried leads to no more states than were seen"
      : "was not reached"
  }

  fileprivate var verdict: String {
    var parts = [
      violations.count == 1 ? "1 violation" : "\(violations.count) violations"
    ]
    if !goals.isEmpty {
      let reached = goals.count { $0.script != nil }
      parts.append("\(reached) of \(goals.count) goals reached")
    }
    return parts.joined(separator: ", ")
  }

  /// The number of states, as far as it is known.
  private var statesSeen: String {
    let states = statistics.states
    let words = "\(states) \(states == 1 ? "state" : "states")"
    guard let fewest = joining?.fewestStates, fewest != states else { return words }
    return "\(fewest) to \(words)"
  }

  /// Describes how far the search came.
  fileprivate var summary: String {
    let depth = statistics.depth
    let within = depth == 0 ? "" : " within \(inSteps(depth))"
    var text = "\(statesSeen)\(within)"
    if statistics.steps > 0 { text = "\(inSteps(statistics.steps)) of walks, \(text)" }
    text += ending
    let attempts = statistics.attempts
    text += ", \(attempts) \(attempts == 1 ? "attempt" : "attempts")"
    if statistics.tooLarge > 0 {
      text +=
        "\n\(statistics.tooLarge) larger than --max-size \(scope.largest) were not gone on from"
    }
    return text + shardsSummary
  }

  private var ending: String {
    switch statistics.ending {
    case .exhausted:
      if shard != nil { return ": none is left to go on from in this shard" }
      if !missing.isEmpty { return ": none is left to go on from in these shards" }
      if exhaustsStates { return ": all there are" }
      return statistics.tooLarge == 0
        ? ": what was tried leads to no others" : ": none is left to go on from"
    case .stuck: return ": nothing that walks tried led on"
    case .states: return ": the search ends with --max-states \(scope.mostStates)"
    case .depth: return ": the search ends with --max-depth \(scope.deepest)"
    case .time: return ": the search ended with its time"
    case .interrupted: return ": the search was interrupted"
    case .memory:
      return """
        : more did not fit into --max-memory; all of these were gone on from, what they led to \
        was judged and not kept
        """
    case .violations: return ": the search ends with \(ExploreSettings().mostViolations) violations"
    }
  }

  /// The lines about shards, each after a line break.
  private var shardsSummary: String {
    if let shard {
      let shared = statistics.shared
      let states = shared == 1 ? "1 state is" : "\(shared) states are"
      return "\nthis is shard \(shard.text); \(states) seen by every shard"
    }
    guard let joining else { return "" }
    let count = joining.shards.count
    var text = "\n\(count) \(count == 1 ? "shard was" : "shards were") joined"
    if joining.fewestStates != statistics.states {
      text += "; several may have seen the same state"
    }
    for shard in joining.missing {
      text += "\nshard \(shard.text) is missing: nothing is known of what only it would see"
    }
    if Set(joining.shards.map(\.ending)).count > 1 {
      for (shard, ending) in joining.shards {
        text += "\nshard \(shard.text) ended with: \(ending.rawValue)"
      }
    }
    return text
  }
}
