import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// A run and its coverage, as a JSON report has them.
package struct RunReport {
  package let run: RunResult
  /// The coverage; nil if nothing was run.
  package let coverage: CoverageReport?

  /// Reads a report.
  ///
  /// - Throws: A failure if it is not one of this version of the format, or is not whole.
  package init(_ value: Value) throws(ReportFailure) {
    let report = try ReportedObject(value)
    try report.require(version: JSONReporter.version)
    let reader = try RunReportReader(report)
    run = try reader.run(report)
    coverage = try report.value("coverage").map { (value) throws(ReportFailure) in
      try CoverageReport(ReportedObject(value))
    }
  }
}

/// Reads the output of `JSONReporter`.
private struct RunReportReader {
  /// The texts that places refer to, by the names of their files.
  private var sources: [String: Source] = [:]
  /// The sub-states that the states refer to.
  private let values: List
  private let states: List

  init(_ report: ReportedObject) throws(ReportFailure) {
    values = try report.list("values")
    states = try report.list("states")
    for value in try report.list("sources") {
      let source = try ReportedObject(value)
      let name = try source.text("file")
      sources[name] = Source(name: name, text: try source.text("text"))
    }
  }

  func run(_ report: ReportedObject) throws(ReportFailure) -> RunResult {
    var run = RunResult()
    if let shard = report.optionalText("shard") {
      run.shard = Shard(shard)
      guard run.shard != nil else { throw report.missing("shard") }
    }
    let summary = try report.object("summary")
    run.notRun = try summary.number("notRun")
    run.duration = summary.duration
    run.unsound = try report.objects("unsound") { (file) throws(ReportFailure) in
      UnsoundFile(
        restoring: try file.text("file"), try diagnostics("diagnostics", of: file),
        omitted: try file.number("omitted"))
    }
    let files = try report.list("files")
    guard states.count == files.count else { throw report.missing("states") }
    for (index, file) in files.enumerated() {
      run.files.append(try self.file(ReportedObject(file), states[index]))
    }
    return run
  }

  private func file(
    _ object: ReportedObject, _ states: Value
  ) throws(ReportFailure) -> FileResult {
    var file = FileResult(name: try object.text("file"), number: try object.number("number"))
    let scenarios = try object.list("scenarios")
    guard case .list(let states) = states, states.count == scenarios.count else {
      throw object.missing("states")
    }
    for (index, scenario) in scenarios.enumerated() {
      file.scenarios.append(
        try self.scenario(ReportedObject(scenario), ReportedObject(states[index])))
    }
    file.writtenGoldens = try object.texts("writtenGoldens")
    file.strayGoldens = try object.texts("strayGoldens")
    file.prunedGoldens = try object.texts("prunedGoldens")
    file.problems = try diagnostics("problems", of: object)
    return file
  }

  private func scenario(
    _ object: ReportedObject, _ states: ReportedObject
  ) throws(ReportFailure) -> ScenarioResult {
    var scenario = ScenarioResult(
      name: try object.text("name"), number: try object.number("number"),
      tags: try object.texts("tags"), place: try place(of: object))
    switch try object.text("outcome") {
    case "skipped": scenario.skip = try object.text("reason")
    case "expected-failure": scenario.xfail = try object.text("reason")
    default: break
    }
    scenario.duration = object.duration
    var remarks = try object.objects("notes") { (note) throws(ReportFailure) in
      (number: try note.number("number"), remark: Remark.note(try note.text("text")))
    }
    remarks += try failures(of: object, step: nil)
    var stores = try Stores(states, values)
    scenario.steps = try object.objects("steps") { (step) throws(ReportFailure) in
      let number = try step.number("step")
      remarks += try failures(of: step, step: number)
      let (before, after) = try stores.next()
      return StepResult(
        number: number, kind: try step.text("kind"), label: try step.text("label"),
        place: try place(of: step), deed: try deed(of: step, before, after))
    }
    scenario.remarks = remarks.sorted { $0.number < $1.number }.map(\.remark)
    return scenario
  }

  private func failures(
    of object: ReportedObject, step: Int?
  ) throws(ReportFailure) -> [(number: Int, remark: Remark)] {
    try object.objects("failures") { (object) throws(ReportFailure) in
      let differences = try object.objects("differences") { (object) throws(ReportFailure) in
        Difference(
          path: try object.text("path"), expected: object.optionalText("expected"),
          actual: object.optionalText("actual"), parts: try parts(of: object))
      }
      var failure = Failure(
        try object.text("message"), at: try place(of: object),
        differences: Differences(differences, of: try object.number("differenceCount")),
        parts: try parts(of: object),
        rule: try object.value("rule").map { (value) throws(ReportFailure) in
          try ActionError.Place(ReportedObject(value))
        },
        writer: try object.value("writer").map { (value) throws(ReportFailure) in
          try place(of: ReportedObject(value))
        },
        step: step)
      failure.golden = try object.value("golden").map { (value) throws(ReportFailure) in
        let golden = try ReportedObject(value)
        return GoldenTexts(
          expected: Array(try golden.text("expected").utf8),
          actual: Array(try golden.text("actual").utf8))
      }
      return (try object.number("number"), .failure(failure))
    }
  }

  private func parts(
    of object: ReportedObject
  ) throws(ReportFailure) -> [ConditionReading.Part] {
    guard object.value("parts") != nil else { return [] }
    return try object.objects("parts") { (part) throws(ReportFailure) in
      let value: ConditionReading.Value =
        if let yaml = part.optionalText("value") {
          .written(yaml)
        } else if let code = part.optionalText("error") {
          .error(code)
        } else {
          .notReached
        }
      return ConditionReading.Part(text: try part.text("expression"), value: value)
    }
  }

  /// Reads the outcome of a step; nil if it is not recorded.
  private func deed(
    of step: ReportedObject, _ before: Record, _ after: Record
  ) throws(ReportFailure) -> StepResult.PerformedStep? {
    guard step.value("handled") != nil else { return nil }
    let changes = try step.objects("changes") { (change) throws(ReportFailure) in
      StateChange(
        path: try change.text("path"), old: change.nullable("old"), new: change.nullable("new"))
    }
    let failures = try step.objects("failedEffects") { (failed) throws(ReportFailure) in
      FailedEffect(
        effect: try failed.text("effect"), code: try failed.text("code"),
        message: try failed.text("message"),
        place: try failed.value("at").map { (value) throws(ReportFailure) in
          try ActionError.Place(ReportedObject(value))
        })
    }
    return StepResult.PerformedStep(
      before: before, after: after, changes: changes, handled: step.flag("handled"),
      errors: try step.texts("errors"), notified: try step.named("notified"),
      actions: try step.named("actions"), effects: try step.named("effects"),
      // Reports of earlier versions of this program have none.
      requests: step.value("requests") == nil ? [] : try step.named("requests", with: "run"),
      failures: failures, omitted: step.value("omitted") == nil ? 0 : try step.number("omitted"))
  }

  private func diagnostics(
    _ key: String, of object: ReportedObject
  ) throws(ReportFailure) -> [Diagnostic] {
    try object.objects(key) { (object) throws(ReportFailure) in
      let file = try object.text("file")
      let place: Diagnostic.Place =
        object.value("line") == nil ? .file(file) : .range(try self.place(of: object))
      var diagnostic = Diagnostic(
        Diagnostic.Code(try object.text("code")), try object.text("message"), at: place,
        severity: try object.text("severity") == "warning" ? .warning : .error,
        notes: try object.objects("related") { (note) throws(ReportFailure) in
          Diagnostic.Note(try note.text("message"), at: try self.place(of: note))
        },
        help: try object.texts("help"))
      diagnostic.fixes = try object.objects("fixes") { (fix) throws(ReportFailure) in
        Diagnostic.Fix(try self.place(of: fix), replacement: try fix.text("replacement"))
      }
      return diagnostic
    }
  }

  private func place(of object: ReportedObject) throws(ReportFailure) -> SourceRange {
    let file = try object.text("file")
    guard let source = sources[file] else {
      throw ReportFailure("the text of '\(file)' is missing in it")
    }
    return try object.range(in: source)
  }
}

/// The stores before and after the steps of a scenario.
private struct Stores {
  private let values: List
  private var store: Record?
  private let changes: List
  private var position = 0

  init(_ states: ReportedObject, _ values: List) throws(ReportFailure) {
    self.values = values
    guard states.value("before") != nil else {
      changes = List()
      return
    }
    changes = try states.list("after")
    let entries = try states.object("before").entries
    let shape = Shape(
      name: "store", fields: entries.map { Shape.Field(name: $0.key, type: .dyn) })
    var fields = ContiguousArray<Value>()
    for entry in entries { fields.append(try value(entry.value)) }
    store = Record(shape, fields)
  }

  /// Returns the store before and after the next step.
  mutating func next() throws(ReportFailure) -> (before: Record, after: Record) {
    guard let before = store else {
      let empty = Record(Shape(name: "store", fields: []), [])
      return (empty, empty)
    }
    guard position < changes.count else { throw ReportFailure("the states of a step are missing") }
    let changed = try ReportedObject(changes[position]).entries
    position += 1
    guard !changed.isEmpty else { return (before, before) }
    var fields = ContiguousArray(before.fields)
    for entry in changed {
      guard let slot = before.shape.slot(of: entry.key) else {
        throw ReportFailure("a step changes the state '\(entry.key)', which is missing in it")
      }
      fields[slot] = try value(entry.value)
    }
    let after = Record(before.shape, fields)
    store = after
    return (before, after)
  }

  private func value(_ index: Value) throws(ReportFailure) -> Value {
    guard case .int(let number) = index, let index = Int(exactly: number),
      0..<values.count ~= index
    else { throw ReportFailure("a state is missing in it") }
    return values[index]
  }
}

extension CoverageReport {
  fileprivate init(_ object: ReportedObject) throws(ReportFailure) {
    let files = try object.objects("files") { (file) throws(ReportFailure) in
      let path = try file.text("file")
      let source = Source(name: path, text: try file.text("text"))
      return CoveredFile(
        path: path, source: source,
        points: try file.objects("points") { (point) throws(ReportFailure) in
          try CoveredPoint(point, in: source)
        })
    }
    self.init(restoring: files)
  }
}

extension CoveredPoint {
  fileprivate init(_ object: ReportedObject, in source: Source) throws(ReportFailure) {
    guard let kind = CoveragePoint.Kind(word: try object.text("kind")) else {
      throw object.missing("kind")
    }
    var owner: CoveragePoint.Owner?
    if object.value("owner") != nil {
      owner = CoveragePoint.Owner(words: try object.texts("owner"))
      guard owner != nil else { throw object.missing("owner") }
    }
    let outcomes = try object.objects("outcomes") { (outcome) throws(ReportFailure) in
      guard let known = CoveragePoint.Outcome(word: try outcome.text("outcome")) else {
        throw outcome.missing("outcome")
      }
      return (outcome: known, count: try outcome.number("count"), not: outcome.flag("impossible"))
    }
    let point = CoveragePoint(
      kind: kind, place: try object.range(in: source), name: try object.text("name"), first: 0,
      outcomes: outcomes.map(\.outcome), condition: nil, owner: owner)
    self.init(
      point: point, counts: outcomes.map(\.count), isPossible: outcomes.map { !$0.not })
  }
}

extension ReportedObject {
  /// The time that the object took; nil if times are left out.
  fileprivate var duration: Swift.Duration? {
    switch value("seconds") {
    case .double(let seconds)? where seconds.isFinite && abs(seconds) < 1e9:
      .microseconds(Int64((seconds * 1_000_000).rounded()))
    case .int(let seconds)? where (0..<1_000_000_000).contains(seconds): .seconds(seconds)
    default: nil
    }
  }

  /// The range from a place to the end that is given, or to the place itself.
  fileprivate func range(in source: Source) throws(ReportFailure) -> SourceRange {
    let start = source.offset(of: try location("line", "column"))
    let end =
      value("endLine") == nil
      ? start : source.offset(of: try location("endLine", "endColumn"))
    return SourceRange(source: source, lowerBound: start, upperBound: end)
  }

  private func location(
    _ line: String, _ column: String
  ) throws(ReportFailure) -> Location {
    let (line, column) = (try number(line), try number(column))
    return Location(line: max(line, 1) - 1, column: max(column, 1) - 1)
  }

  /// Reads a list of names with values.
  fileprivate func named(
    _ key: String, with valueKey: String = "value"
  ) throws(ReportFailure) -> [StepResult.PerformedStep.Named] {
    try objects(key) { (item) throws(ReportFailure) in
      (name: try item.text("name"), value: item.nullable(valueKey) ?? .null)
    }
  }
}

extension ActionError.Place {
  fileprivate init(_ object: ReportedObject) throws(ReportFailure) {
    self.init(
      file: try object.text("file"), line: try object.number("line"),
      column: try object.number("column"))
  }
}
