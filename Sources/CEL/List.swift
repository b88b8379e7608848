/// A list of values. Copies share what they have in common.
public struct List: Sendable {
  private var items: ContiguousArray<Value>

  public init(_ items: some Sequence<Value> = []) { self.items = ContiguousArray(items) }

  public var count: Int { items.count }

  public subscript(index: Int) -> Value {
    get { items[index] }
    _modify { yield &items[index] }
  }

  public mutating func insert(_ value: Value, at index: Int) { items.insert(value, at: index) }
  public mutating func append(_ value: Value) { items.append(value) }
  @discardableResult
  public mutating func remove(at index: Int) -> Value { items.remove(at: index) }
}

extension List: Sequence {
  public func makeIterator() -> ContiguousArray<Value>.Iterator { items.makeIterator() }
}
