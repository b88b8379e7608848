// Stands in for Combine, with those of its names that are near the store's.

public protocol Subscription { func cancel() }
public protocol Subscriber {}
public protocol Publisher {}
public protocol Cancellable { func cancel() }
public final class AnyCancellable: Cancellable {
  public init() {}
  public func cancel() {}
}
public protocol ObservableObject: AnyObject {}
public struct Just<Output>: Publisher {}
public final class Future<Output>: Publisher {}
public struct Record<Output>: Publisher {}
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
