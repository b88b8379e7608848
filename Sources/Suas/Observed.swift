public import Observation

/// A value of a store that views observe.
///
/// ```swift
/// list = store.observe(TodoList.self)
/// ```
///
/// ```swift
/// var titles: [String] { list.value.todos.map(\.title) }
/// ```
///
/// The value changes on the main actor, and only when it is not equal to the one before. The object
/// keeps neither the store nor anything else alive; when it is released, its listener is removed.
///
/// Observation is there since iOS 17 and macOS 14. On older systems, a main listener sets a property of
/// an `ObservableObject`, or a task reads ``Store/states(of:stateKey:)``.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class Observed<Value: Equatable> {
  private let registrar = ObservationRegistrar()
  private var current: Value
  private var token: ListenerToken?
  private weak var store: Store?

  init(_ value: Value, in store: Store) {
    current = value
    self.store = store
  }

  /// The value after the last change of which the main actor was notified.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return current
  }

  func update(to value: Value) {
    guard value != current else { return }
    registrar.withMutation(of: self, keyPath: \.value) { current = value }
  }

  func follow<Observation>(_ subscription: Store.Subscription<Observation>) {
    token = subscription.token()
    // A change may have come between the first value and the listener.
    subscription.informWithCurrentState()
  }

  /// Returns the value as one that can be set, by dispatching the action that `action` makes.
  public func binding(
    dispatching action: @escaping @MainActor (Value) -> any Action
  ) -> DispatchingBinding<Value> {
    binding(\.self, dispatching: action)
  }

  /// Returns a part of the value as one that can be set, by dispatching the action that `action`
  /// makes.
  public func binding<Part>(
    _ part: KeyPath<Value, Part>, dispatching action: @escaping @MainActor (Part) -> any Action
  ) -> DispatchingBinding<Part> {
    DispatchingBinding(
      get: { self.value[keyPath: part] },
      set: { [weak store] in store?.dispatch(action: action($0)) })
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Observed: nonisolated Observable {}

/// A value that is read from a store, and set by dispatching an action.
///
/// SwiftUI's binding is `Binding(get: { binding.wrappedValue }, set: { binding.wrappedValue = $0 })`.
@MainActor
public struct DispatchingBinding<Value> {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value; setting it dispatches an action, which may change it.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension Store {
  /// Returns an object whose value is the sub-state under `stateKey`, or under the name of its type.
  ///
  /// - Precondition: The state has such a sub-state.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  public func observe<Value: Equatable>(
    _ type: Value.Type, stateKey: String? = nil
  ) -> Observed<Value> {
    let key = stateKey ?? Suas.stateKey(for: type)
    guard let value = state.value(forKey: key, ofType: type) else {
      preconditionFailure("the state has nothing of type \(type) under '\(key)' to observe")
    }
    let observed = Observed(value, in: self)
    observed.follow(
      addMainListener(forStateType: type, stateKey: key) { [weak observed] in
        observed?.update(to: $0)
      })
    return observed
  }

  /// Returns an object whose value is the sub-state under `key`.
  ///
  /// - Precondition: The state has such a sub-state.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  public func observe<Value: Equatable>(_ key: StateKey<Value>) -> Observed<Value> {
    observe(Value.self, stateKey: key.name)
  }

  /// Returns an object whose value is that of a selector.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  public func observe<Value: Equatable>(
    _ selector: @escaping @MainActor (State) -> Value
  ) -> Observed<Value> {
    let observed = Observed(selector(state), in: self)
    observed.follow(
      addMainListener { [weak observed] state in observed?.update(to: selector(state)) })
    return observed
  }
}
