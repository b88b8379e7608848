import CEL
import SuasScenario
import SuasSpec
import YAML

/// Writes a run as one self-contained page of HTML: scenarios, their steps with the changes, and
/// the specs with their coverage.
///
/// The page holds the list of the scenarios, a table with everything about them, and a script that
/// shows the parts that are opened.
struct HTMLReporter {
  let write: (String) -> Void

  private static let page = HTMLPage(
    body: PackageResources.report_html,
    script: PackageResources.report_values_js + PackageResources.report_sides_js
      + PackageResources.report_js,
    style: PackageResources.report_css)

  func report(_ run: RunResult, _ coverage: CoverageReport?) {
    var table = ValueTable()
    let list = JSONText.object { $0.write(listOf: run, coverage, &table) }
    Self.page.write(
      write,
      with: [
        "values": { write in table.write(write) },
        "run": { write in write(list.text) },
      ])
  }
}

extension JSONText {
  /// Writes the list of scenarios, and adds everything about them to a table.
  fileprivate mutating func write(
    listOf run: RunResult, _ coverage: CoverageReport?, _ table: inout ValueTable
  ) {
    writeObject("summary") { $0.write(summaryOf: run) }
    write("unsound", run.unsound) { json, file in
      json.writeObject { json in
        json.write("file", file.name)
        json.write("diagnostics", file.diagnostics) { $0.write($1) }
      }
    }
    write("files", run.files) { json, file in
      json.writeObject { json in
        json.write("file", file.name)
        json.write("strayGoldens", file.strayGoldens) { $0.write(string: $1) }
        json.write("problems", file.problems) { $0.write($1) }
        json.write("scenarios", file.scenarios) { json, scenario in
          json.writeArray(scenario.entry(&table)) { $0.write($1) }
        }
      }
    }
    if let coverage { write("coverage", table.number(of: table.add(json: coverage.json))) }
  }
}

extension ScenarioResult {
  /// Returns the row of the scenario's name, its outcome, the row of its details, and its tags.
  fileprivate func entry(_ table: inout ValueTable) -> [Value] {
    let title = table.add(.string(name))
    let details = table.add(object: [
      (key: "scenario", item: table.add(json: .object { $0.write(self) })),
      (key: "states", item: states(&table)),
      (key: "evidence", item: table.add(json: evidence)),
    ])
    let rows = [title, details].map { Value.int(Int64(table.number(of: $0))) }
    return [rows[0], .string(outcome), rows[1]] + tags.map(Value.string)
  }

  /// Adds the store before the first step and after each step; nothing if none is recorded.
  private func states(_ table: inout ValueTable) -> ValueTable.Item {
    guard let start = steps.lazy.compactMap(\.deed).first?.before else {
      return table.add(list: [])
    }
    let fields = start.shape.fields
    var slots = fields.indices.map { table.add(start.fields[$0]) }
    var states: [ValueTable.Item] = []
    func addStore() {
      states.append(table.add(object: zip(fields, slots).map { (key: $0.name, item: $1) }))
    }
    addStore()
    for step in steps {
      if let deed = step.deed {
        for slot in fields.indices where deed.before.fields[slot] != deed.after.fields[slot] {
          slots[slot] = table.add(deed.after.fields[slot])
        }
      }
      addStore()
    }
    return table.add(list: states)
  }

  /// The evidence for each failure: first for those of the scenario as a whole, then for those of
  /// each step.
  private var evidence: JSONText {
    let failures = Dictionary(grouping: failures, by: \.step)
    let steps = [nil] + steps.map(\.number)
    var json = JSONText()
    json.writeArray(steps.flatMap { failures[$0] ?? [] }) { json, failure in
      json.writeObject { $0.write(evidenceFor: failure) }
    }
    return json
  }
}

extension JSONText {
  /// Writes the line of a scenario at fault.
  fileprivate mutating func write(evidenceFor failure: SuasScenario.Failure) {
    guard let excerpt = failure.excerpt else { return }
    write("before", excerpt.before)
    write("text", excerpt.text)
    write("after", excerpt.after)
  }
}

extension ValueTable {
  fileprivate mutating func add(_ value: Value) -> Item {
    var json = JSONText()
    json.write(size < StateTable.limit ? value : .string(JSONText.leftOut))
    return add(json: json)
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
