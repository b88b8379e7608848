extension UInt8 {
  /// True if the byte is a decimal digit in ASCII.
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// True if the byte is a hexadecimal digit in ASCII.
  package var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }

  /// True if the byte is a letter, a digit or an underscore in ASCII.
  package var isWord: Bool {
    isDigit || self == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }

  /// The number that a decimal or hexadecimal digit stands for.
  package var digit: UInt8 {
    isDigit ? self - UInt8(ascii: "0") : (self | 0x20) - UInt8(ascii: "a") + 10
  }
}
