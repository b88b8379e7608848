import CEL
import SuasProgram

/// The output of an `Encodable` value, before it is known which type the spec needs.
package final class Encoded {
  private(set) var content = Content.nothing

  enum Content {
    case nothing
    /// An optional without a value.
    case absent
    case value(Value)
    case elements([Encoded])
    case fields([(key: any CodingKey, value: Encoded)])
  }

  /// Runs the encoding of `value`.
  package convenience init(_ value: any Encodable) throws {
    self.init()
    try encode(value, at: [])
  }

  package init() {}

  init(_ content: Content) { self.content = content }

  func encode(_ value: any Encodable, at path: [any CodingKey]) throws {
    switch value {
    case let primitive as any Primitive:
      guard let coded = primitive.coded else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: path, debugDescription: "\(value) is out of range"))
      }
      content = .value(coded)
    case let value as Value: content = .value(value)
    case let record as Record: content = .value(.record(record))
    case let timestamp as Timestamp: content = .value(.timestamp(timestamp))
    case let duration as CEL.Duration: content = .value(.duration(duration))
    default: try value.encode(to: ValueEncoder(target: self, codingPath: path))
    }
  }

  func becomeFields() {
    if case .fields = content { return }
    content = .fields([])
  }

  func becomeElements() {
    if case .elements = content { return }
    content = .elements([])
  }

  func becomeAbsent() { content = .absent }

  var elementCount: Int {
    if case .elements(let elements) = content { elements.count } else { 0 }
  }

  /// Adds a part under a key, or at the end of a list if there is no key.
  func add(_ part: Encoded = Encoded(), under key: (any CodingKey)?) -> Encoded {
    switch (content, key) {
    case (.fields(let fields), let key?): content = .fields(fields + [(key, part)])
    case (.elements(let elements), nil): content = .elements(elements + [part])
    default: break
    }
    return part
  }
}

extension Encoded {
  /// The key under which Foundation's `URL` encodes its text.
  static let textKey = "relative"

  /// Converts the output to a value of `type` as far as possible; whether it fits is checked later.
  package func value(as type: FieldType, _ types: TypeTable) -> Value {
    switch (type.unwrapped, content) {
    case (_, .absent): .null
    case (.timestamp, .value(.double(let seconds))):
      Timestamp(secondsSince2001: seconds).map { .timestamp($0) } ?? .double(seconds)
    case (.timestamp, .value(.string(let text))):
      Timestamp(text).map { .timestamp($0) } ?? .string(text)
    case (.duration, .value(.string(let text))):
      CEL.Duration(text).map { .duration($0) } ?? .string(text)
    case (_, .value(let value)): value
    case (.enumeration, .fields(let fields)) where fields.count == 1 && fields[0].value.isEmpty:
      .string(fields[0].key.stringValue)
    case (.string, .fields(let fields))
    where fields.count == 1 && fields[0].key.stringValue == Self.textKey:
      fields[0].value.value(as: type, types)
    case (.list(let element), .elements(let elements)):
      .list(List(elements.map { $0.value(as: element, types) }))
    case (.map(let key, let value), .fields(let fields)):
      .map(Map(fields) { (key.key($0.key), $0.value.value(as: value, types)) })
    case (.map(let key, let value), .elements(let elements)) where elements.count % 2 == 0:
      // Swift encodes a dictionary in this form if its keys are neither strings nor ints.
      .map(
        Map(stride(from: 0, to: elements.count, by: 2)) {
          (elements[$0].value(as: key, types), elements[$0 + 1].value(as: value, types))
        })
    case (.record(let name), .fields(let fields)):
      .map(
        Map(self.fields(of: types.records[name], fields, types)) { (.string($0.key), $0.value) })
    case (.partial(let name), .fields(let fields)):
      .map(Map(part(of: types.records[name], fields, types)) { (.string($0.key), $0.value) })
    case (_, .elements(let elements)):
      .list(List(elements.map { $0.value(as: .any, types) }))
    case (_, .fields(let fields)):
      .map(Map(fields) { (.string($0.key.stringValue), $0.value.value(as: .any, types)) })
    case (_, .nothing): .map(Map())
    }
  }

  private var isEmpty: Bool {
    switch content {
    case .nothing: true
    case .fields(let fields): fields.isEmpty
    default: false
    }
  }

  /// The values encoded for the fields of a record; nil if something else was encoded.
  func fields(of record: RecordType, _ types: TypeTable) -> [(key: String, value: Value)]? {
    switch content {
    case .nothing: []
    case .fields(let fields): self.fields(of: record, fields, types)
    default: nil
    }
  }

  /// The values encoded for some of the fields of a record: nil in Swift stands for a field that is
  /// not there.
  private func part(
    of record: RecordType?, _ fields: [(key: any CodingKey, value: Encoded)], _ types: TypeTable
  ) -> [(key: String, value: Value)] {
    let present = fields.filter { if case .absent = $0.value.content { false } else { true } }
    return self.fields(of: record, present, types)
  }

  private func fields(
    of record: RecordType?, _ fields: [(key: any CodingKey, value: Encoded)], _ types: TypeTable
  ) -> [(key: String, value: Value)] {
    fields.compactMap { key, part in
      let type = record?.shape.slot(of: key.stringValue).flatMap { record?.fields[$0].type }
      // A field that is never null takes its default if Swift has no value.
      if case .absent = part.content, let type, !type.takesNull { return nil }
      return (key.stringValue, part.value(as: type ?? .any, types))
    }
  }
}

extension FieldType {
  fileprivate var takesNull: Bool {
    switch self {
    case .optional, .any: true
    default: false
    }
  }

  fileprivate func key(_ key: any CodingKey) -> Value {
    if self == .int, let number = key.intValue { return .int(Int64(number)) }
    return .string(key.stringValue)
  }
}

extension Map {
  fileprivate init<S: Sequence>(_ items: S, _ entry: (S.Element) -> (Value, Value)) {
    self.init()
    for item in items {
      let (key, value) = entry(item)
      self[key] = value
    }
  }
}
