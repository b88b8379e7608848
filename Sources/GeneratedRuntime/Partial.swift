/// A type of records whose values may have only some of the fields.
package protocol DivisibleRecord: SpecRecord {
  /// Takes the value of a field as one of its type.
  static func fit(
    _ value: JSONValue, to field: String, from source: ValueSource
  ) throws(Failure) -> JSONValue
}

/// Some of the fields of a record, with their values.
package struct Partial<Whole: DivisibleRecord>: Sendable {
  /// The values of the fields that are there, by their names.
  package let fields: OrderedMap<JSONValue, JSONValue>

  /// - Parameter fields: Values that are of the types of the fields.
  package init(_ fields: OrderedMap<JSONValue, JSONValue>) { self.fields = fields }

  /// Takes the named parts of a value, itself a record or a map.
  package init(merging value: JSONValue) throws(Failure) {
    try value.checkDepth()
    guard let parts = value.namedParts else { throw Whole.misfit(value) }
    var fields: OrderedMap<JSONValue, JSONValue> = [:]
    for (name, value) in parts {
      fields[name] = try Self.fit(value, to: name, from: .program, hidesValues: false)
    }
    self.fields = fields
  }

  private static func fit(
    _ value: JSONValue, to name: JSONValue, from source: ValueSource, hidesValues: Bool = true
  ) throws(Failure) -> JSONValue {
    guard case .string(let field) = name, Whole.recordType.slot(of: field) != nil else {
      throw Whole.recordType.noSuchField(name)
    }
    guard hidesValues && Whole.recordType.sensitive.contains(field) else {
      return try Whole.fit(value, to: field, from: source)
    }
    return try hidingValues { () throws(Failure) in
      try Whole.fit(value, to: field, from: source)
    }
  }

  /// The value of a field, which has to be there.
  package func value<Value: JSONCoded>(_ name: String) throws(Failure) -> Value {
    guard let value = fields[.string(name)] else {
      throw Failure("no-such-field", "the \(Self.typeName) has no '\(name)' now")
    }
    return try Value(value, from: .program)
  }

  /// The value of a field, or else another one.
  package func value<Value: JSONCoded>(_ name: String, or other: Value) throws(Failure) -> Value {
    guard let value = fields[.string(name)] else { return other }
    return try Value(value, from: .program)
  }
}

extension Partial: JSONCoded {
  package static var typeName: String { "partial(\(Whole.typeName))" }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    var fields: OrderedMap<JSONValue, JSONValue> = [:]
    switch value {
    case .object(let members):
      for (name, value) in members.entries {
        // In values from outside, members that are no fields are ignored.
        if source != .program, Whole.recordType.slot(of: name.interpolated) == nil { continue }
        fields[name] = try Self.fit(value, to: name, from: source)
      }
    case .record(let record) where record.type.name == Whole.typeName:
      for (name, value) in zip(record.type.fields, record.values) {
        fields[.string(name)] = try Self.fit(value, to: .string(name), from: source)
      }
    default: throw Self.misfit(value)
    }
    self.fields = fields
  }

  package var json: JSONValue { .object(fields) }
}

extension Partial: Equatable, ExactlyEquatable {
  package static func == (left: Partial, right: Partial) -> Bool { left.fields == right.fields }

  package func equals(_ other: Partial) -> Bool { fields.equals(other.fields) }
}
