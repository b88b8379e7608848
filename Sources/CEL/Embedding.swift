// The interface for a language that embeds expressions, beyond compiling and evaluating.

extension Environment {
  /// Returns true if a variable or a constant with the name is declared.
  package func declares(_ name: String) -> Bool {
    variables[name] != nil || types.definitions?.constant(name) != nil
  }

  /// Returns true if there is a function with the name.
  package func hasFunction(_ name: String) -> Bool {
    library[name] != nil || definesFunction(name)
  }

  /// Returns true if the host defines a function with the name.
  package func definesFunction(_ name: String) -> Bool {
    types.definitions?.function(name) != nil
  }

  /// Compiles a parsed expression.
  package func compile(_ expr: Expr) throws(Issues) -> ExpressionPlan { plan(try check(expr)) }
}

extension Expr {
  /// The words that cannot be names in expressions (CEL spec, "Syntax": reserved words and
  /// literals).
  package static var reservedWords: [String] { Token.Kind.spellings.map(\.text) }

  /// Returns true if a name is one of the ``reservedWords``.
  package static func isReserved(_ name: String) -> Bool {
    Token.Kind(Token.Word(name)) != .ident
  }
}

extension Library {
  /// Returns the meaning of a name in the language itself: a function, a macro, a type or a
  /// namespace.
  package static func meaning(of name: String) -> String? {
    if hasFunction(name) { return "a function" }
    if macroNames.contains(name) { return "a macro" }
    if standard.namespaces.contains(name) || name == "cel" || Types().qualifiedRoots.contains(name)
    {
      return "a namespace"
    }
    return Environment().typeConstant(name) == nil ? nil : "a type"
  }

  /// Returns true if the language has a function with a full name, such as `math.round`.
  package static func hasFunction(_ name: String) -> Bool { standard[name] != nil }

  private static let macroNames: Set<String> = Set(
    macros.compactMap { macro in
      guard
        case .call(let name, _, _)? = try? Environment().parse(macro.call, expandsMacros: false)
          .kind
      else { return nil }
      return name.text
    })
}

extension Environment {
  /// True if tests outside the expression narrow names of type `T?` to `T`.
  package var narrowsNull: Bool { !nonNull.isEmpty }
}

extension EvaluationError {
  /// Creates an error that belongs to no part of an expression.
  package convenience init(code: String, message: String) {
    self.init(Failure(code, message), 0..<0)
  }
}

extension Value {
  /// The text of the value inside interpolated text: the result of `string(x)`, if it has one.
  package var interpolated: String {
    switch self {
    case .string(let text): text
    case .double(let number): number.shortText
    case .uint(let number): String(number)
    case .timestamp(let timestamp): timestamp.description
    case .duration(let duration): duration.description
    default: description
    }
  }

  /// The kind of the value, with an article.
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
  /// Returns true if the value is less than another; nil if the two have no order.
  package func precedes(_ other: Value) -> Bool? {
    guard let order = compare(with: other), order != .unordered else { return nil }
    return order == .less
  }
}

extension Type {
  /// True if values of the type have an order (CEL spec, "Ordering").
  package var isOrdered: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .dyn: true
    default: false
    }
  }
}

extension Timestamp {
  /// Returns the duration since another timestamp; the longest duration if the result exceeds it.
  package func duration(since other: Timestamp) -> Duration {
    (try? since(other)) ?? Duration(nanoseconds: .max)
  }
}
