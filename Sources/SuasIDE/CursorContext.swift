/// The surroundings of a cursor in a text that need not be YAML yet: the quotes and brackets that
/// are open there.
///
/// The text before the cursor is read in one pass, without a parser.
struct CursorContext {
  /// The brackets of flow collections that are open, outermost first.
  private(set) var brackets: [UInt8] = []
  /// The quote of the scalar around the cursor; nil if it is not quoted.
  private(set) var quote: UInt8?
  private(set) var isInComment = false
  private(set) var isInBlockScalar = false
  /// True if only blanks and dashes are before the scalar on its line, outside of brackets: a key
  /// may stand here, or an item of a list.
  private(set) var isAtLineStart = true
  /// The start of the scalar around the cursor, without its quote; the cursor if there is none.
  private(set) var scalarStart: Int
  /// The start of the word before the cursor.
  private(set) var wordStart: Int
  /// True directly after a colon, where a blank is missing before a value.
  private(set) var followsColon = false
  /// The end of the word around the cursor.
  let wordEnd: Int
  /// True if the word around the cursor is a key: a colon and a blank follow it.
  let precedesColon: Bool

  private enum Mode {
    case start, plain, single, double, comment
    case block(indentation: Int)
  }

  init(_ text: [UInt8], at offset: Int) {
    scalarStart = offset
    wordStart = offset
    wordEnd =
      text[offset...].firstIndex { !$0.isWordByte && $0 != UInt8(ascii: "-") } ?? text.count
    precedesColon =
      wordEnd < text.count && text[wordEnd] == UInt8(ascii: ":")
      && (wordEnd + 1 == text.count || text[wordEnd + 1].isBlank)
    read(text, until: offset)
    // A key or the name of a rule may have dashes; in an expression a dash is an operator.
    let isName = text[min(scalarStart, offset)..<offset].allSatisfy {
      $0.isWordByte || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "$")
    }
    if isName { wordStart = min(scalarStart, offset) }
    while wordStart > scalarStart, text[wordStart - 1].isWordByte { wordStart -= 1 }
  }

  private mutating func read(_ text: [UInt8], until end: Int) {
    var mode = Mode.start
    var index = 0
    var indentation = 0
    var isIndenting = true
    var start = end
    while index < end {
      let byte = text[index]
      let next: UInt8? = index + 1 < end ? text[index + 1] : nil
      let endsToken = next == nil || next?.isBlank == true
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        switch mode {
        case .plain, .comment, .start: mode = .start
        case .single, .double, .block: break
        }
        isAtLineStart = brackets.isEmpty
        isIndenting = true
        indentation = 0
        index += 1
        continue
      }
      if isIndenting {
        if byte == UInt8(ascii: " ") {
          indentation += 1
          index += 1
          continue
        }
        isIndenting = false
        if case .block(let parent) = mode, indentation <= parent { mode = .start }
      }
      switch mode {
      case .comment, .block: break
      case .single:
        if byte == UInt8(ascii: "'") {
          if next == UInt8(ascii: "'") { index += 1 } else { mode = .start }
        }
      case .double:
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          mode = .start
        }
      case .plain:
        if byte == UInt8(ascii: ":"), endsToken {
          mode = .start
          isAtLineStart = false
        } else if byte == UInt8(ascii: "#"), text[index - 1].isBlank {
          mode = .comment
        } else if !brackets.isEmpty, byte.isFlowEnd {
          mode = .start
          close(byte)
        }
      case .start:
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        case UInt8(ascii: "#"): mode = .comment
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          mode = byte == UInt8(ascii: "'") ? .single : .double
          start = index + 1
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          brackets.append(byte)
          isAtLineStart = false
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
        case UInt8(ascii: ":") where endsToken: isAtLineStart = false
        case UInt8(ascii: "-") where endsToken && brackets.isEmpty && isAtLineStart: break
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
          guard brackets.isEmpty else { fallthrough }
          mode = .block(indentation: indentation)
          start = index
        default:
          mode = .plain
          start = index
        }
      }
      index += 1
    }
    finish(mode, start: start, text, end)
  }

  private mutating func close(_ byte: UInt8) {
    if byte != UInt8(ascii: ","), !brackets.isEmpty { brackets.removeLast() }
  }

  private mutating func finish(_ mode: Mode, start: Int, _ text: [UInt8], _ end: Int) {
    switch mode {
    case .comment: isInComment = true
    case .block:
      isInBlockScalar = true
      scalarStart = start
    case .single:
      quote = UInt8(ascii: "'")
      scalarStart = start
    case .double:
      quote = UInt8(ascii: "\"")
      scalarStart = start
    case .plain: scalarStart = start
    case .start:
      scalarStart = end
      followsColon = end > 0 && text[end - 1] == UInt8(ascii: ":")
    }
  }
}

extension UInt8 {
  /// True for a byte of names and of the language's keys.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n")
      || self == UInt8(ascii: "\r")
  }

  fileprivate var isFlowEnd: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "]") || self == UInt8(ascii: "}")
  }
}
