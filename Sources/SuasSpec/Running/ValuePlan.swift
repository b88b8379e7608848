import CEL
import Suas

/// What computes the value of a template: the template as it runs.
///
/// Classes whose method does not throw: of anything else the caller counts a reference, or copies
/// what a template holds, whenever it is asked.
class ValuePlan: @unchecked Sendable {
  /// Initializes a place with the value, or answers the error that it met.
  func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    preconditionFailure("a plan is one of its kinds")
  }

  @inline(__always)
  final func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var value = Value.null
    if let error = put(in: &value, &frame) { throw error }
    return value
  }

  static func plan(_ template: Template) -> ValuePlan {
    switch template {
    case .constant(let value): ConstantValuePlan(value)
    case .computed(let program, .proven): ComputedValuePlan(program)
    case .record(let shape, let fields): RecordPlan(shape, fields.map(plan))
    default: TemplatePlan(template)
    }
  }
}

private final class ConstantValuePlan: ValuePlan, @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  override func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.initialize(to: value)
    return nil
  }
}

private final class ComputedValuePlan: ValuePlan, @unchecked Sendable {
  private let program: Program

  init(_ program: Program) { self.program = program }

  override func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    if let known = program.knownPlace(frame) {
      place.initialize(to: known.pointee)
      return nil
    }
    return place.initialize { () throws(EvaluationError) in try program.evaluate(&frame) }
  }
}

private final class RecordPlan: ValuePlan, @unchecked Sendable {
  private let shape: Shape
  private let fields: ObjectList<ValuePlan>

  init(_ shape: Shape, _ fields: [ValuePlan]) {
    self.shape = shape
    self.fields = ObjectList(fields)
  }

  override func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.initialize { () throws(EvaluationError) in
      .record(
        try Record(shape) { slot, place in fields.call(slot) { $0.put(in: place, &frame) } })
    }
  }
}

/// Any other template.
private final class TemplatePlan: ValuePlan, @unchecked Sendable {
  private let template: Template

  init(_ template: Template) { self.template = template }

  override func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.initialize { () throws(EvaluationError) in try template.evaluate(&frame) }
  }
}

extension UnsafeMutablePointer<Value> {
  /// Initializes the place with what `value` makes, or answers the error that it met.
  @inline(__always)
  fileprivate func initialize(
    with value: () throws(EvaluationError) -> Value
  ) -> EvaluationError? {
    do throws(EvaluationError) {
      initialize(to: try value())
      return nil
    } catch {
      return error
    }
  }
}
