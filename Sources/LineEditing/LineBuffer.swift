/// A line that is being edited, with its cursor.
struct LineBuffer: Equatable {
  private(set) var characters: [Character]
  /// The number of characters before the cursor.
  private(set) var cursor: Int

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters[..<cursor]) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    // The inserted text may combine with the character before it, as an accent does.
    let before = String(characters[..<cursor]) + text
    let after = characters[cursor...]
    characters = Array(before)
    cursor = characters.count
    characters += after
  }

  mutating func moveLeft() { cursor = max(0, cursor - 1) }
  mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }

  mutating func moveWordLeft() { cursor = startOfWord }
  mutating func moveWordRight() { cursor = endOfWord }

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() {
    guard cursor < characters.count else { return }
    characters.remove(at: cursor)
  }

  mutating func deleteToEnd() { characters.removeSubrange(cursor...) }

  mutating func deleteToStart() {
    characters.removeSubrange(..<cursor)
    cursor = 0
  }

  mutating func deleteWord() {
    let start = startOfWord
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Replaces the text from an offset, in UTF-8 bytes, up to the cursor.
  mutating func replace(from offset: Int, with text: String) {
    let before = textBeforeCursor
    let start = before.utf8.index(before.startIndex, offsetBy: min(offset, before.utf8.count))
    let after = characters[cursor...]
    characters = Array(before[..<start] + text)
    cursor = characters.count
    characters += after
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  private var endOfWord: Int {
    var end = cursor
    while end < characters.count, characters[end].isWhitespace { end += 1 }
    while end < characters.count, !characters[end].isWhitespace { end += 1 }
    return end
  }
}
