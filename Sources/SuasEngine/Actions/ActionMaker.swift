import CEL
import Suas
import SuasProgram

/// Makes actions of one type from values for some or all of its fields.
final class ActionMaker: Sendable {
  let type: ActionType
  package let types: TypeTable
  private let names: [String]
  /// The kinds of the fields' types, for a quick check of values.
  let kinds: [PlainKind]
  let isConstrained: Bool

  init(_ type: ActionType, _ types: TypeTable) {
    self.type = type
    self.types = types
    names = type.payload.fields.map(\.name)
    kinds = type.payload.fields.map { PlainKind($0.type) }
    isConstrained = type.payload.fields.contains {
      $0.constraint != nil || types.hasConstraints($0.type)
    }
  }

  /// Makes an action from the value of its only field, which is known to fit.
  @inline(__always)
  func plainAction(_ value: consuming Value) -> SpecAction {
    if case .int(let int) = value { return SpecAction(type: type, int: int) }
    return SpecAction(type: type, payload: Record(type.payload.shape, value))
  }

  /// Makes an action from the values of its two fields, which are known to fit.
  @inline(__always)
  func plainAction(_ first: consuming Value, _ second: consuming Value) -> SpecAction {
    if case .int(let one) = first, case .int(let two) = second,
      let action = SpecAction(type: type, ints: one, two)
    {
      return action
    }
    return SpecAction(type: type, payload: Record(type.payload.shape, first, second))
  }

  /// Makes an action from named values; other fields take their defaults.
  func action(_ payload: SpecAction.Payload) throws(ActionError) -> SpecAction {
    if let action = plainAction(payload) { return action }
    return try carefulAction(payload)
  }

  /// Makes an action if every field is named and the kind of every value shows that it fits.
  private func plainAction(_ payload: SpecAction.Payload) -> SpecAction? {
    let entries = payload.entries
    guard !isConstrained, entries.count == names.count else { return nil }
    switch entries.count {
    case 1:
      guard entries[0].name == names[0], kinds[0].shows(entries[0].value) else { return nil }
      return plainAction(entries[0].value)
    case 2:
      let first = entries[0].name == names[0] ? 0 : 1
      guard entries[first].name == names[0], entries[1 - first].name == names[1],
        kinds[0].shows(entries[first].value), kinds[1].shows(entries[1 - first].value)
      else { return nil }
      return plainAction(entries[first].value, entries[1 - first].value)
    default:
      var values = ContiguousArray<Value>()
      values.reserveCapacity(names.count)
      for slot in names.indices {
        guard let place = payload.place(of: names[slot], near: slot),
          kinds[slot].shows(entries[place].value)
        else { return nil }
        values.append(entries[place].value)
      }
      return SpecAction(type: type, payload: Record(type.payload.shape, values))
    }
  }

  private func carefulAction(_ payload: SpecAction.Payload) throws(ActionError) -> SpecAction {
    let shape = type.payload.shape
    var named: Set<String> = []
    for name in payload.entries.map(\.name).sorted() {
      if shape.slot(of: name) == nil { throw type.invalidPayload("it has no field '\(name)'") }
      if !named.insert(name).inserted { throw type.invalidPayload("'\(name)' is named twice") }
    }
    var fields = ContiguousArray<Value>()
    for field in type.payload.fields {
      guard let value = payload[field.name] ?? field.default else {
        throw type.invalidPayload("it needs its field '\(field.name)'")
      }
      do throws(EvaluationError) {
        fields.append(try types.fit(value, to: field))
      } catch {
        throw type.invalidPayload("'\(field.name)': \(error.message)")
      }
    }
    let action = type.action(of: Record(shape, fields), named: named, types)
    if let refusal = action.refusal { throw refusal }
    let now = Timestamp.now
    return action.completed(now: { _ in now }, makeIdentifier: { _ in .randomIdentifier() })
  }
}

extension ActionType {
  /// Makes an action from a payload of the right type; a broken constraint refuses its dispatch.
  ///
  /// - Parameter named: The fields that do not hold their defaults.
  func action(of record: Record, named: Set<String>, _ types: TypeTable) -> SpecAction {
    var refusal: ActionError?
    do throws(ConstraintViolation) {
      try types.judge(record, payload)
    } catch {
      refusal = ActionError(error)
    }
    let pending = pending { !named.contains(payload.fields[$0].name) }
    let isComplete = refusal == nil && pending.isEmpty
    return SpecAction(
      type: self, payload: record,
      incomplete: isComplete
        ? nil : SpecAction.Incomplete(self, pending: pending, refusal: refusal))
  }
}

/// A kind of type; except for `other`, the kind of a value shows that it fits.
enum PlainKind {
  case bool, int, string, double, other

  init(_ type: FieldType) {
    self =
      switch type {
      case .bool: .bool
      case .int: .int
      case .string: .string
      case .double: .double
      default: .other
      }
  }

  /// True if the kind of the value alone shows that it fits.
  @inline(__always)
  func shows(_ value: Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.string, .string), (.double, .double): true
    default: false
    }
  }
}
