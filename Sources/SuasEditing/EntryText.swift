import SuasSpec
import YAML

/// An entry of a section of a spec, as a text of its own that has nothing else.
///
/// The lines are those of the spec, so that each offset differs by the same number of bytes.
struct EntryText {
  /// The key of the section.
  let section: String
  /// The range of the lines in the spec.
  let range: Range<Int>
  /// The offset in the spec after the colon of the entry's key.
  let start: Int
  /// The lines of the entry, below the keys that a spec needs.
  let bytes: [UInt8]
  /// The difference between an offset in the spec and the same in `bytes`.
  let shift: Int

  /// Finds the entry around an offset; nil if there is none, or if its lines cannot be told apart
  /// from others without a parser.
  init?(around offset: Int, in text: [UInt8]) {
    guard let (sectionLine, entryLine) = Self.lines(leadingTo: offset, in: text),
      let section = sectionLine.key(in: text), EntryChecker.sections.contains(section.name),
      let entry = entryLine.key(in: text), offset >= entry.end
    else { return nil }
    var end = entryLine.next
    while end < text.count {
      let line = Line(at: end, in: text)
      if line.hasContent(in: text), line.indentation <= entryLine.indentation { break }
      end = line.next
    }
    let lines = text[entryLine.start..<end]
    guard !lines.mayBeReadOtherwise else { return nil }
    let head = Array("suas: 1\n\(section.name):\n".utf8)
    self.section = section.name
    range = entryLine.start..<end
    start = entry.end
    bytes = head + lines
    shift = entryLine.start - head.count
  }

  /// The section's line and the entry's, which lead to an offset.
  private static func lines(
    leadingTo offset: Int, in text: [UInt8]
  ) -> (section: Line, entry: Line)? {
    var line = Line(around: offset, in: text)
    var entry: Line?
    // A blank line is one where something is about to be written.
    var indentation = line.isComment(in: text) ? Int.max : line.indentation + 1
    while true {
      if line.hasContent(in: text) || line.start <= offset && offset < line.next,
        !line.isComment(in: text), line.indentation < indentation
      {
        if line.indentation == 0 { return entry.map { (line, $0) } }
        entry = line
        indentation = line.indentation
      }
      guard line.start > 0 else { return nil }
      line = Line(around: line.start - 1, in: text)
    }
  }

  /// The value of the entry in the tree of its text; nil if the text has anything else.
  func value(in tree: Node) -> Node? {
    guard let sections = tree.mapping, sections.count == 2,
      let entries = sections[1].value.mapping, entries.count == 1,
      entries[0].key.range.lowerBound + shift >= range.lowerBound
    else { return nil }
    return entries[0].value
  }

  /// True if the spec has the entry, according to its tree.
  func isEntry(of tree: Node) -> Bool {
    let sections = tree.mapping ?? []
    let entries = sections.first { $0.key.text == section }?.value.mapping ?? []
    return entries.contains { (range.lowerBound..<start).contains($0.key.range.lowerBound) }
  }

  /// A line of a text.
  private struct Line {
    let start: Int
    /// The start of the next line.
    let next: Int
    /// The number of blanks at its start.
    let indentation: Int

    init(at start: Int, in text: [UInt8]) {
      self.start = start
      next = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      indentation = (text[start..<next].firstIndex { $0 != 0x20 } ?? next) - start
    }

    init(around offset: Int, in text: [UInt8]) {
      self.init(at: text[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0, in: text)
    }

    private func first(in text: [UInt8]) -> UInt8? {
      start + indentation < next ? text[start + indentation] : nil
    }

    func hasContent(in text: [UInt8]) -> Bool {
      guard let first = first(in: text) else { return false }
      return first != 0x0A && first != 0x0D && first != UInt8(ascii: "#")
    }

    func isComment(in text: [UInt8]) -> Bool { first(in: text) == UInt8(ascii: "#") }

    /// The key that the line begins with, and the offset after its colon.
    func key(in text: [UInt8]) -> (name: String, end: Int)? {
      let first = start + indentation
      let colon = text[first..<next].firstIndex { !$0.isWordByte && $0 != UInt8(ascii: "-") }
      guard let colon, colon > first, text[first] != UInt8(ascii: "-"),
        text[colon] == UInt8(ascii: ":")
      else { return nil }
      return (String(decoding: text[first..<colon], as: UTF8.self), colon + 1)
    }
  }
}

extension ArraySlice<UInt8> {
  /// True if the meaning of these lines may depend on others, or if YAML may see other lines in them:
  /// for anchors and aliases, and for tabs and line breaks besides LF and CR LF.
  fileprivate var mayBeReadOtherwise: Bool {
    var former: UInt8 = 0x0A
    for (index, byte) in zip(indices, self) {
      let next = index + 1 < endIndex ? self[index + 1] : 0
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        if !former.isWordByte, former != byte, next.isWordByte { return true }
      case 0x09: return true
      case 0x0D: if next != 0x0A { return true }
      case 0xC2: if next == 0x85 { return true }
      case 0xE2:
        // The separators of lines and of paragraphs.
        if next == 0x80, index + 2 < endIndex, self[index + 2] | 1 == 0xA9 { return true }
      default: break
      }
      former = byte
    }
    return false
  }
}
