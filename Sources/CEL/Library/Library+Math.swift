/// The math extension (cel-go, "ext/math").
extension Library {
  static let math: [Function] =
    [
      extreme("math.greatest", "max", doc: "The greatest of the numbers.") { $0 == .greater },
      extreme("math.least", "min", doc: "The least of the numbers.") { $0 == .less },
      abs, sign, bitNot,
    ] + roundings + tests
    + [
      bits("math.bitAnd", "bit_and", doc: "The bits that are set in both.") { $0 & $1 },
      bits("math.bitOr", "bit_or", doc: "The bits that are set in either.") { $0 | $1 },
      bits("math.bitXor", "bit_xor", doc: "The bits that are set in exactly one.") { $0 ^ $1 },
      shift("math.bitShiftLeft", "left", doc: "The bits shifted to the left.") { $0 << $1 },
      shift(
        "math.bitShiftRight", "right", doc: "The bits shifted to the right and filled with zeros."
      ) {
        $0 >> $1
      },
    ]

  private static let numbers: [(name: String, type: Type)] = [
    ("int", .int), ("uint", .uint), ("double", .double),
  ]

  private static func extreme(
    _ name: String, _ id: String, doc: String, _ wins: @escaping @Sendable (Order) -> Bool
  ) -> Function {
    @Sendable func better(_ a: Value, _ b: Value) throws(Failure) -> Value {
      guard let order = b.compareNumber(with: a) else { throw .mismatch }
      return wins(order) ? b : a
    }
    var overloads: [Overload] = []
    for (left, leftType) in numbers {
      overloads.append(
        .of("math_@\(id)_\(left)", [leftType], leftType, doc: doc) {
          (a: Value, _) throws(Failure) in try better(a, a)
        })
      for (right, rightType) in numbers {
        let type = left == right ? leftType : .dyn
        overloads.append(
          .of("math_@\(id)_\(left)_\(right)", [leftType, rightType], type, doc: doc) {
            (a: Value, b: Value, _) throws(Failure) in try better(a, b)
          })
      }
    }
    for (element, type) in numbers {
      overloads.append(
        .of("math_@\(id)_list_\(element)", [.list(type)], type, doc: doc) {
          (a: List, budget) throws(Failure) -> Value in
          try budget.spend(a.count)
          guard var best = a.first else { throw .invalidArgument("the list is empty") }
          best = try better(best, best)
          for item in a { best = try better(best, item) }
          return best
        })
    }
    return Function(name, overloads)
  }

  private static let abs = Function(
    "math.abs",
    [
      .of("math_abs_int", doc: "The absolute value.") { (a: Int64, _) throws(Failure) in
        try a.absolute()
      },
      .of("math_abs_uint", doc: "The number itself.") { (a: UInt64, _) throws(Failure) in a },
      .of("math_abs_double", doc: "The absolute value.") {
        (a: Double, _) throws(Failure) in a.magnitude
      },
    ])

  private static let sign = Function(
    "math.sign",
    [
      .of("math_sign_int", doc: "The sign: 1, 0 or -1.") {
        (a: Int64, _) throws(Failure) in a.signum()
      },
      .of("math_sign_uint", doc: "The sign: 1 or 0.") { (a: UInt64, _) throws(Failure) in a.signum()
      },
      .of("math_sign_double", doc: "The sign: 1.0, 0.0 or -1.0.") {
        (a: Double, _) throws(Failure) in a > 0 ? 1 : a < 0 ? -1 : a + 0
      },
    ])

  private static let roundings: [Function] = [
    double("ceil", doc: "The smallest whole number that is not less.") { $0.rounded(.up) },
    double("floor", doc: "The largest whole number that is not greater.") { $0.rounded(.down) },
    double("round", doc: "The nearest whole number, halves away from zero.") {
      $0.rounded(.toNearestOrAwayFromZero)
    },
    double("trunc", doc: "The number without its fraction.") { $0.rounded(.towardZero) },
    Function(
      "math.sqrt",
      [
        .of("math_sqrt_double", doc: "The square root; NaN for a negative number.") {
          (a: Double, _) throws(Failure) in a.squareRoot()
        },
        .of("math_sqrt_int", doc: "The square root; NaN for a negative number.") {
          (a: Int64, _) throws(Failure) in Double(a).squareRoot()
        },
        .of("math_sqrt_uint", doc: "The square root.") {
          (a: UInt64, _) throws(Failure) in Double(a).squareRoot()
        },
      ]),
  ]

  private static func double(
    _ name: String, doc: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> Function {
    Function(
      "math.\(name)",
      [.of("math_\(name)_double", doc: doc) { (a: Double, _) throws(Failure) in body(a) }])
  }

  private static let tests: [Function] = [
    test("isNaN", doc: "True if it is not a number.") { $0.isNaN },
    test("isInf", doc: "True if it is infinite.") { $0.isInfinite },
    test("isFinite", doc: "True if it is neither infinite nor NaN.") { $0.isFinite },
  ]

  private static func test(
    _ name: String, doc: String, _ holds: @escaping @Sendable (Double) -> Bool
  ) -> Function {
    Function(
      "math.\(name)",
      [.of("math_\(name)_double", doc: doc) { (a: Double, _) throws(Failure) in holds(a) }])
  }

  private static let bitNot = Function(
    "math.bitNot",
    [
      .of("math_bitNot_int_int", doc: "The number with every bit inverted.") {
        (a: Int64, _) throws(Failure) in ~a
      },
      .of("math_bitNot_uint_uint", doc: "The number with every bit inverted.") {
        (a: UInt64, _) throws(Failure) in ~a
      },
    ])

  private static func bits(
    _ name: String, _ id: String, doc: String,
    _ body: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> Function {
    Function(
      name,
      [
        .of("math_\(id)_int_int", doc: doc) { (a: Int64, b: Int64, _) throws(Failure) in
          Int64(bitPattern: body(UInt64(bitPattern: a), UInt64(bitPattern: b)))
        },
        .of("math_\(id)_uint_uint", doc: doc) { (a: UInt64, b: UInt64, _) throws(Failure) in
          body(a, b)
        },
      ])
  }

  private static func shift(
    _ name: String, _ id: String, doc: String,
    _ body: @escaping @Sendable (UInt64, Int64) -> UInt64
  ) -> Function {
    Function(
      name,
      [
        .of("math_bitShift_\(id)_int_int", doc: doc) { (a: Int64, b: Int64, _) throws(Failure) in
          guard b >= 0 else { throw .invalidArgument("bits cannot move by \(b)") }
          return Int64(bitPattern: body(UInt64(bitPattern: a), b))
        },
        .of("math_bitShift_\(id)_uint_int", doc: doc) {
          (a: UInt64, b: Int64, _) throws(Failure) in
          guard b >= 0 else { throw .invalidArgument("bits cannot move by \(b)") }
          return body(a, b)
        },
      ])
  }
}

extension Sequence {
  fileprivate var first: Element? { first { _ in true } }
}
