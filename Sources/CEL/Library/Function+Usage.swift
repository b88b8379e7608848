extension Function {
  /// The ways to call a function that have the same result type and documentation.
  package struct Usage: Sendable {
    /// The calls as they are written, with types in place of values.
    package private(set) var calls: [String]
    package let result: Type
    /// The documentation, in one line.
    package let doc: String

    mutating func add(_ call: String) { calls.append(call) }
  }

  /// The ways to call the function, in the order of its overloads.
  package var usages: [Usage] {
    overloads.reduce(into: []) { usages, overload in
      let call = call(overload)
      if let last = usages.last, last.result == overload.result, last.doc == overload.doc {
        usages[usages.count - 1].add(call)
      } else {
        usages.append(Usage(calls: [call], result: overload.result, doc: overload.doc))
      }
    }
  }

  private func call(_ overload: Overload) -> String {
    let types = overload.parameters.map(\.description)
    if name == "@in" { return "\(types[0]) in \(types[1])" }
    if isOperator {
      // In the specification, the name of an operator has a `_` for each of its operands.
      let symbols = name.split(separator: "_")
      switch (symbols.count, types.count) {
      case (1, 1): return "\(symbols[0])\(types[0])"
      case (1, _): return "\(types[0]) \(symbols[0]) \(types[1])"
      case (_, 2): return "\(types[0])\(symbols[0])\(types[1])\(symbols[1])"
      default:
        return zip(types, symbols + [""]).map { "\($0) \($1)" }.joined(separator: " ")
      }
    }
    guard overload.isMember, let receiver = types.first else {
      return "\(name)(\(types.joined(separator: ", ")))"
    }
    return "\(receiver).\(name)(\(types.dropFirst().joined(separator: ", ")))"
  }

  /// True if expressions write the function as a symbol, or as `in`.
  package var isOperator: Bool { Self.isOperator(name) }

  /// True if the name is that of an operator in the specification.
  static func isOperator(_ name: String) -> Bool {
    name.hasPrefix("_") || name.hasSuffix("_") || name.hasPrefix("@")
  }
}
