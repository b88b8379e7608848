/// The type of a value that a version saved.
package indirect enum SavedType: Sendable {
  case bool, int, double, string, timestamp, duration, any
  case enumeration(String)
  /// A record or a variant.
  case record(String)
  case list(SavedType)
  case map(SavedType, SavedType)
  case optional(SavedType)
}

/// A record or a variant that a version saved.
package struct SavedRecord: Sendable {
  package struct SavedField: Sendable {
    package let name: String
    package let type: SavedType
    /// The value of a field that is missing, as JSON; nil if it must be there.
    package let standard: String?

    package init(_ name: String, _ type: SavedType, or standard: String? = nil) {
      self.name = name
      self.type = type
      self.standard = standard
    }
  }

  package let type: RecordType
  package let fields: [SavedField]

  package init(_ name: String, isVariant: Bool = false, _ fields: [SavedField] = []) {
    type = RecordType(name, fields.map(\.name), isVariant: isVariant)
    self.fields = fields
  }
}

/// The types of all versions, which have names of their own.
package struct SavedTypes: Sendable {
  private let enums: [String: [String]]
  package let records: [String: SavedRecord]
  /// The defaults of the fields of each record.
  private var standards: [String: [JSONValue?]] = [:]

  /// - Parameter enums: The cases of each enum.
  package init(enums: [String: [String]] = [:], records: [SavedRecord]) {
    self.enums = enums
    self.records = Dictionary(
      records.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
    for record in records {
      standards[record.type.name] = record.fields.indices.map { read(record, $0) }
    }
  }

  /// The default of a record's field; nil if it has none.
  func standard(of record: SavedRecord, _ slot: Int) -> JSONValue? {
    // A default can have one that is not read yet.
    standards[record.type.name].map { $0[slot] } ?? read(record, slot)
  }

  private func read(_ record: SavedRecord, _ slot: Int) -> JSONValue? {
    let field = record.fields[slot]
    return field.standard.map { value($0, field.type) }
  }

  /// True if an enum has a case.
  func has(_ text: String, _ name: String) -> Bool {
    enums[name]?.contains { $0.equals(text) } ?? false
  }

  /// A value that a record lacks, which the program has written as JSON.
  func value(_ text: String, _ type: SavedType) -> JSONValue {
    var reader = JSONReader(
      Array(text.utf8), maximumDepth: JSONReader.savedDepth, readsAnyNumber: true)
    do throws(SavedFault) {
      return try reader.read(type, self, inside: 0)
    } catch {
      return .null
    }
  }
}

extension SavedType: CustomStringConvertible {
  package var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .any: "any"
    case .enumeration(let name), .record(let name): name
    case .list(let element): "list(\(element))"
    case .map(.string, let value): "map(\(value))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .optional(let wrapped): "\(wrapped)?"
    }
  }
}
