#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A clause of a format, such as `%s` or `%.2f`.
struct FormatClause {
  let letter: Unicode.Scalar
  let precision: Int?

  /// The text with the texts of values in the place of its clauses.
  ///
  /// - Parameter text: The text for a clause and the index of its value.
  static func fill(
    _ format: String, _ text: (FormatClause, Int) throws(Failure) -> String
  ) throws(Failure) -> String {
    var result = ""
    var rest = format.unicodeScalars[...]
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
      let precision = try precision(&rest)
      guard let letter = rest.popFirst() else {
        throw .invalidArgument("the text ends within a clause of its format")
      }
      result += try text(FormatClause(letter: letter, precision: precision), next)
      next += 1
    }
    return result
  }

  /// Reads the number of decimals after a point.
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

  /// The error for a value that the clause does not take.
  func misfit(_ type: String) -> Failure {
    guard "sdfeboxX".unicodeScalars.contains(letter) else {
      return .invalidArgument("there is no clause '%\(letter)' of a format")
    }
    return .invalidArgument("'%\(letter)' takes no \(type)")
  }

  /// The text of a number; nil if the clause takes none like it.
  func text(of number: AnyNumber) -> String? {
    switch (letter, number) {
    case ("f", _), ("e", _): text(of: number.double)
    case ("d", .double(let double)): double.isFinite ? nil : double.shortText
    case (_, .double): nil
    case (_, .int(let int)): radix.map { String(int, radix: $0, uppercase: letter == "X") }
    case (_, .uint(let uint)): radix.map { String(uint, radix: $0, uppercase: letter == "X") }
    }
  }

  private var radix: Int? {
    switch letter {
    case "b": 2
    case "o": 8
    case "d": 10
    case "x", "X": 16
    default: nil
    }
  }

  /// The exact value rounded to a number of decimals, half to even.
  private func text(of double: Double) -> String {
    guard double.isFinite else { return double.shortText }
    let precision = precision ?? 6
    return withVaList([CInt(precision), double]) { arguments in
      // 309 digits before the point, a sign, the point and the precision.
      var buffer = [CChar](repeating: 0, count: 330 + precision)
      let count = vsnprintf(&buffer, buffer.count, letter == "e" ? "%.*e" : "%.*f", arguments)
      return String(decoding: buffer.prefix(Int(count)).map(UInt8.init), as: UTF8.self)
    }
  }

  /// The text of bytes; nil if the clause takes none.
  func text(of bytes: some Sequence<UInt8>) -> String? {
    guard letter == "x" || letter == "X" else { return nil }
    return bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: letter == "X")
    }.joined()
  }

  /// The text of a bool; nil if the clause takes none.
  func text(of bool: Bool) -> String? { letter == "b" ? bool ? "1" : "0" : nil }
}
