import CEL

/// Finds values that match patterns; values that are known are found without a look at all others.
struct Search {
  private let values: [Value]
  private let places: [Int: [Int]]

  /// So many values are looked at, one by one, for all the patterns of a matcher; what is not found
  /// then counts as missing.
  static let stepLimit = 2_000_000

  init(_ values: [Value]) {
    self.values = values
    places = Dictionary(grouping: values.indices) { values[$0].bucket }
  }

  /// The places of values that are the same as `value`.
  func places(of value: Value) -> [Int] {
    places[value.bucket, default: []].filter { values[$0] == value }
  }

  /// The places of the patterns that no value matches.
  func missing(_ patterns: [Pattern]) -> [Int] {
    var steps = 0
    return patterns.indices.filter { index in
      if case .value(let expected) = patterns[index].kind { return places(of: expected).isEmpty }
      return !values.contains { value in
        steps += 1
        return steps <= Self.stepLimit && patterns[index].matches(value)
      }
    }
  }
}

extension Value {
  /// A number that is the same for values that are.
  fileprivate var bucket: Int {
    var hasher = Hasher()
    combine(into: &hasher)
    return hasher.finalize()
  }

  private func combine(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let number): hasher.combine(number)
    case .double(let number): hasher.combine(number.isNaN ? .nan : number)
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .list(let list): for value in list { value.combine(into: &hasher) }
    case .record(let record): for value in record.fields { value.combine(into: &hasher) }
    // The order of a map does not matter.
    case .map(let map):
      hasher.combine(map.reduce(0) { $0 &+ $1.key.bucket &* 31 &+ $1.value.bucket })
    default: break
    }
  }
}
