import YAML

/// A document with a change.
package struct EditedDocument: Sendable {
  /// A replacement of bytes, as short as possible: its first and last bytes change.
  package struct Change: Hashable, Sendable {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// The document without the change.
  private let original: Source
  /// The change; the same for equal new texts.
  package let change: Change
  /// The place of the change, without the blanks and line breaks around it.
  package let place: SourceRange
  /// The range that has to be replaced to make the change.
  package let replaced: SourceRange
  /// The text that stands in its place.
  package let replacement: String
  /// The lines that are changed, as they were, and as they are without blank ones.
  package let lines: (old: [String], new: [String])

  /// - Parameters:
  ///   - place: The place to report; nil for the range that is edited.
  ///   - range: The range that is edited.
  ///   - newRange: The same range in the new text.
  init(
    _ original: Source, _ change: Change, place: SourceRange?, _ range: Range<Int>,
    _ text: [UInt8], _ newRange: Range<Int>
  ) {
    self.original = original
    self.change = change
    self.place = place ?? SourceRange(original, original.utf8.trimmed(range))
    var (replaced, replacement) = original.utf8.withoutSameBlanks(range, text, newRange)
    if let place {
      // The text in the place that is reported, if it is the only one to change.
      let end = place.upperBound + text.count - original.utf8.count
      if end >= place.lowerBound, range.lowerBound <= place.lowerBound,
        original.utf8[range.lowerBound..<place.lowerBound]
          == text[newRange.lowerBound..<place.lowerBound],
        original.utf8[place.upperBound...].elementsEqual(text[end...])
      {
        (replaced, replacement) = (place.offsets, place.lowerBound..<end)
      }
    }
    self.replaced = SourceRange(original, replaced)
    self.replacement = String(decoding: text[replacement], as: UTF8.self)
    let (old, changed) = (original.utf8.lines(range), text.lines(newRange))
    let start = zip(old, changed).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), changed.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    lines = (
      Array(old.dropFirst(start).dropLast(end)), Array(changed.dropFirst(start).dropLast(end))
    )
  }

  /// The new text. Lines that are left out are blank in it, so that all others keep their numbers.
  package var source: Source {
    var bytes = original.utf8
    bytes.replaceSubrange(change.range, with: change.bytes)
    return Source(name: original.name, text: String(decoding: bytes, as: UTF8.self))
  }
}

extension EditedDocument.Change {
  /// Creates the change between two versions of a part that begins at the same offset.
  init(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    range = oldRest.startIndex..<oldRest.endIndex - end
    bytes = Array(newRest.dropLast(end))
  }

  var isEmpty: Bool { range.isEmpty && bytes.isEmpty }
}

extension [UInt8] {
  /// Returns the lines that a range touches, without blank ones.
  fileprivate func lines(_ range: Range<Int>) -> [String] {
    let text = trimmed(range)
    let first = text.isEmpty ? range.lowerBound : text.lowerBound
    let last = text.isEmpty ? first : text.upperBound - 1
    let (start, end) = (startOfLine(around: first), startOfNextLine(after: last))
    return String(decoding: self[start..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns a range without the blanks and line breaks at both ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(at: start) || isLineBreak(at: start) { start += 1 }
    while end > start, isBlank(at: end - 1) || isLineBreak(at: end - 1) { end -= 1 }
    return start..<end
  }

  /// Returns two ranges, of this text and of another one, without the blanks and line breaks that
  /// are the same at both ends.
  fileprivate func withoutSameBlanks(
    _ range: Range<Int>, _ other: [UInt8], _ otherRange: Range<Int>
  ) -> (Range<Int>, Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    var (otherStart, otherEnd) = (otherRange.lowerBound, otherRange.upperBound)
    func isSame(_ offset: Int, _ otherOffset: Int) -> Bool {
      self[offset] == other[otherOffset] && (isBlank(at: offset) || isLineBreak(at: offset))
    }
    while end > start, otherEnd > otherStart, isSame(end - 1, otherEnd - 1) {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    while start < end, otherStart < otherEnd, isSame(start, otherStart) {
      (start, otherStart) = (start + 1, otherStart + 1)
    }
    return (start..<end, otherStart..<otherEnd)
  }
}
