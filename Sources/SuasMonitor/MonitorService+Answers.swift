import CEL
import Suas
import SuasScenario
import SuasSpec

/// The answers to the requests of a page.
extension MonitorService {
  /// Answers a request, which is one JSON object; nil if it is none.
  package func answer(_ text: [UInt8]) -> [UInt8]? {
    guard let request = Request(text) else { return nil }
    var json = JSONText()
    do throws(RequestFailure) {
      // The contents are written before the answer begins, so that an error leaves no half of it.
      let body = try answer(request)
      json.writeObject { json in
        json.write("id", .int(request.id))
        json.writeKey("is")
        json.write(raw: body)
      }
    } catch {
      json.writeObject { json in
        json.write("id", .int(request.id))
        json.write("error", error.message)
        json.write("help", error.help)
        json.write("field", error.field)
      }
    }
    return json.bytes
  }

  private func answer(_ request: Request) throws(RequestFailure) -> JSONText {
    if request.verb == "play" {
      let path = try request.required(request.text("spec"), "spec")
      guard let spec = specs.first(where: { $0.path == path }) else {
        throw RequestFailure("there is no spec '\(path)'")
      }
      return Self.place(try play(spec).timeline.id, 0)
    }
    let number = try request.required(request.number("source"), "source")
    guard let timeline = timeline(number) else { throw RequestFailure("it has been closed") }
    switch request.verb {
    case "entries": return entries(of: timeline, request)
    case "position": return position(in: timeline, request)
    case "counts": return counts(of: timeline)
    case "close":
      close(timeline)
      return .object { _ in }
    case "spec":
      guard let spec = timeline.spec else { throw RequestFailure("the spec is not known") }
      let unheard = present(of: timeline)?.unheard ?? []
      return .object { SpecAnswer(spec.spec.checked, unheard: unheard).write(to: &$0) }
    case "compare": return try compare(timeline, request)
    case "export": return try export(timeline, request)
    default: break
    }
    let entry = try request.required(request.number("n"), "n")
    switch request.verb {
    case "entry": return try details(of: timeline, entry)
    case "payload": return try .object(PayloadAnswer(try timeline.requiredEntry(entry)).write)
    case "state", "value", "find", "trail": return try state(of: timeline, entry, request)
    case "branch": return Self.place(try branch(from: timeline, after: entry).timeline.id, entry)
    case "jump": return try jump(timeline, to: entry)
    default: return try act(on: timeline, at: entry, request)
    }
  }

  private static func place(_ source: Int, _ entry: Int) -> JSONText {
    .object { json in
      json.write("source", source)
      json.write("n", entry)
    }
  }

  // MARK: - Entries

  /// The maximum of entries in one answer.
  private static let mostEntries = 1000

  private func entries(of timeline: Timeline, _ request: Request) -> JSONText {
    let filter = EntryFilter(request.object("filter"))
    let first = request.number("from") ?? 0
    let count = min(request.number("count") ?? 100, Self.mostEntries)
    let (total, matching, shown) = timeline.read { contents in
      let all = contents.entries
      if filter.passesAll {
        let numbers = Array(all.indices.dropFirst(first).prefix(count))
        return (all.count, all.count, numbers.map { ($0, all[$0]) })
      }
      var matching = 0
      var shown: [(Int, Entry)] = []
      for (number, entry) in all.enumerated() where filter.passes(entry) {
        if matching >= first, shown.count < count { shown.append((number, entry)) }
        matching += 1
      }
      return (all.count, matching, shown)
    }
    return .object { json in
      json.write("total", total)
      json.write("matching", matching)
      json.write("entries", shown) { $0.write($1.1, $1.0) }
    }
  }

  private func position(in timeline: Timeline, _ request: Request) -> JSONText {
    let filter = EntryFilter(request.object("filter"))
    let number = request.number("n") ?? 0
    let index = timeline.read { contents in
      filter.passesAll
        ? min(number, contents.entries.count)
        : contents.entries.prefix(number).count(where: filter.passes)
    }
    return .object { $0.write("index", index) }
  }

  private func counts(of timeline: Timeline) -> JSONText {
    struct Count {
      let name: String
      let kind: String
      var count: Int
    }
    let (counts, refused, changing, total) = timeline.read { contents in
      var places: [String: Int] = [:]
      var counts: [Count] = []
      var refused = 0
      var changing = 0
      for entry in contents.entries {
        if entry.refusal != nil { refused += 1 }
        if !entry.changes.isEmpty { changing += 1 }
        guard !entry.name.isEmpty else { continue }
        let key = "\(entry.kind.rawValue) \(entry.name)"
        if let place = places[key] {
          counts[place].count += 1
        } else {
          places[key] = counts.count
          counts.append(Count(name: entry.name, kind: entry.kind.rawValue, count: 1))
        }
      }
      return (counts, refused, changing, contents.entries.count)
    }
    return .object { json in
      json.write("names", counts) { json, count in
        json.writeObject { json in
          json.write("name", count.name)
          json.write("kind", count.kind)
          json.write("count", count.count)
        }
      }
      json.write("refused", refused)
      json.write("changing", changing)
      json.write("total", total)
    }
  }

  // MARK: - One entry

  /// The maximum of changes of one entry in an answer.
  private static let mostChanges = 200

  private func details(of timeline: Timeline, _ number: Int) throws(RequestFailure) -> JSONText {
    let entry = try timeline.requiredEntry(number)
    let (earlier, input, next, led, consequence, difference) = timeline.read { contents in
      let input = entry.input.flatMap {
        contents.inputs.indices.contains($0) ? contents.inputs[$0] : nil
      }
      let following = entry.input.map { $0 + 1 } ?? 0
      let next = contents.inputs.indices.contains(following) ? contents.inputs[following] : nil
      let led = contents.entries.indices.dropFirst(number + 1).prefix(Self.mostEntries).filter {
        contents.entries[$0].cause == number
      }
      return (
        number > 0 ? contents.entries[number - 1].store : nil, input, next,
        led.map { ($0, contents.entries[$0]) }, contents.consequence(number, of: input),
        contents.difference
      )
    }
    let display = timeline.display
    let rules = timeline.spec.flatMap { spec in
      input.map { RuleAnswer($0, of: spec, display, only: consequence) }
    }
    let moment = next != nil ? next?.before : present(of: timeline)
    let changes = entry.changes.flatMap { path, change in
      ShownChange.all(at: path, change, from: earlier ?? .null, to: entry.store, display)
    }
    return .object { json in
      json.writeKey("entry")
      json.write(entry, number)
      json.write("payload", entry.text)
      json.write("changes", changes.prefix(Self.mostChanges)) { $0.write($1) }
      json.write("changeCount", changes.count)
      if let rules {
        rules.write(to: &json)
      } else {
        json.write("rules", [Int]()) { _, _ in }
        json.write("listeners", [Int]()) { _, _ in }
        json.write("requests", [Int]()) { _, _ in }
      }
      json.write("effects", moment?.runtime.shownEffects ?? []) { json, effect in
        json.write(effect, display, in: timeline.spec?.spec.checked)
      }
      json.write("errors", entry.errors) { json, code in
        let known = rules?.errors.first { $0.code == code }
        json.writeObject { json in
          json.write("code", code)
          json.write("message", known?.messageWithUses ?? "")
          json.write("place", orNull: known?.place?.description)
        }
      }
      json.write("led", led) { json, led in
        json.writeObject { json in
          json.write("n", led.0)
          json.write("name", led.1.name)
          json.write("kind", led.1.kind.rawValue)
        }
      }
      if let difference, difference.entry == number {
        json.writeObject("difference") { json in
          json.write("message", difference.message)
          json.write("logged", orNull: difference.logged)
          json.write("replayed", difference.replayed)
        }
      } else {
        json.write("difference", .null)
      }
      json.write("clock", moment.map { Value.timestamp($0.runtime.now) } ?? .null)
      json.write("line", orNull: entry.line)
    }
  }

  // MARK: - Stores

  private func state(
    of timeline: Timeline, _ number: Int, _ request: Request
  ) throws(RequestFailure) -> JSONText {
    let entry = try timeline.requiredEntry(number)
    let earlier = number > 0 ? timeline.entry(number - 1)?.store : nil
    let path = request.text("path") ?? ""
    func whole(_ store: Value) -> Value {
      timeline.spec?.spec.withSelected(store, at: path) ?? store
    }
    let answer = StateAnswer(whole(entry.store), after: earlier.map(whole), timeline.display)
    switch request.verb {
    case "value":
      let text = try answer.text(at: path)
      return .object { $0.write("text", text) }
    case "find":
      let (paths, hasMore) = answer.find(request.text("text") ?? "")
      return .object { json in
        json.write("paths", paths) { $0.write(string: $1) }
        json.write("more", hasMore)
      }
    case "trail":
      let (steps, isWhole) = try answer.trail(to: path)
      return .object { json in
        json.write("isWhole", isWhole)
        json.write("steps", steps) { json, step in
          json.writeObject { json in
            json.write("path", step.place.description)
            json.write("index", step.index)
          }
        }
      }
    default:
      let count = min(request.number("count") ?? 200, Self.mostEntries)
      var failure: RequestFailure?
      let json = JSONText.object { json in
        do throws(RequestFailure) {
          try answer.write(path, from: request.number("from") ?? 0, count: count, to: &json)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return json
    }
  }

  /// Compares the stores after two entries; the first one may belong to another timeline.
  private func compare(
    _ timeline: Timeline, _ request: Request
  ) throws(RequestFailure) -> JSONText {
    let other: Timeline
    if let number = request.number("fromSource") {
      guard let given = self.timeline(number) else { throw RequestFailure("it has been closed") }
      other = given
    } else {
      other = timeline
    }
    guard let from = request.number("from").flatMap(other.entry)?.store,
      let to = request.number("to").flatMap(timeline.entry)?.store
    else { throw RequestFailure("there are no such entries") }
    // Records of two specs have nothing in common but the names of their fields.
    let isOfOneSpec = other.spec?.paths == timeline.spec?.paths
    let changes = Change.all(
      from: isOfOneSpec ? from : from.plain, to: isOfOneSpec ? to : to.plain, at: Path([]))
    let shown = timeline.display.shown(Array(changes))
    return .object { json in
      json.write("changes", shown.prefix(500)) { $0.write(ShownChange($1)) }
      json.write("changeCount", shown.count)
    }
  }

  private func export(
    _ timeline: Timeline, _ request: Request
  ) throws(RequestFailure) -> JSONText {
    let last = timeline.count - 1
    let from = min(request.number("from") ?? 0, last)
    let to = min(request.number("to") ?? last, last)
    guard from <= to else { throw RequestFailure("the last entry is before the first") }
    let export = try TimelineExport(
      of: timeline, from...to, as: request.text("as") ?? "scenario",
      named: request.text("name") ?? "")
    return .object { json in
      json.write("file", export.file)
      json.write("text", export.text)
      json.write("note", orNull: export.note)
    }
  }

  // MARK: - Acting

  private func act(
    on timeline: Timeline, at entry: Int, _ request: Request
  ) throws(RequestFailure) -> JSONText {
    // The page may not know yet of the entries that have come since.
    let isAtEnd = request.isAtEnd || entry == timeline.count - 1
    if isAtEnd, request.verb == "dispatch", let app = app(timeline.id), app.allowsControl {
      app.send(try action(request, timeline))
      return Self.place(timeline.id, entry)
    }
    guard StepLine.verbs.contains(request.verb) else {
      throw RequestFailure("nothing answers '\(request.verb)'")
    }
    if isAtEnd, let session = session(timeline.id) {
      return Self.place(timeline.id, try perform(request, on: session))
    }
    // A step that cannot be done leaves no branch.
    let session = try branch(from: timeline, after: entry)
    do throws(RequestFailure) {
      return Self.place(session.timeline.id, try perform(request, on: session))
    } catch {
      close(session.timeline)
      throw error
    }
  }

  private func perform(
    _ request: Request, on session: PlayedSession
  ) throws(RequestFailure) -> Int {
    let line = try StepLine(request, nextTimer: session.timeToNextTimer)
    do throws(PlayedSession.Refusal) {
      return try session.perform(line.text)
    } catch {
      throw RequestFailure(
        error.message, help: error.help, field: error.offset.flatMap(line.field))
    }
  }

  /// The request that an app dispatch an action, which has to fit the app's spec.
  private func action(
    _ request: Request, _ timeline: Timeline
  ) throws(RequestFailure) -> JSONText {
    guard let spec = timeline.spec else { throw RequestFailure("the spec is not known") }
    let rehearsal = PlayedSession(
      Timeline(0, .play, title: "", spec: spec, hasChanged: {}), on: spec)
    _ = try perform(request, on: rehearsal)
    guard case .step(.dispatch(let action, _))? = rehearsal.timeline.read({ $0.inputs.last?.act })
    else { throw RequestFailure("this is no action") }
    return .object { json in
      json.write("dispatch", action.name)
      json.writeObject("with") { json in
        // The app itself fills in the defaults that are made at dispatch.
        for (field, value) in zip(action.payload.shape.fields, action.payload.fields)
        where !action.openFields.contains(field.name) {
          json.write(field.name, value)
        }
      }
    }
  }

  private func jump(_ timeline: Timeline, to number: Int) throws(RequestFailure) -> JSONText {
    let entry = try timeline.requiredEntry(number)
    let app = app(timeline.id)
    let follows = app?.allowsControl ?? false
    if follows { app?.send(.object { $0.write("jump", entry.store) }) }
    return .object { $0.write("followed", follows) }
  }
}

extension Timeline {
  fileprivate func requiredEntry(_ number: Int) throws(RequestFailure) -> Entry {
    guard let entry = entry(number) else { throw RequestFailure("there is no entry \(number)") }
    return entry
  }
}

extension Timeline.Contents {
  /// Returns an entry as a consequence of its input; nil for the input itself.
  fileprivate func consequence(_ number: Int, of input: Input?) -> RuleAnswer.Consequence? {
    let entry = entries[number]
    guard let input, entry.isConsequence, input.entry < number else { return nil }
    let earlier = entries[input.entry..<number].count {
      $0.isDispatch && $0.name == entry.name
    }
    return RuleAnswer.Consequence(action: entry.name, number: earlier)
  }
}

private struct ShownEffect {
  let effect: PendingEffect
  let which: Int
  /// The request, once the effect has begun.
  let run: EvaluatedRun?
}

extension RuntimeSnapshot {
  /// The effects under way, each with its number among those of its name that can be answered.
  fileprivate var shownEffects: [ShownEffect] {
    var counts: [String: Int] = [:]
    return zip(effectsUnderWay, runsUnderWay).map { effect, run in
      guard effect.phase == .pending else { return ShownEffect(effect: effect, which: 0, run: run) }
      defer { counts[effect.name, default: 0] += 1 }
      return ShownEffect(effect: effect, which: counts[effect.name, default: 0], run: run)
    }
  }
}

extension JSONText {
  fileprivate mutating func write(
    _ shown: ShownEffect, _ display: ValueDisplay, in spec: CheckedSpec?
  ) {
    let effect = shown.effect
    let kind = spec?.effects.first { $0.name == effect.name }?.kind
    let isTimed = kind?.isTimed ?? false
    writeObject { json in
      json.write("effect", effect.name)
      json.write("which", shown.which)
      json.write("kind", kind?.rawValue ?? "")
      json.write("text", display.shown(Value.record(effect.payload)).yaml)
      let run = shown.run.flatMap { run in spec.map { display.shown(run, of: effect.name, in: $0) }
      }
      json.write("request", run?.yaml ?? "")
      json.write(
        "phase",
        effect.phase == .pending
          ? isTimed ? "waiting" : "pending"
          : effect.phase == .debounced ? "debounced" : "retrying")
      json.write("left", orNull: effect.wait.map { max(0, $0).secondsText })
      json.write("superseded", effect.isSuperseded)
      json.write("answerable", effect.phase == .pending && !isTimed)
      json.write("isDelay", isTimed)
    }
  }
}
