import YAML

/// The part around the cursor of a line that is being edited, as one row of a terminal shows it.
struct LineDisplay: Equatable {
  /// The visible text, including the prompt.
  let text: String
  /// The column of the cursor.
  let column: Int

  init(_ buffer: LineBuffer, prompt: String, columns: Int) {
    // A full row would put the cursor on the next one.
    let room = max(1, columns - 1)
    let prompt = room > prompt.count + 8 ? prompt : ""
    let width = max(1, room - prompt.count)

    // Show as much as fits before the cursor, with some room left for the text after it.
    let characters = buffer.characters
    let ahead = min(width / 4, characters.count - buffer.cursor)
    var start = buffer.cursor
    var used = 0
    while start > 0 {
      let next = Self.shown(characters[start - 1]).width
      guard used + next + ahead <= width else { break }
      used += next
      start -= 1
    }
    column = prompt.count + used
    var shown = ""
    var end = start
    var total = 0
    while end < characters.count {
      let next = Self.shown(characters[end])
      guard total + next.width <= width else { break }
      shown += next.text
      total += next.width
      end += 1
    }
    text = prompt + shown
  }

  /// A character as it is shown, and the number of columns that it takes.
  private static func shown(_ character: Character) -> (text: String, width: Int) {
    let text = String(character)
    let escaped = DisplayText.escaped(text)
    if escaped != text { return (escaped, escaped.unicodeScalars.count) }
    return (text, text.unicodeScalars.map(DisplayText.width).max() ?? 0)
  }
}

/// Words arranged in rows, with as many in a row as fit.
struct WordTable {
  let rows: [String]

  /// - Parameter limit: The maximum number of words shown.
  init(_ words: [String], columns: Int, limit: Int = 100) {
    let shown = words.prefix(limit).map(DisplayText.escaped)
    let widths = shown.map { $0.unicodeScalars.reduce(0) { $0 + DisplayText.width($1) } }
    let width = (widths.max() ?? 0) + 2
    let count = max(1, (columns - 1) / width)
    var rows: [String] = []
    for start in stride(from: 0, to: shown.count, by: count) {
      var row = ""
      for index in start..<min(start + count, shown.count) {
        row += shown[index]
        if index + 1 < min(start + count, shown.count) {
          row += String(repeating: " ", count: width - widths[index])
        }
      }
      rows.append(row)
    }
    if words.count > limit { rows.append("… and \(words.count - limit) more") }
    self.rows = rows
  }
}
