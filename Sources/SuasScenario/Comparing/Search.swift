import CEL

/// Finds the values among some that may match a pattern, without a look at all others where a part
/// of the pattern is known.
struct Search {
  private let values: [Value]
  /// By the slot that they were filed under, nil for the whole: the places of values by bucket.
  private var files: [Int?: [Int: [Int]]] = [:]

  /// So many values are looked at for all the patterns of one list. Lists that need more are not
  /// judged.
  static let stepLimit = 2_000_000

  init(_ values: [Value]) { self.values = values }

  /// The places of the values that may match.
  mutating func candidates(for pattern: Pattern) -> [Int] {
    switch pattern.kind {
    case .value(let value):
      return places(of: value, inSlot: nil)
    case .record(let fields):
      for (slot, _, pattern) in fields {
        if case .value(let value) = pattern.kind { return places(of: value, inSlot: slot) }
      }
    default: break
    }
    return Array(values.indices)
  }

  private mutating func places(of value: Value, inSlot slot: Int?) -> [Int] {
    if files[slot] == nil {
      files[slot] = Dictionary(grouping: values.indices) { place in
        switch (slot, values[place]) {
        case (let slot?, .record(let record)) where record.fields.indices.contains(slot):
          record[slot].bucket
        default: values[place].bucket
        }
      }
    }
    return files[slot]?[value.bucket] ?? []
  }

  /// The places of the patterns that no value matches; nil where there is too much to look at.
  mutating func missing(_ patterns: [Pattern]) -> [Int]? {
    var steps = 0
    var missing: [Int] = []
    for (index, pattern) in patterns.enumerated() {
      let isFound = candidates(for: pattern).contains { place in
        steps += 1
        return steps <= Self.stepLimit && pattern.matches(values[place])
      }
      guard steps <= Self.stepLimit else { return nil }
      if !isFound { missing.append(index) }
    }
    return missing
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
