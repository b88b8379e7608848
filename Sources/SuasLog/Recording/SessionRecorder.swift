import CEL
import Locking
public import Suas
import SuasEngine
import SuasProgram
public import SuasRuntime
import Values

/// A middleware that records what a spec does in an app as a session log.
///
/// ```swift
/// let runtime = SpecRuntime(spec)
/// let recorder = SessionRecorder(runtime)
/// let store = Suas.createStore(
///   reducer: spec.reducer, middleware: recorder + runtime.middleware)
/// runtime.attach(to: store)
/// try recorder.start(on: store, writingTo: "/tmp/session.suaslog")
/// ```
///
/// It stands directly before the spec's own middleware, so that it sees actions in the order in
/// which the spec does. Actions that the spec does not declare are not recorded, nor are those with a
/// value that is not of its field's type.
public final class SessionRecorder: Middleware, Sendable {
  private let runtime: SpecRuntime
  private let isActive = Atomic<Bool>(false)
  private let recording = Mutex<Recording?>(nil)
  /// True while a monitor lets the app show another point in time.
  private let isJumping = Atomic<Bool>(false)
  /// True if it has done so since the last action.
  private let jumped = Atomic<Bool>(false)

  /// The listeners that were removed, and those that were added again, in the order in which this
  /// happened.
  private let listenerChanges = Mutex<[ListenerChange]>([])

  /// Called before an action of the spec itself is noted; only replays need it.
  private let beforeOwnAction = Mutex<(@Sendable () -> Void)?>(nil)

  /// The largest number of actions without a digest of the store.
  package static let mostActionsWithoutDigest = 1000

  /// - Parameter runtime: The runtime of the spec on the store that is to be recorded.
  public init(_ runtime: SpecRuntime) {
    self.runtime = runtime
    var observer = SpecRuntime.Observer()
    observer.dispatching = { [weak self] in self?.noteDispatch(of: $0, from: $1) }
    observer.dispatchingInvalid = { [weak self] in self?.noteDispatch(of: $0, from: $1) }
    observer.starting = { [weak self] in self?.makeOrigin() }
    observer.goingOn = { [weak self] in self?.note($1, of: $0) }
    observer.wentOn = { [weak self] in self?.noteWentOn() }
    observer.reading = { [weak self] in self?.note($0, isSensitive: $1) }
    observer.reporting = { [weak self] in self?.note($0) }
    runtime.observe(observer)
  }

  var spec: CompiledSpec { runtime.spec }

  /// True while a session is recorded.
  public var isRecording: Bool { isActive.load(ordering: .relaxed) }

  /// The destination of the session that is recorded.
  var sink: (any LineSink)? { recording.withLock { $0?.sink } }

  /// The id of the last action that did not follow from another one.
  package var lastOutermost: Int { recording.withLock { $0?.lastOutermost ?? 0 } }

  /// The id of the last action.
  package var last: Int { recording.withLock { $0?.last ?? 0 } }

  /// Begins to record; a session that is being recorded ends.
  package func start(
    on store: Store, into sink: any LineSink, hasChanges: Bool = true,
    writer: LineWriter? = nil, last: Int = 0, beginning: Timestamp? = nil,
    writesHeader: Bool = true
  ) {
    stop()
    let observer = StoreObserver(
      reduced: { [weak self] in self?.note($0) },
      wasReset: { [weak self] in self?.noteReset($0, $1) },
      refusedEarly: { [weak self] in self?.note($0) })
    let spec = runtime.spec
    var header = LogHeader(
      spec: spec.checked.digest, name: spec.checked.name, hasChanges: hasChanges)
    header.last = last
    if writesHeader {
      header.last = runtime.renumberEffects()
      header.effects = runtime.effectsWithOrigins
    }
    var new = Recording(
      header: header, sink: sink, writer: writer ?? LineWriter(key: .random()),
      start: beginning ?? runtime.clock.now)
    new.endObservation = { [weak store] in store?.remove(observer) }
    new.state = { [weak store] in store?.state }
    new.isWhole = writesHeader
    if writesHeader {
      new.begin(on: spec.store.record(of: store.state), listenerChanges.withLock(\.self))
    }
    recording.withLock { $0 = new }
    store.add(observer)
    isActive.store(true, ordering: .relaxed)
  }

  /// Ends the recording.
  public func stop() { endSession()?.sink.end() }

  /// Ends the session, and begins another one in the same log.
  ///
  /// - Parameter restart: Ends the app, and starts it again.
  package func goOn(after restart: () -> Void, on store: Store) {
    guard let ended = endSession() else { return restart() }
    restart()
    listenerChanges.withLock { $0 = [] }
    start(
      on: store, into: ended.sink, hasChanges: ended.header.hasChanges, writer: ended.writer)
  }

  private func endSession() -> Recording? {
    isActive.store(false, ordering: .relaxed)
    guard var ended = recording.withLock({ $0.take() }) else { return nil }
    ended.endObservation()
    if ended.isWhole {
      let (spec, state) = (runtime.spec, ended.state)
      ended.end(on: state().map { spec.store.record(of: $0) }, at: runtime.clock.now)
    }
    return ended
  }

  package func setBeforeOwnAction(_ body: @escaping @Sendable () -> Void) {
    beforeOwnAction.withLock { $0 = body }
  }

  public func onAction(
    action: any Action,
    getState: @escaping GetStateFunction,
    dispatch: @escaping DispatchFunction,
    next: @escaping NextFunction
  ) {
    guard isRecording, let specAction = runtime.read(action) else { return next(action) }
    begin(specAction, getState)
    next(action)
    endAction(getState)
  }

  private func begin(_ action: SpecAction, _ getState: GetStateFunction) {
    let own = recording.withLock { $0?.takeOwn(action) }
    if own != nil, let body = beforeOwnAction.withLock(\.self) { body() }
    if jumped.exchange(false, ordering: .relaxed) { noteWholeReset(getState()) }
    let now = runtime.clock.now
    recording.withLock { $0?.begin(action, own, at: now) }
  }

  private func endAction(_ getState: GetStateFunction) {
    recording.withLock { recording in
      guard let id = recording?.endAction() else { return }
      if recording?.isDigestDue == true {
        recording?.noteDigest(
          of: runtime.store(getState()), after: id, at: runtime.clock.now)
      }
      if recording?.wantsBase == true {
        recording?.beginAnew(
          on: runtime.store(getState()), runtime.effectsWithOrigins,
          listenerChanges.withLock(\.self), at: runtime.clock.now)
      }
    }
  }

  /// Notes the refusal of an action that did not reach the reducers.
  private func note(_ refusal: EarlyRefusal) {
    guard isRecording else { return }
    guard refusal.isUnseen else { return note { $0?.note(refusal: refusal.error, at: $1) } }
    guard let action = runtime.read(refusal.action), !action.isMisfit else { return }
    let getState: GetStateFunction = { refusal.state }
    begin(action, getState)
    note { $0?.note(refusal: refusal.error, at: $1) }
    endAction(getState)
  }

  /// Notes an event that the spec's runtime or the store has reported.
  private func note(_ note: (inout Recording?, _ now: Timestamp) -> Void) {
    guard isRecording else { return }
    let now = runtime.clock.now
    recording.withLock { note(&$0, now) }
  }

  private func noteDispatch(of action: SpecAction, from source: DispatchSource) {
    note { recording, _ in recording?.noteOwn(action, from: source) }
  }

  private func makeOrigin() -> EffectOrigin? {
    guard isRecording else { return nil }
    return recording.withLock { $0?.makeOrigin() }
  }

  private func note(_ event: EffectEvent, of run: EffectRun) {
    note { $0?.note(event, of: run, at: $1) }
  }

  private func noteWentOn() { note { recording, _ in recording?.noteWentOn() } }

  private func note(_ read: RuntimeRead, isSensitive: Bool) {
    note { recording, _ in recording?.note(read, isSensitive: isSensitive) }
  }

  private func note(_ error: ActionError) { note { $0?.note(error, at: $1) } }

  private func note(_ reduction: Reduction) {
    guard reduction.reachedReducers else { return }
    note { $0?.note(reduction, on: runtime.storeShape, at: $1) }
  }

  /// Resets the store; the reset has no line of its own, but is noted before the next action.
  func withoutNotingReset(_ reset: () -> Void) {
    isJumping.store(true, ordering: .relaxed)
    reset()
    isJumping.store(false, ordering: .relaxed)
    jumped.store(true, ordering: .relaxed)
  }

  private func noteWholeReset(_ state: Store.State) {
    noteReset(runtime.spec.store.stateKeys, state)
  }

  private func noteReset(_ keys: [String], _ state: Store.State) {
    guard !isJumping.load(ordering: .relaxed) else { return }
    let store = runtime.spec.store
    let whole = store.record(of: state)
    let subStates = keys.compactMap { key in store.slot(of: key).map { (key, whole[$0]) } }
    if !subStates.isEmpty { note { $0?.noteReset(subStates, at: $1) } }
  }

  /// Notes that a listener was added again or removed.
  package func noteListener(_ name: String, isAdded: Bool) {
    listenerChanges.withLock { changes in
      changes.removeAll { $0.name == name }
      changes.append(ListenerChange(name: name, isAdded: isAdded))
    }
    note { $0?.noteListener(name, isAdded: isAdded, at: $1) }
  }
}
