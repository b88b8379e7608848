/// A list of values. Copies share what they have in common.
public struct List: Sendable {
  private var items: ContiguousArray<Value>

  public init(_ items: some Sequence<Value> = []) { self.items = ContiguousArray(items) }

  public var count: Int { items.count }
  public var isEmpty: Bool { items.isEmpty }

  public subscript(index: Int) -> Value {
    get { items[index] }
    _modify { yield &items[index] }
  }

  /// Gives the element at `index` to `body` in its place, where it can be changed without a copy.
  public mutating func modify<R, E: Error>(
    at index: Int, _ body: (inout Value) throws(E) -> R
  ) throws(E) -> R {
    try body(&items[index])
  }

  public mutating func insert(_ value: Value, at index: Int) { items.insert(value, at: index) }
  public mutating func append(_ value: Value) { items.append(value) }

  @discardableResult
  public mutating func remove(at index: Int) -> Value { items.remove(at: index) }

  /// The elements at the indices of `range`.
  public func slice(_ range: Range<Int>) -> List { List(items[range]) }

  /// Takes the element at `from` out and puts it in at `to`, counted after the removal.
  public mutating func move(from: Int, to: Int) { insert(remove(at: from), at: to) }
}

extension List: Sequence {
  public func makeIterator() -> ContiguousArray<Value>.Iterator { items.makeIterator() }
}

extension List: Equatable {}

extension List: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self.init(elements) }
}
