/// A map from keys (bool, int, uint or string) to values that keeps the order of insertion.
public struct Map: Sendable {
  public typealias Entry = (key: Value, value: Value)
  private var entries: [Entry] = []

  public init() {}
  public var count: Int { entries.count }
}

extension Map: Sequence {
  public func makeIterator() -> [Entry].Iterator { entries.makeIterator() }
}
