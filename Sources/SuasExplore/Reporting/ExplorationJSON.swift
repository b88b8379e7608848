import CEL
import Suas
import SuasScenario
import SuasSpec

/// Tells programs what a search came to, as one JSON object.
package struct ExplorationJSON {
  package let text: String

  package init(_ exploration: Exploration, _ settings: ExploreSettings) {
    var json = JSONText()
    json.writeObject { json in
      json.writeKey("strategy")
      json.write(string: settings.strategy.rawValue)
      json.writeKey("seed")
      json.write(string: String(settings.seed))
      let statistics = exploration.statistics
      json.writeKey("ending")
      json.write(string: statistics.ending.rawValue)
      for (key, number) in [
        ("states", statistics.states), ("expanded", statistics.expanded),
        ("attempts", statistics.attempts), ("depth", statistics.depth),
        ("tooLarge", statistics.tooLarge), ("steps", statistics.steps),
        ("outcomes", exploration.outcomes), ("outcomesUnseen", exploration.unseenCount),
      ] {
        json.writeKey(key)
        json.write(.int(Int64(number)))
      }
      for (key, flag) in [
        ("triesEverything", exploration.triesEverything),
        ("allStates", exploration.exhaustsStates),
        ("idsTakenAsAlike", exploration.takesIdentifiersAsAlike),
      ] {
        json.writeKey(key)
        json.write(.bool(flag))
      }
      json.writeKey("violations")
      json.writeArray(exploration.violations) { $0.write($1) }
      json.writeKey("goals")
      json.writeArray(Array(exploration.goals.enumerated())) { json, item in
        let goal = item.element
        json.writeObject { json in
          if statistics.steps > 0 {
            json.writeKey("heldAfterSteps")
            json.write(.int(Int64(statistics.goalSteps[item.offset])))
          }
          json.writeKey("goal")
          json.write(string: goal.name)
          json.writeKey("reached")
          json.write(.bool(goal.script != nil))
          json.writeKey("steps")
          json.writeArray(goal.script?.lines ?? []) { $0.write(string: $1) }
          if let script = goal.script { json.writeEnd(of: script) }
        }
      }
      json.writeKey("unseen")
      json.writeArray(exploration.unseen) { $0.write(string: $1) }
      json.writeKey("unmakeable")
      json.writeArray(exploration.unmakeable) { $0.write(string: $1) }
    }
    text = json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ violation: Exploration.Violation) {
    writeObject { json in
      json.writeKey("code")
      json.write(string: violation.error.code)
      json.writeKey("message")
      json.write(string: violation.error.message)
      if let place = violation.error.place {
        json.writeKey("place")
        json.write(string: "\(place)")
      }
      json.writeKey("steps")
      json.writeArray(violation.script.lines) { $0.write(string: $1) }
      json.writeKey("parts")
      json.writeObject { json in
        for part in violation.parts {
          json.writeKey(part.text)
          json.write(part.value)
        }
      }
      json.writeEnd(of: violation.script)
    }
  }

  /// Whether a script's scenario does what it is to do, and where it is.
  fileprivate mutating func writeEnd(of script: Exploration.Script) {
    writeKey("confirmed")
    write(.bool(script.isConfirmed))
    if let file = script.file {
      writeKey("file")
      write(string: file.path)
    }
  }
}
