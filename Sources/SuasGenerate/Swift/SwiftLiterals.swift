import CEL
import SuasProgram

/// Constants as Swift writes them.
extension SwiftNames {
  /// A constant as an expression of a type.
  func expression(_ value: Value, _ type: ValueType) -> SwiftExpression {
    switch (value, type) {
    case (.record(let record), .any):
      SwiftExpression(SwiftSyntax.member(construction(record, record.shape.name), "json"))
    case (_, .any): SwiftExpression("\(SwiftRuntime.value)\(jsonDocument(value))")
    case (.map(let map), .partial(let name)): SwiftExpression(part(map, name))
    case (.null, _): SwiftExpression("nil")
    case (_, .nullable(let wrapped)), (_, .optional(let wrapped)): expression(value, wrapped)
    case (.bool(let bool), _): SwiftExpression(bool ? "true" : "false")
    case (.int(let int), .double): Self.expression(Double(int))
    case (.int(let int), _):
      SwiftExpression(Document(Self.grouped(int)), int < 0 ? .prefix : .postfix)
    case (.uint(let uint), _): SwiftExpression(Document(Self.grouped(uint.magnitude)))
    case (.double(let double), _): Self.expression(double)
    case (.string(let text), .enumeration(let name)):
      SwiftExpression("\(Self.type(name)).\(Self.enumCase(text))")
    case (.string(let text), _): SwiftSyntax.text([.text(text)])
    case (.timestamp(let time), _): SwiftExpression(Self.time(time))
    case (.duration(let duration), _): SwiftExpression(Self.period(duration))
    case (.list(let list), .list(let element)):
      SwiftExpression(SwiftSyntax.collection(list.map { expression($0, element).document }))
    case (.list, _): SwiftExpression("[]")
    case (.map(let map), .map(let key, let element)):
      SwiftExpression(
        SwiftSyntax.collection(
          map.map {
            "\(expression($0.key, key).document): \(expression($0.value, element).document)"
          },
          ifEmpty: "[:]"))
    case (.map, _): SwiftExpression("[:]")
    case (.bytes(let bytes), _): SwiftExpression(Self.list(bytes))
    case (.type(let type), _):
      SwiftExpression("\(document(of: .type))(\(Self.literal(type.name)))")
    case (.record(let record), .record(let name)):
      SwiftExpression(construction(record, name))
    default: SwiftExpression("nil")
    }
  }

  private static func time(_ time: Timestamp) -> Document {
    let seconds: Document = "seconds: \(grouped(time.seconds))"
    let rest: [Document] =
      time.nanoseconds == 0 ? [] : ["nanoseconds: \(grouped(Int64(time.nanoseconds)))"]
    return SwiftSyntax.call("Timestamp", [seconds] + rest)
  }

  private static func list(_ bytes: [UInt8]) -> Document {
    SwiftSyntax.collection(bytes.map { "\($0)" })
  }

  /// A constant as a value whose type is known only at run time, without the name of that type.
  func jsonDocument(_ value: Value) -> Document {
    switch value {
    case .null: return ".null"
    case .bool(let bool): return ".bool(\(bool ? "true" : "false"))"
    case .int(let int): return ".int(\(Self.grouped(int)))"
    case .uint(let uint): return ".uint(\(Self.grouped(uint)))"
    case .double(let double): return ".double(\(Self.expression(double).document))"
    case .string(let text): return SwiftSyntax.call(".string", [Self.quoted(text)])
    case .bytes(let bytes): return SwiftSyntax.call(".bytes", [Self.list(bytes)])
    case .timestamp: return ".timestamp(\(expression(value, .timestamp).document))"
    case .duration: return ".duration(\(expression(value, .duration).document))"
    case .list(let list):
      return SwiftSyntax.call(".array", [SwiftSyntax.collection(list.map(jsonDocument))])
    case .map(let map):
      return SwiftSyntax.call(
        ".object", [SwiftSyntax.collection(members(map), ifEmpty: "[:]")])
    case .record(let record):
      return SwiftSyntax.member(construction(record, record.shape.name), "json")
    case .type: return ".type(\(expression(value, .type).document))"
    case .optional(let inner): return ".optional(\(inner.map(jsonDocument) ?? "nil"))"
    // The checker makes no constants of these.
    case .opaque: return ".string(\(Self.literal(value.interpolated)))"
    }
  }

  static func quoted(_ text: String) -> Document { SwiftSyntax.text([.text(text)]).document }

  /// The key of a map; a text needs no case.
  func jsonKeyDocument(_ key: Value) -> Document {
    if case .string(let text) = key { Self.quoted(text) } else { jsonDocument(key) }
  }

  private func members(_ map: Map) -> [Document] {
    map.map { SwiftSyntax.entry(jsonKeyDocument($0.key), jsonDocument($0.value)) }
  }

  /// Some of the fields of a record.
  private func part(_ map: Map, _ name: String) -> Document {
    SwiftSyntax.call(
      document(of: .partial(name)), [SwiftSyntax.collection(members(map), ifEmpty: "[:]")])
  }

  private func construction(_ record: Record, _ name: String) -> Document {
    guard let layout = program.layout(name) else { return "nil" }
    if layout.isVariant {
      guard let slot = record.presentCase else { return "nil" }
      let field = layout.fields[slot]
      let contents = program.layout(of: field.type)
      let start: Document = "\(type(layout)).\(Self.member(field.name))"
      if contents?.fields.isEmpty ?? true { return start }
      return SwiftSyntax.call(start, [expression(record[slot], field.type).document])
    }
    return construction(
      layout,
      record.fields.enumerated().map { slot, value in
        let field = layout.fields[slot]
        if field.isDefault(value) { return nil }
        return implicit(expression(value, field.type).document, field.type)
      })
  }

  /// A constant or a made value where its type is known: the case of an enum stands alone.
  func implicit(_ value: Document, _ type: ValueType) -> Document {
    switch type {
    case .enumeration, .record:
      let start = document(of: type).parts
      return value.parts.starts(with: start + [.text(".")])
        ? Document(Array(value.parts.dropFirst(start.count))) : value
    // In an optional, `.none` would be null.
    default: return value
    }
  }

  /// The call that makes a record; a field without a value has its default.
  func construction(_ layout: RecordLayout, _ values: [Document?]) -> Document {
    SwiftSyntax.call(
      Document(type(layout)),
      zip(layout.fields, values).compactMap { field, value in
        value.map { SwiftSyntax.argument("\(Self.label(field.name))", $0) }
      })
  }

  /// A number whose digits are in groups of three, if it is a long one.
  private static func grouped(_ number: some BinaryInteger) -> String {
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

  /// A duration in the largest unit that it is a whole number of.
  private static func period(_ duration: Duration) -> Document {
    for (unit, size) in [("seconds", 1_000_000_000), ("milliseconds", 1_000_000)] as [(_, Int64)]
    where duration.nanoseconds % size == 0 {
      return "Period.\(unit)(\(grouped(duration.nanoseconds / size)))"
    }
    return "Period(nanoseconds: \(grouped(duration.nanoseconds)))"
  }

  private static func expression(_ double: Double) -> SwiftExpression {
    if double.isNaN { return SwiftExpression("Double.nan") }
    if double == .infinity { return SwiftExpression("Double.infinity") }
    if double == -.infinity { return SwiftExpression("-Double.infinity", .prefix) }
    // The compiler warns of a literal that is so small that it loses digits.
    if double.isSubnormal { return SwiftExpression("Double(bitPattern: \(double.bitPattern))") }
    return SwiftExpression(
      Document(double.description), double.sign == .minus ? .prefix : .floatingPoint)
  }

  /// A text as a literal, without the quotes.
  static func escaped(_ text: String) -> String {
    TextEscapes(marks: ["\""]) { "\\u{\(String($0, radix: 16, uppercase: true))}" }.escaped(text)
  }

  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }
}
