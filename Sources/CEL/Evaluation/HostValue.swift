/// A value that the host computes whenever an expression reads it.
package protocol HostValue: AnyObject, Sendable {
  /// Computes the value for an expression that is evaluated in a frame.
  func value(_ frame: inout Frame) throws(EvaluationError) -> Value

  /// True if the value is computed from sensitive ones.
  var isSensitive: Bool { get }
}

extension HostValue {
  package var isSensitive: Bool { false }
}

/// The provider of things that host values need from their surroundings, such as a clock.
package protocol FrameHost: AnyObject, Sendable {
  /// The host for copies of a frame, in which an evaluation is repeated to show its parts: nothing
  /// that it does there has an effect.
  var forRepetition: any FrameHost { get }
}

final class HostNode: PlanNode {
  let source: any HostValue
  let range: Range<Int>

  init(_ source: any HostValue, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    try frame.spend(1)
    do throws(EvaluationError) {
      return try source.value(&frame)
    } catch {
      // The error's range belongs to another text.
      throw error.moved(to: range)
    }
  }
}
