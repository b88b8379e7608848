import CEL
import SuasProgram

/// The steps that set fields or entries of a record or map.
extension OperationPlan {
  static func merging(_ overlay: Operation.Overlay, into target: TargetPlan) -> OperationPlan {
    switch overlay {
    case .fields(let fields):
      mergingFields(fields.map { ($0.slot, $0.value.planned()) }, over: target)
    case .whole(let value): merging(value.planned(), into: target)
    case .computed(let fields, let record, let types):
      mergingFields(fields.planned(), over: target, a: record, types)
    }
  }

  /// Merges a value into the one at the target.
  private static func merging(_ value: PlannedTemplate, into target: TargetPlan) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      try target.modify(execution) { place throws(EvaluationError) in
        try place.merge(value)
      }
      return true
    }
  }

  /// Sets fields of a record that are known by their slots.
  private static func mergingFields(
    _ fields: [(slot: Int, value: PlannedTemplate)], over target: TargetPlan
  ) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      var values: [(slot: Int, value: Value)] = []
      for (slot, template) in fields {
        values.append((slot, try template.evaluate(&execution.frame)))
      }
      try target.modify(execution) { place throws(EvaluationError) in
        try place.lay(values)
      }
      return true
    }
  }

  /// Sets fields of a record whose names and values are known only when the rule runs.
  private static func mergingFields(
    _ fields: ExpressionPlan, over target: TargetPlan, a record: RecordType, _ types: TypeTable
  ) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      let value = try fields.evaluate(&execution.frame)
      try value.checkDepth(&execution.frame)
      let fields = try types.fields(of: value, over: record)
      try target.modify(execution) { place throws(EvaluationError) in
        try place.lay(fields)
      }
      return true
    }
  }
}

extension TypeTable {
  /// The named parts of a value, itself a record or a map, as fields of a record.
  ///
  /// - Throws: `no-such-field` for a name that the record lacks, `type-mismatch` and others for a
  ///   value that does not fit.
  fileprivate func fields(
    of value: Value, over record: RecordType
  ) throws(EvaluationError) -> [(slot: Int, value: Value)] {
    guard let entries = value.namedParts else {
      throw .typeMismatch(value, isNot: .record(record.name))
    }
    var fields: [(slot: Int, value: Value)] = []
    for (key, value) in entries {
      guard case .string(let name) = key, let slot = record.shape.slot(of: name) else {
        throw .noSuchField(key, of: record.name)
      }
      fields.append((slot, try fit(value, to: record.fields[slot].type)))
    }
    return fields
  }
}

extension Value {
  fileprivate mutating func lay(
    _ fields: [(slot: Int, value: Value)]
  ) throws(EvaluationError) {
    try modifyRecord { record in
      for (slot, value) in fields { record[slot] = value }
    }
  }

  /// Merges a map into a map, or a record into one of its type.
  fileprivate mutating func merge(_ value: Value) throws(EvaluationError) {
    switch (self, value) {
    case (.record(let record), .record(let other)) where record.shape === other.shape:
      self = value
    case (.map, .map(let entries)):
      try modifyMap { map in
        for (key, value) in entries { map[key] = value }
      }
    case (_, .map), (_, .record): throw .typeMismatch(self, isNot: "a record or a map")
    default: throw .typeMismatch(value, isNot: "a map")
    }
  }

  /// The entries of a map, or the fields of a record by name; nil for any other value, including a
  /// variant, which has only one case at a time.
  fileprivate var namedParts: [(name: Value, value: Value)]? {
    switch self {
    case .map(let map): map.map { ($0.key, $0.value) }
    case .record(let record) where !record.shape.isVariant:
      zip(record.shape.fields, record.fields).map { (.string($0.name), $1) }
    default: nil
    }
  }
}
