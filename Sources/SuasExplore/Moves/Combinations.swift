import CEL

/// The rows of values to try in some places: plain values in all combinations, edges one at a time.
struct Combinations {
  private(set) var rows: [[Value]] = []
  /// True if these are all possible rows.
  let isWhole: Bool

  /// - Parameter limit: The greatest number of rows of plain values; the simplest are kept.
  init(_ places: [Choices], atMost limit: Int) {
    let count = places.reduce(1) { min($0 * $1.plain.count, limit + 1) }
    isWhole = count <= limit && places.allSatisfy { $0.isWhole && $0.edges.isEmpty }
    guard places.allSatisfy({ !$0.plain.isEmpty }) else { return }
    var row = places.map { $0.plain[0] }
    // Rows are ordered by the sum of their values' distances from the simplest ones.
    let furthest = places.reduce(0) { $0 + $1.plain.count - 1 }
    var distance = 0
    while distance <= furthest, rows.count < limit {
      add(places[...], distance, &row, limit)
      distance += 1
    }
    let simplest = places.map { $0.plain[0] }
    for (place, choices) in places.enumerated() {
      for edge in choices.edges {
        var row = simplest
        row[place] = edge
        rows.append(row)
      }
    }
  }

  private mutating func add(
    _ places: ArraySlice<Choices>, _ distance: Int, _ row: inout [Value], _ limit: Int
  ) {
    guard rows.count < limit else { return }
    guard let choices = places.first else {
      if distance == 0 { rows.append(row) }
      return
    }
    let rest = places.dropFirst()
    let reach = rest.reduce(0) { $0 + $1.plain.count - 1 }
    let most = min(distance, choices.plain.count - 1)
    let least = max(0, distance - reach)
    guard least <= most else { return }
    // The last places change first.
    for step in least...most {
      row[places.startIndex] = choices.plain[step]
      add(rest, distance - step, &row, limit)
    }
  }
}
