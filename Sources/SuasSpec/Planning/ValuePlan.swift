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

  /// Whether more is needed than the payload.
  var needsFrame: Bool { true }

  /// Initializes a place with the value; only where no frame is needed.
  func put(in place: UnsafeMutablePointer<Value>, from action: UnsafePointer<SpecAction>) {
    preconditionFailure("a plan that needs a frame is evaluated in one")
  }

  @inline(__always)
  final func value(from action: UnsafePointer<SpecAction>) -> Value {
    var value = Value.null
    put(in: &value, from: action)
    return value
  }

  @inline(__always)
  final func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var value = Value.null
    if let error = put(in: &value, &frame) { throw error }
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
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    place.initialize(to: value)
    return nil
  }

  override var needsFrame: Bool { false }

  override func put(
    in place: UnsafeMutablePointer<Value>, from action: UnsafePointer<SpecAction>
  ) {
    place.initialize(to: value)
  }
}

private final class ComputedValuePlan: ValuePlan, @unchecked Sendable {
  private let program: Program
  private let payloadField: Int?

  init(_ program: Program) {
    self.program = program
    payloadField = program.payloadField
  }

  override func put(
    in place: UnsafeMutablePointer<Value>, _ frame: inout Frame
  ) -> EvaluationError? {
    if let known = program.knownPlace(frame) {
      place.initialize(to: known.pointee)
      return nil
    }
    return place.initialize { () throws(EvaluationError) in try program.evaluate(&frame) }
  }

  override var needsFrame: Bool { payloadField == nil }

  override func put(
    in place: UnsafeMutablePointer<Value>, from action: UnsafePointer<SpecAction>
  ) {
    guard let payloadField else { return super.put(in: place, from: action) }
    place.initialize(
      to: action.record?.pointee[payloadField] ?? .int(action.pointee.int(payloadField)))
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

  override var needsFrame: Bool {
    fields.indices.contains { fields.call($0) { $0.needsFrame } }
  }

  override func put(
    in place: UnsafeMutablePointer<Value>, from action: UnsafePointer<SpecAction>
  ) {
    place.initialize(
      to: .record(
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
