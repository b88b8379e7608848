import CEL
import SuasScenario
import SuasSpec
import YAML

/// Writes a run as one self-contained page of HTML: scenarios, their steps with the changes, and
/// the specs with their coverage.
///
/// The page holds the report as JSON, the states of each step, and a script that shows them.
struct HTMLReporter {
  let write: (String) -> Void

  private static let page = HTMLPage(
    body: PackageResources.report_html, script: PackageResources.report_js)

  func report(_ run: RunResult, _ coverage: CoverageReport?) {
    Self.page.write(
      write,
      with: [
        "run": { write in JSONReporter(write: write).report(run) },
        "states": { write in
          writeAll(run.files, write) { file in
            writeAll(file.scenarios, write) { scenario in write(scenario.states.text) }
          }
        },
        "coverage": { write in write(coverage?.json.text ?? "null") },
      ])
  }

  private func writeAll<Item>(
    _ items: [Item], _ write: (String) -> Void, _ report: (Item) -> Void
  ) {
    write("[")
    for (index, item) in items.enumerated() {
      if index > 0 { write(",\n") }
      report(item)
    }
    write("]")
  }
}

extension ScenarioResult {
  /// The whole store before the first step, then, for each step, the sub-states that it changed.
  fileprivate var states: JSONText {
    .object { json in
      json.write("start", steps.first?.deed.map { .record($0.before) } ?? .null)
      json.write("steps", steps) { json, step in
        json.writeObject { json in
          guard let deed = step.deed else { return }
          for (slot, field) in deed.after.shape.fields.enumerated()
          where deed.before.fields[slot] != deed.after.fields[slot] {
            json.write(field.name, deed.after.fields[slot])
          }
        }
      }
    }
  }
}

extension CoverageReport {
  fileprivate var json: JSONText {
    .object { json in
      json.write("percent", tally.percentText)
      json.write("files", files) { json, file in json.writeObject { $0.write(fieldsOf: file) } }
    }
  }
}

extension JSONText {
  fileprivate mutating func write(fieldsOf file: CoveredFile) {
    let tally = file.tally
    write("path", file.path)
    write("percent", tally.percentText)
    write("seen", tally.seen)
    write("total", tally.total)
    write("lines", of: file.source)
    write("points", file.points.filter { $0.tally.total > 0 }) { $0.write($1) }
  }

  fileprivate mutating func write(_ point: CoveredPoint) {
    let place = point.point.place
    let line = place.source.line(around: place.lowerBound)
    let end = place.source.location(of: min(place.upperBound, line.upperBound)).column
    writeObject { json in
      json.write("line", place.location.line)
      json.write("start", place.location.column)
      json.write("end", end)
      json.write("visits", point.visits)
      json.write("name", point.point.name)
      json.write("missing", point.missing.map(Value.string) ?? .null)
    }
  }
}
