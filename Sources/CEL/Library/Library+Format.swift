/// `format` (cel-go, "ext/strings": string formatting).
extension Library {
  static let format: [Function] = [
    Function(
      "format",
      [
        .of(
          "string_format", isMember: true, [.string, .list(.dyn)],
          doc: "The text with its clauses %s %d %f %e %b %o %x %X replaced by the list's elements."
        ) { (a: String, b: List, budget) throws(Failure) in
          var formatter = Formatter(arguments: b)
          return try formatter.format(a, &budget)
        }
      ])
  ]
}

private struct Formatter {
  let arguments: List
  private var next = 0

  init(arguments: List) { self.arguments = arguments }

  mutating func format(_ text: String, _ budget: inout Budget) throws(Failure) -> String {
    try budget.spend(bytes: text.utf8.count)
    var result = ""
    var rest = text.unicodeScalars[...]
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
      guard let clause = rest.popFirst() else {
        throw .invalidArgument("the text ends within a clause of its format")
      }
      guard next < arguments.count else {
        throw .indexOutOfRange("\(next)", count: arguments.count)
      }
      let part = try self.clause(clause, arguments[next], precision, &budget)
      try budget.spend(1 + part.utf8.count >> 4)
      result += part
      next += 1
    }
    return result
  }

  private func precision(_ rest: inout Substring.UnicodeScalarView) throws(Failure) -> Int? {
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

  private func clause(
    _ clause: Unicode.Scalar, _ value: Value, _ precision: Int?, _ budget: inout Budget
  ) throws(Failure) -> String {
    switch (clause, value) {
    case ("s", _): return try string(value, &budget)
    case ("d", .int(let int)): return String(int)
    case ("d", .uint(let uint)): return String(uint)
    case ("d", .double(let double)) where !double.isFinite: return double.celString
    case ("f", _), ("e", _):
      guard let double = number(value) else { break }
      if !double.isFinite { return double.celString }
      return double.formatted(precision ?? 6, exponent: clause == "e")
    case ("b", .bool(let bool)): return bool ? "1" : "0"
    case ("b", .int(let int)): return String(int, radix: 2)
    case ("b", .uint(let uint)): return String(uint, radix: 2)
    case ("o", .int(let int)): return String(int, radix: 8)
    case ("o", .uint(let uint)): return String(uint, radix: 8)
    case ("x", _), ("X", _):
      guard let digits = hex(value, uppercase: clause == "X") else { break }
      return digits
    default: break
    }
    guard "sdfeboxX".unicodeScalars.contains(clause) else {
      throw .invalidArgument("there is no clause '%\(clause)' of a format")
    }
    throw .invalidArgument("'%\(clause)' takes no \(value.type.name)")
  }

  private func number(_ value: Value) -> Double? {
    switch value {
    case .double(let double): double
    case .int(let int): Double(int)
    case .uint(let uint): Double(uint)
    default: nil
    }
  }

  private func hex(_ value: Value, uppercase: Bool) -> String? {
    switch value {
    case .int(let int): String(int, radix: 16, uppercase: uppercase)
    case .uint(let uint): String(uint, radix: 16, uppercase: uppercase)
    case .string(let string): Self.hex(string.utf8, uppercase)
    case .bytes(let bytes): Self.hex(bytes, uppercase)
    default: nil
    }
  }

  private static func hex(_ bytes: some Sequence<UInt8>, _ uppercase: Bool) -> String {
    var result = ""
    for byte in bytes {
      if byte < 16 { result += "0" }
      result += String(byte, radix: 16, uppercase: uppercase)
    }
    return result
  }

  private func string(_ value: Value, _ budget: inout Budget) throws(Failure) -> String {
    try budget.spend(1)
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double): return double.celString
    case .string(let string): return string
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .timestamp(let timestamp): return timestamp.description
    case .duration(let duration): return duration.description
    case .type(let type): return type.name
    case .list(let list):
      var parts: [String] = []
      for item in list { parts.append(try string(item, &budget)) }
      return "[\(parts.joined(separator: ", "))]"
    case .map(let map):
      // The entries are sorted by the text of their keys, whatever the order of the map.
      var entries: [(key: String, value: String)] = []
      for (key, item) in map {
        entries.append((try string(key, &budget), try string(item, &budget)))
      }
      entries.sort { $0.key.precedesByCodePoint($1.key) }
      return "{\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    default: throw .invalidArgument("'%s' takes no \(value.type.name)")
    }
  }
}
