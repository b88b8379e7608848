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
      guard line.indentation == 0 else { continue }
      switch line.key {
      case "reducers": leaveOut(below: ["", "on", ""], line, &lines)
      case "rules": leaveOut(below: ["", "do"], line, &lines)
      case "scenarios": leaveOutItems(below: line, &lines)
      case "listeners", "invariants", "transitions", "reachable":
        if line.endsWithColon { leaveOutValue(of: line, &lines, putting: "{}") }
      default: break
      }
    }
  }

  /// Leaves out the values below some keys, in turn, in the value of a line's key.
  ///
  /// - Parameter keys: The keys on the way; an empty one stands for all.
  private mutating func leaveOut(
    below keys: ArraySlice<String>, _ parent: Line, _ lines: inout Lines
  ) {
    var indentation: Int?
    while let line = lines.peek(), line.indentation > parent.indentation {
      _ = lines.next()
      guard line.indentation == indentation ?? line.indentation else { continue }
      indentation = line.indentation
      guard let first = keys.first, first.isEmpty || first == line.key, line.endsWithColon else {
        continue
      }
      if keys.count > 1 {
        leaveOut(below: keys.dropFirst(), line, &lines)
      } else {
        leaveOutValue(of: line, &lines, putting: "[]")
      }
    }
  }

  /// Leaves out the items of the list that is the value of a line's key.
  private mutating func leaveOutItems(below parent: Line, _ lines: inout Lines) {
    var start: Int?
    var indentation: Int?
    while let line = lines.peek(), line.indentation > parent.indentation || line.isItem {
      _ = lines.next()
      guard line.indentation == indentation ?? line.indentation, line.isItem else { continue }
      indentation = line.indentation
      if let start { leaveOut(start..<line.range.lowerBound) }
      start = line.range.lowerBound
    }
    if let start { leaveOut(start..<(lines.peek()?.range.lowerBound ?? bytes.count)) }
  }

  /// Leaves out lines, unless the place is in them.
  private mutating func leaveOut(_ range: Range<Int>) {
    guard !range.contains(cursor), cursor < bytes.count || range.upperBound < bytes.count,
      !bytes[range].holdsAnchor
    else { return }
    clear(range)
  }

  private mutating func clear(_ range: Range<Int>) {
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  /// - Parameter empty: An empty collection, so that the key has a value.
  private mutating func leaveOutValue(
    of parent: Line, _ lines: inout Lines, putting empty: StaticString
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

  /// A line with content.
  private struct Line {
    /// The range without the line break.
    let range: Range<Int>
    let indentation: Int
    /// The key at the start of the line; empty for anything else.
    let key: String
    /// True if nothing but a comment follows the key.
    let endsWithColon: Bool
    let isItem: Bool
  }

  /// The lines of a text that are neither blank nor comments.
  private struct Lines {
    private let text: [UInt8]
    private var offset = 0
    private var peeked: Line?

    init(_ text: [UInt8]) { self.text = text }

    mutating func peek() -> Line? {
      if peeked == nil { peeked = read() }
      return peeked
    }

    mutating func next() -> Line? {
      defer { peeked = nil }
      return peek()
    }

    private mutating func read() -> Line? {
      while offset < text.count {
        let start = offset
        let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        offset = end + 1
        let line = text[start..<end]
        guard let first = line.firstIndex(where: { $0 != 0x20 }),
          line[first] != UInt8(ascii: "#")
        else { continue }
        let keyEnd =
          line[first...].firstIndex { !$0.isWordByte && $0 != UInt8(ascii: "-") } ?? end
        let isKey = keyEnd > first && keyEnd < end && line[keyEnd] == UInt8(ascii: ":")
        let rest = isKey ? line[(keyEnd + 1)...].first { $0 != 0x20 } : 0
        return Line(
          range: start..<end, indentation: first - start,
          key: isKey ? String(decoding: line[first..<keyEnd], as: UTF8.self) : "",
          endsWithColon: isKey && (rest == nil || rest == UInt8(ascii: "#")),
          isItem: line[first] == UInt8(ascii: "-"))
      }
      return nil
    }
  }
}

extension Collection<UInt8> {
  /// True if an anchor may be declared here, which aliases elsewhere need.
  fileprivate var holdsAnchor: Bool {
    var isAtStart = true
    var follows = false
    for byte in self {
      if follows, byte.isWordByte { return true }
      follows = isAtStart && byte == UInt8(ascii: "&")
      isAtStart = !byte.isWordByte && byte != UInt8(ascii: "&")
    }
    return false
  }
}
