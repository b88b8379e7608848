import CEL

/// A change of the elements of a list, as a log writes it.
package enum ListChange: Sendable {
  case insert([Value], at: Int)
  case remove(count: Int, at: Int)
  case move(from: Int, to: Int)
  case swap(Int, Int)

  private static let keys = [LogKey.insert, LogKey.remove, LogKey.move, LogKey.swap]

  /// True if an object is about elements of a list, sound or not.
  package static func isOne(_ change: Map) -> Bool {
    keys.contains { change[.string($0)] != nil }
  }

  /// Reads a change; nil if the object is not one, or has numbers that no list has.
  package init?(_ change: Map) {
    func number(_ value: Value?) -> Int? {
      guard case .int(let number)? = value, number >= 0 else { return nil }
      return Int(exactly: number)
    }
    func number(_ key: String) -> Int? { number(change[.string(key)]) }
    if case .list(let values)? = change[.string(LogKey.insert)], let index = number(LogKey.at) {
      self = .insert(Array(values), at: index)
    } else if let count = number(LogKey.remove), let index = number(LogKey.at) {
      self = .remove(count: count, at: index)
    } else if let from = number(LogKey.move), let to = number(LogKey.to) {
      self = .move(from: from, to: to)
    } else if case .list(let pair)? = change[.string(LogKey.swap)], pair.count == 2,
      let left = number(pair[0]), let right = number(pair[1])
    {
      self = .swap(left, right)
    } else {
      return nil
    }
  }

  /// Returns the change with a function applied to each value that it inserts.
  package func reading<E: Error>(
    _ read: (Value) throws(E) -> Value
  ) throws(E) -> ListChange {
    guard case .insert(let values, let index) = self else { return self }
    return .insert(try values.map(read), at: index)
  }

  /// Changes a list; returns false if it has no such elements.
  package func apply(to list: inout List) -> Bool {
    switch self {
    case .insert(let values, let index):
      guard index <= list.count else { return false }
      for (offset, value) in values.enumerated() { list.insert(value, at: index + offset) }
    case .remove(let count, let index):
      guard index <= list.count, count <= list.count - index else { return false }
      for _ in 0..<count { list.remove(at: index) }
    case .move(let from, let to):
      guard from < list.count, to < list.count else { return false }
      list.move(from: from, to: to)
    case .swap(let left, let right):
      guard left < list.count, right < list.count else { return false }
      list.swapAt(left, right)
    }
    return true
  }
}
