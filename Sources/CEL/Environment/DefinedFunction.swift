/// A function that a host defines by an expression, for all expressions of an environment.
///
/// It sees its parameters, and what is defined besides it; it cannot reach itself.
package final class DefinedFunction: Sendable {
  /// The conversion of a value to a type of the host.
  package typealias Fit = @Sendable (Value, inout Budget) throws(Failure) -> Value

  package struct Parameter: Sendable {
    package let name: String
    package let type: Type
    /// The conversion of arguments; nil if every value is fine.
    package let fit: Fit?
    /// True if every value of the type is fine as it is.
    package let isExact: Bool

    /// True if arguments are converted.
    package var isConverted: Bool { DefinedFunction.isPresent(fit) }

    package init(name: String, type: Type, isExact: Bool, fit: Fit?) {
      self.name = name
      self.type = type
      self.isExact = isExact
      self.fit = fit
    }
  }

  package let name: String
  package let parameters: [Parameter]
  /// The type of a call.
  package let result: Type
  /// The conversion of the body's value to the result's type; nil if it needs none.
  package let resultFit: Fit?
  /// True if the body's value is converted.
  package var isResultConverted: Bool { Self.isPresent(resultFit) }

  let isProven: Bool
  let body: any FunctionBody
  /// The plan that a call evaluates if the body is not planned as a part of the caller.
  let program: ExpressionPlan
  let measures: Measures

  /// The size of a function's body, with the functions that it calls.
  struct Measures: Sendable {
    /// The number of nodes, with the bodies that are planned as parts of it.
    var size: Int
    /// The number of nodes on the longest path to a leaf, with the bodies of all calls.
    var height: Int
    /// The number of levels by which the value may be nested deeper than the arguments.
    var nesting: Int
  }

  init(
    _ name: String, _ parameters: [Parameter], _ result: Type, resultFit: Fit?, isProven: Bool,
    body: any FunctionBody, program: ExpressionPlan, _ measures: Measures
  ) {
    self.name = name
    self.parameters = parameters
    self.result = result
    self.resultFit = resultFit
    self.isProven = isProven
    self.body = body
    self.program = program
    self.measures = measures
  }

  // By `==`, the optional's type would be made at run time, which needs iOS 18 for typed throws.
  private static func isPresent(_ fit: Fit?) -> Bool {
    if case .some = fit { true } else { false }
  }

  /// True if a call is planned as a part of the caller: it is faster, but each call takes room.
  var isInlined: Bool { measures.size <= Self.inlinedSize }

  private static let inlinedSize = 24

  /// The function as a call is written, with types in place of arguments.
  package var signature: String {
    "\(name)(\(parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
  }
}

/// The body of a defined function, before it is planned.
protocol FunctionBody: Sendable {
  /// The number of slots that it needs.
  var frameSize: Int { get }
  /// Plans the body as a part of another expression, with its slots from `slot` on.
  func planned(from slot: Int) -> any PlanNode
}
