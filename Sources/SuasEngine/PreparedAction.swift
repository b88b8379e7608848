import CEL
import Suas
import SuasProgram

/// A maker of actions of one type that looks up names and lays out defaults once, for code that
/// makes many actions.
///
/// ```swift
/// let move = try spec.preparedAction("MoveTodo", "from", "to")
/// store.dispatch(action: move(1, 0))
/// ```
public struct PreparedAction: Sendable {
  @usableFromInline let plan: Plan

  /// Makes an action from values for the fields, in the order in which the fields were named.
  ///
  /// Defaults such as `${now}` are evaluated by this call. An action with a value that does not fit
  /// its field is refused as `invalid-payload` when it is dispatched, one that breaks a constraint
  /// as `constraint-violated`. It is a precondition failure if there are not as many values as
  /// names.
  @inlinable
  public func callAsFunction<each Argument: PayloadValue>(
    _ values: repeat each Argument
  ) -> SpecAction {
    var making = Making(plan)
    for value in repeat each values { making.put(value.payloadValue) }
    return making.finished()
  }

  /// Makes an action from the value for its one named field, like the general `callAsFunction`.
  @inlinable
  public func callAsFunction(_ value: some PayloadValue) -> SpecAction {
    plan.action(of: value.payloadValue)
  }

  /// Makes an action from values for its two named fields, like the general `callAsFunction`.
  @inlinable
  public func callAsFunction(
    _ first: some PayloadValue, _ second: some PayloadValue
  ) -> SpecAction {
    plan.action(of: first.payloadValue, second.payloadValue)
  }
}

extension CompiledSpec {
  /// Prepares a maker of actions of the declared type `name` that takes values for `fields`; other
  /// fields take their defaults.
  ///
  /// - Throws: `invalid-payload` if the spec declares no such action, the action has no such field,
  ///   a field is named twice, or a field without a default is not named.
  public func preparedAction(
    _ name: String, _ fields: String...
  ) throws(ActionError) -> PreparedAction {
    let maker = try maker(of: name)
    let type = maker.type
    var slots: [Int] = []
    for field in fields {
      guard let slot = type.payload.shape.slot(of: field) else {
        throw type.invalidPayload("it has no field '\(field)'")
      }
      if slots.contains(slot) { throw type.invalidPayload("'\(field)' is named twice") }
      slots.append(slot)
    }
    var template = ContiguousArray<Value>()
    for (slot, field) in type.payload.fields.enumerated() {
      guard let value = slots.contains(slot) ? .null : field.default else {
        throw type.invalidPayload("it needs its field '\(field.name)'")
      }
      template.append(value)
    }
    return PreparedAction(plan: PreparedAction.Plan(maker, slots: slots, template: template))
  }
}

extension PreparedAction {
  /// The data that all actions from one maker share.
  @usableFromInline final class Plan: Sendable {
    fileprivate let maker: ActionMaker
    /// The payload, with null in the slots that the values fill.
    fileprivate let template: Record
    /// The slot of each value.
    fileprivate let slots: ContiguousArray<Int>
    fileprivate let pending: [SpecAction.Pending]
    /// The kinds of the one or two values that are the whole payload, in its order; nil for a
    /// payload that is larger or has constraints.
    private let only: PlainKind?
    private let pair: (PlainKind, PlainKind)?

    fileprivate var type: ActionType { maker.type }

    init(_ maker: ActionMaker, slots: [Int], template: ContiguousArray<Value>) {
      self.maker = maker
      self.template = Record(maker.type.payload.shape, template)
      self.slots = ContiguousArray(slots)
      pending = maker.type.pending { !slots.contains($0) }
      let kinds = maker.kinds
      let isDirect = slots.elementsEqual(template.indices) && !maker.isConstrained
      only = isDirect && kinds.count == 1 ? kinds[0] : nil
      pair = isDirect && kinds.count == 2 ? (kinds[0], kinds[1]) : nil
    }

    // Most actions are made without copying the template first, which takes half of the time.

    @usableFromInline func action(of value: Value) -> SpecAction {
      if let only, only.shows(value) { return maker.plainAction(value) }
      var making = Making(self)
      making.put(value)
      return making.finished()
    }

    @usableFromInline func action(of first: Value, _ second: Value) -> SpecAction {
      if let pair, pair.0.shows(first), pair.1.shows(second) {
        return maker.plainAction(first, second)
      }
      var making = Making(self)
      making.put(first)
      making.put(second)
      return making.finished()
    }
  }

  /// An action that is being made.
  @usableFromInline struct Making {
    private let plan: Plan
    private var payload: Record
    private var count = 0
    private var refusal: SpecAction.Incomplete?

    @usableFromInline init(_ plan: Plan) {
      self.plan = plan
      payload = plan.template
    }

    @usableFromInline mutating func put(_ value: consuming Value) {
      let index = count
      count += 1
      guard index < plan.slots.count else { return }
      let slot = plan.slots[index]
      if plan.maker.kinds[slot].shows(value) {
        payload[slot] = value
      } else {
        fit(value, into: slot)
      }
    }

    private mutating func fit(_ value: Value, into slot: Int) {
      let field = plan.type.payload.fields[slot]
      do throws(EvaluationError) {
        payload[slot] = try plan.maker.types.fit(value, to: field.type)
      } catch {
        refuse(plan.type.invalidPayload("'\(field.name)': \(error.message)"))
      }
    }

    private mutating func refuse(_ error: ActionError) {
      if refusal == nil { refusal = SpecAction.Incomplete(plan.type, refusal: error) }
    }

    @usableFromInline consuming func finished() -> SpecAction {
      guard count == plan.slots.count else {
        preconditionFailure(
          """
          an action '\(plan.type.name)' was prepared for \(plan.slots.count) values and made \
          of \(count)
          """)
      }
      if plan.maker.isConstrained, refusal == nil {
        do throws(ConstraintViolation) {
          try plan.maker.types.judge(payload, plan.type.payload)
        } catch {
          refuse(ActionError(error))
        }
      }
      let action = SpecAction(type: plan.type, payload: payload, incomplete: refusal)
      guard !plan.pending.isEmpty else { return action }
      let now = Timestamp.now
      return action.filled(
        plan.pending, now: { _ in now }, makeIdentifier: { _ in .randomIdentifier() })
    }
  }
}
