import CEL
import Suas
import SuasLog
import SuasSpec

/// Opening the session of an app from its log.
extension Session {
  /// Performs the inputs of a log as steps.
  ///
  /// Time passes as the log says. Times and ids that the spec's middleware, listeners and effects
  /// read are not taken from the log. If the log holds several sessions, the last one is opened.
  ///
  /// - Parameters:
  ///   - paths: The paths of the spec's files, as the user named them.
  ///   - seed: The seed of random numbers.
  ///   - end: The time until which the session lasts; nil for that of the last line.
  package init(
    of spec: CompiledSpec, at paths: [String], opening log: @escaping LogReader.ByteSource,
    seed: Int64 = 0, until end: Timestamp? = nil
  ) throws(LogFailure) {
    var opening = LogOpening(log, on: spec)
    guard case .header(let header)? = try opening.next()?.content else {
      throw opening.failure("the first line is not that of a log")
    }
    var session = try opening.begin(header, at: paths, seed)
    while let line = try opening.next() {
      if case .header(let header) = line.content {
        session.stage.end()
        session = try opening.begin(header, at: paths, seed)
      } else {
        try opening.perform(line, in: &session)
      }
    }
    if let end { try opening.pass(until: end, in: &session) }
    self = session
  }
}

/// The place in a log up to which its session is opened.
private struct LogOpening {
  private let spec: CompiledSpec
  private let values: LogValueReader
  private var reader: LogReader
  /// The time of the session's first line.
  private var start = Timestamp.epoch
  /// The time of the present line.
  private var now = Timestamp.epoch
  /// The id of the last action before the session.
  private var last = 0

  init(_ log: @escaping LogReader.ByteSource, on spec: CompiledSpec) {
    self.spec = spec
    reader = LogReader(log, LogHiding(spec))
    values = LogValueReader(spec)
  }

  func failure(_ message: String) -> LogFailure {
    LogFailure(line: reader.number, message: message)
  }

  /// Returns the next line; nil at the end, and for a last line whose writing was cut off.
  mutating func next() throws(LogFailure) -> LogLine? {
    guard try reader.advance() else { return nil }
    do throws(LogFailure) {
      return try reader.line()
    } catch {
      if reader.isCut { return nil }
      throw error
    }
  }

  mutating func begin(
    _ header: LogLine.Header, at paths: [String], _ seed: Int64
  ) throws(LogFailure) -> Session {
    guard header.isOfVersion(of: spec.checked) else {
      throw failure("it is a log of another spec")
    }
    guard header.effects == nil else {
      throw failure("its session begins with effects under way, as none can that is played")
    }
    let given = try subStates(header.state)
    start = header.clock
    now = start
    last = header.last
    let initial = try spec.store.reducers.map { reducer throws(LogFailure) in
      try judged(given[reducer.stateKey] ?? reducer.initial, of: reducer)
    }
    // The session's own log gives its effects the ids of their actions.
    return Session(
      of: spec, at: paths, from: Session.Start(clock: start, seed: seed, initial: initial),
      log: DiscardedLines())
  }

  /// Returns a sub-state that a session can begin with, which a log may have been given otherwise.
  private func judged(_ subState: Record, of reducer: CheckedReducer) throws(LogFailure) -> Record {
    do throws(ConstraintViolation) {
      try spec.checked.types.judge(subState, reducer.state)
      return subState
    } catch {
      throw failure("the state of '\(reducer.stateKey)' does not fit: \(error.message)")
    }
  }

  private func subStates(_ range: Range<Int>) throws(LogFailure) -> [String: Record] {
    let map = try map(in: range)
    do throws(ActionError) {
      return try values.subStates(map)
    } catch {
      throw failure(error.message)
    }
  }

  private func map(in range: Range<Int>) throws(LogFailure) -> Map {
    guard case .map(let map) = try reader.value(in: range) else {
      throw failure("an object is missing")
    }
    return map
  }

  mutating func perform(_ line: LogLine, in session: inout Session) throws(LogFailure) {
    if let time = line.time {
      try pass(
        until: start.advanced(clampedBy: CEL.Duration(nanoseconds: time)), in: &session)
    }
    guard let act = try act(of: line, in: session) else { return }
    var written: Set<String>?
    if case .dispatch(let action, _) = act {
      written = action.writtenFields(writesLateDefaults: true)
    }
    try keep(act, written: written, in: &session)
  }

  mutating func pass(until time: Timestamp, in session: inout Session) throws(LogFailure) {
    guard time > now else { return }
    let passed = time.duration(since: now)
    now = time
    if let reason = session.perform(passing: passed) { throw failure(reason) }
  }

  private func keep(
    _ act: CheckedStep.Act, written: Set<String>? = nil, in session: inout Session
  ) throws(LogFailure) {
    do throws(Session.Refusal) {
      try session.keep(act, written: written)
    } catch {
      throw failure(error.reason)
    }
  }

  /// Returns the step that a line stands for; nil for a line that follows from others.
  private func act(
    of line: LogLine, in session: Session
  ) throws(LogFailure) -> CheckedStep.Act? {
    switch line.content {
    case .action(let logged) where logged.isFromApp:
      let payload = try logged.payload.map { range throws(LogFailure) in try map(in: range) }
      do throws(ActionError) {
        return .dispatch(try values.action(logged, payload ?? Map()), times: 1)
      } catch {
        throw failure(error.message)
      }
    case .event(let event): return try act(of: event, on: session.stage)
    case .reset(let range):
      let given = try subStates(range)
      let initial = zip(spec.store.stateKeys, session.start.initial)
      guard initial.allSatisfy({ key, state in given[key] == state }) else {
        throw failure("the app put its store to another state than the first, as no step does")
      }
      return .reset
    case .listener(let name, let isAdded):
      guard let index = spec.checked.listeners.firstIndex(where: { $0.name == name }) else {
        throw failure("the spec declares no listener '\(name)'")
      }
      return isAdded ? .listen(index) : .unlisten(index)
    default: return nil
    }
  }

  private func act(
    of event: LogLine.Event, on stage: Stage
  ) throws(LogFailure) -> CheckedStep.Act? {
    let answer: EffectAnswer
    switch event.kind {
    case .answer(let range?):
      let value = try reader.value(in: range)
      guard value.sensitiveHash == nil else {
        throw failure("the answer to '\(event.effect)' is sensitive, and not in the log")
      }
      guard let read = values.answer(value, to: event.effect) else {
        throw failure("it is no answer to an effect")
      }
      answer = read
    case .fail(let range):
      let message = values.standingIn(for: try reader.value(in: range), as: .string)
      guard case .string(let text) = message else { throw failure("'message' is no text") }
      answer = .failure(text)
    case .cancel: return .cancel(effect: event.effect)
    // The clock of the session lets these happen.
    case .answer(nil), .timeout, .start: return nil
    }
    let origin = EffectOrigin(action: event.origin.action - last, nth: event.origin.nth)
    guard let which = stage.runtime.index(of: event.effect, origin) else {
      throw failure("no effect '\(event.effect)' of this action is under way")
    }
    return .respond(effect: event.effect, which: which, answer)
  }
}

/// Takes the lines of a log, and keeps none.
private final class DiscardedLines: LineSink {
  func take(_ line: [UInt8]) {}
  func end() {}
}
