import SuasSpec
import YAML

/// An entry of a section of a spec, as a text of its own that has nothing else.
///
/// Its lines are those of the spec, so that an offset in it is the spec's offset, apart from
/// ``shift``.
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
      let section = sectionLine.key(in: text), section.endsLine,
      EntryChecker.sections.contains(section.name), let entry = entryLine.key(in: text),
      offset >= entry.end
    else { return nil }
    var end = entryLine.next
    while end < text.count {
      let line = TextLine(at: end, in: text)
      if line.hasContent, line.indentation <= entryLine.indentation { break }
      end = line.next
    }
    let lines = text[entryLine.range.lowerBound..<end]
    guard !lines.mayBeReadOtherwise else { return nil }
    let head = Array("suas: 1\n\(section.name):\n".utf8)
    self.section = section.name
    range = entryLine.range.lowerBound..<end
    start = entry.end
    bytes = head + lines
    shift = entryLine.range.lowerBound - head.count
  }

  /// The section's line and the entry's, which lead to an offset.
  private static func lines(
    leadingTo offset: Int, in text: [UInt8]
  ) -> (section: TextLine, entry: TextLine)? {
    var line = TextLine(around: offset, in: text)
    var entry: TextLine?
    // On a blank line, something may be about to be written; a comment belongs to the lines above
    // it.
    var indentation = line.isComment ? Int.max : line.indentation + 1
    var counts = !line.isComment
    while true {
      if counts, line.indentation < indentation {
        if line.indentation == 0 { return entry.map { (line, $0) } }
        entry = line
        indentation = line.indentation
      }
      guard line.range.lowerBound > 0 else { return nil }
      line = TextLine(around: line.range.lowerBound - 1, in: text)
      counts = line.hasContent
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
}

extension ArraySlice<UInt8> {
  /// True if the meaning of these lines may depend on others, or if YAML may see other lines in them:
  /// for anchors and aliases, and for tabs and line breaks besides CR and LF.
  fileprivate var mayBeReadOtherwise: Bool {
    for (index, byte) in zip(indices, self) {
      switch byte {
      case 0x09: return true
      case 0xC2: if self[(index + 1)...].first == 0x85 { return true }
      case 0xE2:
        // The separators of lines and of paragraphs.
        let rest = self[(index + 1)...].prefix(2)
        if rest.elementsEqual([0x80, 0xA8]) || rest.elementsEqual([0x80, 0xA9]) { return true }
      default: break
      }
    }
    return holdsAnchor || holdsAlias
  }
}
