extension Value {
  /// The value with `***` in the place of each sensitive field's, to be shown; it is of no type.
  package var hidingSensitiveFields: Value {
    switch self {
    case .record(let record):
      let values = zip(record.shape.fields, record.fields).map { field, value in
        field.isSensitive ? Shape.Field.hiddenValue : value.hidingSensitiveFields
      }
      return .record(Record(record.shape, values))
    case .list(let list): return .list(List(list.map(\.hidingSensitiveFields)))
    case .map(let map):
      var hidden = Map()
      for (key, value) in map { hidden[key] = value.hidingSensitiveFields }
      return .map(hidden)
    default: return self
    }
  }
}

extension Shape.Field {
  /// The value that stands for those of a sensitive field.
  package static let hiddenValue = Value.string(hidden)
}

extension Record {
  /// The record with `***` in the place of each sensitive field's value, to be shown.
  package var hidingSensitiveFields: Record {
    guard case .record(let record) = Value.record(self).hidingSensitiveFields else { return self }
    return record
  }
}
