/// A text with keycap markers, `1️⃣` to `9️⃣`, so that tests name places without numbers.
public struct MarkedText: Sendable {
  /// The text without its markers.
  public let text: String
  /// The offset of each marker in the text, in UTF-8 bytes.
  public let offsets: [Character: Int]

  public init(_ marked: String) {
    var text = ""
    var offsets: [Character: Int] = [:]
    for character in marked {
      if character.unicodeScalars.last == "\u{20E3}" {
        offsets[character] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.offsets = offsets
  }

  /// The offset of a marker; -1 if the text has no such marker.
  public subscript(marker: Character) -> Int { offsets[marker] ?? -1 }

  /// The range from the first marker to the second.
  public var range: Range<Int> { self["1️⃣"]..<max(self["1️⃣"], self["2️⃣"]) }
}
