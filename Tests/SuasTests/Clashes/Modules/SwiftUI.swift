// Stands in for SwiftUI, with those of its names that are near the store's.

@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }
}

@propertyWrapper public struct ObservedObject<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@propertyWrapper public struct Environment<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@MainActor public protocol View {}
public struct Text: View {
  public init(_ text: String) {}
}
public struct Label: View {}
public struct Group: View {}
public struct Transaction {}
public struct Animation {}
