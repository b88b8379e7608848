/// Reads values of JSON: the order of keys is kept.
extension JSONReader {
  /// A value of any kind.
  package typealias WholeValue = JSONValue

  /// Reads one value.
  package mutating func readValue() throws(JSONFailure) -> JSONValue { try value(inside: 0) }

  /// - Parameter depth: The number of arrays and objects around the value.
  private mutating func value(inside depth: Int) throws(JSONFailure) -> JSONValue {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default:
      return switch try number() {
      case .int(let int): .int(int)
      case .uint(let uint): .uint(uint)
      case .double(let double): .double(double)
      }
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONFailure) -> JSONValue {
    try expect(word)
    return value
  }

  private mutating func object(
    _ depth: Int
  ) throws(JSONFailure) -> OrderedMap<JSONValue, JSONValue> {
    if depth > maximumDepth { throw failure("it is nested too deep") }
    var members: OrderedMap<JSONValue, JSONValue> = [:]
    try readObject { (reader, key) throws(JSONFailure) in
      try reader.checkCancellation()
      members[.string(key)] = try reader.value(inside: depth)
    }
    return members
  }

  private mutating func array(_ depth: Int) throws(JSONFailure) -> [JSONValue] {
    if depth > maximumDepth { throw failure("it is nested too deep") }
    var elements: [JSONValue] = []
    try readArray { (reader) throws(JSONFailure) in
      try reader.checkCancellation()
      elements.append(try reader.value(inside: depth))
    }
    return elements
  }
}

extension JSONValue {
  /// Reads JSON; nil for a text that is not JSON, or is nested deeper than answers of servers may
  /// be.
  package init?(text: String) { self.init(text: text, maximumDepth: JSONReader.maximumDepth) }

  /// Reads JSON that suas-run wrote: a state is nested up to 200 levels deep, and lies in a request.
  package init?(requestText text: String) { self.init(text: text, maximumDepth: 256) }

  private init?(text: String, maximumDepth: Int) {
    var reader = JSONReader(Array(text.utf8), maximumDepth: maximumDepth)
    do throws(JSONFailure) {
      self = try reader.readValue()
      try reader.expectEnd()
    } catch {
      return nil
    }
  }
}
