/// The graph of records and those that they mention, built without recursion: chains can be long.
package struct RecordGraph {
  /// The records in depth-first postorder: each follows those that it mentions, except in cycles.
  package private(set) var order: [Int] = []
  /// The strongly connected components of the graph; each follows those that it leads to.
  package private(set) var groups: [[Int]] = []
  /// For each record, true if it leads back to itself.
  package private(set) var isRecursive: [Bool]
  /// For each record, the maximum depth of nested records in its values, counting no record twice.
  package private(set) var heights: [Int]

  /// Finds the groups as Tarjan does ("Depth-first search and linear graph algorithms", 1972).
  ///
  /// - Parameter mentions: For each record, those that its fields mention.
  package init(_ mentions: [[Int]]) {
    heights = [Int](repeating: 0, count: mentions.count)
    isRecursive = [Bool](repeating: false, count: mentions.count)
    var numbers = [Int?](repeating: nil, count: mentions.count)
    var lowest = [Int](repeating: 0, count: mentions.count)
    var ungrouped: [Int] = []
    var isUngrouped = [Bool](repeating: false, count: mentions.count)
    var path: [(record: Int, next: Int)] = []
    var count = 0
    func enter(_ record: Int) {
      (numbers[record], lowest[record]) = (count, count)
      count += 1
      ungrouped.append(record)
      isUngrouped[record] = true
      path.append((record, 0))
    }
    for start in mentions.indices where numbers[start] == nil {
      enter(start)
      while let (record, next) = path.last {
        if next < mentions[record].count {
          path[path.count - 1].next += 1
          let other = mentions[record][next]
          if let number = numbers[other] {
            if isUngrouped[other] { lowest[record] = min(lowest[record], number) }
          } else {
            enter(other)
          }
          continue
        }
        path.removeLast()
        order.append(record)
        if let parent = path.last?.record { lowest[parent] = min(lowest[parent], lowest[record]) }
        guard lowest[record] == numbers[record], let first = ungrouped.lastIndex(of: record) else {
          continue
        }
        let group = Array(ungrouped[first...])
        ungrouped.removeSubrange(first...)
        for member in group { isUngrouped[member] = false }
        // The heights of the group itself are still zero.
        let below = group.flatMap { mentions[$0] }.map { heights[$0] }.max() ?? 0
        for member in group {
          heights[member] = below + group.count
          isRecursive[member] = group.count > 1 || mentions[member].contains(member)
        }
        groups.append(group)
      }
    }
  }
}
