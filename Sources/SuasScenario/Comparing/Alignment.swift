import CEL

/// The elements that two lists of different length do not share.
struct Alignment {
  /// The indices of the patterns that nothing matches.
  private(set) var missing: [Int] = []
  /// The indices of the values that were not expected.
  private(set) var extra: [Int] = []

  /// The limit for pairs of elements; beyond it, only the ends of the lists are aligned.
  private static let pairLimit = 250_000

  init(_ patterns: [Pattern], _ values: [Value]) {
    let shorter = min(patterns.count, values.count)
    var start = 0
    while start < shorter, patterns[start].matches(values[start]) { start += 1 }
    var end = 0
    while end < shorter - start,
      patterns[patterns.count - 1 - end].matches(values[values.count - 1 - end])
    { end += 1 }
    let expected = Array(start..<patterns.count - end)
    let actual = Array(start..<values.count - end)
    guard expected.isEmpty || actual.count <= Self.pairLimit / expected.count else {
      (missing, extra) = (expected, actual)
      return
    }
    // `difference` takes elements of one type: here indices, those of the values after the others.
    let alignment = actual.map { $0 + patterns.count }.difference(from: expected) {
      $0 < patterns.count && $1 >= patterns.count
        && patterns[$0].matches(values[$1 - patterns.count])
    }
    for change in alignment {
      switch change {
      case .remove(_, let place, _): missing.append(place)
      case .insert(_, let place, _): extra.append(place - patterns.count)
      }
    }
    missing.sort()
    extra.sort()
  }
}
