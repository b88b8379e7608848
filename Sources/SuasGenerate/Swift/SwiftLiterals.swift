import CEL
import SuasProgram

/// Constants as Swift writes them.
extension SwiftNames {
  func literal(_ value: Value, _ type: ValueType) -> String {
    switch (value, type) {
    case (.record(let record), .any): return "\(literal(record, record.shape.name)).json"
    case (_, .any): return "JSONValue\(json(value))"
    case (.map(let map), .partial(let name)): return part(map, name)
    case (.null, _): return "nil"
    case (_, .nullable(let wrapped)), (_, .perhaps(let wrapped)): return literal(value, wrapped)
    case (.bool(let bool), _): return bool ? "true" : "false"
    case (.int(let int), .double): return Self.literal(Double(int))
    case (.int(let int), _): return Self.grouped(int)
    case (.uint(let uint), _): return String(uint)
    case (.double(let double), _): return Self.literal(double)
    case (.string(let text), .enumeration(let name)):
      return "\(Self.type(name)).\(Self.member(text))"
    case (.string(let text), _): return Self.literal(text)
    case (.timestamp(let time), _):
      let rest =
        time.nanoseconds == 0 ? "" : ", nanoseconds: \(Self.grouped(Int64(time.nanoseconds)))"
      return "Timestamp(seconds: \(Self.grouped(time.seconds))\(rest))"
    case (.duration(let duration), _):
      return "Period(nanoseconds: \(Self.grouped(duration.nanoseconds)))"
    case (.list(let list), .list(let element)):
      return "[\(list.map { literal($0, element) }.joined(separator: ", "))]"
    case (.list, _): return "[]"
    case (.map(let map), .map(let key, let element)) where map.count > 0:
      let entries = map.map { "\(literal($0.key, key)): \(literal($0.value, element))" }
      return "[\(entries.joined(separator: ", "))]"
    case (.map, _): return "[:]"
    case (.bytes(let bytes), _): return Self.literal(bytes)
    case (.type(let type), _): return "TypeName(\(Self.literal(type.name)))"
    case (.record(let record), .record(let name)): return literal(record, name)
    default: return "nil"
    }
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    "[\(bytes.map { String($0) }.joined(separator: ", "))]"
  }

  /// A constant as a value whose type is known only at run time, without the name of that type.
  func json(_ value: Value) -> String {
    switch value {
    case .null: return ".null"
    case .bool(let bool): return ".bool(\(bool))"
    case .int(let int): return ".int(\(Self.grouped(int)))"
    case .uint(let uint): return ".uint(\(uint))"
    case .double(let double): return ".double(\(Self.literal(double)))"
    case .string(let text): return ".string(\(Self.literal(text)))"
    case .bytes(let bytes): return ".bytes(\(Self.literal(bytes)))"
    case .timestamp: return ".timestamp(\(literal(value, .timestamp)))"
    case .duration: return ".duration(\(literal(value, .duration)))"
    case .list(let list): return ".array([\(list.map(json).joined(separator: ", "))])"
    case .map(let map) where map.count == 0: return ".object([:])"
    case .map(let map):
      let members = map.map { "\(jsonKey($0.key)): \(json($0.value))" }
      return ".object([\(members.joined(separator: ", "))])"
    case .record(let record): return "\(literal(record, record.shape.name)).json"
    case .type: return ".type(\(literal(value, .type)))"
    case .optional(let inner): return ".optional(\(inner.map(json) ?? "nil"))"
    // The checker makes no constants of these.
    case .opaque: return ".string(\(Self.literal(value.interpolated)))"
    }
  }

  /// The key of a map; a text needs no case.
  func jsonKey(_ key: Value) -> String {
    if case .string(let text) = key { Self.literal(text) } else { json(key) }
  }

  /// Some of the fields of a record.
  private func part(_ map: Map, _ name: String) -> String {
    let fields = map.map { "\(jsonKey($0.key)): \(json($0.value))" }.joined(separator: ", ")
    return "Partial<\(Self.type(name))>([\(fields.isEmpty ? ":" : fields)])"
  }

  private func literal(_ record: Record, _ name: String) -> String {
    guard let layout = program.layout(name) else { return "nil" }
    if layout.isVariant {
      guard let slot = record.presentCase else { return "nil" }
      let field = layout.fields[slot]
      let contents = program.layout(of: field.type)
      let start = "\(type(layout)).\(Self.member(field.name))"
      if contents?.fields.isEmpty ?? true { return start }
      return "\(start)(\(literal(record[slot], field.type)))"
    }
    return made(
      layout,
      record.fields.enumerated().map { slot, value in
        let field = layout.fields[slot]
        return field.defaultValue == value ? nil : literal(value, field.type)
      })
  }

  /// The call that makes a record; a field without a text has its default.
  func made(_ layout: Layout, _ values: [String?]) -> String {
    let arguments = zip(layout.fields, values).compactMap { field, value in
      value.map { "\(Self.member(field.name)): \($0)" }
    }
    return "\(type(layout))(\(arguments.joined(separator: ", ")))"
  }

  /// A number whose digits are in groups of three, if it is a long one.
  private static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    guard digits.utf8.count > 6 else { return String(number) }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: "_")
  }

  private static func literal(_ double: Double) -> String {
    if double.isNaN { return "Double.nan" }
    if double.isInfinite { return double < 0 ? "-Double.infinity" : "Double.infinity" }
    // The compiler warns of a literal that is so small that it loses digits.
    if double.isSubnormal { return "Double(bitPattern: \(double.bitPattern))" }
    return double.description
  }

  /// A text as a literal, without the quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{A0}", "\u{300}"..."\u{36F}", "\u{2000}"..."\u{206F}",
        "\u{FE00}"..."\u{FE0F}", "\u{FEFF}":
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }
}
