import CEL
import SuasScenario
import SuasSpec
import YAML

/// Renders the result of a search for people.
package struct SearchText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle = .plain) { self.style = style }

  /// The greatest number of unseen outcomes to show, and of conditions that were not passed.
  private static let mostShown = 10

  package mutating func write(_ report: SearchReport) {
    if let words = report.incompleteness { text += DisplayText.escaped(words) + "\n\n" }
    let start = text.endIndex
    for violation in report.violations { write(violation) }
    for goal in report.goals { write(goal, report) }
    for way in report.ways { write(way) }
    for name in report.unmakeable {
      line("- no payload could be made for '\(name)'", .yellow)
    }
    if text.endIndex > start { text += "\n" }
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
      details(report.unseenElsewhere)
    }
    if !report.unpassed.isEmpty {
      text += "no attempt passed these conditions; 'samples' for the fields that they read may\n"
      details(report.unpassed)
    }
    text += report.verdict + "\n"
  }

  private mutating func write(_ violation: SearchReport.Violation) {
    line("✗ \(violation.heading)", .red)
    for line in violation.script.lines { detail(line) }
    detail("\(violation.code): \(violation.message)")
    for part in violation.parts { detail("  \(part.text): \(part.value.yaml)") }
    if let place = violation.place { detail("--> \(place)") }
    writeEnd(of: violation.script, whichIsTo: violation.isTrap ? "pass" : "fail")
  }

  /// Writes the path of a script's scenario, and a note if the scenario is not confirmed.
  private mutating func writeEnd(of script: SearchReport.Script, whichIsTo verb: String) {
    if !script.isConfirmed { detail("its scenario could not be seen to \(verb)") }
    guard let file = script.file else { return }
    detail(script.isWritten ? "wrote \(file)" : "it is in \(file)")
  }

  private mutating func write(_ goal: SearchReport.Goal, _ report: SearchReport) {
    guard let script = goal.script else {
      line(
        "\(report.isComplete ? "✗" : "-") the goal '\(goal.name)' \(report.wordingOfMissedGoal)",
        report.isComplete ? .red : .yellow)
      return detail("--> \(goal.place)")
    }
    line("✓ the goal '\(goal.name)' is reached in \(inSteps(script.lines.count))", .green)
    for line in script.lines { detail(line) }
    if report.statistics.steps > 0 {
      detail("it held after \(goal.stepsHeld) of \(report.statistics.steps) steps")
    }
    writeEnd(of: script, whichIsTo: "pass")
  }

  /// Writes what is known of a way out, unless it is closed: then there is a violation.
  private mutating func write(_ way: SearchReport.WayOut) {
    if let reason = way.reason {
      line("- the way out '\(way.name)' was not judged: \(reason.words)", .yellow)
    } else if way.undecided > 0 {
      line(
        """
        - the way out '\(way.name)' is undecided in \(inStates(way.undecided)): from there, only what \
        was not gone on from is left
        """, .yellow)
    } else if way.closed == 0 {
      line("✓ the way out '\(way.name)' is open", .green)
    }
  }

  private mutating func line(_ line: String, _ color: TextStyle.Color) {
    let mark = String(line.prefix(1))
    let rest = String(line.dropFirst())
    text += style.paint(mark, color) + DisplayText.escaped(rest) + "\n"
  }

  /// Writes the first lines, and how many there are besides.
  private mutating func details(_ lines: [String]) {
    for line in lines.prefix(Self.mostShown) { detail(line) }
    if lines.count > Self.mostShown { detail("… and \(lines.count - Self.mostShown) more") }
  }

  private mutating func detail(_ line: String) {
    text += "    \(DisplayText.escaped(line))\n"
  }
}

extension SearchReport {
  /// The message for a goal that was not reached.
  fileprivate var wordingOfMissedGoal: String {
    if exhaustsStates { return "cannot be reached: all states were seen" }
    return isComplete
      ? "was not reached: what was tried leads to no more states than were seen"
      : "was not reached"
  }

  fileprivate var verdict: String {
    if hasJudgedNothing { return "nothing was judged: no action could be attempted" }
    if promises == 0, violations.isEmpty {
      return "the spec promises nothing: all that was judged is that no action meets an error"
    }
    var parts = [
      violations.count == 1 ? "1 violation" : "\(violations.count) violations"
    ]
    if !goals.isEmpty {
      let reached = goals.count { $0.script != nil }
      parts.append("\(reached) of \(goals.count) goals reached")
    }
    if !ways.isEmpty {
      let open = ways.count { $0.reason == nil && $0.undecided == 0 && $0.closed == 0 }
      parts.append("\(open) of \(ways.count) ways out are open")
    }
    return parts.joined(separator: ", ")
  }

  /// The outcomes that never came up, without the conditions that no attempt passed.
  fileprivate var unseenElsewhere: [String] {
    let places = unpassed.map {
      $0.prefix(upTo: $0.firstRange(of: ": ")?.upperBound ?? $0.endIndex)
    }
    return unseen.filter { line in !places.contains { line.hasPrefix($0) } }
  }

  /// The number of states, as far as it is known.
  var statesSeen: String {
    let states = statistics.states
    let words = inStates(states)
    guard let fewest = joining?.fewestStates, fewest != states else { return words }
    return "\(fewest) to \(words)"
  }

  /// Describes how far the search came.
  fileprivate var summary: String {
    let depth = statistics.depth
    let within = depth == 0 ? "" : " within \(inSteps(depth))"
    var text = "\(statesSeen)\(within)"
    let walks = "\(inSteps(statistics.steps)) of walks"
    if statistics.steps > 0, scope.strategy != .mixed { text = "\(walks), \(text)" }
    text += ending
    if statistics.steps > 0, scope.strategy == .mixed { text += ", then \(walks)" }
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

/// Renders a number of states in words.
private func inStates(_ count: Int) -> String { count == 1 ? "1 state" : "\(count) states" }

extension NotJudgedReason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .walks: "walks do not see all that a state leads to"
    case .shard: "a shard does not see all that its states lead to"
    case .only: "with --only, not all was tried that may lead there"
    case .memory: "the graph of the states did not fit into --graph-memory"
    }
  }
}
