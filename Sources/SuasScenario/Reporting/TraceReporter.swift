import CEL
import SuasSpec

/// Writes what the scenarios of a run did as one JSON array, an object for each.
public struct TraceReporter {
  private let write: (String) -> Void

  /// - Parameter write: is given parts of the text, one after the other.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes the scenarios that were run; those that were skipped are left out.
  public func report(_ files: [FileResult]) {
    write("[")
    var isFirst = true
    for scenario in files.flatMap(\.scenarios) where scenario.skip == nil {
      write(isFirst ? "\n" : ",\n")
      isFirst = false
      report(scenario)
    }
    write(isFirst ? "]\n" : "\n]\n")
  }

  private func report(_ scenario: ScenarioResult) {
    var json = JSONText()
    json.write(string: scenario.name)
    write("{\"scenario\":\(json.text),\"passed\":\(!scenario.failed),\"steps\":[")
    for (index, step) in scenario.steps.enumerated() {
      write(index == 0 ? "\n  " : ",\n  ")
      report(step)
    }
    write("]}")
  }

  private func report(_ step: StepResult) {
    guard let deed = step.deed else { return }
    var json = JSONText()
    json.writeObject { json in
      json.writeKey("step")
      json.write(.int(Int64(step.number)))
      json.writeKey("kind")
      json.write(string: step.kind)
      json.writeKey("state")
      json.write(.record(deed.after))
      json.writeKey("handled")
      json.write(.bool(deed.handled))
      json.writeKey("errors")
      json.writeArray(deed.errors) { $0.write(string: $1) }
      for (key, items) in [
        ("notified", deed.notified), ("actions", deed.actions), ("effects", deed.effects),
      ] {
        json.writeKey(key)
        json.writeArray(items) { json, item in
          json.writeObject { json in
            json.writeKey("name")
            json.write(string: item.name)
            json.writeKey("value")
            json.write(item.value)
          }
        }
      }
      json.writeKey("failures")
      json.writeArray(deed.failures) { $0.write($1) }
    }
    write(json.text)
  }
}
