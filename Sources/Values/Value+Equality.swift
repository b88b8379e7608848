extension Value {
  /// Compares values as CEL does: numbers of different types are equal if they are the same number,
  /// and values of other different types never are (CEL spec, "Equality").
  public func equals(_ other: Value) -> Bool {
    var budget = Budget(remaining: .max)
    return (try? equals(other, &budget)) ?? false
  }

  /// Compares values as ``equals(_:)`` does, and spends the budget for every part that is compared:
  /// since values share their parts, they may be far larger than the cost of making them suggests.
  ///
  /// - Parameter skippingShared: True if parts that both values share need not be compared, which
  ///   requires that they contain no NaN.
  package func equals(
    _ other: Value, _ budget: inout Budget, skippingShared: Bool = false
  ) throws(Failure) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.uint(let left), .uint(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.string(let left), .string(let right)):
      try budget.spend(bytes: left.utf8.count)
      return left.hasSameCodePoints(as: right)
    case (.bytes(let left), .bytes(let right)):
      try budget.spend(bytes: left.count)
      return left == right
    case (.timestamp(let left), .timestamp(let right)): return left == right
    case (.duration(let left), .duration(let right)): return left == right
    case (.list(let left), .list(let right)):
      return try left.equals(right, &budget, skippingShared)
    case (.map(let left), .map(let right)):
      return try left.equals(right, &budget, skippingShared)
    case (.record(let left), .record(let right)):
      return try left.equals(right, &budget, skippingShared)
    case (.type(let left), .type(let right)): return left.name == right.name
    case (.optional(let left), .optional(let right)):
      guard let left, let right else { return left == nil && right == nil }
      try budget.spend(1)
      return try left.equals(right, &budget, skippingShared: skippingShared)
    case (.opaque(let left), .opaque(let right)): return left == right
    default: return compareNumber(with: other) == .equal
    }
  }

  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.double(let left), .double(let right)):
      left == right || left.isNaN && right.isNaN
    case (.string(let left), .string(let right)): left.hasSameCodePoints(as: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    case (.record(let left), .record(let right)): left == right
    case (.type(let left), .type(let right)): left == right
    case (.optional(let left), .optional(let right)): left == right
    case (.opaque(let left), .opaque(let right)): left == right
    default: false
    }
  }
}

extension List {
  fileprivate func equals(
    _ other: List, _ budget: inout Budget, _ skippingShared: Bool
  ) throws(Failure) -> Bool {
    try isEqual(to: other, skippingShared: skippingShared) { left, right throws(Failure) in
      try budget.spend(1)
      return try left.equals(right, &budget, skippingShared: skippingShared)
    }
  }
}

extension Map {
  fileprivate func equals(
    _ other: Map, _ budget: inout Budget, _ skippingShared: Bool
  ) throws(Failure) -> Bool {
    guard count == other.count else { return false }
    if skippingShared, isSame(as: other) { return true }
    for (key, value) in self {
      try budget.spend(1)
      guard let next = other[key], try value.equals(next, &budget, skippingShared: skippingShared)
      else { return false }
    }
    return true
  }
}

extension Record {
  fileprivate func equals(
    _ other: Record, _ budget: inout Budget, _ skippingShared: Bool
  ) throws(Failure) -> Bool {
    guard shape.name == other.shape.name, fields.count == other.fields.count else { return false }
    if skippingShared, isSame(as: other) { return true }
    for (field, otherField) in zip(fields, other.fields) {
      try budget.spend(1)
      guard try field.equals(otherField, &budget, skippingShared: skippingShared) else {
        return false
      }
    }
    return true
  }
}

/// The pairs of long texts that were found to be equal: where one text stands in a list again and again,
/// it is compared once.
///
/// All texts have to be kept meanwhile.
struct EqualTexts {
  private struct Pair: Hashable {
    let left: UnsafePointer<UInt8>
    let right: UnsafePointer<UInt8>
  }

  private var pairs: Set<Pair> = []

  /// The length of the shortest texts that are remembered, in bytes.
  private static let leastLength = 1024

  /// Returns true if both values are equal.
  mutating func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard case .string(let text) = left, case .string(let other) = right,
      let address = text.sharedAddress(from: Self.leastLength),
      let otherAddress = other.sharedAddress(from: Self.leastLength)
    else { return left == right }
    let pair = Pair(left: address, right: otherAddress)
    if pairs.contains(pair) { return true }
    guard text.hasSameCodePoints(as: other) else { return false }
    pairs.insert(pair)
    return true
  }
}
