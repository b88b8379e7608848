/// A set of values by CEL's equality; a lookup takes constant time for values that can be keys.
struct ValueSet {
  private var keys: Set<Key> = []
  private var others: [Value] = []

  init() {}

  init(_ list: List, _ budget: inout Budget) throws(Failure) {
    for item in list { _ = try insert(item, &budget) }
  }

  /// Inserts a value; returns false if the set already contains it.
  mutating func insert(_ value: Value, _ budget: inout Budget) throws(Failure) -> Bool {
    if let key = Key(value) {
      try budget.spend(1 + value.comparisonCost)
      return keys.insert(key).inserted
    }
    guard try !contains(value, &budget) else { return false }
    others.append(value)
    return true
  }

  func contains(_ value: Value, _ budget: inout Budget) throws(Failure) -> Bool {
    try budget.spend(1 + value.comparisonCost)
    if let key = Key(value) { return keys.contains(key) }
    for other in others {
      try budget.spend(1)
      if try other.equals(value, &budget) { return true }
    }
    return false
  }
}
