import CEL

/// Converts values whose types are known only at run time: from an `any`, JSON or Swift.
extension TypeTable {
  /// Converts the value to `type`: an int to a double, a text to a timestamp or duration, and a map
  /// with string keys to a record, if the type asks for one.
  ///
  /// A record's fields are checked whatever its name: in an `any`, they could be set to anything.
  ///
  /// - Throws: `no-such-case` for a value that is no case of an enum or variant, `no-such-field`
  ///   for a map with a key that the record lacks, `null-value` for a null, else `type-mismatch`.
  package func fit(_ value: Value, to type: FieldType) throws(EvaluationError) -> Value {
    if admits(value, as: type) { return value }
    switch (type, value) {
    case (.any, _):
      return try value.likeJSON()
    case (.double, .int(let number)):
      return .double(Double(number))
    case (.timestamp, .string(let text)):
      if let time = Timestamp(text) { return .timestamp(time) }
    case (.duration, .string(let text)):
      if let duration = CEL.Duration(text) { return .duration(duration) }
    case (.optional(let wrapped), _):
      return try fit(value, to: wrapped)
    case (.enumeration(let name), .string(let text)):
      throw .noSuchCase(text, of: name)
    case (.list(let element), .list(let list)):
      var fitted = List()
      for item in list { fitted.append(try fit(item, to: element)) }
      return .list(fitted)
    case (.map(let keyType, let valueType), .map(let map)):
      var fitted = Map()
      for (key, value) in map {
        fitted[try fit(key, to: keyType)] = try fit(value, to: valueType)
      }
      return .map(fitted)
    case (.record(let name), _):
      guard let record = records[name] else { break }
      if record.isVariant { return try fitCase(value, of: record) }
      if case .map(let map) = value { return try fit(map, to: record) }
      guard case .record(let found) = value, found.shape.name == name else { break }
      var fields = ContiguousArray<Value>()
      for (field, value) in zip(record.fields, found.fields) {
        fields.append(try fit(value, to: field))
      }
      return .record(Record(record.shape, fields))
    case (.partial(let name), .map(let map)):
      guard let record = records[name] else { break }
      return .map(try fit(map, toPartOf: record))
    case (.partial(let name), .record(let whole)) where whole.shape.name == name:
      var fields = Map()
      for (field, value) in zip(whole.shape.fields, whole.fields) {
        fields[.string(field.name)] = value
      }
      return try fit(.map(fields), to: type)
    default: break
    }
    throw .typeMismatch(value, isNot: type)
  }

  /// Converts the value to the type of a field; an error quotes no value of a sensitive field.
  package func fit(
    _ value: Value, to field: RecordType.Field
  ) throws(EvaluationError) -> Value {
    do throws(EvaluationError) {
      return try fit(value, to: field.type)
    } catch {
      throw field.isSensitive ? error.withoutValues : error
    }
  }

  /// True if the value belongs to the type without conversion.
  private func admits(_ value: Value, as type: FieldType) -> Bool {
    switch (type, value) {
    case (.any, _): value.isLikeJSON
    case (.bool, .bool), (.int, .int), (.double, .double), (.string, .string),
      (.timestamp, .timestamp), (.duration, .duration), (.optional, .null):
      true
    case (.optional(let wrapped), _): admits(value, as: wrapped)
    case (.enumeration(let name), .string(let text)):
      enums[name]?.has(text) ?? false
    case (.list(let element), .list(let list)):
      list.allSatisfy { admits($0, as: element) }
    case (.map(let key, let element), .map(let map)):
      map.allSatisfy { admits($0.key, as: key) && admits($0.value, as: element) }
    case (.record(let name), .record(let record)):
      // A table of enums alone judges the fields of `Name{…}`, whose records expressions have made.
      records[name].map { admits(record, as: $0) } ?? (record.shape.name == name)
    case (.partial(let name), .map(let map)):
      records[name].map { admits(map, asPartOf: $0) } ?? false
    default: false
    }
  }

  private func admits(_ record: Record, as type: RecordType) -> Bool {
    guard record.shape.name == type.name, record.fields.count == type.fields.count else {
      return false
    }
    if type.isVariant, record.fields.count(where: { $0 != .null }) != 1 { return false }
    return zip(type.fields, record.fields).allSatisfy { field, value in
      type.isVariant && value == .null || admits(value, as: field.type)
    }
  }

  private func admits(_ map: Map, asPartOf record: RecordType) -> Bool {
    map.allSatisfy { key, value in
      guard case .string(let name) = key, let slot = record.shape.slot(of: name) else {
        return false
      }
      return admits(value, as: record.fields[slot].type)
    }
  }

  private func fit(_ map: Map, toPartOf record: RecordType) throws(EvaluationError) -> Map {
    var fields = Map()
    for (key, value) in map {
      guard case .string(let name) = key, let slot = record.shape.slot(of: name) else {
        throw .noSuchField(key, of: record.name)
      }
      fields[key] = try fit(value, to: record.fields[slot])
    }
    return fields
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
        values.append(try fit(written, to: field))
      } else if let value = field.default {
        values.append(value)
      } else {
        throw .missingField(field.name, of: type.name)
      }
    }
    return .record(Record(type.shape, values))
  }

  /// Converts the name of a case, alone or with its contents, to a variant.
  private func fitCase(_ value: Value, of variant: RecordType) throws(EvaluationError) -> Value {
    let name: Value
    var contents = Value.map(Map())
    switch value {
    case .string: name = value
    case .map(let map) where map.count == 1:
      (name, contents) = map.entry(at: 0)
      if contents == .null { contents = .map(Map()) }
    case .record(let record) where record.shape.name == variant.name:
      guard let slot = record.presentCase else { throw .typeMismatch(value, isNot: variant.name) }
      (name, contents) = (.string(variant.fields[slot].name), record[slot])
    default: throw .typeMismatch(value, isNot: .record(variant.name))
    }
    guard case .string(let text) = name, let slot = variant.shape.slot(of: text) else {
      throw .noSuchCase(name.interpolated, of: variant.name)
    }
    var fields = ContiguousArray(repeating: Value.null, count: variant.fields.count)
    fields[slot] = try fit(contents, to: variant.fields[slot].type)
    return .record(Record(variant.shape, fields))
  }
}
