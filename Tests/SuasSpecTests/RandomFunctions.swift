import SuasSpec

/// Random functions and constants on ints and lists of ints: as they are declared in a spec, written
/// out at a call, and computed in plain Swift.
struct RandomFunctions: Sendable {
  /// The value is too large, or there is none.
  struct Failed: Error {}

  /// An expression of a function's body.
  indirect enum Body: Sendable {
    case literal(Int64)
    case constant(Int)
    case parameter(Int)
    /// The element of the enclosing `sum` at a depth.
    case element(depth: Int)
    case add(Body, Body)
    case subtract(Body, Body)
    case multiply(Body, Body)
    case divide(Body, Body)
    case remainder(Body, by: Int64)
    case ifLess(Body, Body, then: Body, else: Body)
    /// The sum of an expression for the constant list's elements.
    case sum(depth: Int, Body)
    case call(Int, Body, Body)
  }

  /// The values of the int constants `c0`, `c1`, …; the constant `cs` is the list of them.
  let constants: [Int64]
  /// The bodies of `f0`, `f1`, … with two parameters each; a body calls earlier functions only.
  private(set) var bodies: [Body] = []

  var count: Int { bodies.count }

  /// Every second function is large, so that it is called instead of inlined.
  init(_ random: inout SplitMix64) {
    constants = (0..<3).map { _ in Int64.random(in: -3...9, using: &random) }
    for index in 0..<6 {
      let isLarge = !index.isMultiple(of: 2)
      var size = 0
      var body: Body
      repeat {
        body = Self.body(isLarge ? 6 : 2, index, depth: 0, &random)
        size = body.size
      } while isLarge ? !(30...150).contains(size) : size > 12
      bodies.append(.remainder(body, by: 1000))
    }
  }

  private static func body(
    _ height: Int, _ callable: Int, depth: Int, _ random: inout SplitMix64
  ) -> Body {
    func part() -> Body { body(height - 1, callable, depth: depth, &random) }
    guard height > 0, Int.random(in: 0..<8, using: &random) > 0 else {
      return leaf(depth: depth, &random)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return .add(part(), part())
    case 2: return .subtract(part(), part())
    case 3: return .multiply(part(), part())
    case 4: return .divide(part(), part())
    case 5: return .remainder(part(), by: Int64.random(in: 1...9, using: &random))
    case 6, 7: return .ifLess(part(), part(), then: part(), else: part())
    case 8 where depth < 2:
      return .sum(depth: depth, body(height - 1, callable, depth: depth + 1, &random))
    default:
      guard callable > 0 else { return .add(part(), part()) }
      return .call(
        Int.random(in: 0..<callable, using: &random), leaf(depth: depth, &random),
        leaf(depth: depth, &random))
    }
  }

  private static func leaf(depth: Int, _ random: inout SplitMix64) -> Body {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .literal(Int64.random(in: 0...9, using: &random))
    case 1: .constant(Int.random(in: 0..<3, using: &random))
    case 2 where depth > 0: .element(depth: Int.random(in: 0..<depth, using: &random))
    default: .parameter(Int.random(in: 0..<2, using: &random))
    }
  }

  /// The sections of a spec.
  var declarations: String {
    var text = "constants:\n"
    for (index, value) in constants.enumerated() { text += "  c\(index): int = \(value)\n" }
    text += "  cs: { type: list(int), value: \"${[c0, c1, c2]}\" }\nfunctions:\n"
    for (index, body) in bodies.enumerated() {
      let value = self.text(of: body, index)
      text += "  f\(index): { params: { a: int, b: int }, value: \"\(value)\" }\n"
    }
    return text + """
        weigh:
          params: { xs: list(int), tally: Tally }
          value: "xs.map(x, x % 100).sum() + size(tally.seen)"

      """
  }

  /// The weight of a store, which never fails.
  static func weight(of store: String) -> String { "weigh(\(store).S.numbers, \(store).S.main)" }

  static func weightWrittenOut(of store: String) -> String {
    "\(store).S.numbers.map(x, x % 100).sum() + size(\(store).S.main.seen)"
  }

  /// A call of a function, in one of its two notations.
  func call(_ function: Int, _ a: String, _ b: String, onFirst: Bool = false) -> String {
    onFirst ? "(\(a)).f\(function)(\(b))" : "f\(function)(\(a), \(b))"
  }

  /// The value of a call, written without functions and constants.
  func writtenOut(_ function: Int, _ a: String, _ b: String) -> String {
    text(of: bodies[function], function, arguments: ["(\(a))", "(\(b))"])
  }

  /// - Parameter arguments: The texts in place of the parameters if everything is written out.
  private func text(
    of body: Body, _ function: Int, arguments: [String]? = nil
  ) -> String {
    func text(_ body: Body) -> String { self.text(of: body, function, arguments: arguments) }
    func element(_ depth: Int) -> String { "x\(function)_\(depth)" }
    func constant(_ index: Int) -> String {
      arguments == nil ? "c\(index)" : "(\(constants[index]))"
    }
    return switch body {
    case .literal(let value): "\(value)"
    case .constant(let index): constant(index)
    case .parameter(let index): arguments?[index] ?? ["a", "b"][index]
    case .element(let depth): element(depth)
    case .add(let left, let right): "(\(text(left)) + \(text(right)))"
    case .subtract(let left, let right): "(\(text(left)) - \(text(right)))"
    case .multiply(let left, let right): "(\(text(left)) * \(text(right)))"
    case .divide(let left, let right): "(\(text(left)) / \(text(right)))"
    case .remainder(let left, let right): "(\(text(left)) % \(right))"
    case .ifLess(let left, let right, let then, let otherwise):
      "(\(text(left)) < \(text(right)) ? \(text(then)) : \(text(otherwise)))"
    case .sum(let depth, let body):
      (arguments == nil ? "cs" : "[" + (0..<3).map(constant).joined(separator: ", ") + "]")
        + ".map(\(element(depth)), \(text(body))).sum()"
    case .call(let other, let a, let b):
      arguments == nil ? call(other, text(a), text(b)) : writtenOut(other, text(a), text(b))
    }
  }

  /// The value of a call.
  func value(_ function: Int, _ a: Int64, _ b: Int64) throws -> Int64 {
    try value(of: bodies[function], [a, b], [])
  }

  private func value(of body: Body, _ arguments: [Int64], _ elements: [Int64]) throws -> Int64 {
    func value(_ body: Body) throws -> Int64 { try self.value(of: body, arguments, elements) }
    func checked(_ result: (partialValue: Int64, overflow: Bool)) throws -> Int64 {
      if result.overflow { throw Failed() }
      return result.partialValue
    }
    return switch body {
    case .literal(let value): value
    case .constant(let index): constants[index]
    case .parameter(let index): arguments[index]
    case .element(let depth): elements[depth]
    case .add(let left, let right):
      try checked(try value(left).addingReportingOverflow(try value(right)))
    case .subtract(let left, let right):
      try checked(try value(left).subtractingReportingOverflow(try value(right)))
    case .multiply(let left, let right):
      try checked(try value(left).multipliedReportingOverflow(by: try value(right)))
    case .divide(let left, let right):
      try checked(try value(left).dividedReportingOverflow(by: try value(right)))
    case .remainder(let left, let right): try value(left) % right
    case .ifLess(let left, let right, let then, let otherwise):
      try value(left) < value(right) ? try value(then) : try value(otherwise)
    case .sum(_, let body):
      try constants.reduce(0) { sum, constant in
        try checked(
          sum.addingReportingOverflow(
            try self.value(of: body, arguments, elements + [constant])))
      }
    case .call(let other, let a, let b): try self.value(other, try value(a), try value(b))
    }
  }
}

extension RandomFunctions.Body {
  /// The number of nodes.
  fileprivate var size: Int {
    switch self {
    case .literal, .constant, .parameter, .element: 1
    case .add(let left, let right), .subtract(let left, let right), .multiply(let left, let right),
      .divide(let left, let right), .call(_, let left, let right):
      1 + left.size + right.size
    case .remainder(let left, _): 2 + left.size
    case .ifLess(let left, let right, let then, let otherwise):
      2 + left.size + right.size + then.size + otherwise.size
    case .sum(_, let body): 3 + body.size
    }
  }
}
