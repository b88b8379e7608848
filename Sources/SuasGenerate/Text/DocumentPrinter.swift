extension Document {
  /// Prints the document.
  ///
  /// - Parameters:
  ///   - width: The greatest number of characters on a line, where the document can be broken.
  ///   - indentation: The number of spaces before each line.
  /// - Returns: the text, with an indentation before its first line, and without a line break at its
  ///   end.
  package func text(width: Int, indentation: Int = 0) -> String {
    var printer = DocumentPrinter(width: width, indentation: indentation)
    printer.print(parts)
    return printer.text
  }
}

extension Document {
  /// True if the document is no longer than a line, without the breaks that it can have.
  package func fits(_ width: Int) -> Bool { flattened.text(width: width).count <= width }
}

/// Prints documents as Wadler's "A prettier printer" does: a group stays on one line if it fits
/// there with the parts after it up to the next possible break.
private struct DocumentPrinter {
  private enum Mode { case flat, broken }
  /// A part that is left; links of a chain have the number of the line where its value began.
  private typealias Entry = (indentation: Int, mode: Mode, part: Document.Part, line: Int)

  private let width: Int
  private let start: Int
  private(set) var text = ""
  private var column = 0
  private var line = 0
  /// The indentation of the line.
  private var lineIndentation: Int
  /// The indentation that is still to be written on the line; empty lines have none.
  private var pending: Int?
  /// The entries that are left, the next one last.
  private var rest: [Entry] = []

  init(width: Int, indentation: Int) {
    self.width = width
    start = indentation
    lineIndentation = indentation
    pending = indentation
    column = indentation
  }

  mutating func print(_ parts: [Document.Part]) {
    push(parts, start, .broken)
    while let (indentation, mode, part, start) = rest.popLast() {
      switch part {
      case .text(let text), .name(let text): write(text)
      case .symbol(let symbol): write(symbol.name)
      case .line(let flat, _):
        if mode == .flat { write(flat) } else { breakLine(indentation) }
      case .hardLine: breakLine(indentation)
      case .ifBroken(let text): if mode == .broken { write(text) }
      case .spare: break
      case .ifFlat(let text): if mode == .flat { write(text) }
      case .nest(let columns, let parts): push(parts, indentation + columns, mode)
      case .aligned(let parts): push(parts, lineIndentation, mode)
      case .chain(let columns, [], let links):
        guard let next = links.first else { break }
        if next.isReset || fits([next]) {
          rest.append(
            (indentation, mode, .chain(columns, value: [], links: Array(links.dropFirst())), line))
          push([next], indentation, mode)
        } else {
          push(links, line == start ? indentation + columns : lineIndentation, mode)
        }
      case .chain(let columns, let value, let links):
        rest.append((indentation, mode, .chain(columns, value: [], links: links), line))
        push(value, indentation, mode)
      case .arguments(let list): pushArguments(list, indentation, mode)
      case .closing: if column >= width { breakLine(indentation) }
      case .reset(let flat):
        let breaks = mode == .broken && (lineIndentation > indentation || !fits([.text(flat)]))
        if breaks { breakLine(indentation) } else { write(flat) }
      case .group(let parts):
        let isBelow =
          if case .line(_, let columns)? = parts.first {
            lineIndentation - indentation > columns
          } else {
            false
          }
        let isFlat = mode == .flat || !isBelow && fits(parts)
        push(parts, indentation, isFlat ? .flat : .broken)
      }
    }
  }

  private mutating func push(_ parts: [Document.Part], _ indentation: Int, _ mode: Mode) {
    for part in parts.reversed() { rest.append((indentation, mode, part, line)) }
  }

  private mutating func pushArguments(
    _ list: [[Document.Part]], _ indentation: Int, _ mode: Mode
  ) {
    guard let last = list.last else { return }
    let others = list.dropLast().flatMap { $0 + [.text(", ")] }
    if mode == .flat || fits(others, then: last) {
      push(last, indentation, mode)
      push(others, indentation, .flat)
    } else {
      let items = [.line(flat: "")] + list.joined(separator: [.text(","), .line(flat: " ")])
      push([.nest(2, items + [.ifBroken(",")]), .line(flat: "")], indentation, .broken)
    }
  }

  private mutating func write(_ text: String) {
    guard !text.isEmpty else { return }
    if let indentation = pending.take() {
      self.text += String(repeating: " ", count: indentation)
    }
    self.text += text
    column += text.count
  }

  private mutating func breakLine(_ indentation: Int) {
    text += "\n"
    line += 1
    lineIndentation = indentation
    pending = indentation
    column = indentation
  }

  /// True if parts fit on the line, with the parts after them up to the next possible break.
  ///
  /// - Parameter broken: Parts after them, which are broken at the first chance.
  private func fits(_ parts: [Document.Part], then broken: [Document.Part] = []) -> Bool {
    var left = width - column
    var stack: [(mode: Mode, part: Document.Part)] = broken.reversed().map { (.broken, $0) }
    stack += parts.reversed().map { (.flat, $0) }
    var next = rest.count
    var isAfter = false
    while left >= 0 {
      guard let (mode, part) = stack.popLast() else {
        guard next > 0 else { return true }
        next -= 1
        isAfter = true
        stack.append((rest[next].mode, rest[next].part))
        continue
      }
      switch part {
      case .text(let text), .name(let text): left -= text.count
      case .symbol(let symbol): left -= symbol.name.count
      case .line(let flat, _):
        if mode == .broken { return true }
        left -= flat.count
      // Inside of the group, a line that is broken in any case breaks it; after it, the line ends.
      case .hardLine: return mode == .broken
      case .ifBroken(let text): if mode == .broken { left -= text.count }
      case .spare(let columns): if mode == .flat { left -= columns }
      case .ifFlat(let text): if mode == .flat { left -= text.count }
      case .closing: break
      case .reset(let flat):
        if isAfter { return true }
        left -= flat.count
      case .group(let parts), .aligned(let parts), .nest(_, let parts):
        // The text after the group is broken at its first chance.
        for part in parts.reversed() { stack.append((mode, part)) }
      case .chain(_, let value, let links):
        for part in (value + links).reversed() { stack.append((mode, part)) }
      case .arguments(let list):
        for part in list.onOneLine.reversed() { stack.append((mode, part)) }
      }
    }
    return false
  }
}

extension Document.Part {
  /// True for a line break back to the indentation of the parts around it.
  fileprivate var isReset: Bool {
    guard case .nest(_, let parts) = self, case .reset? = parts.first else { return false }
    return true
  }
}
