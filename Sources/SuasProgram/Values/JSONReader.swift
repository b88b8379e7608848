/// The reason why bytes are not valid JSON.
package struct JSONFailure: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A number of JSON: one without a point or exponent is an int, if it fits.
package enum JSONNumber {
  case int(Int64)
  case uint(UInt64)
  case double(Double)
}

/// Parses JSON (RFC 8259), part by part.
package struct JSONReader {
  private let bytes: [UInt8]
  private let end: Int
  package var position: Int
  private var count = 0

  /// The maximum nesting depth of arrays and objects in a text from outside.
  package static let maximumDepth = 128
  let maximumDepth: Int
  /// True if integers beyond `Int64`, as this program writes them, are unsigned.
  private let readsUnsigned: Bool
  /// True if numbers beyond the ranges of ints and doubles are doubles, and those may be infinite.
  private let readsAnyNumber: Bool
  /// The maximum length of a number; the exact digits of a double are at most 1,075.
  private static let maximumNumberLength = 2048

  /// - Parameter range: The range of the text in the bytes; nil for all of them.
  package init(
    _ bytes: [UInt8], in range: Range<Int>? = nil, maximumDepth: Int = Self.maximumDepth,
    readsUnsigned: Bool = false, readsAnyNumber: Bool = false
  ) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.readsUnsigned = readsUnsigned
    self.readsAnyNumber = readsAnyNumber
    end = range?.upperBound ?? bytes.count
    position = range?.lowerBound ?? 0
    if bytes[position..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
  }

  /// Reads an object; `member` is called for each of its keys, and reads the value.
  package mutating func readObject(
    _ member: (inout JSONReader, _ key: String) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    guard take("{") else { throw failure("an object is missing") }
    if take("}") { return }
    repeat {
      let key = try key()
      try member(&self, key)
    } while take(",")
    guard take("}") else { throw failure("an object does not end") }
  }

  /// Reads an array; `element` is called for each of its elements, and reads it.
  package mutating func readArray(
    _ element: (inout JSONReader) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    guard take("[") else { throw failure("an array is missing") }
    if take("]") { return }
    repeat { try element(&self) } while take(",")
    guard take("]") else { throw failure("an array does not end") }
  }

  /// Goes past one value, and returns its range. Only the ends of brackets and texts are checked;
  /// the rest is left to the reader of the value.
  package mutating func skipValue() throws(JSONFailure) -> Range<Int> {
    skipBlanks()
    let start = position
    var depth = 0
    repeat {
      guard let byte else { throw failure("a value does not end") }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { throw failure("a value is missing") }
        depth -= 1
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: ",") where depth == 0: throw failure("a value is missing")
      default:
        if depth == 0 { skipScalar() }
      }
      if depth > 0 || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { position += 1 }
    } while depth > 0
    return start..<position
  }

  private mutating func skipString() throws(JSONFailure) {
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    throw failure("a text does not end")
  }

  private mutating func skipScalar() {
    while let byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]")
    {
      position += 1
    }
  }

  package mutating func readInt() throws(JSONFailure) -> Int64 {
    skipBlanks()
    guard case .int(let number) = try number() else { throw failure("a whole number is missing") }
    return number
  }

  /// Reads a value, and its text if it is one.
  package mutating func readText() throws(JSONFailure) -> (text: String?, range: Range<Int>) {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else { return (nil, try skipValue()) }
    let start = position
    return (try string(), start..<position)
  }

  package mutating func readString() throws(JSONFailure) -> String {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else { throw failure("a text is missing") }
    return try string()
  }

  /// Throws if more follows than blanks.
  package mutating func expectEnd() throws(JSONFailure) {
    skipBlanks()
    guard position == end else { throw failure("more follows its end") }
  }

  package mutating func key() throws(JSONFailure) -> String {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else { throw failure("a key is missing") }
    let key = try string()
    guard take(":") else { throw failure("a colon is missing") }
    return key
  }

  package func failure(_ what: String) -> JSONFailure {
    JSONFailure("\(what) at byte \(position)")
  }

  /// Ends the reading if its task is cancelled; checks this only on every 1024th call.
  package mutating func checkCancellation() throws(JSONFailure) {
    count += 1
    if count % 1024 == 0, Task.isCancelled { throw failure("reading it was ended") }
  }

  /// The next byte; nil at the end.
  package var byte: UInt8? { position < end ? bytes[position] : nil }

  package mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Goes past a word that has to be there.
  package mutating func expect(_ word: String) throws(JSONFailure) {
    guard bytes[position..<end].starts(with: word.utf8) else { throw failure("a value is missing") }
    position += word.utf8.count
  }

  package mutating func number() throws(JSONFailure) -> JSONNumber {
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
    if isWhole, position - start <= Self.surelyInt { return .int(integer(start..<position)) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole {
      if let number = Int64(text) { return .int(number) }
      if readsUnsigned, let number = UInt64(text) { return .uint(number) }
      if readsAnyNumber, let number = Double(text) { return .double(number) }
      throw failure("a whole number is beyond the range of an int")
    }
    guard let number = Double(text), number.isFinite || readsAnyNumber else {
      throw failure("a number is beyond the range of a double")
    }
    return .double(number)
  }

  /// The length up to which a number without a point is surely an int of 64 bits.
  private static let surelyInt = 18

  private func integer(_ range: Range<Int>) -> Int64 {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let magnitude = bytes[range].dropFirst(isNegative ? 1 : 0).reduce(Int64(0)) {
      $0 * 10 + Int64($1 - UInt8(ascii: "0"))
    }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func digits() throws(JSONFailure) {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure("a value is missing") }
  }

  package mutating func string() throws(JSONFailure) -> String {
    position += 1
    var text: [UInt8] = []
    var start = position
    while position < end {
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
    // The check of a text of ASCII is much faster.
    if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
    // What is not valid was replaced, by characters that are.
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.elementsEqual(text) else { throw failure("a text is not UTF-8") }
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
      if 0xD800..<0xDC00 ~= unit, bytes[position..<end].starts(with: "\\u".utf8) {
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
    let last = position + 4
    guard last <= end else { throw failure("an escape is cut short") }
    var unit: UInt32 = 0
    while position < last {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw failure("an escape is cut short")
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
