import Suas
import SuasExplore
import SuasReports
import SuasScenario
import SuasSpec
import YAML

/// Renders a comparison for programs, as one JSON object.
package struct DiffJSON {
  package let text: String

  package init(_ difference: SpecDifference) {
    let json = JSONText.object { json in
      json.write("declared", difference.declared) { json, item in
        json.writeObject { json in
          json.write("impact", item.impact.rawValue)
          json.write("part", item.part.kind.rawValue)
          json.write("owner", item.part.owner.isEmpty ? nil : item.part.owner)
          json.write("name", item.part.name)
          json.write("change", item.change.rawValue)
          json.write("message", item.message)
          json.write("consequence", item.consequence)
          json.write("old", item.places.old?.start)
          json.write("new", item.places.new?.start)
        }
      }
      json.write("saved", difference.saved) { json, item in
        json.writeObject { json in
          json.write("impact", item.impact.rawValue)
          json.write("message", item.message)
          json.write("consequence", item.consequence)
          json.write("steps", item.lines) { $0.write(string: $1) }
          json.write("old", item.places.old?.start)
          json.write("new", item.places.new?.start)
          json.write("file", item.witness?.file?.path)
        }
      }
      json.writeObject("behaviour") { json in
        let behaviour = difference.behaviour
        json.write("same", behaviour.isSame)
        json.write("states", behaviour.extent.states)
        json.write("depth", behaviour.extent.depth)
        json.write("attempts", behaviour.extent.attempts)
        json.write("scenarioSteps", behaviour.scenarioSteps)
        json.write("whole", behaviour.extent.isWhole)
        json.write("differences", behaviour.differences) { $0.write($1) }
      }
      json.write("scenarios", difference.scenarios) { json, scenario in
        json.writeObject { json in
          json.write("scenario", scenario.name)
          json.write("at", scenario.place.start)
          json.write("expected", scenario.isExpected)
          json.write("message", scenario.text)
        }
      }
    }
    text = json.text + "\n"
  }
}

extension JSONText {
  fileprivate mutating func write(_ item: BehaviourDifference) {
    writeObject { json in
      json.write("message", item.title)
      json.write("after", item.trigger)
      json.write("aspects", item.aspects) { json, aspect in
        json.writeObject { json in
          json.write("subject", aspect.subject.kind)
          json.write("name", aspect.subject.name)
          json.write("old", aspect.texts.old)
          json.write("new", aspect.texts.new)
        }
      }
      json.write("given", item.witness.given)
      json.write("steps", item.witness.lines) { $0.write(string: $1) }
      json.write("old", item.places.old)
      json.write("new", item.places.new)
      json.write("expectedBy", item.expectedBy)
      json.write("confirmed", item.witness.isConfirmed)
      json.write("file", item.witness.file?.path)
    }
  }

  fileprivate mutating func write(_ key: String, _ place: ActionError.Place?) {
    guard let place else { return }
    writeKey(key)
    write(place)
  }
}
