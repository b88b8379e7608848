import CEL
import Locking
import SuasLog
import SuasScenario
import SuasSpec

/// Some entries of a timeline as a file.
struct TimelineExport {
  let file: String
  let text: String
  /// A remark for the person who asked for it.
  private(set) var note: String?

  /// Makes a scenario that passes, or a log.
  ///
  /// If effects are under way where the entries begin, or listeners have been removed, it begins
  /// earlier, because no scenario can begin like this.
  init(
    of timeline: Timeline, _ entries: ClosedRange<Int>, as format: String, named name: String
  ) throws(RequestFailure) {
    guard let spec = timeline.spec else { throw RequestFailure("the spec is not known") }
    let (inputs, begin, store) = timeline.read { contents in
      let chosen = contents.inputs.indices.filter { entries.contains(contents.inputs[$0].entry) }
      return (
        contents.inputs, chosen.first.map { ($0, chosen.last ?? $0) },
        contents.entries.indices.contains(entries.upperBound)
          ? contents.entries[entries.upperBound].store : .null
      )
    }
    guard let (wanted, last) = begin else {
      throw RequestFailure("nothing was done in these entries")
    }
    var first = wanted
    while let moment = inputs[first].before,
      !moment.runtime.effectsUnderWay.isEmpty || !moment.unheard.isEmpty
    {
      guard first > 0 else {
        throw RequestFailure(
          "effects are under way where it begins, or listeners have left, as in no scenario")
      }
      first -= 1
    }
    guard let moment = inputs[first].before else {
      throw RequestFailure("what was done there cannot be done again")
    }
    var session =
      first == 0 && timeline.kind != .app && timeline.kind != .log
      ? Session(of: spec.spec, at: spec.paths)
      : Session(of: spec.spec, at: spec.paths, from: moment)
    defer { session.end() }
    var now = moment.runtime.now
    for input in inputs[first...last] {
      guard let before = input.before else {
        throw RequestFailure("entry \(input.entry) cannot be done again")
      }
      let passed = before.runtime.now.duration(since: now)
      now = before.runtime.now
      if case .step(.advance(let duration)) = input.act { now = now.advanced(clampedBy: duration) }
      var problem = session.perform(passing: passed)
      switch input.act {
      case .step(let act): problem = problem ?? session.perform(act)
      case .time: break
      case .unrepeatable: problem = "only the app could do it"
      }
      if let problem {
        throw RequestFailure("entry \(input.entry) cannot be done again: \(problem)")
      }
    }
    let isSame = Value.record(session.state) == store
    let plainName = name.isEmpty ? "session" : name
    let standsIn = spec.spec.checked.hasSensitiveValues
    if format == "log" {
      file = "\(Self.fileName(plainName)).suaslog"
      text = String(decoding: session.log, as: UTF8.self)
    } else {
      file = "\(Self.fileName(plainName)).scenario.yaml"
      // A log has no sensitive values; the values that are read from it have stand-ins.
      if standsIn { session = try Self.withStandIns(session, spec) }
      guard let passing = session.passingScenario(named: plainName, of: spec.paths) else {
        throw RequestFailure("what was done cannot be written as a scenario that passes")
      }
      text = passing
    }
    if standsIn {
      note =
        format == "log"
        ? "hashes stand in the place of sensitive values"
        : "stand-ins are in the place of sensitive values"
    } else if !isSame {
      note = "done again, it leads to another store, since the app made ids or times of its own"
    } else if first < wanted {
      note = "it begins at entry \(inputs[first].entry): later ones begin as no scenario can"
    }
  }

  /// Returns a session with stand-ins in the place of its sensitive values, and ends the other.
  private static func withStandIns(
    _ session: Session, _ spec: MonitoredSpec
  ) throws(RequestFailure) -> Session {
    let rest = Mutex([session.log])
    session.end()
    do throws(LogFailure) {
      return try Session(
        of: spec.spec, at: spec.paths, opening: { rest.withLock { $0.popLast() } ?? [] })
    } catch {
      throw RequestFailure("it cannot be written without its sensitive values: \(error.message)")
    }
  }

  private static func fileName(_ name: String) -> String {
    let plain = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(plain).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "session" : String(words.prefix(80))
  }
}
