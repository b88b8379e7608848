import CEL

/// Reads the values of expressions: the order of keys is kept.
///
///     value  = object / array / string / number / "true" / "false" / "null"
extension JSONReader {
  /// A value of any kind.
  package typealias WholeValue = Value

  /// Reads the value that the whole text is.
  package mutating func readWhole() throws(JSONFailure) -> Value {
    let value = try readValue()
    try expectEnd()
    return value
  }

  /// Reads one value.
  package mutating func readValue() throws(JSONFailure) -> Value { try value(depth: 0) }

  package mutating func readBool() throws(JSONFailure) -> Bool {
    guard case .bool(let flag) = try readValue() else { throw failure("true or false is missing") }
    return flag
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> Value {
    skipBlanks()
    try checkCancellation()
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try expect("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    default:
      switch try number() {
      case .int(let number): return .int(number)
      case .uint(let number): return .uint(number)
      case .double(let number): return .double(number)
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONFailure) -> Value {
    guard depth <= maximumDepth else { throw failure("it is nested too deep") }
    position += 1
    var map = Map()
    if take("}") { return .map(map) }
    repeat {
      let key = try key()
      map[.string(key)] = try value(depth: depth)
    } while take(",")
    guard take("}") else { throw failure("an object does not end") }
    return .map(map)
  }

  private mutating func array(depth: Int) throws(JSONFailure) -> Value {
    guard depth <= maximumDepth else { throw failure("it is nested too deep") }
    position += 1
    var list = List()
    if take("]") { return .list(list) }
    repeat { list.append(try value(depth: depth)) } while take(",")
    guard take("]") else { throw failure("an array does not end") }
    return .list(list)
  }
}
