/// A key that was pressed, or a text that was typed or pasted.
enum Key: Equatable {
  case text(String)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  case enter, tab, backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  /// A sequence without a meaning here.
  case unknown
}

/// Decodes keys from the bytes that a terminal sends (ECMA-48, section 5.4; xterm, "Bracketed Paste
/// Mode").
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private var isPasting = false

  mutating func feed(_ chunk: some Sequence<UInt8>) { bytes += chunk }

  /// True if no bytes are waiting to be decoded.
  var isEmpty: Bool { bytes.isEmpty }

  /// The next key; nil if more bytes are needed.
  ///
  /// - Parameter isComplete: True if no more bytes follow at once, so that an escape is complete.
  mutating func next(isComplete: Bool = false) -> Key? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(isComplete)
    case 0x0D, 0x0A:
      bytes.removeFirst()
      return .enter
    case 0x09:
      bytes.removeFirst()
      return isPasting ? .text(" ") : .tab
    case 0x7F, 0x08:
      bytes.removeFirst()
      return .backspace
    case 0x00...0x1A:
      bytes.removeFirst()
      return first == 0 || isPasting
        ? .unknown : .control(Character(Unicode.Scalar(first + 0x60)))
    case 0x1C...0x1F:
      bytes.removeFirst()
      return .unknown
    default:
      return text(isComplete)
    }
  }

  /// Decodes the text before the next control character.
  private mutating func text(_ isComplete: Bool) -> Key? {
    var end = bytes.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
    if end == bytes.count, !isComplete {
      // The last character may still be incomplete.
      let tail = bytes.suffix(3)
      if let start = tail.lastIndex(where: { $0 >= 0xC0 }),
        bytes.count - start < bytes[start].length
      {
        end = start
      }
    }
    guard end > 0 else { return nil }
    // Invalid UTF-8 becomes U+FFFD.
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    bytes.removeSubrange(..<end)
    return .text(text)
  }

  private mutating func escape(_ isComplete: Bool) -> Key? {
    guard bytes.count > 1 else { return finished(1, isComplete) }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        return finished(bytes.count, isComplete || bytes.count > 32)
      }
      let sequence = String(decoding: bytes[2...end], as: UTF8.self)
      bytes.removeSubrange(...end)
      return key(ofSequence: sequence)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return finished(2, isComplete) }
      let sequence = String(decoding: bytes[2...2], as: UTF8.self)
      bytes.removeSubrange(...2)
      return key(ofSequence: sequence)
    case UInt8(ascii: "b"), UInt8(ascii: "f"):
      let isLeft = bytes[1] == UInt8(ascii: "b")
      bytes.removeSubrange(...1)
      return isLeft ? .wordLeft : .wordRight
    default:
      bytes.removeFirst()
      return .unknown
    }
  }

  private mutating func finished(_ count: Int, _ isComplete: Bool) -> Key? {
    guard isComplete else { return nil }
    bytes.removeSubrange(..<count)
    return .unknown
  }

  private mutating func key(ofSequence sequence: String) -> Key {
    switch sequence {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H", "1~", "7~": return .home
    case "F", "4~", "8~": return .end
    case "3~": return .delete
    case "1;5D", "1;3D", "5D": return .wordLeft
    case "1;5C", "1;3C", "5C": return .wordRight
    case "200~": isPasting = true
    case "201~": isPasting = false
    default: break
    }
    return .unknown
  }
}

extension UInt8 {
  /// The number of bytes in a character that begins with this one (RFC 3629, section 3).
  fileprivate var length: Int {
    switch self {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
