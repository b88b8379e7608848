/// A set of values by CEL's equality; a lookup takes constant time for values that can be keys.
struct ValueSet {
  private var keys: Set<Key> = []
  /// The numbers beyond those that an int and a double both hold exactly: such an int is equal to each
  /// double that is nearest to it, though not the same key.
  private var largeInts: Set<Double> = []
  private var largeDoubles: Set<Double> = []
  private var others: [Value] = []

  init() {}

  init(_ list: List, _ budget: inout Budget) throws(Failure) {
    for item in list { _ = try insert(item, &budget) }
  }

  /// Inserts a value; returns false if the set already contains it.
  mutating func insert(_ value: Value, _ budget: inout Budget) throws(Failure) -> Bool {
    let large = value.largeNumber
    if large == nil, let key = Key(value) {
      try budget.spend(1 + value.comparisonCost)
      return keys.insert(key).inserted
    }
    guard try !contains(value, &budget) else { return false }
    switch large {
    case .double(let double): largeDoubles.insert(double)
    case .int(let nearest):
      largeInts.insert(nearest)
      if let key = Key(value) { keys.insert(key) }
    case nil: others.append(value)
    }
    return true
  }

  func contains(_ value: Value, _ budget: inout Budget) throws(Failure) -> Bool {
    try budget.spend(1 + value.comparisonCost)
    if case .double(let double) = value.largeNumber {
      return largeDoubles.contains(double) || largeInts.contains(double)
    }
    if let key = Key(value) {
      if keys.contains(key) { return true }
      guard case .int(let nearest) = value.largeNumber else { return false }
      return largeDoubles.contains(nearest)
    }
    for other in others {
      try budget.spend(1)
      if try other.equals(value, &budget) { return true }
    }
    return false
  }
}

extension Value {
  /// A number beyond 2^53, up to which an int and a double hold the same whole numbers.
  fileprivate enum LargeNumber: Equatable {
    /// An int or a uint, by the nearest double.
    case int(Double)
    case double(Double)
  }

  /// The number that the value is, if it is that large; else nil.
  fileprivate var largeNumber: LargeNumber? {
    let limit = 0x1p53
    switch self {
    case .int(let int) where Double(int).magnitude >= limit: return .int(Double(int))
    case .uint(let uint) where Double(uint) >= limit: return .int(Double(uint))
    case .double(let double) where double.magnitude >= limit: return .double(double)
    default: return nil
    }
  }
}
