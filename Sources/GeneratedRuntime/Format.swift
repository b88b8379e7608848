#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension String {
  /// The text with its clauses `%s %d %f %e %b %o %x %X` replaced by values.
  func filled(_ values: [JSONValue]) throws(Failure) -> String {
    var result = ""
    var rest = unicodeScalars[...]
    var next = 0
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        result += "%"
        continue
      }
      let precision = try Self.precision(&rest)
      guard let letter = rest.popFirst() else {
        throw .invalidArgument("the text ends within a clause of its format")
      }
      guard next < values.count else {
        throw .indexOutOfRange(Int64(next), count: values.count)
      }
      result += try FormatClause(letter: letter, precision: precision).text(of: values[next])
      next += 1
    }
    return result
  }

  /// The number of decimals that a clause asks for, after a point.
  private static func precision(
    _ rest: inout Substring.UnicodeScalarView
  ) throws(Failure) -> Int? {
    guard rest.first == "." else { return nil }
    rest.removeFirst()
    var digits = ""
    while let digit = rest.first, ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      rest.removeFirst()
    }
    guard let precision = Int(digits), precision <= 1000 else {
      throw .invalidArgument("'.\(digits)' is no precision up to 1000")
    }
    return precision
  }
}

/// A clause of a format, which a value is written for.
private struct FormatClause {
  let letter: Unicode.Scalar
  let precision: Int?

  func text(of value: JSONValue) throws(Failure) -> String {
    let text: String? =
      switch letter {
      case "s": try value.formatted()
      case "d": value.decimal
      case "f", "e": value.number?.formatted(precision ?? 6, exponent: letter == "e")
      case "b": value.digits(radix: 2)
      case "o": value.digits(radix: 8)
      case "x", "X": value.hexadecimal(uppercase: letter == "X")
      default: throw .invalidArgument("there is no clause '%\(letter)' of a format")
      }
    guard let text else { throw .invalidArgument("'%\(letter)' takes no \(value.typeName)") }
    return text
  }
}

extension JSONValue {
  fileprivate func formatted() throws(Failure) -> String {
    switch self {
    case .null: return "null"
    case .bool, .int, .uint, .double, .string, .timestamp, .duration: return interpolated
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .type(let type): return type.name
    case .array(let elements):
      let parts = try elements.map { element throws(Failure) in try element.formatted() }
      return "[\(parts.joined(separator: ", "))]"
    case .object(let members):
      // The entries are sorted by the text of their keys, whatever the order of the map.
      let parts = try members.entries.map { key, value throws(Failure) in
        (key: try key.formatted(), value: try value.formatted())
      }
      let texts = parts.inOrder { $0.key }.map { "\($0.key): \($0.value)" }
      return "{\(texts.joined(separator: ", "))}"
    case .record, .optional, .opaque: throw .invalidArgument("'%s' takes no \(typeName)")
    }
  }

  fileprivate var decimal: String? {
    switch self {
    case .int, .uint: interpolated
    case .double(let double): double.isFinite ? nil : double.shortText
    default: nil
    }
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .uint(let uint): Double(uint)
    case .double(let double): double
    default: nil
    }
  }

  fileprivate func digits(radix: Int, uppercase: Bool = false) -> String? {
    switch self {
    case .bool(let bool) where radix == 2: bool ? "1" : "0"
    case .int(let int): String(int, radix: radix, uppercase: uppercase)
    case .uint(let uint): String(uint, radix: radix, uppercase: uppercase)
    default: nil
    }
  }

  fileprivate func hexadecimal(uppercase: Bool) -> String? {
    switch self {
    case .string(let text): Self.hexadecimal(text.utf8, uppercase)
    case .bytes(let bytes): Self.hexadecimal(bytes, uppercase)
    default: digits(radix: 16, uppercase: uppercase)
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>, _ uppercase: Bool) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: uppercase) }.joined()
  }
}

extension Double {
  /// The exact value rounded to a number of decimals, half to even.
  fileprivate func formatted(_ precision: Int, exponent: Bool) -> String {
    guard isFinite else { return shortText }
    let format = exponent ? "%.*e" : "%.*f"
    return withVaList([CInt(precision), self]) { arguments in
      // 309 digits before the point, a sign, the point and the precision.
      var buffer = [CChar](repeating: 0, count: 330 + precision)
      let count = vsnprintf(&buffer, buffer.count, format, arguments)
      return String(decoding: buffer.prefix(Int(count)).map(UInt8.init), as: UTF8.self)
    }
  }
}
