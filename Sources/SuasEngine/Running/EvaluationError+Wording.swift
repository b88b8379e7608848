import CEL
import SuasProgram

/// The errors of rules.
extension EvaluationError {
  static func indexOutOfRange(_ index: Int64, count: Int) -> EvaluationError {
    EvaluationError(code: "index-out-of-range", index, Int64(count)) { index, count in
      "there is no index \(index) in a list of \(count) element\(count == 1 ? "" : "s")"
    }
  }

  static func noSuchKey(_ key: Value) -> EvaluationError {
    EvaluationError(code: "no-such-key", message: "the map has no key \(key)")
  }

  /// - Parameter count: The number of leaves that the state would have; nil if it may reveal a
  ///   sensitive number.
  static func tooLarge(limit: Int, _ count: LeafCount.Excess?) -> EvaluationError {
    let count =
      switch count {
      case .exactly(let count): ": it would have \(count)"
      case .moreThan(let count): ": it would have more than \(count)"
      case nil: ""
      }
    return EvaluationError(
      code: "state-too-large",
      message: "the state has more than \(limit) leaves\(count); " + raising("--max-leaves"))
  }

  static func overflow(_ verb: String, of type: String) -> EvaluationError {
    EvaluationError(code: "overflow", message: "'\(verb)' leaves the range of \(type)")
  }

  static func unordered(_ left: Value, _ right: Value) -> EvaluationError {
    EvaluationError(
      code: "no-matching-overload",
      message: "\(left.kindName) and \(right.kindName) cannot be compared")
  }
}
