import CEL
import SuasReports
import SuasScenario
import SuasSpec

extension SearchReport {
  /// The version of the format.
  private static let version = 1

  /// The report as one JSON object, with keys in a fixed order; ends with a line break.
  package var json: String {
    let json = JSONText.object { json in
      json.write("version", Self.version)
      json.write("shard", shard?.text)
      if let joining { json.writeObject("joined") { $0.write(joining) } }
      json.writeObject("scope") { $0.write(scope) }
      json.write("strategy", scope.strategy.rawValue)
      json.write("seed", String(scope.seed))
      json.write(statistics)
      json.write("outcomes", outcomes)
      json.write("outcomesUnseen", unseenOutcomes.count)
      json.write("triesEverything", triesEverything)
      json.write("allStates", exhaustsStates)
      json.write("complete", isComplete)
      json.write("next", next)
      json.write("promises", promises)
      json.write("idsTakenAsAlike", takesIdentifiersAsAlike)
      json.write("historiesTakenAsAlike", takesHistoriesAsAlike)
      json.write("violations", violations) { $0.write($1) }
      json.write("goals", goals) { json, goal in
        json.writeObject { json in
          if statistics.steps > 0 { json.write("heldAfterSteps", goal.stepsHeld) }
          json.write("goal", goal.name)
          json.write("place", goal.place)
          json.write("reached", goal.script != nil)
          json.write("steps", goal.script?.lines ?? []) { $0.write(string: $1) }
          if let script = goal.script { json.writeEnd(of: script) }
        }
      }
      json.write("waysOut", ways) { json, way in
        json.writeObject { json in
          json.write("wayOut", way.name)
          json.write("place", way.place)
          json.write("notJudged", way.reason?.rawValue)
          json.write("closedStates", way.closed)
          json.write("undecidedStates", way.undecided)
        }
      }
      json.write("unseen", unseen) { $0.write(string: $1) }
      json.write("unseenOutcomes", unseenOutcomes) { $0.write(string: $1) }
      json.write("unmakeable", unmakeable) { $0.write(string: $1) }
      json.write("unpassed", unpassed) { $0.write(string: $1) }
    }
    return json.text + "\n"
  }

  /// Reads the report of a search.
  ///
  /// - Throws: A failure if it is not one of this version of the format, or is not whole.
  package init(_ value: Value) throws(ReportFailure) {
    let report = try ReportedObject(value)
    try report.require(version: Self.version)
    guard report.value("joined") == nil else {
      throw ReportFailure("it is joined already: join the reports of all shards at once")
    }
    self.init(
      try Scope(report), try Statistics(report),
      violations: try report.objects("violations") { (object) throws(ReportFailure) in
        try Violation(object)
      },
      goals: try report.objects("goals") { (object) throws(ReportFailure) in
        Goal(
          name: try object.text("goal"), place: try object.text("place"),
          script: object.flag("reached") ? try Script(object) : nil,
          stepsHeld: object.value("heldAfterSteps") == nil ? 0 : try object.number("heldAfterSteps")
        )
      },
      ways: try report.objects("waysOut") { (object) throws(ReportFailure) in
        let reason = object.optionalText("notJudged")
        guard reason == nil || reason.flatMap(NotJudgedReason.init) != nil else {
          throw object.missing("notJudged")
        }
        return WayOut(
          name: try object.text("wayOut"), place: try object.text("place"),
          reason: reason.flatMap(NotJudgedReason.init),
          closed: try object.number("closedStates"),
          undecided: try object.number("undecidedStates"))
      })
    if let text = report.optionalText("shard") {
      shard = Shard(text)
      guard shard != nil else { throw report.missing("shard") }
    }
    outcomes = try report.number("outcomes")
    unseen = try report.texts("unseen")
    unseenOutcomes = try report.texts("unseenOutcomes")
    triesEverything = report.flag("triesEverything")
    takesIdentifiersAsAlike = report.flag("idsTakenAsAlike")
    takesHistoriesAsAlike = report.flag("historiesTakenAsAlike")
    unmakeable = try report.texts("unmakeable")
    unpassed = try report.texts("unpassed")
    promises = try report.number("promises")
    guard unseenOutcomes.count <= outcomes else { throw report.missing("outcomes") }
  }
}

extension SearchReport.Scope {
  fileprivate init(_ report: ReportedObject) throws(ReportFailure) {
    let scope = try report.object("scope")
    guard let strategy = ExploreSettings.Strategy(rawValue: try report.text("strategy")) else {
      throw report.missing("strategy")
    }
    guard let seed = UInt64(try report.text("seed")) else { throw report.missing("seed") }
    self.init(
      spec: try scope.text("spec"), start: try scope.text("start"), strategy: strategy, seed: seed,
      mostStates: try scope.number("maxStates"), deepest: try scope.number("maxDepth"),
      largest: try scope.number("maxSize"), allowedErrors: try scope.texts("allowedErrors"),
      only: scope.value("only") == nil ? nil : try scope.texts("only"))
  }
}

extension Statistics {
  fileprivate init(_ report: ReportedObject) throws(ReportFailure) {
    guard let ending = Ending(rawValue: try report.text("ending")) else {
      throw report.missing("ending")
    }
    self.init()
    self.ending = ending
    states = try report.number("states")
    shared = try report.number("sharedStates")
    expanded = try report.number("expanded")
    attempts = try report.number("attempts")
    depth = try report.number("depth")
    tooLarge = try report.number("tooLarge")
    steps = try report.number("steps")
  }
}

extension SearchReport.Violation {
  fileprivate init(_ object: ReportedObject) throws(ReportFailure) {
    self.init(
      code: try object.text("code"), message: try object.text("message"),
      place: object.optionalText("place"),
      parts: try object.object("parts").entries.map { (text: $0.key, value: $0.value) },
      script: try SearchReport.Script(object))
  }
}

extension SearchReport.Script {
  fileprivate init(_ object: ReportedObject) throws(ReportFailure) {
    self.init(
      lines: try object.texts("steps"), isConfirmed: object.flag("confirmed"),
      file: object.optionalText("file"))
  }
}

extension JSONText {
  fileprivate mutating func write(_ joining: SearchReport.Joining) {
    write("shards", joining.shards) { json, item in
      json.writeObject { json in
        json.write("shard", item.shard.text)
        json.write("ending", item.ending.rawValue)
      }
    }
    write("missing", joining.missing) { $0.write(string: $1.text) }
    write("fewestStates", joining.fewestStates)
  }

  fileprivate mutating func write(_ scope: SearchReport.Scope) {
    write("spec", scope.spec)
    write("start", scope.start)
    write("maxStates", scope.mostStates)
    write("maxDepth", scope.deepest)
    write("maxSize", scope.largest)
    write("allowedErrors", scope.allowedErrors) { $0.write(string: $1) }
    if let only = scope.only { write("only", only) { $0.write(string: $1) } }
  }

  fileprivate mutating func write(_ statistics: Statistics) {
    write("ending", statistics.ending.rawValue)
    write("states", statistics.states)
    write("sharedStates", statistics.shared)
    write("expanded", statistics.expanded)
    write("attempts", statistics.attempts)
    write("depth", statistics.depth)
    write("tooLarge", statistics.tooLarge)
    write("steps", statistics.steps)
  }

  fileprivate mutating func write(_ violation: SearchReport.Violation) {
    writeObject { json in
      json.write("code", violation.code)
      json.write("message", violation.message)
      json.write("place", violation.place)
      json.write("steps", violation.script.lines) { $0.write(string: $1) }
      json.writeObject("parts") { json in
        for part in violation.parts { json.write(part.text, part.value) }
      }
      json.writeEnd(of: violation.script)
    }
  }

  /// Writes whether a script's scenario is confirmed, and the path of its file.
  fileprivate mutating func writeEnd(of script: SearchReport.Script) {
    write("confirmed", script.isConfirmed)
    write("file", script.file)
  }
}
