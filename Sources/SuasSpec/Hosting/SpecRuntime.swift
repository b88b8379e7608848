import CEL
import Suas
import Synchronization

/// A spec at work on one store: its middleware, its listeners and its effects.
///
/// ```swift
/// let runtime = SpecRuntime(spec)
/// let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
/// runtime.attach(to: store)
/// ```
///
/// Middleware and listeners of the app's own stand beside the spec's, in the order in which they are
/// added. The runtime does not keep the store.
public final class SpecRuntime: Sendable {
  package let spec: CompiledSpec
  let host: SpecHost
  let effects = Mutex(EffectTable())
  let random: Mutex<any RandomNumberGenerator & Sendable>
  private let attachment = Mutex(Attachment())

  /// Is told of what the runtime does.
  package struct Observer: Sendable {
    /// A declared listener was told of a value.
    package var notified: (@Sendable (_ listener: String, _ value: Value) -> Void)?
    /// Something met an error that refuses no action: a filter, a selector, a step. Where somebody
    /// is told of it here, the store's error listeners are not.
    package var failed: (@Sendable (ActionError) -> Void)?
    /// The outcome of an effect was a failure.
    package var effectFailed: (@Sendable (FailedEffect) -> Void)?
    /// The spec itself is about to dispatch an action: a reaction, a middleware, an outcome.
    package var dispatching: (@Sendable (SpecAction) -> Void)?
    /// A pending effect is about to get its answer; `which` counts those of its name.
    package var answering:
      (@Sendable (_ effect: String, _ which: Int, _ answer: EffectAnswer) -> Void)?
    /// Whether one more action may be dispatched, or handed on, by the spec itself: what branches at
    /// each of 64 depths would not end.
    package var mayGoOn: (@Sendable () -> Bool)?

    package init(
      notified: (@Sendable (_ listener: String, _ value: Value) -> Void)? = nil,
      failed: (@Sendable (ActionError) -> Void)? = nil,
      effectFailed: (@Sendable (FailedEffect) -> Void)? = nil,
      dispatching: (@Sendable (SpecAction) -> Void)? = nil,
      answering: (@Sendable (_ effect: String, _ which: Int, _ answer: EffectAnswer) -> Void)? =
        nil,
      mayGoOn: (@Sendable () -> Bool)? = nil
    ) {
      self.notified = notified
      self.failed = failed
      self.effectFailed = effectFailed
      self.dispatching = dispatching
      self.answering = answering
      self.mayGoOn = mayGoOn
    }
  }

  private struct Attachment {
    weak var store: Store?
    var observers: [Observer] = []
  }

  public init(_ spec: CompiledSpec, host: SpecHost = SpecHost()) {
    self.spec = spec
    self.host = host
    random = Mutex(
      host.seed.map { SplitMix64(seed: UInt64(bitPattern: $0)) } ?? SystemRandomNumberGenerator())
  }

  /// The spec's middleware, in the order of its declaration.
  public var middleware: CombinedMiddleware {
    let declared = spec.plan.middleware.compactMap { middleware -> (any Middleware)? in
      switch middleware {
      case .builtIn(.logger): host.makeLogger()
      case .builtIn(.monitor): host.makeMonitor()
      case .builtIn(.async): EffectMiddleware(self)
      case .declared(let declared): SpecMiddleware(declared, self)
      }
    }
    return CombinedMiddleware(declared.isEmpty ? [] : [ReadingMiddleware(spec)] + declared)
  }

  /// Adds the spec's listeners to the store that the middleware was given to, in the order of their
  /// declaration.
  ///
  /// What goes wrong in them, in middleware and in effects is told to the store's error listeners.
  public func attach(to store: Store) { _ = addListeners(to: store) }

  /// Attaches the runtime to a store.
  ///
  /// - Returns: the declared listeners as they were added, by their places. The runtime does not keep
  ///   them: they keep it.
  package func addListeners(to store: Store) -> [AddedListener] {
    attachment.withLock { $0.store = store }
    return spec.plan.listeners.map { SpecListener($0, self).add(to: store) }
  }

  /// Adds an observer, which is told of all that follows.
  package func observe(_ observer: Observer) {
    attachment.withLock { $0.observers.append(observer) }
  }

  func report(_ error: ActionError) {
    spec.probe?.trace?.note(.failed(error))
    let (store, tellers) = attachment.withLock { ($0.store, $0.observers.compactMap(\.failed)) }
    for tell in tellers { tell(error) }
    guard tellers.isEmpty else { return }
    if let store { store.report(error) } else { Suas.report(error) }
  }

  func noteTelling(_ listener: String, _ value: @autoclosure () -> Value) {
    for observer in observers { observer.notified?(listener, value()) }
  }

  /// Whether one more action may be dispatched or handed on.
  func mayGoOn() -> Bool { observers.allSatisfy { $0.mayGoOn?() ?? true } }

  /// The action as the spec itself dispatches it.
  func prepared(_ action: SpecAction) -> SpecAction {
    let action = completed(action)
    spec.probe?.trace?.note(.dispatching(action))
    // What is wrong in itself reaches nobody.
    if action.refusal == nil { for observer in observers { observer.dispatching?(action) } }
    return action
  }

  var observers: [Observer] { attachment.withLock(\.observers) }

  /// The action with the defaults filled that are read when it is dispatched.
  package func completed(_ action: SpecAction) -> SpecAction {
    random.withLock { action.completed(now: host.clock.now, random: &$0) }
  }
}
