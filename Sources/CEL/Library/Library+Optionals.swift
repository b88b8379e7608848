/// Optional values (cel-go, "cel/library": optional types). `or` and `orValue` evaluate their
/// argument only if it is needed; the planner ensures that.
extension Library {
  static let optionals: [Function] = [
    Function(
      "optional.of",
      [
        .of("optional_of", [.parameter("T")], optional, doc: "An optional with the value.") {
          (a: Value, _) throws(Failure) -> Value in .optional(a)
        }
      ]),
    Function(
      "optional.none",
      [
        Overload(
          "optional_none", [], optional, doc: "An optional without a value.",
          .variadic { (_, _) throws(Failure) in .optional(nil) })
      ]),
    Function(
      "optional.ofNonZeroValue",
      [
        .of(
          "optional_ofNonZeroValue", [.parameter("T")], optional,
          doc: "An optional with the value; without it if the value is zero, empty, false or null."
        ) { (a: Value, _) throws(Failure) -> Value in .optional(a.isZero ? nil : a) }
      ]),
    Function(
      "hasValue",
      [
        .of("optional_hasValue", isMember: true, [optional], .bool, doc: "True if it has a value.")
        {
          (a: Value, _) throws(Failure) -> Bool in
          guard case .optional(let inner) = a else { throw .mismatch }
          return inner != nil
        }
      ]),
    Function(
      "value",
      [
        .of(
          "optional_value", isMember: true, [optional], .parameter("T"),
          doc: "The value; an error if there is none."
        ) { (a: Value, _) throws(Failure) -> Value in
          guard case .optional(let inner) = a else { throw .mismatch }
          guard let inner else { throw .invalidArgument("the optional has no value") }
          return inner
        }
      ]),
    Function(
      "or",
      [
        .of(
          "optional_or_optional", isMember: true, [optional, optional], optional,
          doc: "The first, or the second if the first has no value."
        ) { (a: Value, b: Value, _) throws(Failure) -> Value in a == .optional(nil) ? b : a }
      ]),
    Function(
      "orValue",
      [
        .of(
          "optional_orValue_value", isMember: true, [optional, .parameter("T")], .parameter("T"),
          doc: "The value, or the given one if there is none."
        ) { (a: Value, b: Value, _) throws(Failure) -> Value in
          guard case .optional(let inner) = a else { throw .mismatch }
          return inner ?? b
        },
        .of(
          "nullable_orValue_value", isMember: true,
          [.nullable(.parameter("T")), .parameter("T")], .parameter("T"),
          doc: "The value, or the given one if it is null."
        ) { (a: Value, b: Value, _) throws(Failure) -> Value in a == .null ? b : a },
      ]),
    unwrap("optional.unwrap", "optional_unwrap", isMember: false),
    unwrap("unwrapOpt", "optional_unwrapOpt", isMember: true),
  ]

  private static let optional = Type.optional(.parameter("T"))

  private static func unwrap(_ name: String, _ id: String, isMember: Bool) -> Function {
    Function(
      name,
      [
        .of(
          id, isMember: isMember, [.list(optional)], .list(.parameter("T")),
          doc: "The values of the optionals that have one."
        ) { (a: List, budget) throws(Failure) in
          try budget.spend(a.count)
          var result = List()
          for item in a {
            guard case .optional(let inner) = item else { throw .mismatch }
            if let inner { result.append(inner) }
          }
          return result
        }
      ])
  }
}

extension Value {
  /// True if the value is the zero value of its type.
  fileprivate var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let bool): !bool
    case .int(let int): int == 0
    case .uint(let uint): uint == 0
    case .double(let double): double == 0
    case .string(let string): string.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .timestamp(let timestamp): timestamp.seconds == 0 && timestamp.nanoseconds == 0
    case .duration(let duration): duration.nanoseconds == 0
    case .list(let list): list.isEmpty
    case .map(let map): map.isEmpty
    case .record(let record): record.fields.allSatisfy(\.isZero)
    case .type, .opaque: false
    case .optional(let inner): inner == nil
    }
  }
}
