/// Conversions between types (CEL spec, "Standard Definitions": type conversions).
extension Library {
  static let conversions: [Function] = [
    toInt, toUInt, toDouble, toString, toBool, toBytes, toDyn, toType,
  ]

  private static let toInt = Function(
    "int",
    [
      .of("int64_to_int64", doc: "The number itself.") { (a: Int64, _) throws(Failure) in a },
      .of("uint64_to_int64", doc: "The same number.") { (a: UInt64, _) throws(Failure) in
        guard let result = Int64(exactly: a) else { throw .overflow("int") }
        return result
      },
      .of("double_to_int64", doc: "The number without its fraction.") {
        (a: Double, _) throws(Failure) in
        guard a > -0x1p63, a < 0x1p63 else { throw .overflow("int") }
        return Int64(a)
      },
      .of("string_to_int64", doc: "The number parsed from the text.") {
        (a: String, _) throws(Failure) in
        guard let result = Int64(a) else {
          throw .invalidArgument("\(Value.string(a).brief) is no int")
        }
        return result
      },
      .of("timestamp_to_int64", doc: "Seconds since 1970.") { (a: Timestamp, _) throws(Failure) in
        a.seconds
      },
      .of("duration_to_int64", doc: "Nanoseconds.") { (a: Duration, _) throws(Failure) in
        a.nanoseconds
      },
    ])

  private static let toUInt = Function(
    "uint",
    [
      .of("uint64_to_uint64", doc: "The number itself.") { (a: UInt64, _) throws(Failure) in a },
      .of("int64_to_uint64", doc: "The same number.") { (a: Int64, _) throws(Failure) in
        guard let result = UInt64(exactly: a) else { throw .overflow("uint") }
        return result
      },
      .of("double_to_uint64", doc: "The number without its fraction.") {
        (a: Double, _) throws(Failure) in
        guard a >= 0, a < 0x1p64 else { throw .overflow("uint") }
        return UInt64(a)
      },
      .of("string_to_uint64", doc: "The number parsed from the text.") {
        (a: String, _) throws(Failure) in
        guard let result = UInt64(a) else {
          throw .invalidArgument("\(Value.string(a).brief) is no uint")
        }
        return result
      },
    ])

  private static let toDouble = Function(
    "double",
    [
      .of("double_to_double", doc: "The number itself.") { (a: Double, _) throws(Failure) in a },
      .of("int64_to_double", doc: "The nearest number.") { (a: Int64, _) throws(Failure) in
        Double(a)
      },
      .of("uint64_to_double", doc: "The nearest number.") { (a: UInt64, _) throws(Failure) in
        Double(a)
      },
      .of("string_to_double", doc: "The number parsed from the text.") {
        (a: String, _) throws(Failure) in
        guard let result = Double(a) else {
          throw .invalidArgument("\(Value.string(a).brief) is no double")
        }
        // Infinity is written in letters; digits whose value is infinite are out of range.
        guard result.isFinite || !a.utf8.contains(where: { 0x30...0x39 ~= $0 }) else {
          throw .invalidArgument("\(Value.string(a).brief) does not fit into double")
        }
        return result
      },
    ])

  private static let toString = Function(
    "string",
    [
      .of("string_to_string", doc: "The text itself.") { (a: String, _) throws(Failure) in a },
      .of("bool_to_string", doc: "'true' or 'false'.") { (a: Bool, _) throws(Failure) in
        a ? "true" : "false"
      },
      .of("int64_to_string", doc: "The number in decimal digits.") {
        (a: Int64, _) throws(Failure) in String(a)
      },
      .of("uint64_to_string", doc: "The number in decimal digits.") {
        (a: UInt64, _) throws(Failure) in String(a)
      },
      .of("double_to_string", doc: "The shortest digits that read back as the number.") {
        (a: Double, _) throws(Failure) in a.shortText
      },
      .of("bytes_to_string", doc: "The text decoded from UTF-8.") {
        (a: [UInt8], budget) throws(Failure) in
        try budget.spend(bytes: a.count)
        guard let text = String(utf8: a) else {
          throw .invalidArgument("the bytes are no UTF-8")
        }
        return text
      },
    ])

  private static let toBool = Function(
    "bool",
    [
      .of("bool_to_bool", doc: "The value itself.") { (a: Bool, _) throws(Failure) in a },
      .of("string_to_bool", doc: "The value parsed from the text: true, false, t, f, 1 or 0.") {
        (a: String, _) throws(Failure) in
        switch a {
        case "true", "True", "TRUE", "t", "T", "1": return true
        case "false", "False", "FALSE", "f", "F", "0": return false
        default: throw .invalidArgument("\(Value.string(a).brief) is no bool")
        }
      },
    ])

  private static let toBytes = Function(
    "bytes",
    [
      .of("bytes_to_bytes", doc: "The bytes themselves.") { (a: [UInt8], _) throws(Failure) in a },
      .of("string_to_bytes", doc: "The text in UTF-8.") { (a: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count)
        return Array(a.utf8)
      },
    ])

  private static let toDyn = Function(
    "dyn",
    [
      .of(
        "to_dyn", [.parameter("A")], .dyn,
        doc: "The value itself, with its type checked at run time."
      ) { (a: Value, _) throws(Failure) in a }
    ])

  private static let toType = Function(
    "type",
    [
      .of("type", [.parameter("A")], .type(.parameter("A")), doc: "The type of the value.") {
        (a: Value, _) throws(Failure) in Value.type(a.type)
      }
    ])
}
