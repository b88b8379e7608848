/// The lines in which two texts differ.
package struct LineDifference {
  package typealias Line = ArraySlice<UInt8>

  /// Lines of the old text, and the lines of the new one that replace them.
  struct Change {
    var old: Range<Int>
    var new: Range<Int>

    /// The changes of single lines, if as many lines take the place of others.
    var single: [Change] {
      guard old.count == new.count else { return [self] }
      return zip(old, new).map { Change(old: $0..<$0 + 1, new: $1..<$1 + 1) }
    }
  }

  let old: [Line]
  let new: [Line]
  private(set) var changes: [Change] = []

  package init(from old: [UInt8], to new: [UInt8]) {
    self.old = Self.lines(of: old)
    self.new = Self.lines(of: new)
    compare()
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// The lines of a text with their line breaks.
  private static func lines(of text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for (offset, byte) in text.enumerated() where byte == 0x0A {
      lines.append(text[start...offset])
      start = offset + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  private mutating func compare() {
    // Equal lines have equal numbers.
    var numbers: [Line: Int] = [:]
    func number(_ line: Line) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let common = CommonLines(of: old.map(number), and: new.map(number))
    var (oldLine, newLine) = (0, 0)
    for pair in common.pairs + [(old.count, new.count)] {
      if pair.old > oldLine || pair.new > newLine {
        changes.append(Change(old: oldLine..<pair.old, new: newLine..<pair.new))
      }
      (oldLine, newLine) = (pair.old + 1, pair.new + 1)
    }
  }

  /// The old text with the changes that touch some of its lines.
  func text(changing lines: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var line = 0
    for change in changes.flatMap(\.single) where change.old.touches(lines) {
      for kept in old[line..<change.old.lowerBound] { text += kept }
      for added in new[change.new] { text += added }
      line = change.old.upperBound
    }
    for kept in old[line...] { text += kept }
    return text
  }

  private static let context = 3

  /// The difference in the unified format of `diff -u`.
  package func unified(name: String) -> String {
    guard !changes.isEmpty else { return "" }
    var text = "--- \(name)\n+++ \(name) (formatted)\n"
    var first = changes.startIndex
    while first < changes.endIndex {
      var last = first
      while last + 1 < changes.endIndex,
        changes[last + 1].old.lowerBound - changes[last].old.upperBound <= 2 * Self.context
      {
        last += 1
      }
      text += hunk(changes[first...last])
      first = last + 1
    }
    return text
  }

  private func hunk(_ changes: ArraySlice<Change>) -> String {
    guard let first = changes.first, let last = changes.last else { return "" }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    var text = "@@ -\(Self.place(oldRange)) +\(Self.place(newRange)) @@\n"
    var line = oldRange.lowerBound
    for change in changes {
      for kept in old[line..<change.old.lowerBound] { text += Self.written(" ", kept) }
      for removed in old[change.old] { text += Self.written("-", removed) }
      for added in new[change.new] { text += Self.written("+", added) }
      line = change.old.upperBound
    }
    for kept in old[line..<oldRange.upperBound] { text += Self.written(" ", kept) }
    return text
  }

  private static func place(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private static func written(_ mark: String, _ line: Line) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}

extension Range<Int> {
  /// True if the ranges have a line in common, or one of them is empty and beside the other.
  fileprivate func touches(_ other: Range<Int>) -> Bool {
    if isEmpty || other.isEmpty {
      return lowerBound <= other.upperBound && other.lowerBound <= upperBound
    }
    return overlaps(other)
  }
}
