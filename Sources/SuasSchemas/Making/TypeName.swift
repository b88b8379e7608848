/// A type as it is written in a spec.
indirect enum TypeName: Equatable, Sendable {
  /// A type of the language without arguments.
  case plain(String)
  /// A type that is declared.
  case declared(String)
  case list(TypeName)
  /// A map; its keys are of an enum, or strings.
  case map(key: String?, TypeName)
  case optional(TypeName)

  static let any = plain("any")

  var text: String {
    switch self {
    case .plain(let name), .declared(let name): name
    case .list(let element): "list(\(element.text))"
    case .map(nil, let value): "map(\(value.text))"
    case .map(let key?, let value): "map(\(key), \(value.text))"
    case .optional(let wrapped): "\(wrapped.text)?"
    }
  }

  /// The number of types in one another.
  var depth: Int {
    switch self {
    case .plain, .declared: 1
    case .list(let inner), .map(_, let inner): 1 + inner.depth
    case .optional(let wrapped): wrapped.depth
    }
  }

  /// The declared type that a value holds, whether in a list, in a map or as it is.
  var declaredName: String? {
    switch self {
    case .plain: nil
    case .declared(let name): name
    case .list(let inner), .map(_, let inner), .optional(let inner): inner.declaredName
    }
  }

  /// The type with `any` in place of the declared one.
  var withoutDeclared: TypeName {
    switch self {
    case .plain: self
    case .declared: .any
    case .list(let inner): .list(inner.withoutDeclared)
    case .map(let key, let inner): .map(key: key, inner.withoutDeclared)
    case .optional(let inner): .optional(inner.withoutDeclared)
    }
  }
}

/// The type of some values, and a condition on them.
struct ValueType: Sendable {
  var type: TypeName
  /// True if null is one of the values.
  var isNullable = false
  /// The condition on each value but null.
  var condition: Condition?

  static let any = ValueType(type: .any)

  /// The type with null.
  var name: TypeName { isNullable ? .optional(type) : type }

  /// The condition on each value, null included.
  var wholeCondition: Condition? {
    guard isNullable, let condition else { return condition }
    return Condition(depth: condition.depth) { "\($0) == null || \(condition($0))" }
  }
}
