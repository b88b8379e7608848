import CEL
import Suas
import SuasScenario
import SuasSpec

/// Renders the result of a search for programs, as one JSON object.
package struct ExplorationJSON {
  package let text: String

  package init(_ exploration: Exploration, _ settings: ExploreSettings) {
    let json = JSONText.object { json in
      json.write("strategy", settings.strategy.rawValue)
      json.write("seed", String(settings.seed))
      let statistics = exploration.statistics
      json.write("ending", statistics.ending.rawValue)
      json.write("states", statistics.states)
      json.write("expanded", statistics.expanded)
      json.write("attempts", statistics.attempts)
      json.write("depth", statistics.depth)
      json.write("tooLarge", statistics.tooLarge)
      json.write("steps", statistics.steps)
      json.write("outcomes", exploration.outcomes)
      json.write("outcomesUnseen", exploration.unseenCount)
      json.write("triesEverything", exploration.triesEverything)
      json.write("allStates", exploration.exhaustsStates)
      json.write("idsTakenAsAlike", exploration.takesIdentifiersAsAlike)
      json.write("historiesTakenAsAlike", exploration.takesHistoriesAsAlike)
      json.write("violations", exploration.violations) { $0.write($1) }
      json.write("goals", exploration.goals.enumerated()) { json, item in
        let goal = item.element
        json.writeObject { json in
          if statistics.steps > 0 {
            json.write("heldAfterSteps", statistics.goalSteps[item.offset])
          }
          json.write("goal", goal.name)
          json.write("reached", goal.script != nil)
          json.write("steps", goal.script?.lines ?? []) { $0.write(string: $1) }
          if let script = goal.script { json.writeEnd(of: script) }
        }
      }
      json.write("unseen", exploration.unseen) { $0.write(string: $1) }
      json.write("unmakeable", exploration.unmakeable) { $0.write(string: $1) }
    }
    text = json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ violation: Exploration.Violation) {
    writeObject { json in
      json.write("code", violation.error.code)
      json.write("message", violation.error.messageWithUses)
      json.write("place", violation.error.place.map { "\($0)" })
      json.write("steps", violation.script.lines) { $0.write(string: $1) }
      json.writeObject("parts") { json in
        for part in violation.parts { json.write(part.text, part.value) }
      }
      json.writeEnd(of: violation.script)
    }
  }

  /// Writes whether a script's scenario is confirmed, and the path of its file.
  fileprivate mutating func writeEnd(of script: Exploration.Script) {
    write("confirmed", script.isConfirmed)
    write("file", script.file?.path)
  }
}
