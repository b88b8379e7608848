import CEL

/// The values of an `any`: those of JSON, and whole numbers.
extension Value {
  /// True if an `any` holds the value as it is.
  package var isLikeJSON: Bool {
    switch self {
    case .null, .bool, .int, .double, .string: true
    case .list(let list): list.allSatisfy(\.isLikeJSON)
    case .map(let map): map.allSatisfy { $0.key.isText && $0.value.isLikeJSON }
    case .timestamp, .duration, .record, .uint, .bytes, .type, .optional, .opaque: false
    }
  }

  /// Returns the value as an `any` keeps it: a record as a map, a variant as it is written, and a
  /// timestamp or duration as its text, so that two states that are written alike behave alike.
  ///
  /// - Throws: `type-mismatch` for a value that JSON cannot write, such as a map with `int` keys.
  package func likeJSON() throws(EvaluationError) -> Value {
    switch self {
    case .timestamp, .duration: return .string(interpolated)
    case .list(let list):
      var elements = List()
      for element in list { elements.append(try element.likeJSON()) }
      return .list(elements)
    case .map(let map):
      var entries = Map()
      for (key, value) in map {
        guard key.isText else { throw .mapKeyInAny(key) }
        entries[key] = try value.likeJSON()
      }
      return .map(entries)
    case .record(let record) where record.shape.isVariant:
      return try record.caseAsWritten.likeJSON()
    case .record(let record):
      var entries = Map()
      for (field, value) in zip(record.shape.fields, record.fields) {
        entries[.string(field.name)] = try value.likeJSON()
      }
      return .map(entries)
    case .null, .bool, .int, .double, .string: return self
    case .uint, .bytes, .type, .optional, .opaque: throw .typeMismatch(self, isNot: .any)
    }
  }

  private var isText: Bool { if case .string = self { true } else { false } }
}

extension Type {
  /// True if an `any` holds every value of the type as it is.
  package var isLikeJSON: Bool {
    switch self {
    case .null, .bool, .int, .double, .string: true
    case .list(let inner), .nullable(let inner), .map(.string, let inner): inner.isLikeJSON
    default: false
    }
  }
}
