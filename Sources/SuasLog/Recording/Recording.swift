import CEL
import Suas
import SuasEngine
import SuasProgram
import SuasRuntime

/// A session that is being recorded.
struct Recording: Sendable {
  let header: LogHeader
  let sink: any LineSink
  let writer: LineWriter
  /// The time of the first line.
  private var start: Timestamp
  /// Ends the observation of the store.
  var endObservation: @Sendable () -> Void = {}
  /// Returns the state of the store; nil if the store is gone.
  var state: @Sendable () -> Store.State? = { nil }

  /// True if the log has a first and a last line; a replay compares only the lines between them.
  var isWhole = true
  /// The id of the last action.
  private(set) var last = 0
  /// The id of the last action that did not follow from another one.
  private(set) var lastOutermost = 0
  /// The time of the last line, in nanoseconds since the first.
  private var time: Int64 = 0
  /// The actions under way, the outermost first.
  private var actions: [ActionUnderWay] = []
  /// The effects that are going on, with the actions that follow.
  private var effects: [EffectRun] = []
  /// The actions that the spec has yet to dispatch itself.
  private var own: [OwnAction] = []
  private var actionsSinceDigest = 0
  /// The number of actions after which a digest is due. A log without changes has digests early, too,
  /// so that the replay of a short one compares states.
  private var digestInterval: Int

  private struct ActionUnderWay {
    let id: Int
    /// The number of effects that it has started.
    var starts = 0
  }

  /// An action that the spec itself dispatches.
  struct OwnAction {
    fileprivate let action: SpecAction
    fileprivate let source: DispatchSource
    /// The id of the action that led to it.
    fileprivate let cause: Int?
  }

  init(header: LogHeader, sink: any LineSink, writer: LineWriter, start: Timestamp) {
    self.header = header
    self.sink = sink
    self.writer = writer
    self.start = start
    last = header.last
    digestInterval = header.hasChanges ? SessionRecorder.mostActionsWithoutDigest : 1
  }

  /// Writes the first line, and those for the listeners that are not as they were added.
  func begin(on store: Record, _ listeners: [ListenerChange]) {
    sink.takeBase { [writer, header, start] in
      writer.header(header, store: store, clock: start)
    }
    write(listeners)
  }

  /// Writes lines that lead to the listeners and their order, from all as they were added at first.
  private func write(_ listeners: [ListenerChange]) {
    for change in listeners {
      sink.take(writer.listener(LogKey.unlisten, change.name, at: time))
      if change.isAdded { sink.take(writer.listener(LogKey.listen, change.name, at: time)) }
    }
  }

  /// Writes the last line, and before it a digest of the store if nothing else shows its state.
  mutating func end(on store: @autoclosure () -> Record?, at now: Timestamp) {
    let time = time(now)
    if !header.hasChanges, actionsSinceDigest > 0, lastOutermost > 0, actions.isEmpty,
      effects.isEmpty, let store = store()
    {
      sink.take(writer.digest(writer.digest(of: store), of: lastOutermost, at: time))
    }
    sink.take(writer.end(after: last, at: time))
  }

  /// Writes another first line if lines were lost, or if it lets go of older ones.
  mutating func beginAnew(
    on store: Record, _ effects: @autoclosure () -> [EffectUnderWay],
    _ listeners: @autoclosure () -> [ListenerChange], at now: Timestamp
  ) {
    guard let lost = sink.linesBeforeBase else { return }
    var header = header
    header.effects = effects()
    header.last = last
    lastOutermost = 0
    let time = time(now)
    // Times count from the new first line.
    start = now
    self.time = 0
    sink.takeBase { [writer, header] in
      (lost > 0 ? writer.lost(lost, at: time) : [])
        + writer.header(header, store: store, clock: now)
    }
    write(listeners())
  }

  /// The id of the action, or of the start of the effect, that all belongs to now.
  private var subject: Int? { actions.last?.id ?? effects.last?.origin?.action }

  /// The time for a line; a clock that was set back stands still.
  private mutating func time(_ now: Timestamp) -> Int64 {
    time = max(time, now.duration(since: start).nanoseconds)
    return time
  }

  mutating func noteOwn(_ action: SpecAction, from source: DispatchSource) {
    let cause = source == .effect ? effects.last?.origin?.action : actions.last?.id
    own.append(OwnAction(action: action, source: source, cause: cause))
  }

  mutating func takeOwn(_ action: SpecAction) -> OwnAction? {
    guard let index = own.firstIndex(where: { $0.action.isSame(as: action) }) else { return nil }
    return own.remove(at: index)
  }

  mutating func begin(_ action: SpecAction, _ own: OwnAction?, at now: Timestamp) {
    last += 1
    actionsSinceDigest += 1
    actions.append(ActionUnderWay(id: last))
    sink.take(
      writer.action(
        action, from: own?.source.rawValue ?? LogSource.app, by: own?.cause, id: last,
        at: time(now)))
  }

  /// Ends the innermost action; returns its id if it was the last one under way.
  mutating func endAction() -> Int? {
    guard let ended = actions.popLast(), actions.isEmpty, effects.isEmpty else { return nil }
    lastOutermost = ended.id
    return ended.id
  }

  /// True if a digest is due.
  var isDigestDue: Bool { actionsSinceDigest >= digestInterval }

  mutating func noteDigest(of store: Record, after id: Int, at now: Timestamp) {
    actionsSinceDigest = 0
    digestInterval = min(3 * digestInterval, SessionRecorder.mostActionsWithoutDigest)
    let time = time(now)
    sink.takeLater(of: id) { [writer] in
      writer.digest(writer.digest(of: store), of: id, at: time)
    }
  }

  /// True if the sink has use for another first line.
  var wantsBase: Bool { sink.linesBeforeBase != nil }

  mutating func makeOrigin() -> EffectOrigin? {
    guard let index = actions.indices.last else { return nil }
    defer { actions[index].starts += 1 }
    return EffectOrigin(action: actions[index].id, nth: actions[index].starts)
  }

  mutating func note(_ event: EffectEvent, of run: EffectRun, at now: Timestamp) {
    effects.append(run)
    // Effects that were dispatched before the recording began are not replayed.
    guard run.origin != nil else { return }
    sink.take(writer.event(event, of: run, at: time(now)))
  }

  mutating func noteWentOn() { _ = effects.popLast() }

  mutating func note(_ read: RuntimeRead, isSensitive: Bool) {
    sink.take(writer.read(read, isSensitive: isSensitive, of: subject))
  }

  mutating func note(_ error: ActionError, at now: Timestamp) {
    var error = error
    if actions.isEmpty, effects.last?.isSensitive == true { error.isSensitive = true }
    sink.take(writer.error(LogKey.failed, error, of: subject, at: time(now)))
  }

  mutating func note(refusal error: ActionError, at now: Timestamp) {
    guard let id = actions.last?.id else { return }
    sink.take(writer.error(LogKey.refused, error, of: id, at: time(now)))
  }

  mutating func note(_ reduction: Reduction, on shape: StoreShape, at now: Timestamp) {
    guard let id = actions.last?.id else { return }
    if let error = reduction.error {
      note(refusal: error, at: now)
    } else if header.hasChanges, reduction.hasChanges {
      sink.take(changes: writer.changes(reduction.stateChanges, of: id, at: time(now))) {
        reduction.stores(of: shape)
      }
    }
  }

  mutating func noteReset(_ subStates: [(key: String, value: Value)], at now: Timestamp) {
    sink.take(writer.reset(subStates, at: time(now)))
  }

  mutating func noteListener(_ name: String, isAdded: Bool, at now: Timestamp) {
    sink.take(writer.listener(isAdded ? LogKey.listen : LogKey.unlisten, name, at: time(now)))
  }
}

/// The last change of a declared listener: it was removed, or added again.
struct ListenerChange {
  let name: String
  let isAdded: Bool
}

/// The sources of actions in a log, beside those of the spec.
enum LogSource {
  static let app = "app"
}
