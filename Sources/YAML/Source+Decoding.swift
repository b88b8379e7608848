extension Source {
  /// Creates a source from a file's bytes: UTF-8, or UTF-16 as detected by YAML 1.2, section 5.2.
  ///
  /// - Throws: `file-too-large`; `encoding` if the bytes are not valid text.
  public convenience init(name: String, bytes: [UInt8]) throws(Diagnostics) {
    guard bytes.count <= Source.maximumSize else {
      throw Diagnostics([.fileTooLarge(name)])
    }
    switch Encoding(of: bytes) {
    case .utf8(let mark):
      let text = mark == 0 ? bytes : Array(bytes.dropFirst(mark))
      if let bad = UTF8Check.firstInvalid(in: text) {
        // The text before the bad byte is unchanged, so the replacement has the same offset.
        let shown = Source(name: name, validated: Array(String(decoding: text, as: UTF8.self).utf8))
        let place = SourceRange(shown, bad..<min(bad + 3, shown.utf8.count))
        throw Diagnostics([.invalidUTF8(byte: text[bad], at: place)])
      }
      self.init(name: name, validated: text)
    case .utf16(let mark, let isBigEndian):
      let (text, bad) = UTF16Text.decode(bytes.dropFirst(mark), isBigEndian: isBigEndian)
      if let bad {
        let shown = Source(name: name, validated: text)
        throw Diagnostics([.invalidUTF16(at: SourceRange(shown, bad..<bad + 3))])
      }
      self.init(name: name, validated: text)
    case .utf32:
      throw Diagnostics([.unsupportedUTF32(name)])
    }
  }
}

/// The encoding of a file, detected from its first bytes (YAML 1.2, section 5.2).
private enum Encoding {
  case utf8(mark: Int)
  case utf16(mark: Int, isBigEndian: Bool)
  case utf32

  init(of bytes: [UInt8]) {
    let head = (bytes + [1, 1, 1, 1]).prefix(4).map { $0 }
    switch (head[0], head[1], head[2], head[3]) {
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, _), (0xFF, 0xFE, 0, 0): self = .utf32
    case (_, 0, 0, 0): self = .utf32
    case (0xFE, 0xFF, _, _): self = .utf16(mark: 2, isBigEndian: true)
    case (0xFF, 0xFE, _, _): self = .utf16(mark: 2, isBigEndian: false)
    case (0, 1..., _, _): self = .utf16(mark: 0, isBigEndian: true)
    case (1..., 0, _, _): self = .utf16(mark: 0, isBigEndian: false)
    case (0xEF, 0xBB, 0xBF, _): self = .utf8(mark: 3)
    default: self = .utf8(mark: 0)
    }
  }
}

private enum UTF8Check {
  /// The offset of the first byte that is not part of well-formed UTF-8 (Unicode, table 3-7).
  static func firstInvalid(in text: [UInt8]) -> Int? {
    TextBytes.lending(text) { bytes in
      var offset = 0
      while offset < bytes.count {
        if bytes[offset] < 0x80 {
          offset += 1
          while offset + 8 <= bytes.count {
            let word = bytes.word(at: offset)
            if word & 0x8080_8080_8080_8080 != 0 { break }
            offset += 8
          }
          continue
        }
        let length = sequenceLength(bytes, at: offset)
        if length == 0 { return offset }
        offset += length
      }
      return nil
    }
  }

  private static func sequenceLength(_ bytes: TextBytes, at offset: Int) -> Int {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[offset] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for next in offset + 1..<offset + length where bytes[next] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

private enum UTF16Text {
  /// The text in UTF-8, and the offset in it of the first invalid unit, if any.
  static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> (text: [UInt8], bad: Int?) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var offset = bytes.startIndex
    while offset + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      offset += 2
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    var bad: Int?
    var decoder = UTF16()
    var input = units.makeIterator()
    decoding: while true {
      switch decoder.decode(&input) {
      case .scalarValue(let scalar):
        text.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
      case .emptyInput:
        break decoding
      case .error:
        bad = bad ?? text.count
        text.append(contentsOf: [0xEF, 0xBF, 0xBD])
      }
    }
    if offset < bytes.endIndex {
      bad = bad ?? text.count
      text.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
    return (text, bad)
  }
}
