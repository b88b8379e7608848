/// The operators (CEL spec, "Standard Definitions"). Integer arithmetic reports overflow; the
/// planner knows the most common operators by their ids and evaluates them without a call.
extension Library {
  static let operators: [Function] =
    [add, subtract, multiply, divide, modulo, negate, not, equal, notEqual] + comparisons

  private static let add = Function(
    "_+_",
    [
      .of("add_int64", doc: "The sum.") {
        (a: Int64, b: Int64, _) throws(Failure) in try a.adding(b)
      },
      .of("add_uint64", doc: "The sum.") {
        (a: UInt64, b: UInt64, _) throws(Failure) in try a.adding(b)
      },
      .of("add_double", doc: "The sum.") { (a: Double, b: Double, _) throws(Failure) in a + b },
      .of("add_string", doc: "The concatenated texts.") {
        (a: String, b: String, budget) throws(Failure) in
        try budget.spend(bytes: a.utf8.count + b.utf8.count)
        return a + b
      },
      .of("add_bytes", doc: "The concatenated bytes.") {
        (a: [UInt8], b: [UInt8], budget) throws(Failure) in
        try budget.spend(bytes: a.count + b.count)
        return a + b
      },
      .of(
        "add_list", [.list(.parameter("A")), .list(.parameter("A"))], .list(.parameter("A")),
        doc: "The concatenated lists."
      ) { (a: List, b: List, budget) throws(Failure) in
        try budget.spend(b.count)
        var result = a
        for item in b { result.append(item) }
        return result
      },
      .of("add_timestamp_duration", doc: "The time plus the duration.") {
        (a: Timestamp, b: Duration, _) throws(Failure) in try a.adding(b)
      },
      .of("add_duration_timestamp", doc: "The time plus the duration.") {
        (a: Duration, b: Timestamp, _) throws(Failure) in try b.adding(a)
      },
      .of("add_duration_duration", doc: "The sum.") {
        (a: Duration, b: Duration, _) throws(Failure) in try a.adding(b)
      },
    ])

  private static let subtract = Function(
    "_-_",
    [
      .of("subtract_int64", doc: "The difference.") {
        (a: Int64, b: Int64, _) throws(Failure) in try a.subtracting(b)
      },
      .of("subtract_uint64", doc: "The difference.") {
        (a: UInt64, b: UInt64, _) throws(Failure) in try a.subtracting(b)
      },
      .of("subtract_double", doc: "The difference.") {
        (a: Double, b: Double, _) throws(Failure) in a - b
      },
      .of("subtract_timestamp_timestamp", doc: "The duration between the two times.") {
        (a: Timestamp, b: Timestamp, _) throws(Failure) in try a.since(b)
      },
      .of("subtract_timestamp_duration", doc: "The time minus the duration.") {
        (a: Timestamp, b: Duration, _) throws(Failure) in try a.subtracting(b)
      },
      .of("subtract_duration_duration", doc: "The difference.") {
        (a: Duration, b: Duration, _) throws(Failure) in try a.subtracting(b)
      },
    ])

  private static let multiply = Function(
    "_*_",
    [
      .of("multiply_int64", doc: "The product.") {
        (a: Int64, b: Int64, _) throws(Failure) in try a.multiplied(b)
      },
      .of("multiply_uint64", doc: "The product.") {
        (a: UInt64, b: UInt64, _) throws(Failure) in try a.multiplied(b)
      },
      .of("multiply_double", doc: "The product.") {
        (a: Double, b: Double, _) throws(Failure) in a * b
      },
    ])

  private static let divide = Function(
    "_/_",
    [
      .of("divide_int64", doc: "The quotient, rounded towards zero.") {
        (a: Int64, b: Int64, _) throws(Failure) in try a.divided(b)
      },
      .of("divide_uint64", doc: "The quotient, rounded down.") {
        (a: UInt64, b: UInt64, _) throws(Failure) in try a.divided(b)
      },
      .of("divide_double", doc: "The quotient.") {
        (a: Double, b: Double, _) throws(Failure) in a / b
      },
    ])

  private static let modulo = Function(
    "_%_",
    [
      .of("modulo_int64", doc: "The remainder, which has the sign of the dividend.") {
        (a: Int64, b: Int64, _) throws(Failure) in try a.remainder(b)
      },
      .of("modulo_uint64", doc: "The remainder.") {
        (a: UInt64, b: UInt64, _) throws(Failure) in try a.remainder(b)
      },
    ])

  private static let negate = Function(
    "-_",
    [
      .of("negate_int64", doc: "The negated number.") {
        (a: Int64, _) throws(Failure) in try a.negated()
      },
      .of("negate_double", doc: "The negated number.") {
        (a: Double, _) throws(Failure) in -a
      },
    ])

  private static let not = Function(
    "!_",
    [
      .of("logical_not", doc: "True for false, false for true.") { (a: Bool, _) throws(Failure) in
        !a
      }
    ])

  private static let equal = Function(
    "_==_",
    [
      .of(
        "equals", [.parameter("A"), .parameter("A")], .bool,
        doc: "True if both are equal; numbers of different types are compared by value."
      ) { (a: Value, b: Value, budget) throws(Failure) in
        try a.equals(b, &budget)
      }
    ])

  private static let notEqual = Function(
    "_!=_",
    [
      .of(
        "not_equals", [.parameter("A"), .parameter("A")], .bool,
        doc: "True if both differ."
      ) { (a: Value, b: Value, budget) throws(Failure) in
        try !a.equals(b, &budget)
      }
    ])

  private static let comparisons: [Function] = [
    comparison("_<_", "less", doc: "True if the first is less than the second.") { $0 == .less },
    comparison("_<=_", "less_equals", doc: "True if the first is at most the second.") {
      $0 == .less || $0 == .equal
    },
    comparison("_>_", "greater", doc: "True if the first is greater than the second.") {
      $0 == .greater
    },
    comparison(
      "_>=_", "greater_equals", doc: "True if the first is at least the second."
    ) { $0 == .greater || $0 == .equal },
  ]

  private static func comparison(
    _ name: String, _ id: String, doc: String, _ holds: @escaping @Sendable (Order) -> Bool
  ) -> Function {
    let numbers: [(String, Type)] = [("int64", .int), ("uint64", .uint), ("double", .double)]
    var types: [(String, Type, Type)] = [
      ("bool", .bool, .bool), ("string", .string, .string), ("bytes", .bytes, .bytes),
      ("timestamp", .timestamp, .timestamp), ("duration", .duration, .duration),
    ]
    for (left, leftType) in numbers {
      for (right, rightType) in numbers {
        types.append((left == right ? left : "\(left)_\(right)", leftType, rightType))
      }
    }
    return Function(
      name,
      types.map { suffix, left, right in
        .of("\(id)_\(suffix)", [left, right], .bool, doc: doc) {
          (a: Value, b: Value, budget) throws(Failure) in
          try budget.spend(a.comparisonCost)
          guard let order = a.compare(with: b) else { throw .noMatchingOverload(name, a, b) }
          return holds(order)
        }
      })
  }
}

extension Value {
  /// The cost of comparing the value with another, as an upper bound.
  var comparisonCost: Int {
    switch self {
    case .string(let string): string.utf8.count >> 4
    case .bytes(let bytes): bytes.count >> 4
    default: 0
    }
  }
}
