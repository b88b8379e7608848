import CEL

/// Finds the values that may match a pattern, by a hash index if a part of the pattern is a
/// constant, else all of them.
struct Search {
  private let values: [Value]
  /// The indices of the values by bucket, for each slot that is hashed; nil for the whole value.
  private var files: [Int?: [Int: [Int]]] = [:]

  /// The limit for values compared with all the patterns of one list. Lists that need more are not
  /// compared.
  static let stepLimit = 2_000_000

  init(_ values: [Value]) { self.values = values }

  /// Returns the indices of the values that may match.
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

  /// Returns the indices of the patterns that no value matches; nil if that takes too many steps.
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
  /// A hash; equal values have the same.
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
