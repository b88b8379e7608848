import CEL
import Locking
import Suas
public import SuasEngine
import SuasProgram

/// Runs a spec on one store: its middleware, its listeners and its effects.
///
/// ```swift
/// let runtime = SpecRuntime(spec, host: host)
/// let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
/// runtime.attach(to: store)
/// ```
///
/// The app's own middleware and listeners run beside the spec's, in the order in which they are
/// added. The runtime does not retain the store.
public final class SpecRuntime: Sendable {
  package let spec: CompiledSpec
  let host: SpecHost
  let effects = Mutex(EffectTable())
  /// The effects under way and their consequences, and the tasks of an app's asynchronous actions.
  let activity = Activity()
  let random: Mutex<any RandomNumberGenerator & Sendable>
  let attachment = Mutex(Attachment())
  /// The number of dispatches and events of effects that have not come to their end; counted only if
  /// promises at rest are judged.
  let unfinished = Atomic<Int>(0)
  /// True if promises at rest are judged.
  let judgesAtRest: Bool
  /// The number of actions that the spec may dispatch or hand on in answer to one dispatch: actions
  /// that branch at each of 64 depths would not end.
  private let answerLimit: Int

  /// Callbacks for the events of a runtime.
  package struct Observer: Sendable {
    /// Called when a declared listener is notified of a value.
    package var notified: (@Sendable (_ listener: String, _ value: Value) -> Void)?
    /// Called for an error that refuses no action: in a filter, a selector or a step. If an
    /// observer has this callback, the store's error listeners are not called.
    package var failed: (@Sendable (ActionError) -> Void)?
    /// Called when the outcome of an effect is a failure.
    package var effectFailed: (@Sendable (FailedEffect) -> Void)?
    /// Called for a promise at rest that does not hold, with the store and the numbers of effects
    /// under way, before the error is reported.
    package var brokeAtRest: (@Sendable (ActionError, _ store: Record, _ pending: Record) -> Void)?
    /// Called when a try of an effect begins.
    package var requested: (@Sendable (MadeRequest) -> Void)?
    /// Called before the spec itself dispatches an action.
    package var dispatching: (@Sendable (SpecAction, DispatchSource) -> Void)?
    /// Called before the spec itself dispatches an action that is invalid in itself, and is refused
    /// before any middleware.
    package var dispatchingInvalid: (@Sendable (SpecAction, DispatchSource) -> Void)?
    /// Called when an effect was dispatched; returns its origin, which later calls name.
    package var starting: (@Sendable () -> EffectOrigin?)?
    /// Called before an effect goes on or ends.
    package var goingOn: (@Sendable (EffectRun, EffectEvent) -> Void)?
    /// Called when all that followed at once from such an event is done.
    package var wentOn: (@Sendable () -> Void)?
    /// Called for a time or an id that the spec itself reads outside of its reducers.
    package var reading: (@Sendable (RuntimeRead, _ isSensitive: Bool) -> Void)?
    /// Called for an error that refuses no action, beside ``failed``.
    package var reporting: (@Sendable (ActionError) -> Void)?

    package init(
      notified: (@Sendable (_ listener: String, _ value: Value) -> Void)? = nil,
      failed: (@Sendable (ActionError) -> Void)? = nil,
      effectFailed: (@Sendable (FailedEffect) -> Void)? = nil,
      dispatching: (@Sendable (SpecAction, DispatchSource) -> Void)? = nil,
      goingOn: (@Sendable (EffectRun, EffectEvent) -> Void)? = nil
    ) {
      self.notified = notified
      self.failed = failed
      self.effectFailed = effectFailed
      self.dispatching = dispatching
      self.goingOn = goingOn
    }
  }

  struct Attachment {
    weak var store: Store?
    var observers: [Observer] = []
  }

  public convenience init(_ spec: CompiledSpec, host: SpecHost = SpecHost()) {
    self.init(spec, host: host, answerLimit: 100_000)
  }

  package init(_ spec: CompiledSpec, host: SpecHost, answerLimit: Int) {
    self.spec = spec
    self.host = host
    self.answerLimit = answerLimit
    judgesAtRest = spec.limits.judgesAtRest && !spec.plan.atRest.isEmpty
    random = Mutex(
      host.seed.map { SplitMix64(seed: UInt64(bitPattern: $0)) } ?? SystemRandomNumberGenerator())
  }

  /// The spec's middleware, in the order of their declaration.
  public var middleware: CombinedMiddleware {
    let declared = spec.plan.middleware.compactMap { middleware -> (any Middleware)? in
      switch middleware {
      case .builtIn(.logger): host.makeLogger()
      case .builtIn(.monitor): host.makeMonitor()
      case .builtIn(.async): EffectMiddleware(self)
      case .declared(let declared): SpecMiddleware(declared, self)
      }
    }
    let reading = declared.isEmpty ? [] : [ReadingMiddleware(spec)] + declared
    return CombinedMiddleware(judgesAtRest ? [RestingMiddleware(self)] + reading : reading)
  }

  /// Adds the spec's listeners to the store that the middleware was given to, in the order of their
  /// declaration.
  ///
  /// Errors in them, in middleware and in effects are reported to the store's error listeners. Then
  /// the steps under `on-restore` are run.
  ///
  /// - Parameter restoration: What the store was restored from; nil if nothing was saved.
  public func attach(to store: Store, after restoration: Restoration? = nil) {
    _ = addListeners(to: store)
    react(to: restoration)
  }

  /// Attaches the runtime to a store.
  ///
  /// - Returns: The declared listeners as added, in the order of their declaration. The runtime
  ///   does not retain them; they retain it.
  package func addListeners(to store: Store) -> [AddedListener] {
    attachment.withLock { $0.store = store }
    if judgesAtRest { store.add(StoreObserver(aroundReset: { self.untilRest($0) })) }
    defer { untilRest {} }
    return spec.plan.listeners.map { SpecListener($0, self).add(to: store) }
  }

  /// Adds an observer, which is notified of all later events.
  package func observe(_ observer: Observer) {
    attachment.withLock { $0.observers.append(observer) }
  }

  func report(_ error: ActionError) {
    spec.probe?.trace?.note(.failed(error))
    let (store, observers) = attachment.withLock { ($0.store, $0.observers) }
    for observer in observers { observer.reporting?(error) }
    let tellers = observers.compactMap(\.failed)
    for tell in tellers { tell(error) }
    guard tellers.isEmpty else { return }
    if let store { store.report(error) } else { Suas.report(error) }
  }

  func noteTelling(_ listener: String, _ value: @autoclosure () -> Value) {
    for observer in observers { observer.notified?(listener, value()) }
  }

  /// Counts one more action that the spec dispatches or hands on in answer to a dispatch; reports an
  /// error and returns false once there are too many.
  func mayGoOn() -> Bool {
    guard let count = attachedStore?.countAnswer() else { return true }
    if count == answerLimit + 1 {
      report(
        ActionError(
          code: "cost-exceeded",
          message: "middleware and listeners dispatch more than \(answerLimit) actions in answer",
          place: nil))
    }
    return count <= answerLimit
  }

  /// Returns the action as the spec itself dispatches it, and notifies observers.
  func prepared(_ action: SpecAction, from source: DispatchSource) -> SpecAction {
    let action = filled(action)
    spec.probe?.trace?.note(.dispatching(action))
    for observer in observers {
      if action.refusal == nil {
        observer.dispatching?(action, source)
      } else {
        observer.dispatchingInvalid?(action, source)
      }
    }
    return action
  }

  var observers: [Observer] { attachment.withLock(\.observers) }

  /// Returns the action with those defaults filled in that are evaluated at dispatch.
  package func completed(_ action: SpecAction) -> SpecAction {
    let now = host.clock.now
    return action.completed(now: { _ in now }, makeIdentifier: { _ in makeUnreadIdentifier() })
  }

  /// Returns an action of the spec itself with those defaults filled in.
  func filled(_ action: SpecAction) -> SpecAction {
    // The fields of one action have one time.
    var time: Timestamp?
    return action.completed(
      now: { field in
        let now = time ?? readNow()
        time = now
        note(.now(now), isSensitive: field.isSensitive)
        return now
      },
      makeIdentifier: { field in
        let identifier = readIdentifier()
        note(.identifier(identifier), isSensitive: field.isSensitive)
        return identifier
      })
  }

  func makeUnreadIdentifier() -> String { random.withLock { $0.uuid() } }
}

/// The clock and the random numbers for expressions.
extension SpecRuntime: ClockHost, OutcomeHost {
  package var now: Timestamp {
    let now = readNow()
    note(.now(now), isSensitive: false)
    return now
  }

  package func makeIdentifier() -> String {
    let identifier = readIdentifier()
    note(.identifier(identifier), isSensitive: false)
    return identifier
  }

  private func readNow() -> Timestamp { host.recorded?.readNow() ?? host.clock.now }

  private func readIdentifier() -> String {
    host.recorded?.makeIdentifier() ?? makeUnreadIdentifier()
  }

  /// - Parameter isSensitive: True if the value is the default of a sensitive field.
  private func note(_ read: RuntimeRead, isSensitive: Bool) {
    for observer in observers { observer.reading?(read, isSensitive) }
  }

  package func noteRead(_ outcome: Int) { spec.probe.note(outcome) }
  package var forRepetition: any FrameHost { StoppedClock(at: host.clock.now) }
}
