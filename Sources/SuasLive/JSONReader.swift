import CEL

/// The reason why bytes are not valid JSON.
struct JSONFailure: Error {
  let message: String
}

/// Parses JSON (RFC 8259) into the values of expressions: the order of keys is kept, and numbers
/// without a point or exponent are ints if they fit.
///
///     value  = object / array / string / number / "true" / "false" / "null"
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var count = 0

  /// The maximum nesting depth of arrays and objects.
  static let maximumDepth = 128
  /// The maximum length of a number; the exact digits of a double are at most 1,075.
  private static let maximumNumberLength = 2048
  /// The maximum size of the values in memory, in bytes.
  private static let maximumSize = 40 << 20

  static func value(of bytes: [UInt8]) throws(JSONFailure) -> Value {
    guard !JSONSize.exceeds(maximumSize, bytes) else {
      throw JSONFailure(message: "it holds more values than are kept")
    }
    var reader = JSONReader(bytes: bytes)
    return try reader.whole()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func whole() throws(JSONFailure) -> Value {
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw failure("more follows its end") }
    return value
  }

  private func failure(_ what: String) -> JSONFailure {
    JSONFailure(message: "\(what) at byte \(position)")
  }

  /// Ends the reading if its task is cancelled; checks this only on every 1024th call.
  private mutating func checkCancellation() throws(JSONFailure) {
    count += 1
    if count % 1024 == 0, Task.isCancelled { throw failure("reading it was ended") }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> Value {
    skipBlanks()
    try checkCancellation()
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: Value) throws(JSONFailure) -> Value {
    guard bytes[position...].starts(with: word.utf8) else { throw failure("a value is missing") }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONFailure) -> Value {
    guard depth <= Self.maximumDepth else { throw failure("it is nested too deep") }
    position += 1
    var map = Map()
    if take("}") { return .map(map) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw failure("a key is missing") }
      let key = try string()
      guard take(":") else { throw failure("a colon is missing") }
      map[.string(key)] = try value(depth: depth)
    } while take(",")
    guard take("}") else { throw failure("an object does not end") }
    return .map(map)
  }

  private mutating func array(depth: Int) throws(JSONFailure) -> Value {
    guard depth <= Self.maximumDepth else { throw failure("it is nested too deep") }
    position += 1
    var list = List()
    if take("]") { return .list(list) }
    repeat { list.append(try value(depth: depth)) } while take(",")
    guard take("]") else { throw failure("an array does not end") }
    return .list(list)
  }

  private mutating func number() throws(JSONFailure) -> Value {
    let start = position
    var isWhole = true
    if byte == UInt8(ascii: "-") { position += 1 }
    let first = position
    try digits()
    if position - first > 1, bytes[first] == UInt8(ascii: "0") {
      throw failure("a number begins with 0")
    }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isWhole = false
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    guard position - start <= Self.maximumNumberLength else {
      throw failure("a number has too many digits")
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .int(number) }
    guard let number = Double(text), number.isFinite else {
      throw failure("a number is beyond the range of a double")
    }
    return .double(number)
  }

  private mutating func digits() throws(JSONFailure) {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure("a value is missing") }
  }

  private mutating func string() throws(JSONFailure) -> String {
    position += 1
    var text: [UInt8] = []
    var start = position
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 else {
        position += 1
        continue
      }
      let plain = bytes[start..<position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        // The most common text has no escapes, and is not copied twice.
        return text.isEmpty ? try string(of: plain) : try string(of: text + plain)
      case UInt8(ascii: "\\"):
        text += plain
        text += String(try escape()).utf8
        start = position
      default: throw failure("a control character stands in a text")
      }
    }
    throw failure("a text does not end")
  }

  private mutating func string(
    of text: some Collection<UInt8>
  ) throws(JSONFailure) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw failure("a text is not UTF-8")
    }
    return string
  }

  private mutating func escape() throws(JSONFailure) -> Character {
    guard let byte else { throw failure("a text does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      // Characters beyond U+FFFF are written as surrogate pairs (RFC 8259, section 7).
      if 0xD800..<0xDC00 ~= unit, bytes[position...].starts(with: "\\u".utf8) {
        let start = position
        position += 2
        let low = try hexadecimal()
        if 0xDC00..<0xE000 ~= low {
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        } else {
          position = start
        }
      }
      return Character(Unicode.Scalar(unit) ?? "\u{FFFD}")
    default: throw failure("there is no such escape")
    }
  }

  private mutating func hexadecimal() throws(JSONFailure) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count else { throw failure("an escape is cut short") }
    var unit: UInt32 = 0
    while position < end {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw failure("an escape is cut short")
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
