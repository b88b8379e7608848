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
  private let random: Mutex<any RandomNumberGenerator & Sendable>
  private let attachment = Mutex(Attachment())

  /// Is told of what the runtime does.
  package struct Observer: Sendable {
    /// A declared listener was told of a value.
    package var notified: @Sendable (_ listener: String, _ value: Value) -> Void
    /// Something met an error that refuses no action: a filter, a selector, a step.
    package var failed: @Sendable (ActionError) -> Void

    package init(
      notified: @escaping @Sendable (_ listener: String, _ value: Value) -> Void,
      failed: @escaping @Sendable (ActionError) -> Void
    ) {
      self.notified = notified
      self.failed = failed
    }
  }

  private struct Attachment {
    weak var store: Store?
    var observer: Observer?
    var listeners: [AddedListener] = []
  }

  public init(_ spec: CompiledSpec, host: SpecHost = SpecHost()) {
    self.spec = spec
    self.host = host
    random = Mutex(host.makeRandom())
  }

  /// The spec's middleware, in the order of its declaration.
  public var middleware: CombinedMiddleware {
    let declared = spec.checked.middleware.compactMap { middleware -> (any Middleware)? in
      switch middleware {
      case .builtIn(.logger): host.makeLogger()
      case .builtIn(.monitor): host.makeMonitor()
      case .builtIn(.async): EffectMiddleware(self)
      case .declared(let declared): SpecMiddleware(declared, self)
      }
    }
    return CombinedMiddleware(declared.isEmpty ? [] : [ReadingMiddleware(spec)] + declared)
  }

  /// Adds the spec's listeners to a store, in the order of their declaration.
  ///
  /// What goes wrong in them, in middleware and in effects is told to the store's error listeners.
  public func attach(to store: Store) {
    let listeners = spec.checked.listeners.map { SpecListener($0, self).add(to: store) }
    attachment.withLock { attachment in
      attachment.store = store
      attachment.listeners = listeners
    }
  }

  /// - Parameter observer: Is told in the place of the store's error listeners.
  package func attach(to store: Store, _ observer: Observer) {
    attachment.withLock { $0.observer = observer }
    attach(to: store)
  }

  /// The declared listeners as they were added, by their places.
  package var listeners: [AddedListener] { attachment.withLock { $0.listeners } }

  func report(_ error: ActionError) {
    let (store, observer) = attachment.withLock { ($0.store, $0.observer) }
    if let observer {
      observer.failed(error)
    } else {
      store?.report(error)
    }
  }

  func noteTelling(_ listener: String, _ value: @autoclosure () -> Value) {
    if let observer = attachment.withLock(\.observer) { observer.notified(listener, value()) }
  }

  /// The action with the defaults filled that are read when it is dispatched.
  package func completed(_ action: SpecAction) -> SpecAction {
    random.withLock { action.completed(now: host.clock.now, random: &$0) }
  }
}
