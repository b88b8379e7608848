/// The error of a function that has no value for its arguments; the caller adds the place.
public struct Failure: Error, Sendable {
  /// A stable name, such as `invalid-argument`.
  public var code: String
  /// The message: lower case, no full stop.
  public var message: String
  /// The cost in excess of the remaining budget; nil for a failure of another kind.
  package private(set) var excess: Int?

  /// Creates a failure with a code of the language or of the host.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Failure {
  package static let costExceededCode = "cost-exceeded"

  static func costExceeded(by excess: Int) -> Failure {
    var failure = Failure(costExceededCode, "the evaluation costs more than is allowed")
    failure.excess = excess
    return failure
  }
}
