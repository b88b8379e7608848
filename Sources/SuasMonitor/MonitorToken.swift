/// A secret that an address has.
package enum MonitorToken {
  /// Returns a new one of 128 bits, as 32 hexadecimal digits.
  package static func random() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int(random.next(upperBound: UInt(16)))] })
  }

  /// True if a text has the form of one.
  package static func isSound(_ text: String) -> Bool {
    text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
