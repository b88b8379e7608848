extension JSONValue {
  /// The value as JSON in one line.
  package var text: String {
    switch self {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double) where double.isFinite: return double.description
    case .array(let elements): return "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      return Self.object(members.entries.map { ($0.interpolated, $1) })
    case .record(let record): return record.text
    default: return Self.quoted(interpolated)
    }
  }

  fileprivate static func object(_ members: [(String, JSONValue)]) -> String {
    let parts = members.map { name, value in "\(quoted(name)):\(value.text)" }
    return "{\(parts.joined(separator: ","))}"
  }

  fileprivate static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Reads JSON; nil for a text that is not JSON, or is nested deeper than answers of servers may
  /// be.
  package init?(text: String) { self.init(text: text, maximumDepth: 128) }

  /// Reads JSON that suas-run wrote: a state is nested up to 200 levels deep, and lies in a request.
  package init?(requestText text: String) { self.init(text: text, maximumDepth: 256) }

  private init?(text: String, maximumDepth: Int) {
    var parser = JSONParser(text, maximumDepth: maximumDepth)
    guard let value = parser.value(0), parser.isAtEnd else { return nil }
    self = value
  }
}

extension RecordValue {
  fileprivate var text: String {
    switch form {
    case .members(let members): JSONValue.object(members)
    case .name(let name): JSONValue.quoted(name)
    case .null: "null"
    }
  }
}

/// A parser of JSON (RFC 8259).
private struct JSONParser {
  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var index = 0

  /// The greatest length of a number; the exact digits of a double are at most 1,075.
  private static let longestNumber = 2048

  init(_ text: String, maximumDepth: Int) {
    bytes = Array(text.utf8)
    self.maximumDepth = maximumDepth
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func accept(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  mutating func value(_ depth: Int) -> JSONValue? {
    skipSpace()
    guard depth <= maximumDepth, index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return accept("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return accept("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return accept("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    index += 1
    var members: OrderedMap<JSONValue, JSONValue> = [:]
    skipSpace()
    if accept("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let key = string() else { return nil }
      skipSpace()
      guard accept(":"), let value = value(depth + 1) else { return nil }
      members[.string(key)] = value
      skipSpace()
    } while accept(",")
    return accept("}") ? .object(members) : nil
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if accept("]") { return .array(elements) }
    repeat {
      guard let value = value(depth + 1) else { return nil }
      elements.append(value)
      skipSpace()
    } while accept(",")
    return accept("]") ? .array(elements) : nil
  }

  private mutating func number() -> JSONValue? {
    let start = index
    _ = accept("-")
    let first = index
    guard digits(), index - first == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    var isWhole = true
    if accept(".") {
      isWhole = false
      guard digits() else { return nil }
    }
    if accept("e") || accept("E") {
      isWhole = false
      _ = accept("+") || accept("-")
      guard digits() else { return nil }
    }
    guard index - start <= Self.longestNumber else { return nil }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    // A whole number beyond 64 bits is refused, not rounded.
    if isWhole { return Int64(text).map { .int($0) } }
    guard let double = Double(text), double.isFinite else { return nil }
    return .double(double)
  }

  /// Goes past digits; returns false if there are none.
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
    return index > start
  }

  private mutating func string() -> String? {
    guard accept("\"") else { return nil }
    var result: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        result += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "u"): return unit().map { scalar(from: $0) }
    default: return nil
    }
  }

  /// The character of a unit of UTF-16 and, beyond U+FFFF, the one that follows it (RFC 8259, section
  /// 7); U+FFFD for half of a pair alone.
  private mutating func scalar(from unit: UInt32) -> Unicode.Scalar {
    let start = index
    if 0xD800..<0xDC00 ~= unit, accept("\\u"), let low = self.unit() {
      if 0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    if 0xD800..<0xE000 ~= unit { index = start }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private mutating func unit() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = bytes[index..<index + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    index += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
