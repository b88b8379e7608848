import CEL

/// The types of a version, under names that no other version uses and that no author can write.
package struct VersionedTypes {
  /// The text after the names: `version 2`.
  private let suffix: String
  private let source: TypeTable
  /// The records that have another name in this version; nil for all.
  private let renamed: Set<String>?
  /// The fields that this version leaves out, by record.
  private let omitted: [String: Set<String>]
  private var made: [String: RecordType] = [:]

  /// - Parameters:
  ///   - suffix: The text after the names of types.
  ///   - renamed: The records whose names change; nil for all of them, and the enums.
  ///   - omitted: The fields to leave out, by record.
  package init(
    _ source: TypeTable, _ suffix: String, renamed: Set<String>? = nil,
    omitted: [String: Set<String>] = [:]
  ) {
    self.source = source
    self.suffix = suffix
    self.renamed = renamed
    self.omitted = omitted
  }

  /// The records made so far, each after those that its defaults hold.
  package private(set) var records: [RecordType] = []

  /// The enums of the version.
  package var enums: [EnumType] {
    guard renamed == nil else { return [] }
    return source.enums.values.sorted { $0.name < $1.name }.map {
      EnumType(name: named($0.name), cases: $0.cases)
    }
  }

  /// The name of a type in a version; that of a case's contents keeps the case at its end.
  private func named(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "\(name) (\(suffix))" }
    return "\(name[..<dot]) (\(suffix))\(name[dot...])"
  }

  package func name(_ record: String) -> String {
    renamed?.contains(record) ?? true ? named(record) : record
  }

  package func type(_ type: FieldType) -> FieldType {
    switch type {
    case .list(let inner): .list(self.type(inner))
    case .optional(let inner): .optional(self.type(inner))
    case .map(let key, let value): .map(key: self.type(key), value: self.type(value))
    case .record(let record): .record(name(record))
    case .enumeration(let name): renamed == nil ? .enumeration(named(name)) : type
    default: type
    }
  }

  /// Returns a record of the version, without constraints.
  package mutating func record(_ record: RecordType) -> RecordType {
    guard name(record.name) != record.name else { return record }
    if let known = made[record.name] { return known }
    let left = omitted[record.name] ?? []
    var fields: [RecordType.Field] = []
    for field in record.fields where !left.contains(field.name) {
      let value = field.default.map { self.value($0) }
      var versioned = RecordType.Field(name: field.name, type: type(field.type), default: value)
      versioned.isSensitive = field.isSensitive
      versioned.samples = field.samples.map { self.value($0) }
      fields.append(versioned)
    }
    let known = Dictionary(enums.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let result = RecordType(
      name: name(record.name), fields: fields, isVariant: record.isVariant,
      enums: renamed == nil ? known : source.enums)
    made[record.name] = result
    records.append(result)
    return result
  }

  /// Returns a value with the records of the version in it.
  package mutating func value(_ value: Value) -> Value {
    switch value {
    case .record(let record):
      guard let type = source.records[record.shape.name] else { return value }
      let versioned = self.record(type)
      guard versioned !== type else { return value }
      var fields = ContiguousArray<Value>()
      for field in versioned.fields {
        let slot = type.shape.slot(of: field.name)
        fields.append(slot.map { self.value(record[$0]) } ?? field.default ?? .null)
      }
      return .record(Record(versioned.shape, fields))
    case .list(let list):
      var elements = List()
      for element in list { elements.append(self.value(element)) }
      return .list(elements)
    case .map(let map):
      var entries = Map()
      for (key, element) in map { entries[key] = self.value(element) }
      return .map(entries)
    default: return value
    }
  }
}

extension String {
  /// The name of a type without the version after it, and without the case of a variant there.
  package var authoredTypeName: String { String(prefix { $0 != " " }) }
}

extension TypeTable {
  /// Some records, and the records and enums that their values can hold, by their names.
  package func reached(
    from roots: [RecordType]
  ) -> (records: [String: RecordType], enums: [String: EnumType]) {
    var (found, cases): ([String: RecordType], [String: EnumType]) = ([:], [:])
    var open = roots
    while let record = open.popLast() {
      guard found.updateValue(record, forKey: record.name) == nil else { continue }
      for field in record.fields {
        open += field.type.mentionedRecords.compactMap { records[$0] }
        for name in field.type.mentionedEnums { cases[name] = enums[name] }
      }
    }
    return (found, cases)
  }

  /// Creates a table of some types, without constants and functions.
  package init(_ records: [RecordType], enums: [EnumType]) {
    self.init()
    self.enums = Dictionary(enums.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    reserveCapacity(records.count)
    for record in records { insert(record) }
    findTraits(of: records.map(\.name))
  }

  /// Determines the traits of some records, each after those that it mentions.
  package mutating func findTraits(of names: [String]) {
    let indices = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let mentioned = names.map { name -> [Int] in
      guard let record = records[name] else { return [] }
      return record.fields.indices.flatMap { slot in
        record.fields[slot].type.mentionedRecords.compactMap { indices[$0] }
      }
    }
    for group in RecordGraph(mentioned).groups {
      findTraits(of: group.compactMap { records[names[$0]] })
    }
  }
}
