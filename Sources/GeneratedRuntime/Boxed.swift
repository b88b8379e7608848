/// A value outside of the record that it is a part of, which may hold another record of its type.
@propertyWrapper
package indirect enum Boxed<Value> {
  case value(Value)

  package init(wrappedValue: Value) { self = .value(wrappedValue) }

  package var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}

extension Boxed: Sendable where Value: Sendable {}
extension Boxed: Equatable where Value: Equatable {}
