import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// Writes everything about a run as one JSON object, with keys in a fixed order. `RunReportReader`
/// reads it, so that it can be joined with others.
///
/// The page "Report formats" describes its shape.
struct JSONReporter {
  let write: (String) -> Void

  /// The version of the format.
  static let version = 2

  /// Writes a run with its coverage, the states of each step, and the texts that places refer to.
  func report(_ run: RunResult, _ coverage: CoverageReport?) {
    writeScenarios(of: run)
    write(",\n\"coverage\":\(coverage.map { $0.joinable.text } ?? "null")")
    writeAll("sources", run.sources) { source in
      write(
        .object { json in
          json.write("file", source.name)
          json.write("text", String(decoding: source.utf8, as: UTF8.self))
        })
    }
    var table = StateTable()
    writeAll("states", run.files) { file in
      var json = JSONText()
      json.writeArray(file.scenarios) { $0.write(statesOf: $1, &table) }
      write(json)
    }
    writeAll("values", table.values, write)
    write("}\n")
  }

  private func writeScenarios(of run: RunResult) {
    write("{\"version\":\(Self.version)")
    if let shard = run.shard { write(",\"shard\":\"\(shard.index)/\(shard.count)\"") }
    write(",\"summary\":")
    write(.object { $0.write(summaryOf: run) })
    writeAll("unsound", run.unsound) { file in
      write(
        .object { json in
          json.write("file", file.name)
          json.write("diagnostics", file.diagnostics) { $0.write($1) }
          json.write("omitted", file.omitted)
        })
    }
    writeAll("files", run.files, report)
  }

  private func write(_ json: JSONText) { write(json.text) }

  private func writeAll<Item>(_ key: String, _ items: [Item], _ report: (Item) -> Void) {
    write(",\n\"\(key)\":[")
    for (index, item) in items.enumerated() {
      write(index == 0 ? "\n" : ",\n")
      report(item)
    }
    write("]")
  }

  private func report(_ file: FileResult) {
    write("{\"file\":\(JSONText.of(.string(file.name))),\"number\":\(file.number)")
    writeAll("scenarios", file.scenarios) { scenario in
      write(.object { $0.write(scenario) })
    }
    for (key, paths) in [
      ("writtenGoldens", file.writtenGoldens), ("strayGoldens", file.strayGoldens),
      ("prunedGoldens", file.prunedGoldens),
    ] {
      writeAll(key, paths) { path in write(JSONText.of(.string(path))) }
    }
    writeAll("problems", file.problems) { problem in
      var json = JSONText()
      json.write(problem)
      write(json)
    }
    write("}")
  }
}

extension JSONText {
  /// Writes the numbers of a run as members.
  mutating func write(summaryOf run: RunResult) {
    let counts = RunCounts(run)
    write("passed", counts.passed)
    write("failed", counts.failed)
    write("skipped", counts.skipped)
    write("notRun", run.notRun)
    write("unsound", run.unsound.count)
    write(run.duration)
  }

  fileprivate mutating func write(_ duration: Swift.Duration?) {
    write("seconds", (duration?.preciseSeconds).map(Value.double))
  }

  fileprivate mutating func write(fieldsOf place: SourceRange) {
    write(
      file: place.source.name, line: place.location.line + 1, column: place.location.column + 1)
  }

  /// Writes a scenario and its steps as members.
  mutating func write(_ scenario: ScenarioResult) {
    write("name", scenario.name)
    write("number", scenario.number)
    write(fieldsOf: scenario.place)
    write("tags", scenario.tags) { $0.write(string: $1) }
    write("outcome", scenario.outcome)
    write("reason", scenario.skip ?? scenario.xfail)
    write(scenario.duration)
    let remarks = NumberedRemarks(of: scenario)
    write("notes", remarks.notes) { json, note in
      json.writeObject { json in
        json.write("number", note.number)
        json.write("text", note.text)
      }
    }
    write("failures", remarks.failures(of: nil)) { $0.write($1) }
    var room = TextRoom(bytes: StepResult.PerformedStep.textLimit)
    write("steps", scenario.steps) { json, step in
      json.writeObject { $0.write(step, remarks.failures(of: step.number), &room) }
    }
  }

  /// - Parameter room: The room for the changes of the scenario's steps.
  private mutating func write(
    _ step: StepResult, _ failures: [NumberedRemarks.Failure], _ room: inout TextRoom
  ) {
    write("step", step.number)
    write("kind", step.kind)
    write("label", step.label)
    write(fieldsOf: step.place)
    write("failures", failures) { $0.write($1) }
    guard let deed = step.deed else { return }
    write("handled", deed.handled)
    write("errors", deed.errors) { $0.write(string: $1) }
    let changes = deed.changes
    let kept = changes.prefix { room.take($0.path) && room.take($0.old) && room.take($0.new) }
    write("changes", kept) { json, change in
      json.writeObject { json in
        json.write("path", change.path)
        json.write("old", change.old)
        json.write("new", change.new)
      }
    }
    write("actions", deed.actions)
    write("notified", deed.notified)
    write("effects", deed.effects)
    write(requests: deed.requests)
    write("failedEffects", deed.failures) { $0.write($1) }
    write(omitted: deed.omitted + changes.count - kept.count)
  }

  private mutating func write(parts: [ConditionReading.Part]) {
    guard !parts.isEmpty else { return }
    write("parts", parts) { json, part in
      json.writeObject { json in
        json.write("expression", part.text)
        switch part.value {
        case .value(let value): json.write("value", value.yaml)
        case .written(let yaml): json.write("value", yaml)
        case .error(let code): json.write("error", code)
        case .notReached: break
        }
      }
    }
  }

  private mutating func write(_ numbered: NumberedRemarks.Failure) {
    let failure = numbered.failure
    writeObject { json in
      json.write("number", numbered.number)
      json.write("message", failure.message)
      json.write(wholeRange: failure.place)
      if let rule = failure.rule {
        json.writeKey("rule")
        json.write(rule)
      }
      if let writer = failure.writer {
        json.writeObject("writer") { $0.write(fieldsOf: writer) }
      }
      json.write(parts: failure.parts)
      json.write("differences", failure.differences.items) { json, difference in
        json.writeObject { json in
          json.write("path", difference.path)
          json.write("expected", difference.expected)
          json.write("actual", difference.actual)
          json.write(parts: difference.parts)
        }
      }
      json.write("differenceCount", failure.differences.count)
      if let golden = failure.golden {
        json.writeObject("golden") { json in
          json.write("expected", String(decoding: golden.expected, as: UTF8.self))
          json.write("actual", String(decoding: golden.actual, as: UTF8.self))
        }
      }
    }
  }
}

extension ScenarioResult {
  /// The outcome in one word.
  var outcome: String {
    if skip != nil { return "skipped" }
    if xfail != nil { return "expected-failure" }
    return failed ? "failed" : "passed"
  }
}

/// The failures and notes of a scenario with their numbers, from 1, in the order of the text.
private struct NumberedRemarks {
  typealias Failure = (number: Int, failure: SuasScenario.Failure)

  private(set) var notes: [(number: Int, text: String)] = []
  private var failures: [Failure] = []

  init(of scenario: ScenarioResult) {
    for (index, remark) in scenario.remarks.enumerated() {
      switch remark {
      case .note(let text): notes.append((index + 1, text))
      case .failure(let failure): failures.append((index + 1, failure))
      }
    }
  }

  /// Returns the failures of a step, or, for nil, of the scenario as a whole.
  func failures(of step: Int?) -> [Failure] { failures.filter { $0.failure.step == step } }
}
