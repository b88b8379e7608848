/// The origin of a value, which decides how much of the value is converted.
package enum ValueSource: Sendable {
  /// The program itself: a value is of its type already, except for whole numbers as doubles, texts
  /// of enums, and maps as records.
  case program
  /// JSON from outside: texts are times too, and members that a record lacks are ignored.
  case outside
  /// A trace driver, which is also sent texts for doubles that JSON has no number for.
  case driver
}

/// A type whose values can become values of a type that is known only at run time.
package protocol JSONWritable {
  var json: JSONValue { get }
}

/// A type whose values are written as such values, read and judged.
package protocol JSONCoded: JSONWritable {
  /// The type as the spec writes it.
  static var typeName: String { get }
  init(_ value: JSONValue, from source: ValueSource) throws(Failure)
}

extension JSONCoded {
  /// Reads a value of JSON.
  package init(json: JSONValue) throws(Failure) { try self.init(json, from: .outside) }

  package static func misfit(_ value: JSONValue) -> Failure {
    let name = typeName
    return value.misfit(("aeioAEIO".contains(name.prefix(1)) ? "an " : "a ") + name)
  }
}

extension JSONValue: JSONCoded {
  package static var typeName: String { "any" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    self = try value.likeJSON()
  }

  /// True if an `any` of the spec holds the value as it is.
  private var isLikeJSON: Bool {
    switch self {
    case .null, .bool, .int, .double, .string: true
    case .array(let elements): elements.allSatisfy(\.isLikeJSON)
    case .object(let members):
      members.keys.allSatisfy { if case .string = $0 { true } else { false } }
        && members.values.allSatisfy(\.isLikeJSON)
    case .timestamp, .duration, .record, .uint, .bytes, .optional, .type, .opaque: false
    }
  }

  /// Returns the value as an `any` of the spec keeps it: a record as a map, a variant as it is
  /// written, and a timestamp or duration as its text.
  package func likeJSON() throws(Failure) -> JSONValue {
    if isLikeJSON { return self }
    switch self {
    case .timestamp, .duration: return .string(interpolated)
    case .array(let elements):
      var kept: [JSONValue] = []
      for element in elements { kept.append(try element.likeJSON()) }
      return .array(kept)
    case .object(let members):
      var kept = OrderedMap<JSONValue, JSONValue>()
      for (key, value) in members.entries {
        guard case .string = key else {
          throw Failure(
            "type-mismatch",
            "\(key.kindName) stands as a key where an any is needed, whose maps have string keys")
        }
        kept[key] = try value.likeJSON()
      }
      return .object(kept)
    case .record(let record):
      switch record.form {
      case .null: return .null
      case .name(let name): return .string(name)
      case .members(let members):
        var kept = OrderedMap<JSONValue, JSONValue>()
        for (name, value) in members { kept[.string(name)] = try value.likeJSON() }
        return .object(kept)
      }
    default: throw Self.misfit(self)
    }
  }

  package var json: JSONValue { self }

  /// The members of an object.
  package func members() throws(Failure) -> OrderedMap<JSONValue, JSONValue> {
    guard case .object(let members) = self else { throw misfit("a map") }
    return members
  }
}

// MARK: Types without parts

extension Bool: JSONCoded {
  package static var typeName: String { "bool" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    guard case .bool(let bool) = value else { throw Self.misfit(value) }
    self = bool
  }

  package var json: JSONValue { .bool(self) }
}

extension Int64: JSONCoded {
  package static var typeName: String { "int" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    guard case .int(let int) = value else { throw Self.misfit(value) }
    self = int
  }

  package var json: JSONValue { .int(self) }
}

extension Double: JSONCoded {
  package static var typeName: String { "double" }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    switch value {
    case .double(let double): self = double
    case .int(let int): self = Double(int)
    case "NaN" where source == .driver: self = .nan
    case "Infinity" where source == .driver: self = .infinity
    case "-Infinity" where source == .driver: self = -.infinity
    default: throw Self.misfit(value)
    }
  }

  package var json: JSONValue { .double(self) }
}

extension String: JSONCoded {
  package static var typeName: String { "string" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    guard case .string(let text) = value else { throw Self.misfit(value) }
    self = text
  }

  package var json: JSONValue { .string(self) }
}

extension Timestamp: JSONCoded {
  package static var typeName: String { "timestamp" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    switch value {
    case .timestamp(let time): self = time
    case .string(let text):
      guard let time = Timestamp(text) else { throw Self.misfit(value) }
      self = time
    default: throw Self.misfit(value)
    }
  }

  package var json: JSONValue { .timestamp(self) }
}

extension Period: JSONCoded {
  package static var typeName: String { "duration" }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    switch value {
    case .duration(let period): self = period
    case .string(let text):
      guard let period = Period(text) else { throw Self.misfit(value) }
      self = period
    default: throw Self.misfit(value)
    }
  }

  package var json: JSONValue { .duration(self) }
}

extension TextEnum where Self: JSONCoded {
  package static var typeName: String { specName }

  package init(_ value: JSONValue, from _: ValueSource) throws(Failure) {
    guard case .string(let text) = value else { throw Self.misfit(value) }
    self = try Self.reading(text)
  }

  package var json: JSONValue { .string(rawValue) }
}

// MARK: Types with parts

extension Array: JSONWritable where Element: JSONWritable {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Array: JSONCoded where Element: JSONCoded {
  package static var typeName: String { "list(\(Element.typeName))" }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    guard case .array(let elements) = value else { throw Self.misfit(value) }
    self = try elements.map { (element) throws(Failure) in try Element(element, from: source) }
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var json: JSONValue { self?.json ?? .null }
}

extension Optional: JSONCoded where Wrapped: JSONCoded {
  package static var typeName: String { "\(Wrapped.typeName)?" }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    self = value.isNull ? nil : try Wrapped(value, from: source)
  }
}

/// A key of a map, which is a text in JSON.
package protocol JSONKey: MapKey, JSONCoded {
  init?(jsonKey: String)
}

extension String: JSONKey {
  package init?(jsonKey: String) { self = jsonKey }
}
extension Int64: JSONKey {
  package init?(jsonKey: String) { self.init(jsonKey) }
}
extension Bool: JSONKey {
  package init?(jsonKey: String) { self.init(jsonKey) }
}

extension JSONKey where Self: TextEnum {
  // The error of a text that is no case is that of its value.
  package init?(jsonKey _: String) { nil }
}

extension OrderedMap: JSONWritable where Key: JSONKey, Value: JSONWritable {
  package var json: JSONValue {
    var members = OrderedMap<JSONValue, JSONValue>()
    for (key, value) in entries { members[key.json] = value.json }
    return .object(members)
  }
}

extension OrderedMap: JSONCoded where Key: JSONKey, Value: JSONCoded {
  package static var typeName: String {
    Key.self == String.self
      ? "map(\(Value.typeName))" : "map(\(Key.typeName), \(Value.typeName))"
  }

  package init(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    guard case .object(let members) = value else { throw Self.misfit(value) }
    self.init()
    for (key, value) in members.entries {
      if source != .program, case .string(let text) = key, let read = Key(jsonKey: text) {
        self[read] = try Value(value, from: source)
      } else {
        self[try Key(key, from: source)] = try Value(value, from: source)
      }
    }
  }
}

// MARK: Records

/// A type of records or variants of the spec.
package protocol SpecRecord: JSONCoded, Codable {
  static var recordType: RecordType { get }
}

extension SpecRecord {
  package static var typeName: String { recordType.name }
}

/// The values for the fields of a record, which are read one by one.
package struct FieldReader {
  private let type: RecordType
  private let source: ValueSource
  private let values: FieldValues

  private enum FieldValues {
    case members(OrderedMap<JSONValue, JSONValue>)
    case record(RecordValue)
  }

  /// Fails if a value is no record of a type, and has no parts for one.
  package init(_ value: JSONValue, _ type: RecordType, from source: ValueSource) throws(Failure) {
    self.type = type
    self.source = source
    switch value {
    case .object(let members):
      values = .members(members)
      guard source == .program else { return }
      for key in members.keys {
        guard case .string(let name) = key, type.slot(of: name) != nil else {
          throw type.noSuchField(key)
        }
      }
    case .record(let record) where record.type.name == type.name: values = .record(record)
    default:
      throw value.misfit(("aeioAEIO".contains(type.name.prefix(1)) ? "an " : "a ") + type.name)
    }
  }

  /// Reads a field, which must be there.
  package func read<Field: JSONCoded>(_ name: String) throws(Failure) -> Field {
    guard let value = value(name) else {
      throw Failure("type-mismatch", "\(type.name) needs its field '\(name)'")
    }
    return try read(value, of: name)
  }

  /// Reads a field, or takes its default.
  package func read<Field: JSONCoded>(
    _ name: String, default fallback: @autoclosure () -> Field
  ) throws(Failure) -> Field {
    guard let value = value(name) else { return fallback() }
    return try read(value, of: name)
  }

  private func value(_ name: String) -> JSONValue? {
    switch values {
    case .members(let members): members[.string(name)]
    case .record(let record): record.type.slot(of: name).map { record.values[$0] }
    }
  }

  private func read<Field: JSONCoded>(_ value: JSONValue, of name: String) throws(Failure) -> Field
  {
    guard type.sensitive.contains(name) else { return try Field(value, from: source) }
    return try hidingValues { () throws(Failure) in try Field(value, from: source) }
  }
}

extension JSONValue {
  /// The name of a variant's case, with its contents.
  package func caseOf(
    _ variant: RecordType, from source: ValueSource
  ) throws(Failure) -> (name: String, contents: JSONValue) {
    let name: JSONValue
    var contents = JSONValue.object([:])
    switch self {
    case .string: name = self
    case .object(let members):
      // In values from outside, members that are no cases are ignored.
      let entries = members.entries.filter { key, _ in
        source == .program || variant.slot(of: key.interpolated) != nil
      }
      guard entries.count == 1 else { throw variant.misfit(self) }
      name = entries[0].0
      if !entries[0].1.isNull { contents = entries[0].1 }
    case .record(let record) where record.type.name == variant.name:
      guard let slot = record.values.firstIndex(where: { !$0.isNull }) else {
        throw variant.misfit(self)
      }
      (name, contents) = (.string(variant.fields[slot]), record.values[slot])
    default: throw variant.misfit(self)
    }
    guard case .string(let text) = name, variant.slot(of: text) != nil else {
      throw variant.noSuchCase(name.interpolated)
    }
    return (text, contents)
  }
}

extension RecordType {
  /// The error for a value that is not of the type.
  package func misfit(_ value: JSONValue) -> Failure {
    value.misfit(("aeioAEIO".contains(name.prefix(1)) ? "an " : "a ") + name)
  }

  /// The error for a key that is no field of the record.
  package func noSuchField(_ key: JSONValue) -> Failure {
    Failure("no-such-field", "\(name) has no field \(key)")
  }

  /// The error for a name that is no case of the variant.
  package func noSuchCase(_ text: String) -> Failure {
    Failure("no-such-case", "\(name) has no case '\(text)'")
  }

  /// The value of the type without fields; fails for a value that has others.
  package func checkEmpty(_ value: JSONValue, from source: ValueSource) throws(Failure) {
    _ = try FieldReader(value, self, from: source)
  }
}

extension OrderedMap where Key == JSONValue, Value == JSONValue {
  /// Reads a member that a trace driver was sent.
  package func read<Member: JSONCoded>(_ name: String) throws(Failure) -> Member {
    guard let value = self[.string(name)] else {
      throw Failure("type-mismatch", "the object needs its field '\(name)'")
    }
    return try Member(value, from: .driver)
  }

  /// Reads a member that a trace driver was sent, or takes a default.
  package func read<Member: JSONCoded>(
    _ name: String, default fallback: @autoclosure () -> Member
  ) throws(Failure) -> Member {
    guard let value = self[.string(name)] else { return fallback() }
    return try Member(value, from: .driver)
  }
}
