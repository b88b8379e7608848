// What a language that embeds expressions needs of them, beyond compiling and evaluating.

extension Environment {
  /// Whether a variable of the name is declared.
  package func declares(_ name: String) -> Bool { variables[name] != nil }

  /// Whether there is a function of the name.
  package func hasFunction(_ name: String) -> Bool { library[name] != nil }

  /// Compiles an expression that has been parsed.
  package func compile(_ expr: Expr) throws(Issues) -> Program { plan(try check(expr)) }
}

extension Expr {
  /// Words that mean something else in expressions than a name (CEL spec, "Syntax": reserved words
  /// and literals).
  package static var reservedWords: [String] { Token.Kind.spellings.map(\.text) }

  /// Whether a name is one of the ``reservedWords``.
  package static func isReserved(_ name: String) -> Bool {
    Token.Kind(Token.Word(name)) != .ident
  }
}

extension Environment {
  /// Whether names of type `T?` count as `T` because of tests outside the expression.
  package var narrowsNull: Bool { !nonNull.isEmpty }
}

extension EvaluationError {
  /// An error that is not met by a part of an expression.
  package convenience init(code: String, message: String) {
    self.init(Failure(code, message), 0..<0)
  }
}

extension Value {
  /// The value as it stands inside text: what `string(x)` gives, where it gives something.
  package var interpolated: String {
    switch self {
    case .string(let text): text
    case .double(let number): number.celString
    case .uint(let number): String(number)
    case .timestamp(let timestamp): timestamp.description
    case .duration(let duration): duration.description
    default: description
    }
  }

  /// What the value is, with an article.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .uint: "a uint"
    case .double: "a double"
    case .string: "a string"
    case .bytes: "bytes"
    case .timestamp: "a timestamp"
    case .duration: "a duration"
    case .list: "a list"
    case .map: "a map"
    case .record(let record): "a \(record.shape.name)"
    case .type: "a type"
    case .optional: "an optional"
    case .opaque(let opaque): "a \(opaque.type)"
    }
  }
}

extension Value {
  /// Whether the value stands before another; nil where the two have no order.
  package func precedes(_ other: Value) -> Bool? {
    guard let order = compare(with: other), order != .unordered else { return nil }
    return order == .less
  }
}

extension Type {
  /// Whether values of the type have an order (CEL spec, "Ordering").
  package var isOrdered: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .dyn: true
    default: false
    }
  }
}

extension Timestamp {
  /// The moment some time later; the last or first there is, where it would lie beyond.
  package func advanced(clampedBy duration: Duration) -> Timestamp {
    if let moment = try? advanced(by: duration) { return moment }
    let seconds = duration.nanoseconds < 0 ? Self.range.lowerBound : Self.range.upperBound
    return Timestamp(seconds: seconds) ?? self
  }
}

extension Timestamp {
  /// How much later the moment is than another; the longest there is, where it is more.
  package func since(_ other: Timestamp) -> Duration {
    (try? duration(since: other)) ?? Duration(nanoseconds: .max)
  }
}
