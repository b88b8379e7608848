import CEL
import SuasScenario
import SuasSpec

/// Writes the steps of a run's scenarios as one JSON array, with an object for each scenario.
public struct TraceReporter {
  private let write: (String) -> Void

  /// - Parameter write: Receives the parts of the text, one after the other.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes the scenarios that were run, without those that were skipped.
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
    let name = JSONText.of(.string(scenario.name))
    write("{\"scenario\":\(name),\"passed\":\(!scenario.failed),\"steps\":[")
    for (index, step) in scenario.steps.enumerated() {
      write(index == 0 ? "\n  " : ",\n  ")
      report(step)
    }
    write("]}")
  }

  private func report(_ step: StepResult) {
    guard let deed = step.deed else { return }
    let json = JSONText.object { json in
      json.write("step", step.number)
      json.write("kind", step.kind)
      json.write("state", .record(deed.after))
      json.write("handled", deed.handled)
      json.write("errors", deed.errors) { $0.write(string: $1) }
      json.write("notified", deed.notified)
      json.write("actions", deed.actions)
      json.write("effects", deed.effects)
      json.write(requests: deed.requests)
      json.write("failures", deed.failures) { $0.write($1) }
      json.write(omitted: deed.omitted)
    }
    write(json.text)
  }
}
