extension UInt8 {
  /// True if the byte is a decimal digit in ASCII.
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// The number that a decimal or hexadecimal digit stands for.
  package var digit: UInt8 {
    isDigit ? self - UInt8(ascii: "0") : (self | 0x20) - UInt8(ascii: "a") + 10
  }
}
