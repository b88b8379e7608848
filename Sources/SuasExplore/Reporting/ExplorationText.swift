import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// Renders the result of a search for people.
package struct ExplorationText {
  private let style: TextStyle
  private let settings: ExploreSettings
  package private(set) var text = ""

  package init(_ settings: ExploreSettings, style: TextStyle = .plain) {
    self.settings = settings
    self.style = style
  }

  /// The greatest number of unseen outcomes to show.
  private static let mostUnseen = 10

  package mutating func write(_ exploration: Exploration) {
    for violation in exploration.violations { write(violation) }
    for (index, goal) in exploration.goals.enumerated() {
      write(goal, exploration, index)
    }
    for name in exploration.unmakeable {
      line("- no payload could be made for '\(name)'", .yellow)
    }
    if !text.isEmpty { text += "\n" }
    text += exploration.summary(settings) + "\n"
    if exploration.takesIdentifiersAsAlike {
      text += "ids that 'uuid()' made were taken as alike\n"
    }
    if exploration.takesHistoriesAsAlike {
      text += "histories were compared by what one step back and one ahead lead to\n"
    }
    if exploration.outcomes > 0 {
      let seen = exploration.outcomes - exploration.unseenCount
      text += "\(seen) of \(exploration.outcomes) outcomes of rules, guards and listeners came up\n"
      for line in exploration.unseen.prefix(Self.mostUnseen) { detail(line) }
      if exploration.unseen.count > Self.mostUnseen {
        detail("… and \(exploration.unseen.count - Self.mostUnseen) more")
      }
    }
    text += exploration.verdict + "\n"
  }

  private mutating func write(_ violation: Exploration.Violation) {
    line("✗ \(violation.heading)", .red)
    for line in violation.script.lines { detail(line) }
    detail("\(violation.error.code): \(violation.error.messageWithUses)")
    for part in violation.parts { detail("  \(part.text): \(part.value.yaml)") }
    if let place = violation.error.place { detail("--> \(place)") }
    writeEnd(of: violation.script, whichIsTo: "fail")
  }

  /// Writes the path of a script's scenario, and a note if the scenario is not confirmed.
  private mutating func writeEnd(of script: Exploration.Script, whichIsTo verb: String) {
    if !script.isConfirmed { detail("its scenario could not be seen to \(verb)") }
    guard let file = script.file else { return }
    detail(file.line)
  }

  private mutating func write(
    _ goal: Exploration.Goal, _ exploration: Exploration, _ index: Int
  ) {
    let statistics = exploration.statistics
    guard let script = goal.script else {
      return line("- the goal '\(goal.name)' \(exploration.wordingOfMissedGoal)", .yellow)
    }
    line("✓ the goal '\(goal.name)' is reached in \(inSteps(script.lines.count))", .green)
    for line in script.lines { detail(line) }
    if statistics.steps > 0, index < statistics.goalSteps.count {
      detail("it held after \(statistics.goalSteps[index]) of \(statistics.steps) steps")
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

/// Renders a number of steps in words.
func inSteps(_ count: Int) -> String { count == 1 ? "1 step" : "\(count) steps" }

extension Exploration.Violation {
  /// The problem, and the number of steps to it.
  var heading: String { "\(error.subject) after \(inSteps(script.lines.count))" }
}

extension Exploration {
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
}

extension Exploration {
  /// Describes how far the search came.
  fileprivate func summary(_ settings: ExploreSettings) -> String {
    let (states, depth) = (statistics.states, statistics.depth)
    let within = depth == 0 ? "" : " within \(inSteps(depth))"
    var text = "\(states) \(states == 1 ? "state" : "states")\(within)"
    if statistics.steps > 0 { text = "\(inSteps(statistics.steps)) of walks, \(text)" }
    switch statistics.ending {
    case .exhausted:
      if exhaustsStates {
        text += ": all there are"
      } else if statistics.tooLarge == 0 {
        text += ": what was tried leads to no others"
      } else {
        text += ": none is left to go on from"
      }
    case .stuck: text += ": nothing that walks tried led on"
    case .states: text += ": the search ends with --max-states \(settings.mostStates)"
    case .depth: text += ": the search ends with --max-depth \(settings.deepest)"
    case .time: text += ": the search ended with its time"
    case .interrupted: text += ": the search was interrupted"
    case .memory:
      text += """
        : more did not fit into --max-memory; all of these were gone on from, what they led to \
        was judged and not kept
        """
    case .violations: text += ": the search ends with \(settings.mostViolations) violations"
    }
    let attempts = statistics.attempts
    text += ", \(attempts) \(attempts == 1 ? "attempt" : "attempts")"
    if statistics.tooLarge > 0 {
      text +=
        "\n\(statistics.tooLarge) larger than --max-size \(settings.largest) were not gone on from"
    }
    return text
  }
}
