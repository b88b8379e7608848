/// Functions of lists of values whose types are known only when they run.
extension [JSONValue] {
  /// The sum of numbers or durations of one type; zero if there are none.
  package func sum() throws(Failure) -> JSONValue {
    guard let first else { return .int(0) }
    var sum = first.zeroOfItsType
    for item in self { sum = try sum.plus(item) }
    return sum
  }

  package func least() throws(Failure) -> JSONValue { try extreme("min", wanted: .less) }

  package func greatest() throws(Failure) -> JSONValue { try extreme("max", wanted: .greater) }

  private func extreme(_ name: String, wanted: Order) throws(Failure) -> JSONValue {
    guard var best = first else {
      throw .invalidArgument("the list is empty, so it has no '\(name)'")
    }
    for item in self where try item.order(to: best, in: name) == wanted { best = item }
    return best
  }

  /// True if no element is less than the one before it.
  package func isInOrderOfAny() throws(Failure) -> Bool {
    for (former, item) in zip(self, dropFirst())
    where try former.order(to: item, in: "isSorted") == .greater {
      return false
    }
    return true
  }

  /// The elements in order, which are all of one type; equal ones keep their order.
  package func inOrder() throws(Failure) -> [JSONValue] { try inOrderOfAny { $0 } }

  /// The texts with a separator between them.
  package func joinedText(_ separator: String) throws(Failure) -> String {
    var texts: [String] = []
    for item in self {
      guard case .string(let text) = item else {
        throw .noMatchingOverload("join", [.array(self)])
      }
      texts.append(text)
    }
    return texts.joined(separator: separator)
  }

  /// The elements of the inner lists, flattened by a number of levels.
  package func flattened(levels depth: Int64) throws(Failure) -> [JSONValue] {
    guard depth >= 0 else { throw .invalidArgument("there is no level \(depth)") }
    var result: [JSONValue] = []
    var stack = [(self[...], depth)]
    while let (items, level) = stack.last {
      guard let item = items.first else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].0.removeFirst()
      if case .array(let inner) = item, level > 0 {
        stack.append((inner[...], level - 1))
      } else {
        result.append(item)
      }
    }
    return result
  }

  /// The values of the optionals that have one.
  ///
  /// - Parameter function: The function that the error for anything but an optional names.
  package func unwrapped(_ function: String) throws(Failure) -> [JSONValue] {
    var values: [JSONValue] = []
    for item in self {
      guard case .optional(let value) = item else {
        throw .noMatchingOverload(function, [.array(self)])
      }
      if let value { values.append(value) }
    }
    return values
  }

  package func greatestNumber() throws(Failure) -> JSONValue {
    try extremeNumber("math.greatest", wanted: .greater)
  }

  package func leastNumber() throws(Failure) -> JSONValue {
    try extremeNumber("math.least", wanted: .less)
  }

  private func extremeNumber(_ name: String, wanted: Order) throws(Failure) -> JSONValue {
    guard var best = first else { throw .invalidArgument("the list is empty") }
    for item in self {
      guard let order = item.compareNumber(with: best) else {
        throw .noMatchingOverload(name, [.array(self)])
      }
      if order == wanted { best = item }
    }
    return best
  }
}

extension Sequence {
  /// The elements in the order of a key, whose values are all of one type; those with equal keys keep
  /// theirs.
  package func inOrderOfAny(
    _ key: (Element) throws(Failure) -> JSONValue
  ) throws(Failure) -> [Element] {
    var ranked: [(key: JSONValue, element: Element)] = []
    for element in self { ranked.append((try key(element), element)) }
    guard let first = ranked.first?.key else { return [] }
    for (key, _) in ranked {
      guard key.compare(with: first) != nil, key.typeName == first.typeName else {
        throw .noMatchingOverload("sort", [first, key])
      }
    }
    return ranked.indices.sorted { left, right in
      switch ranked[left].key.compare(with: ranked[right].key) {
      case .less: true
      case .greater: false
      case .unordered:
        // NaN comes last.
        (ranked[left].key.isNaN ? 1 : 0, left) < (ranked[right].key.isNaN ? 1 : 0, right)
      default: left < right
      }
    }.map { ranked[$0].element }
  }
}

extension JSONValue {
  fileprivate var isNaN: Bool { if case .double(let double) = self { double.isNaN } else { false } }

  fileprivate func order(to other: JSONValue, in function: String) throws(Failure) -> Order {
    guard let order = compare(with: other) else {
      throw .noMatchingOverload(function, [self, other])
    }
    return order
  }

  fileprivate var zeroOfItsType: JSONValue {
    switch self {
    case .int: .int(0)
    case .uint: .uint(0)
    case .double: .double(0)
    case .duration: .duration(Period(nanoseconds: 0))
    default: self
    }
  }

  fileprivate func plus(_ other: JSONValue) throws(Failure) -> JSONValue {
    switch (self, other) {
    case (.int(let left), .int(let right)): return .int(try left.adding(right))
    case (.uint(let left), .uint(let right)): return .uint(try left.adding(right))
    case (.double(let left), .double(let right)): return .double(left + right)
    case (.duration(let left), .duration(let right)): return .duration(try left.adding(right))
    default: throw .noMatchingOverload("sum", [self, other])
    }
  }
}
