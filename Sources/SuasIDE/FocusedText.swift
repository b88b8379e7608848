import SuasSpec

/// The text of a spec or a scenario file without the rules and scenarios that do not concern a place.
///
/// The answer at a place depends on the declarations of the spec and on the rules of the one handler
/// or shared rule around it, or on the one scenario around it. All others are left out, so that they
/// need not be checked, and so are sections whose names nothing in a spec uses: they become blanks,
/// and what is left keeps its offsets.
struct FocusedText {
  private(set) var bytes: [UInt8]
  private let cursor: Int

  /// - Parameter cursor: The offset of the place.
  init(_ text: [UInt8], at cursor: Int) {
    bytes = text
    self.cursor = cursor
    var lines = Lines(text)
    while let line = lines.next() {
      guard line.indentation == 0, let key = line.key(in: text) else { continue }
      switch key.name {
      case "reducers": leaveOut(below: ["", "on", ""], line, &lines)
      case "rules": leaveOut(below: ["", "do"], line, &lines)
      case "scenarios": leaveOutItems(below: line, &lines)
      case "listeners", "invariants", "transitions", "at-rest", "reachable", "always-reachable":
        if key.endsLine { leaveOutValue(of: line, &lines, putting: "{}") }
      default: break
      }
    }
  }

  /// Leaves out the values below some keys, in turn, in the value of a line's key.
  ///
  /// - Parameter keys: The keys on the way; an empty one stands for all.
  private mutating func leaveOut(
    below keys: ArraySlice<String>, _ parent: TextLine, _ lines: inout Lines
  ) {
    var indentation: Int?
    while let line = lines.peek(), line.indentation > parent.indentation {
      _ = lines.next()
      guard line.indentation == indentation ?? line.indentation else { continue }
      indentation = line.indentation
      guard let first = keys.first, let key = line.key(in: bytes), key.endsLine,
        first.isEmpty || first == key.name
      else { continue }
      if keys.count > 1 {
        leaveOut(below: keys.dropFirst(), line, &lines)
      } else {
        leaveOutValue(of: line, &lines, putting: "[]")
      }
    }
  }

  /// Leaves out the items around which the place is not, of the list that is the value of a line's
  /// key. If it is in none of them, all items may concern it.
  private mutating func leaveOutItems(below parent: TextLine, _ lines: inout Lines) {
    var starts: [Int] = []
    var indentation: Int?
    while let line = lines.peek(), line.indentation > parent.indentation || line.isItem {
      _ = lines.next()
      guard line.indentation == indentation ?? line.indentation, line.isItem else { continue }
      indentation = line.indentation
      starts.append(line.range.lowerBound)
    }
    let end = lines.peek()?.range.lowerBound ?? bytes.count
    guard let first = starts.first, first <= cursor, cursor < end || end == bytes.count else {
      return
    }
    for (start, next) in zip(starts, starts.dropFirst() + [end])
    where cursor < start || next <= cursor && next < bytes.count {
      if !bytes[start..<next].holdsAnchor { clear(start..<next) }
    }
  }

  private mutating func clear(_ range: Range<Int>) {
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  /// - Parameter empty: An empty collection, so that the key has a value.
  private mutating func leaveOutValue(
    of parent: TextLine, _ lines: inout Lines, putting empty: StaticString
  ) {
    let start = parent.range.upperBound
    var end = start
    while let line = lines.peek(),
      line.indentation > parent.indentation
        || line.indentation == parent.indentation && line.isItem
    {
      _ = lines.next()
      end = line.range.upperBound
    }
    // The blank lines after the value belong to it for somebody who is about to write there.
    let next = lines.peek()?.range.lowerBound ?? bytes.count
    guard end > start, cursor < parent.range.lowerBound || cursor >= next,
      !bytes[start..<end].holdsAnchor
    else { return }
    clear(start..<end)
    guard let blank = bytes[start..<end].firstIndex(of: 0x20) else { return }
    let place = blank + parent.indentation + 1
    guard place + 1 < end, bytes[blank...place + 1].allSatisfy({ $0 == 0x20 }) else { return }
    empty.withUTF8Buffer { bytes.replaceSubrange(place...place + 1, with: $0) }
  }

  /// The lines of a text that are neither blank nor comments.
  private struct Lines {
    private let text: [UInt8]
    private var offset = 0
    private var peeked: TextLine?

    init(_ text: [UInt8]) { self.text = text }

    mutating func peek() -> TextLine? {
      while peeked == nil, offset < text.count {
        let line = TextLine(at: offset, in: text)
        offset = line.next
        if line.hasContent { peeked = line }
      }
      return peeked
    }

    mutating func next() -> TextLine? {
      defer { peeked = nil }
      return peek()
    }
  }
}
