import CEL
import Suas
import SuasProgram

/// Computes the value of a template at run time.
///
/// These are classes with a method that does not throw: for anything else, the caller would count a
/// reference, or copy the contents of a template, at every call.
class ValuePlan: @unchecked Sendable {
  /// Initializes a place with the value, or returns the error that it met.
  func put(
    in place: Inout<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    preconditionFailure("a plan is one of its kinds")
  }

  /// True if more than the payload is needed.
  var needsFrame: Bool { true }

  /// Initializes a place with the value; only where no frame is needed.
  func put(in place: Inout<Value>, from action: Borrow<SpecAction>) {
    preconditionFailure("a plan that needs a frame is evaluated in one")
  }

  @inline(__always)
  final func value(from action: Borrow<SpecAction>) -> Value {
    var value = Value.null
    withInout(to: &value) { put(in: $0, from: action) }
    return value
  }

  @inline(__always)
  final func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var value = Value.null
    if let error = withInout(to: &value, { put(in: $0, &frame) }) { throw error }
    return value
  }

  static func plan(_ template: CheckedTemplate) -> ValuePlan {
    switch template {
    case .constant(let value): ConstantValuePlan(value)
    case .computed(let expression, .proven): ComputedValuePlan(expression.planned())
    case .record(let shape, let fields): RecordPlan(shape, fields.map(plan))
    default: TemplatePlan(template.planned())
    }
  }
}

private final class ConstantValuePlan: ValuePlan, @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  override func put(
    in place: Inout<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.put(value)
    return nil
  }

  override var needsFrame: Bool { false }

  override func put(
    in place: Inout<Value>, from action: Borrow<SpecAction>
  ) {
    place.put(value)
  }
}

private final class ComputedValuePlan: ValuePlan, @unchecked Sendable {
  private let program: ExpressionPlan
  private let payloadField: Int?

  init(_ program: ExpressionPlan) {
    self.program = program
    payloadField = program.payloadField
  }

  override func put(
    in place: Inout<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    if let known = program.knownPlace(frame) {
      place.put(known.pointee)
      return nil
    }
    return place.put { () throws(EvaluationError) in try program.evaluate(&frame) }
  }

  override var needsFrame: Bool { payloadField == nil }

  override func put(
    in place: Inout<Value>, from action: Borrow<SpecAction>
  ) {
    guard let payloadField else { return super.put(in: place, from: action) }
    place.put(
      action.pointee.record?.place(payloadField).pointee
        ?? .int(action.pointee.int(payloadField)))
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
    in place: Inout<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.put { () throws(EvaluationError) in
      .record(
        try Record(shape) { slot, place in fields.call(slot) { $0.put(in: place, &frame) } })
    }
  }

  override var needsFrame: Bool {
    fields.indices.contains { fields.call($0) { $0.needsFrame } }
  }

  override func put(
    in place: Inout<Value>, from action: Borrow<SpecAction>
  ) {
    place.put(
      .record(
        Record(
          shape,
          initializing: { slot, place in
            fields.call(slot) { $0.put(in: place, from: action) }
          })))
  }
}

/// Any other template.
private final class TemplatePlan: ValuePlan, @unchecked Sendable {
  private let template: PlannedTemplate

  init(_ template: PlannedTemplate) { self.template = template }

  override func put(
    in place: Inout<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.put { () throws(EvaluationError) in try template.evaluate(&frame) }
  }
}

extension Inout<Value> {
  /// Initializes the place with the result of `value`, or returns the error that it met.
  @inline(__always)
  fileprivate func put(
    _ value: () throws(EvaluationError) -> Value
  ) -> EvaluationError? {
    do throws(EvaluationError) {
      put(try value())
      return nil
    } catch {
      return error
    }
  }
}
