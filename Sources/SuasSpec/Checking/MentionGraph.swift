/// Which records mention which, gone through without recursion: a file can make chains of any length.
struct MentionGraph {
  /// The records, each after those that its fields mention, unless these lead back to it.
  private(set) var order: [Int] = []
  /// Records that lead to one another, in groups; each group after those that it leads to.
  private(set) var groups: [[Int]] = []
  /// Whether each record leads back to itself.
  private(set) var isRecursive: [Bool]
  /// How many records can stand in one another in a value of each record, without any of them twice.
  private(set) var heights: [Int]

  /// Finds the groups as Tarjan does ("Depth-first search and linear graph algorithms", 1972).
  ///
  /// - Parameter mentions: For each record those that its fields mention.
  init(_ mentions: [[Int]]) {
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
        // Of the group itself no height is known yet.
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
