import CEL
import Locking
import Suas
import SuasLog
import SuasScenario
import SuasSpec

/// One pass of a log through a spec.
package final class ReplayPass: Sendable {
  package let spec: CompiledSpec
  private let cursor: LogCursor
  private let clock: ReplayClock
  private let values: LogValueReader
  private let runtime: SpecRuntime
  private let recorder: SessionRecorder
  private let store: Store
  private let listeners: [AddedListener]
  private let observer: Observer?
  private let progress = Mutex(Progress())

  /// Callbacks for those who show a pass as it goes on.
  package struct Observer: Sendable {
    /// Called before an input is done.
    package let willDo: @Sendable (ReplayedInput, StageSnapshot, _ line: Int) -> Void
    /// Takes the lines of the replay, with their line breaks.
    package let take: @Sendable (_ line: [UInt8]) -> Void
    /// Called where a session begins, with its store.
    package let begins: @Sendable (Record, Timestamp) -> Void

    package init(
      begins: @escaping @Sendable (Record, Timestamp) -> Void,
      willDo: @escaping @Sendable (ReplayedInput, StageSnapshot, _ line: Int) -> Void,
      take: @escaping @Sendable (_ line: [UInt8]) -> Void
    ) {
      self.begins = begins
      self.willDo = willDo
      self.take = take
    }
  }

  /// The progress of a pass.
  struct Progress: Sendable {
    /// The number of the app's actions, of answers and other inputs that were done again.
    var inputs = 0
    /// The line of the last input.
    var line = 0
    /// The number of answers that were left out as sensitive: the actions that followed them are
    /// taken from the log.
    var hiddenAnswers = 0
    /// True if the log is of another version of the spec.
    var isOtherVersion = false
    /// The inputs as moves from the last first line on, if they are kept; nil once there is one that
    /// is no move.
    var moves: [Sandbox.Move]?
    /// The id that an action has which a move dispatches, for each move.
    var actionsOfMoves: [Int] = []
    /// The reason why moves are no longer kept.
    var obstacle: NoScenario?
    /// The store and the time from which the moves begin.
    var opening: Sandbox.Opening?
    /// The time of the last move.
    var time: Timestamp?
    /// The first refusal, with the moves up to it and where they begin.
    var refusal: Refusal?
    /// The codes of the errors since the last input.
    var errors: [String] = []
    /// The first promise at rest that was not kept, with the line of the input before.
    var unrest: (line: Int, message: String)?
  }

  struct Refusal: Sendable {
    let code: String
    let moves: [Sandbox.Move]
    let opening: Sandbox.Opening
  }

  /// Begins with a log.
  convenience init(
    _ source: @escaping LogReader.ByteSource, on spec: CompiledSpec, _ standIns: StandIns.Size
  ) {
    let cursor = LogCursor(source, of: spec)
    let values = LogValueReader(spec, standIns)
    self.init(cursor, ReplayClock(cursor, values), values, spec)
  }

  /// Begins with the log of an app, which may still be running.
  package convenience init(
    watching source: @escaping LogReader.ByteSource, on spec: CompiledSpec, _ observer: Observer
  ) {
    let cursor = LogCursor(source, of: spec, isOfRunningApp: true)
    let values = LogValueReader(spec)
    self.init(cursor, ReplayClock(cursor, values), values, spec, observer)
  }

  /// Continues a pass at its present line on a spec that differs only in its observer.
  convenience init(continuing pass: ReplayPass, on spec: CompiledSpec) {
    self.init(pass.cursor, pass.clock, pass.values, spec)
    progress.withLock { $0 = pass.progress.withLock(\.self) }
    store.put(pass.store.state)
    runtime.takeOver(pass.runtime, on: store)
    spec.checked.remove(pass.unheard, from: listeners)
    record(hasChanges: cursor.hasChanges, after: pass.recorder.last)
  }

  private init(
    _ cursor: LogCursor, _ clock: ReplayClock, _ values: LogValueReader, _ spec: CompiledSpec,
    _ observer: Observer? = nil
  ) {
    var spec = spec
    spec.limits.judgesAtRest = true
    self.spec = spec
    self.observer = observer
    self.cursor = cursor
    self.clock = clock
    self.values = values
    var host = SpecHost(clock: clock, makeLogger: { nil }, seed: 0)
    host.recorded = clock
    runtime = SpecRuntime(spec, host: host)
    recorder = SessionRecorder(runtime)
    store = Suas.createStore(reducer: spec.reducer, middleware: recorder + runtime.middleware)
    listeners = runtime.addListeners(to: store)
    store.addErrorListener { [weak self] error in self?.note(error) }
    recorder.setBeforeOwnAction { [weak self] in self?.dispatchActionsOfApp() }
    cursor.compareChanges { [spec, values] changes, before, after in
      var logged = LoggedChanges(to: before, of: spec, values)
      return (try? logged.apply(changes)) != nil && logged.store == after
    }
  }

  private var unheard: Set<String> { spec.checked.unheard(listeners) }
  var hasStandIns: Bool { values.hasStandIns }
  /// True if a line of the replay has the hash of a value that no line of the log has.
  var hasMadeUnknownHash: Bool { values.hasMadeUnknownHash }
  /// True if a difference may be due to a stand-in, whatever its size.
  func mayBeDueToStandIns(_ difference: LineDifference) -> Bool {
    difference.mayBeDue(to: values)
  }
  /// True if the log has the changes of each action.
  var hasChanges: Bool { cursor.hasChanges }
  var present: Progress { progress.withLock(\.self) }
  package var difference: LineDifference? { cursor.difference }
  /// The text of the present line.
  var text: String { cursor.text }

  /// Begins as the log's first line says.
  ///
  /// - Parameter isForced: True if the log may be of any other spec.
  package func begin(isForced: Bool) throws(LogFailure) {
    cursor.advance()
    let line = cursor.line
    if let failure = cursor.failure { throw failure }
    guard case .header(let header)? = line?.content else {
      throw failure("the first line is not that of a log")
    }
    guard isForced || header.isOfVersion(of: spec.checked) else {
      throw failure("it is a log of another spec")
    }
    progress.withLock { $0.isOtherVersion = !header.isOf(spec.checked) }
    try begin(header)
  }

  /// Does the log again, up to its end, the first difference, or a number of inputs.
  ///
  /// - Parameter isAtGoal: Called after each input with its line; returns true to end the pass.
  package func run(
    upTo most: Int = .max, until isAtGoal: ((_ store: Record, _ line: Int) -> Bool)? = nil
  ) throws(LogFailure) {
    var judged = 0
    func ends() -> Bool {
      guard let isAtGoal, cursor.difference == nil else { return false }
      let (inputs, line) = progress.withLock { ($0.inputs, $0.line) }
      guard inputs > judged else { return false }
      judged = inputs
      return isAtGoal(state, line)
    }
    while cursor.difference == nil, let line = cursor.line {
      if line.isInput {
        if progress.withLock(\.inputs) >= most { return }
        if ends() { return }
      }
      try perform(line)
    }
    if let failure = cursor.failure { throw failure }
    _ = ends()
  }

  /// The present store.
  package var state: Record { spec.store.record(of: store.state) }

  /// Keeps the inputs from now on as moves.
  func keepMoves() { progress.withLock { $0.moves = [] } }

  /// The moment at which the pass is.
  package func snapshot(at now: Timestamp) -> StageSnapshot {
    StageSnapshot(state: store.state, runtime: runtime.snapshot(at: now), unheard: unheard)
  }

  /// Reads the lines of the log from the present one on, without doing them.
  ///
  /// - Parameter take: Takes a line with its length in bytes, and a function that reads values in
  ///   it; returns false to end the reading.
  package func readRest(
    _ take: (LogLine, _ size: Int, _ value: (Range<Int>) -> Value?) -> Bool
  ) throws(LogFailure) {
    while let line = cursor.line, take(line, cursor.size, { [cursor] in try? cursor.value(in: $0) })
    {
      cursor.advance()
    }
    if let failure = cursor.failure { throw failure }
  }

  package func end() {
    recorder.stop()
    runtime.cancelEffects()
  }

  private func failure(_ message: String) -> LogFailure {
    LogFailure(line: cursor.number, message: message)
  }

  /// Begins with another session, or after lines that were lost.
  private func beginAnew(_ header: LogLine.Header) throws(LogFailure) {
    recorder.stop()
    runtime.cancelEffects()
    for listener in listeners {
      listener.remove()
      listener.add()
    }
    try begin(header)
  }

  private func begin(_ header: LogLine.Header) throws(LogFailure) {
    clock.begin(at: header.clock)
    var state = store.state
    for (key, subState) in try subStates(header.state, "state") { state.set(subState, under: key) }
    store.put(state)
    try restoreEffects(header)
    cursor.expect(
      changes: header.hasChanges, sameVersion: header.isOf(spec.checked))
    var opening = Sandbox.Opening(of: spec)
    opening.clock = header.clock
    opening.initial = self.state.subStates
    progress.withLock { progress in
      progress.opening = opening
      progress.time = header.clock
      if progress.moves != nil || progress.obstacle != nil {
        progress.moves = header.effects == nil ? [] : nil
        progress.actionsOfMoves = []
        progress.obstacle = header.effects == nil ? nil : .effectsUnderWay
      }
    }
    cursor.advance()
    observer?.begins(self.state, header.clock)
    record(hasChanges: header.hasChanges || observer != nil, after: header.last)
  }

  private func note(_ error: ActionError) {
    progress.withLock { progress in
      if error.code != ConditionKind.restCode {
        progress.errors.append(error.code)
      } else if progress.unrest == nil {
        progress.unrest = (progress.line, error.message)
      }
      guard progress.refusal == nil, let moves = progress.moves, let opening = progress.opening
      else { return }
      progress.refusal = Refusal(code: error.code, moves: moves, opening: opening)
    }
  }

  /// Notes an input before it is done.
  private func note(_ input: ReplayedInput) {
    let now = clock.now
    let line = cursor.number
    observer?.willDo(input, snapshot(at: now), line)
    progress.withLock { progress in
      progress.inputs += 1
      progress.line = line
      progress.errors = []
    }
    switch input {
    case .move(let move): keep(move, at: now)
    case .time: keep(nil, at: now)
    case .act(_, let obstacle), .unrepeatable(let obstacle): keepNone(after: obstacle)
    case .unfit: break
    }
  }

  /// Keeps an input as a move after the time that has passed; nil for one that this time brings
  /// about.
  private func keep(_ move: Sandbox.Move?, at now: Timestamp) {
    let action = recorder.last + 1
    progress.withLock { progress in
      guard let count = progress.moves?.count else { return }
      if let time = progress.time, now > time {
        progress.moves?.append(.advance(now.duration(since: time)))
        progress.time = now
      }
      if let move { progress.moves?.append(move) }
      let added = (progress.moves?.count ?? count) - count
      progress.actionsOfMoves += Array(repeating: action, count: added)
    }
  }

  /// Keeps no moves from an input on that is none.
  private func keepNone(after obstacle: NoScenario) {
    progress.withLock { progress in
      guard progress.moves != nil else { return }
      progress.moves = nil
      progress.obstacle = obstacle
    }
  }

  /// Puts the effects under way that a log has at its beginning.
  private func restoreEffects(_ header: LogLine.Header) throws(LogFailure) {
    guard let range = header.effects else { return }
    guard case .list(let list) = try cursor.value(in: range) else {
      throw failure("'effects' is no array")
    }
    let reader = EffectReader(
      spec: spec, values: values, last: header.last,
      isSameVersion: header.isOf(spec.checked))
    let effects: [EffectUnderWay]
    do throws(EffectReader.Misfit) {
      effects = try reader.read(list)
    } catch {
      throw failure("its effects do not fit: \(error.reason)")
    }
    do throws(ActionError) {
      try runtime.restore(effects, on: store)
    } catch {
      throw failure("an effect does not fit: \(error.message)")
    }
  }

  /// Compares everything from now on with the log.
  private func record(hasChanges: Bool, after last: Int) {
    recorder.start(
      on: store, into: observer.map { ObservedLines($0, cursor) } ?? cursor, hasChanges: hasChanges,
      writer: values.writer, last: last,
      beginning: clock.beginning, writesHeader: false)
  }

  /// Reads sub-states in the line.
  private func subStates(
    _ range: Range<Int>, _ what: String
  ) throws(LogFailure) -> [String: Record] {
    guard case .map(let map) = try cursor.value(in: range) else {
      throw failure("'\(what)' is no object")
    }
    do throws(ActionError) {
      return try values.subStates(map)
    } catch {
      throw failure(error.message)
    }
  }

  /// Carries out a line, or notes the difference.
  private func perform(_ line: LogLine) throws(LogFailure) {
    let number = cursor.number
    switch line.content {
    case .action(let action) where action.isFromApp: try dispatch(action)
    case .event(let event): try perform(event)
    case .reset(let range):
      let state = try subStates(range, "reset")
      note(.unrepeatable(.reset))
      store.reset(unjudged: Store.State(dictionary: state))
    case .listener(let name, let isAdded): listen(name, isAdded: isAdded)
    case .digest(let digest):
      try compare(digest, of: line.of)
    case .lost:
      observer?.take(Array(cursor.text.utf8))
      cursor.advance()
      let next = cursor.line
      if let failure = cursor.failure { throw failure }
      guard case .header(let header)? = next?.content else {
        // The lines after it may have been cut off.
        if next == nil { return }
        throw failure("a first line has to follow lost lines")
      }
      try beginAnew(header)
    case .header(let header): try beginAnew(header)
    case .end(let last):
      if last == recorder.last { cursor.advance() } else { cursor.differ(.nothing) }
    case .now, .identifier, .hiddenNow, .hiddenIdentifier:
      if cursor.isSameVersion { cursor.differ(.nothing) } else { cursor.advance() }
    case .action, .changes, .refused, .failed: cursor.differ(.nothing)
    }
    if cursor.difference == nil, cursor.failure == nil, cursor.number == number, cursor.line != nil
    {
      cursor.differ(.nothing)
    }
  }

  /// Compares a digest that stands where nothing is under way.
  private func compare(_ digest: String, of id: Int?) throws(LogFailure) {
    if let id, cursor.compareDigest(of: id) { return }
    guard id == recorder.lastOutermost else {
      return cursor.differ(.impossible("it is not of the last action"))
    }
    let found = values.writer.digest(of: spec.store.record(of: store.state))
    if found == digest { cursor.advance() } else { cursor.differ(.digest(found)) }
  }

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

  private func dispatch(_ logged: LogLine.Action) throws(LogFailure) {
    let payload = try payload(of: logged)
    do throws(ActionError) {
      let action = try values.action(logged, payload)
      note(.move(.dispatch(action)))
      store.dispatch(action: runtime.completed(action))
    } catch {
      cursor.differ(.impossible("\(error.code): \(error.message)"))
    }
  }

  private func payload(of action: LogLine.Action) throws(LogFailure) -> Map {
    guard let range = action.payload else { return Map() }
    guard case .map(let map) = try cursor.value(in: range) else {
      throw failure("'with' is no object")
    }
    return map
  }

  private func perform(_ event: LogLine.Event) throws(LogFailure) {
    let isDone: Bool
    switch event.kind {
    case .answer(let range?):
      let value = try cursor.value(in: range)
      let which = runtime.index(of: event.effect, event.origin)
      if let hash = value.sensitiveHash {
        note(.unrepeatable(.hiddenAnswer))
        isDone = settle(event, hidden: values.answer(for: hash))
      } else if let answer = values.answer(value, to: event.effect) {
        note(response(to: event, which, answer))
        isDone = settle(event, answer)
      } else {
        throw failure("it is no answer to an effect")
      }
    case .fail(let range):
      let message = try cursor.value(in: range)
      guard case .string(let text) = values.standingIn(for: message, as: .string) else {
        throw failure("'message' is no text")
      }
      let which = runtime.index(of: event.effect, event.origin)
      note(response(to: event, which, .failure(text)))
      isDone = settle(event, .failure(text))
    case .answer(nil), .timeout, .start:
      note(.time)
      isDone = runtime.goOff(event.effect, event.origin)
    case .cancel:
      note(.act(.cancel(effect: event.effect), .cancellation))
      isDone = runtime.cancel(event.effect, event.origin)
    }
    if !isDone {
      cursor.differ(.impossible("no effect '\(event.effect)' of this action is under way"))
    }
  }

  private func response(
    to event: LogLine.Event, _ which: Int?, _ answer: EffectAnswer
  ) -> ReplayedInput {
    which.map { .move(.respond(effect: event.effect, which: $0, answer)) } ?? .unfit
  }

  /// Ends an effect with an answer that is not in the log, and dispatches the actions that followed
  /// in the log.
  private func settle(_ event: LogLine.Event, hidden answer: EffectAnswer) -> Bool {
    guard let attempt = runtime.attempt(event.effect, event.origin) else { return false }
    progress.withLock { $0.hiddenAnswers += 1 }
    var number = cursor.number
    runtime.settle(attempt, hidden: answer) { [self] in
      // Each action has to have gone by before the next.
      guard cursor.difference == nil, cursor.number > number,
        case .action(let action)? = cursor.line?.content, action.source == .effect,
        action.by == event.origin.action
      else { return nil }
      number = cursor.number
      return (try? payload(of: action)).flatMap { try? values.action(action, $0) }
    }
    return true
  }

  /// The index of the move that started the effect of the next input; nil if this is not one of an
  /// effect.
  var moveOfStart: Int? {
    guard case .event(let event)? = cursor.line?.content else { return nil }
    return progress.withLock { progress in
      progress.actionsOfMoves.lastIndex { $0 <= event.origin.action }
    }
  }

  /// Returns the next input as moves from the present store; nil for one that is none by itself.
  func nextInput() throws(LogFailure) -> (opening: Sandbox.Opening, moves: [Sandbox.Move])? {
    var opening = Sandbox.Opening(of: spec)
    opening.clock = clock.now
    opening.initial = state.subStates
    switch cursor.line?.content {
    case .action(let logged)?:
      guard let action = try? values.action(logged, try payload(of: logged)) else { return nil }
      return (opening, [.dispatch(action)])
    case .event(let event)?:
      // Runs of the same effect may concern each other.
      let runs = runtime.effectsWithOrigins.filter { $0.name == event.effect }
      guard runs.count == 1, let effect = runs.first, effect.origin == event.origin,
        let type = spec.actionType(effect.name)
      else { return nil }
      let names = Set(type.payload.fields.map(\.name))
      let start = Sandbox.Move.dispatch(spec.action(of: type, effect.payload, named: names))
      switch event.kind {
      case .answer(let range?):
        guard
          let answer = values.answer(try cursor.value(in: range), to: effect.name)
        else { return nil }
        return (opening, [start, .respond(effect: effect.name, which: 0, answer)])
      case .fail(let range):
        let message = values.standingIn(for: try cursor.value(in: range), as: .string)
        guard case .string(let text) = message else { return nil }
        return (opening, [start, .respond(effect: effect.name, which: 0, .failure(text))])
      default: return nil
      }
    default: return nil
    }
  }

  /// Reads the results of the next input from the log: the store, and the code of the first
  /// refusal.
  func loggedOutcome() throws(LogFailure) -> Result<LoggedOutcome, NoScenario> {
    guard cursor.hasChanges else { return .failure(.noChanges) }
    let now = clock.now
    var changes = LoggedChanges(to: state, of: spec, values)
    var refusal: String?
    var reads: [String] = []
    reading: while true {
      cursor.advance()
      guard let line = cursor.line, !line.isInput else { break }
      switch line.content {
      case .changes(let range):
        do throws(LoggedChanges.Misfit) {
          let value = try value(in: range)
          let text = JSONText.of(value)
          if reads.contains(where: { text.contains($0) }) { return .failure(.reads) }
          try changes.apply(value)
        } catch {
          return .failure(.misfit)
        }
      case .refused(let code): refusal = refusal ?? code
      case .identifier(let text): reads.append(text)
      // A scenario has the time of the input.
      case .now(let time) where time != now: reads.append(Value.timestamp(time).interpolated)
      case .header, .lost: break reading
      default: break
      }
    }
    return .success(LoggedOutcome(store: changes.store, refusal: refusal))
  }

  private func value(in range: Range<Int>) throws(LoggedChanges.Misfit) -> Value {
    do throws(LogFailure) {
      return try cursor.value(in: range)
    } catch {
      throw LoggedChanges.Misfit()
    }
  }

  private func settle(_ event: LogLine.Event, _ answer: EffectAnswer) -> Bool {
    guard let attempt = runtime.attempt(event.effect, event.origin) else { return false }
    runtime.settle(attempt, with: answer)
    return true
  }

  private func listen(_ name: String, isAdded: Bool) {
    guard let index = spec.checked.listeners.firstIndex(where: { $0.name == name }) else {
      return cursor.differ(.impossible("the spec declares no listener '\(name)'"))
    }
    note(.act(isAdded ? .listen(index) : .unlisten(index), .listener))
    recorder.noteListener(name, isAdded: isAdded)
    if isAdded { listeners[index].add() } else { listeners[index].remove() }
  }
}
