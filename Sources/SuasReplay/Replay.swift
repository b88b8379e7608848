import CEL
import Suas
import SuasLog
import SuasScenario
import SuasSpec
import Synchronization

/// A log that is done again on a spec.
package final class Replay: Sendable {
  private let spec: CompiledSpec
  private let cursor: LogCursor
  private let clock: ReplayClock
  private let values: ValueReader
  private let runtime: SpecRuntime
  private let recorder: SessionRecorder
  private let store: Store
  private let listeners: [AddedListener]
  private let inputs = Mutex(0)

  /// What comes of a replay.
  package struct Result: Sendable {
    package enum Outcome: Sendable {
      case same
      case different(LineDifference)
      /// The log is not sound.
      case unsound(LogFailure)
    }

    package var outcome: Outcome
    /// The number of the app's actions, of answers and other inputs that were done again.
    package var inputs: Int
    /// True if the log is of another version of the spec.
    package var isOtherVersion: Bool
  }

  package init(_ source: @escaping LogReader.ByteSource, on spec: CompiledSpec) {
    self.spec = spec
    let cursor = LogCursor(source)
    self.cursor = cursor
    clock = ReplayClock(cursor)
    values = ValueReader(spec)
    var host = SpecHost(clock: clock, makeLogger: { nil })
    host.recorded = clock
    runtime = SpecRuntime(spec, host: host)
    recorder = SessionRecorder(runtime)
    store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
    // The recorder has noted them already.
    store.addErrorListener { _ in }
    listeners = runtime.addListeners(to: store)
    recorder.setBeforeOwnAction { [weak self] in self?.dispatchActionsOfApp() }
  }

  /// Does the whole log again, up to the first difference.
  ///
  /// - Parameter isForced: True if the log may be of any other spec.
  package func run(isForced: Bool = false) -> Result {
    var isOtherVersion = false
    do throws(LogFailure) {
      isOtherVersion = try begin(isForced: isForced)
      while cursor.difference == nil, let line = cursor.line { try perform(line) }
      if let failure = cursor.failure { throw failure }
    } catch {
      return result(.unsound(error), isOtherVersion)
    }
    recorder.stop()
    runtime.cancelEffects()
    return result(cursor.difference.map { .different($0) } ?? .same, isOtherVersion)
  }

  private func result(_ outcome: Result.Outcome, _ isOtherVersion: Bool) -> Result {
    Result(outcome: outcome, inputs: inputs.withLock(\.self), isOtherVersion: isOtherVersion)
  }

  private func failure(_ message: String) -> LogFailure {
    LogFailure(line: cursor.number, message: message)
  }

  /// Begins as the first line says; returns true if it is of another version of the spec.
  private func begin(isForced: Bool) throws(LogFailure) -> Bool {
    cursor.advance()
    if let failure = cursor.failure { throw failure }
    guard case .header(let header)? = cursor.line?.content else {
      throw failure("the first line is not that of a log")
    }
    let isSame = header.spec == spec.checked.digest
    let name = spec.checked.name ?? ""
    if !isSame, !isForced, name.isEmpty || name != header.name {
      throw failure("it is a log of another spec")
    }
    try begin(header, isSame)
    return !isSame
  }

  /// Begins with another session, or after lines that were lost.
  private func beginAnew(_ header: LogLine.Header) throws(LogFailure) {
    recorder.stop()
    runtime.cancelEffects()
    for listener in listeners {
      listener.remove()
      listener.add()
    }
    try begin(header, header.spec == spec.checked.digest)
  }

  private func begin(_ header: LogLine.Header, _ isSame: Bool) throws(LogFailure) {
    clock.begin(at: header.clock)
    try reset(header.state, "state")
    cursor.expect(changes: header.hasChanges, sameVersion: isSame)
    // The recorder writes a first line of its own, which is not compared.
    cursor.advance()
    recorder.start(
      on: store, into: cursor, hasChanges: header.hasChanges, writer: values.writer,
      last: header.last, writesHeader: false)
  }

  /// Replaces sub-states by those in the line.
  private func reset(_ range: Range<Int>, _ what: String) throws(LogFailure) {
    guard case .map(let map) = try cursor.value(in: range) else {
      throw failure("'\(what)' is no object")
    }
    var subStates: [String: any Sendable] = [:]
    for reducer in spec.store.reducers {
      guard let value = map[.string(reducer.stateKey)] else { continue }
      do throws(EvaluationError) {
        if case .record(let record) = try values.read(value, as: .record(reducer.state.name)) {
          subStates[reducer.stateKey] = record
        }
      } catch {
        throw failure("the state of '\(reducer.stateKey)' does not fit: \(error.message)")
      }
    }
    store.reset(state: Store.State(dictionary: subStates))
  }

  /// Does what a line says, or notes the difference.
  private func perform(_ line: LogLine) throws(LogFailure) {
    let number = cursor.number
    switch line.content {
    case .action(let action) where action.isFromApp: try dispatch(action)
    case .event(let event): try perform(event)
    case .reset(let range):
      noteInput()
      try reset(range, "reset")
    case .listener(let name, let isAdded): listen(name, isAdded: isAdded)
    case .digest(let digest):
      let found = values.writer.digest(of: spec.store.record(of: store.state))
      if found == digest || values.hasStandIns { cursor.advance() } else { cursor.differ(.digest(found)) }
    case .lost:
      cursor.advance()
      if case .header(let header)? = cursor.line?.content { try beginAnew(header) }
    case .header(let header): try beginAnew(header)
    case .now where !cursor.isSameVersion, .identifier where !cursor.isSameVersion:
      cursor.advance()
    case .action, .now, .identifier, .changes, .refused, .failed: cursor.differ(.nothing)
    }
    if cursor.difference == nil, cursor.failure == nil, cursor.number == number, cursor.line != nil {
      cursor.differ(.nothing)
    }
  }

  private func noteInput() { inputs.withLock { $0 += 1 } }

  /// Dispatches the actions of the app that come next in the log.
  private func dispatchActionsOfApp() {
    while cursor.difference == nil, case .action(let action)? = cursor.line?.content,
      action.isFromApp
    {
      let number = cursor.number
      try? dispatch(action)
      guard cursor.number > number else { return }
    }
  }

  private func dispatch(_ action: LogLine.Action) throws(LogFailure) {
    noteInput()
    do throws(ActionError) {
      store.dispatch(action: try self.action(action))
    } catch {
      cursor.differ(.impossible("\(error.code): \(error.message)"))
    }
  }

  private func action(_ action: LogLine.Action) throws(ActionError) -> SpecAction {
    guard let type = spec.actionType(action.name) else {
      throw ActionError(
        code: "invalid-payload", message: "the spec declares no action '\(action.name)'")
    }
    var named: [String: Value] = [:]
    for (key, value) in try payload(of: action) {
      guard case .string(let name) = key, let slot = type.payload.shape.slot(of: name) else {
        continue
      }
      do throws(EvaluationError) {
        named[name] = try values.read(value, as: type.payload.fields[slot].type)
      } catch {
        throw ActionError(code: error.code, message: "'\(name)': \(error.message)")
      }
    }
    return try spec.action(action.name, named)
  }

  private func payload(of action: LogLine.Action) throws(ActionError) -> Map {
    guard let range = action.payload else { return Map() }
    do throws(LogFailure) {
      if case .map(let map) = try cursor.value(in: range) { return map }
      throw failure("'with' is no object")
    } catch {
      throw ActionError(code: "invalid-payload", message: error.message)
    }
  }

  private func perform(_ event: LogLine.Event) throws(LogFailure) {
    noteInput()
    let isDone: Bool
    switch event.kind {
    case .answer(let range?):
      guard let answer = EffectAnswer(json: try cursor.value(in: range)) else {
        throw failure("it is no answer to an effect")
      }
      isDone = settle(event, answer)
    case .fail(let range):
      guard case .string(let message) = try cursor.value(in: range) else {
        throw failure("'message' is no text")
      }
      isDone = settle(event, .failure(message))
    case .answer(nil), .timeout, .start: isDone = runtime.goOff(event.effect, event.origin)
    case .cancel: isDone = runtime.cancel(event.effect, event.origin)
    }
    if !isDone {
      cursor.differ(.impossible("no effect '\(event.effect)' of this action is under way"))
    }
  }

  private func settle(_ event: LogLine.Event, _ answer: EffectAnswer) -> Bool {
    guard let attempt = runtime.attempt(event.effect, event.origin) else { return false }
    runtime.settle(attempt, with: answer)
    return true
  }

  private func listen(_ name: String, isAdded: Bool) {
    noteInput()
    guard let index = spec.checked.listeners.firstIndex(where: { $0.name == name }) else {
      return cursor.differ(.impossible("the spec declares no listener '\(name)'"))
    }
    if isAdded { listeners[index].add() } else { listeners[index].remove() }
    recorder.noteListener(name, isAdded: isAdded)
  }
}
