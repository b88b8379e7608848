// Swift literals for values: `["text": "Buy milk", "count": 2]`.

extension Value: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .string(text) }
}

extension Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self = .int(number) }
}

extension Value: ExpressibleByFloatLiteral {
  public init(floatLiteral number: Double) { self = .double(number) }
}

extension Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral values: Value...) { self = .list(List(values)) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates a map in the order of the literal; of two equal keys, the later value counts.
  public init(dictionaryLiteral entries: (Value, Value)...) {
    var map = Map()
    for (key, value) in entries { map[key] = value }
    self = .map(map)
  }
}
