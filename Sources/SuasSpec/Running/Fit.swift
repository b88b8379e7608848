import CEL

/// What is left to do at run time before a computed value is one of its field's type.
package enum Fit: Sendable {
  /// The checker knows that every value fits.
  case proven
  /// The value is judged, and converted where the language allows it.
  case judged(FieldType, TypeTable)

  package func apply(
    to value: Value, _ frame: inout Frame
  ) throws(EvaluationError) -> Value {
    guard case .judged(let type, let types) = self else { return value }
    if types.isUnbounded(type) { try value.checkDepth(&frame.budget) }
    return try types.fit(value, to: type)
  }
}

extension TypeTable {
  /// The value as one of `type`: a whole number becomes a double where one is asked for, a map from
  /// strings a record.
  ///
  /// - Throws: `no-such-case` for a string that no case of an enum has, `no-such-field` and
  ///   `missing-field` for a map that is no such record, else `type-mismatch`.
  package func fit(_ value: Value, to type: FieldType) throws(EvaluationError) -> Value {
    switch (type, value) {
    case (.any, _), (.bool, .bool), (.int, .int), (.double, .double), (.string, .string),
      (.timestamp, .timestamp), (.duration, .duration), (.optional, .null):
      return value
    case (.double, .int(let number)):
      return .double(Double(number))
    case (.optional(let wrapped), _):
      return try fit(value, to: wrapped)
    case (.enumeration(let name), .string(let text)):
      guard let type = enums[name], type.cases.contains(where: { $0.hasSameCodePoints(as: text) })
      else {
        throw .noSuchCase(text, of: name)
      }
      return value
    case (.list(let element), .list(let list)):
      if element.isWhatCELSees, case .any = element { return value }
      var fitted = List()
      for item in list { fitted.append(try fit(item, to: element)) }
      return .list(fitted)
    case (.map(let keyType, let valueType), .map(let map)):
      var fitted = Map()
      for (key, value) in map {
        fitted[try fit(key, to: keyType)] = try fit(value, to: valueType)
      }
      return .map(fitted)
    case (.record(let name), .record(let record)) where record.shape.name == name:
      return value
    case (.record(let name), .map(let map)):
      guard let type = records[name] else { break }
      return try fit(map, to: type)
    default:
      break
    }
    if case .null = value { throw .typeMismatch(value, isNot: type.withArticle) }
    throw .typeMismatch(value, isNot: type)
  }

  private func fit(_ map: Map, to type: RecordType) throws(EvaluationError) -> Value {
    for (key, _) in map {
      guard case .string(let name) = key, type.shape.slot(of: name) != nil else {
        throw .noSuchField(key, of: type.name)
      }
    }
    var values = ContiguousArray<Value>()
    for field in type.fields {
      if let written = map[.string(field.name)] {
        values.append(try fit(written, to: field.type))
      } else if let value = field.default {
        values.append(value)
      } else {
        throw .missingField(field.name, of: type.name)
      }
    }
    return .record(Record(type.shape, values))
  }
}
