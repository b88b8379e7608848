extension Scalar {
  /// The value of a scalar under the YAML 1.2 core schema (section 10.3.2).
  public enum Resolved: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    /// A number outside the range of doubles; infinity itself is written `.inf`.
    case outOfRange
    case string

    /// Values that are written alike are equal; so NaN equals itself.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.null, .null), (.outOfRange, .outOfRange), (.string, .string): true
      case (.bool(let left), .bool(let right)): left == right
      case (.int(let left), .int(let right)): left == right
      case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
      default: false
      }
    }
  }

  /// True if two scalars have the same value: NaN is itself, and -0.0 is not 0.0.
  package static func haveSameValue(_ left: Scalar, _ right: Scalar) -> Bool {
    switch (left.resolved, right.resolved) {
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (let left, let right): left == right
    }
  }

  /// True for an integer beyond `Int64`, for which ``resolved`` is only the nearest double.
  public var isIntegerOutOfRange: Bool {
    guard case .double = resolved else { return false }
    return text.hasPrefix("0x") || text.hasPrefix("0o")
      || text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
  }

  /// The value of the scalar under the core schema; a quoted scalar or a block is a string.
  ///
  /// An integer beyond `Int64` is the nearest double.
  public var resolved: Resolved {
    style == .plain ? Scalar.resolve(plain: text) : .string
  }

  /// The value of a text as a plain scalar.
  public static func resolve(plain text: String) -> Resolved {
    // For most texts the first byte shows that they are not one of the special words.
    guard let first = text.utf8.first else { return .null }
    return switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number(text) ?? .string
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      word(text) ?? number(text) ?? .string
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"),
      UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      word(text) ?? .string
    default: .string
    }
  }

  private static func word(_ text: String) -> Resolved? {
    guard text.utf8.count <= 5 else { return nil }
    return switch text {
    case "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .double(.infinity)
    case "-.inf", "-.Inf", "-.INF": .double(-.infinity)
    case ".nan", ".NaN", ".NAN": .double(.nan)
    default: nil
    }
  }

  /// The numbers of the core schema: `-12`, `0o17`, `0x1F`, `1.5e3`, `.5`, `1.`.
  private static func number(_ text: String) -> Resolved? {
    var rest = text.utf8[...]
    guard let first = rest.first, first < 0x3A, first != 0x2F else { return nil }
    if text.hasPrefix("0o") { return integer(text.dropFirst(2), radix: 8) }
    if text.hasPrefix("0x") { return integer(text.dropFirst(2), radix: 16) }

    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits = dropDigits(&rest)
    if rest.isEmpty && digits > 0 {
      return Int64(text).map(Resolved.int) ?? Double(text).map(finite)
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard dropDigits(&rest) > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    return Double(text).map(finite)
  }

  private static func finite(_ number: Double) -> Resolved {
    number.isFinite ? .double(number) : .outOfRange
  }

  private static func integer(_ digits: Substring, radix: Int) -> Resolved? {
    guard !digits.isEmpty else { return nil }
    var value: Double = 0
    for digit in digits.unicodeScalars {
      guard digit.isASCII, let digit = Character(digit).hexDigitValue, digit < radix else {
        return nil
      }
      value = value * Double(radix) + Double(digit)
    }
    return .some(Int64(digits, radix: radix).map(Resolved.int) ?? finite(value))
  }

  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let rest = text.drop { $0 >= 0x30 && $0 <= 0x39 }
    defer { text = rest }
    return text.count - rest.count
  }
}
