/// The lines that two texts have in common, in the same order, as numbers that stand for lines.
///
/// A longest selection of common lines takes time that grows with the lines times the differences.
/// So only short parts are searched. Long parts are divided at lines that both texts have: the
/// first occurrence in one text meets the first in the other, the second the second, and so on.
struct CommonLines {
  /// A line of both texts.
  typealias Pair = (old: Int, new: Int)

  private let old: [Int]
  private let new: [Int]
  private(set) var pairs: [Pair] = []

  /// The number of lines in two parts up to which a longest selection is looked for.
  private static let short = 1000

  init(of old: [Int], and new: [Int]) {
    self.old = old
    self.new = new
    pairs.reserveCapacity(min(old.count, new.count))
    add(old.indices, new.indices, divides: true)
  }

  /// Adds the pairs in two parts.
  private mutating func add(_ oldPart: Range<Int>, _ newPart: Range<Int>, divides: Bool) {
    let (oldLines, newLines) = (old[oldPart], new[newPart])
    let start = zip(oldLines, newLines).prefix { $0 == $1 }.count
    let end = zip(oldLines.dropFirst(start).reversed(), newLines.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    addPairs(oldPart.lowerBound, newPart.lowerBound, count: start)
    let oldRest = oldPart.lowerBound + start..<oldPart.upperBound - end
    let newRest = newPart.lowerBound + start..<newPart.upperBound - end
    if oldRest.count + newRest.count <= Self.short {
      addLongestSelection(oldRest, newRest)
    } else if divides {
      divide(oldRest, newRest)
    }
    addPairs(oldRest.upperBound, newRest.upperBound, count: end)
  }

  private mutating func addPairs(_ old: Int, _ new: Int, count: Int) {
    for index in 0..<count { pairs.append((old + index, new + index)) }
  }

  private mutating func addLongestSelection(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new[newPart].difference(from: old[oldPart]) {
      // Offsets count from the start of the parts.
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + oldPart.lowerBound)
      case .insert(let offset, _, _): inserted.insert(offset + newPart.lowerBound)
      }
    }
    let kept = zip(
      oldPart.lazy.filter { !removed.contains($0) }, newPart.lazy.filter { !inserted.contains($0) })
    for (old, new) in kept { pairs.append((old, new)) }
  }

  private mutating func divide(_ oldPart: Range<Int>, _ newPart: Range<Int>) {
    var (oldLine, newLine) = (oldPart.lowerBound, newPart.lowerBound)
    for pair in Self.ascending(meetings(oldPart, newPart)) {
      add(oldLine..<pair.old, newLine..<pair.new, divides: false)
      pairs.append(pair)
      (oldLine, newLine) = (pair.old + 1, pair.new + 1)
    }
    add(oldLine..<oldPart.upperBound, newLine..<newPart.upperBound, divides: false)
  }

  /// The pairs of equal lines of two parts: the first occurrence of a line in both, the second in
  /// both, and so on; in the order of the old text.
  private func meetings(_ oldPart: Range<Int>, _ newPart: Range<Int>) -> [Pair] {
    var places: [Int: [Int]] = [:]
    for index in newPart { places[new[index], default: []].append(index) }
    var seen: [Int: Int] = [:]
    return oldPart.compactMap { index in
      let number = seen[old[index], default: 0]
      seen[old[index]] = number + 1
      guard let places = places[old[index]], number < places.count else { return nil }
      return (index, places[number])
    }
  }

  /// A longest selection of pairs in the order of both texts.
  private static func ascending(_ pairs: [Pair]) -> [Pair] {
    // For each length, the pair at which a selection ends that ends first; and the pair before
    // each.
    var ends: [Int] = []
    var former = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { former[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var selection: [Pair] = []
    var next = ends.last
    while let index = next {
      selection.append(pairs[index])
      next = former[index]
    }
    return selection.reversed()
  }
}
