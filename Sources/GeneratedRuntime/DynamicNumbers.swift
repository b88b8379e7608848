/// Comparisons of values whose types are known only when they run.
extension JSONValue {
  package func isLess(_ other: JSONValue) throws(Failure) -> Bool {
    try order(to: other, "<") == .less
  }

  package func isGreater(_ other: JSONValue) throws(Failure) -> Bool {
    try order(to: other, ">") == .greater
  }

  package func isAtMost(_ other: JSONValue) throws(Failure) -> Bool {
    let order = try order(to: other, "<=")
    return order == .less || order == .equal
  }

  package func isAtLeast(_ other: JSONValue) throws(Failure) -> Bool {
    let order = try order(to: other, ">=")
    return order == .greater || order == .equal
  }

  private func order(to other: JSONValue, _ sign: String) throws(Failure) -> Order {
    guard let order = compare(with: other) else { throw .noMatchingOverload(sign, [self, other]) }
    return order
  }

  /// The greater of two numbers of any types; the first if they are equal or have no order.
  package func greater(_ other: JSONValue) throws(Failure) -> JSONValue {
    try extreme(other, "math.greatest", wanted: .greater)
  }

  /// The lesser of two numbers of any types; the first if they are equal or have no order.
  package func lesser(_ other: JSONValue) throws(Failure) -> JSONValue {
    try extreme(other, "math.least", wanted: .less)
  }

  private func extreme(
    _ other: JSONValue, _ function: String, wanted: Order
  ) throws(Failure) -> JSONValue {
    guard let order = other.compareNumber(with: self) else {
      throw .noMatchingOverload(function, [self, other])
    }
    return order == wanted ? other : self
  }
}
