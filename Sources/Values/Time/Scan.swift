/// A scanner for a short text of digits and signs.
package struct Scan {
  private var rest: Substring.UTF8View

  package init(_ text: String) { rest = Substring(text).utf8 }

  package var isAtEnd: Bool { rest.isEmpty }

  package var next: UInt8? { rest.first }

  package mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads exactly `count` digits.
  package mutating func digits(_ count: Int) -> Int64? {
    var result: Int64 = 0
    for _ in 0..<count {
      guard let digit = rest.first, digit.isDigit else { return nil }
      result = result * 10 + Int64(digit.digit)
      rest.removeFirst()
    }
    return result
  }

  /// Reads one or more digits as the decimals of a second and returns nanoseconds; digits after the
  /// ninth are dropped.
  package mutating func fraction() -> Int64? {
    var result: Int64 = 0
    var unit: Int64 = 100_000_000
    guard let first = rest.first, first.isDigit else { return nil }
    while let digit = rest.first, digit.isDigit {
      result += unit * Int64(digit.digit)
      unit /= 10
      rest.removeFirst()
    }
    return result
  }
}

extension Int64 {
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }

  /// The nanoseconds as the decimals of a second, with the point; empty if they are 0.
  package var decimals: String {
    guard self > 0 else { return "" }
    var digits = padded(9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return ".\(digits)"
  }
}
