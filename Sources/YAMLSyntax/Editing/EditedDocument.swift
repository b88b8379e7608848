import YAML

/// A document with a change.
package struct EditedDocument: Sendable {
  /// A replacement of bytes, none of which stays as it is at both ends.
  package struct Change: Hashable, Sendable {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// The document without the change.
  private let original: Source
  /// The change; the same for equal new texts.
  package let change: Change
  /// The place of what is changed, without the blanks and line breaks around it.
  package let place: SourceRange
  /// The text that stands in its place.
  package let replacement: String
  /// The lines that are changed, as they were, and as they are without blank ones.
  package let lines: (old: [String], new: [String])

  init(
    _ original: Source, _ change: Change, place: SourceRange, replacement: String,
    lines: (old: [String], new: [String])
  ) {
    self.original = original
    self.change = change
    self.place = place
    self.replacement = replacement
    self.lines = lines
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
