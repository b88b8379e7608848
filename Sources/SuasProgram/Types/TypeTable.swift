import CEL

/// The named types of a checked spec.
///
/// A single reference in size, since everything that reads or checks values holds a copy.
package struct TypeTable: Sendable {
  /// The number of values that the smallest value of a type may hold.
  package static let largestNeed = 100_000

  private var shared = CopyOnWrite(Contents())
  private var contents: Contents { _read { yield shared.contents } }

  private struct Contents: Sendable {
    var enums: [String: EnumType] = [:]
    var records: [String: RecordType] = [:]
    var cel = CEL.Types()
    /// The records that hold a constraint, directly or in a nested value.
    var constrained: Set<String> = []
    /// The records whose values can be of any depth: through an `any`, or through themselves.
    var unbounded: Set<String> = []
    /// The least number of values in a value of each record, itself included.
    var leastSizes: [String: Int] = [:]
    /// The records with an invalid default.
    var unsound: Set<String> = []
    /// The constants and functions, by name.
    var definitions: [String: Definition] = [:]
    /// The types of the sensitive fields of payloads.
    var sensitivePayloads: [FieldType] = []
    /// Nil if functions do not see these types.
    var lifetime: DefinitionLifetime?
  }

  package init() {}

  /// Makes room for some records.
  package mutating func reserveCapacity(_ count: Int) {
    shared.contents.records.reserveCapacity(count)
    shared.contents.leastSizes.reserveCapacity(count)
  }

  package var enums: [String: EnumType] {
    get { contents.enums }
    set { shared.contents.enums = newValue }
  }

  package var records: [String: RecordType] { contents.records }

  fileprivate var sensitivePayloads: [FieldType] { contents.sensitivePayloads }

  fileprivate mutating func note(sensitivePayloads types: [FieldType]) {
    guard !types.isEmpty else { return }
    shared.contents.sensitivePayloads = types
  }

  /// The record types as expressions see them.
  package var cel: CEL.Types { contents.cel }

  /// The constants and functions, by name.
  package var definitions: [String: Definition] { contents.definitions }

  /// Makes room for constants and functions, which expressions see from then on.
  package mutating func allowDefinitions() { shared.contents.cel.definitions = Definitions() }

  package mutating func define(_ constant: CheckedConstant) {
    shared.contents.definitions[constant.name] = .constant(constant)
    contents.cel.definitions?.define(
      constant.name, DefinedConstant(type: constant.type.cel, value: constant.value))
  }

  /// - Parameter defined: The function as expressions see it.
  package mutating func define(_ function: CheckedFunction, as defined: DefinedFunction) {
    shared.contents.definitions[function.name] = .function(function)
    contents.cel.definitions?.define(defined)
  }

  /// Lets functions see these types for as long as there are copies of this table.
  package mutating func lend(to functions: LateTypes) {
    let lifetime = contents.lifetime ?? DefinitionLifetime(functions, cel.definitions)
    // A copy that the functions hold themselves does not count.
    shared.contents.lifetime = nil
    functions.set(self)
    shared.contents.lifetime = lifetime
  }

  /// True if a default of some record is invalid, which has been reported.
  package var hasUnsoundDefaults: Bool { !contents.unsound.isEmpty }

  /// True if values of the type can be nested to any depth.
  package func isUnbounded(_ type: FieldType) -> Bool {
    switch type {
    case .any: true
    case .list(let element), .optional(let element): isUnbounded(element)
    case .map(_, let value): isUnbounded(value)
    case .record(let name), .partial(let name): contents.unbounded.contains(name)
    default: false
    }
  }

  /// True if the type holds a constraint, at any depth.
  package func hasConstraints(_ type: FieldType) -> Bool {
    switch type {
    case .list(let element), .optional(let element): hasConstraints(element)
    case .map(_, let value): hasConstraints(value)
    case .record(let name), .partial(let name): contents.constrained.contains(name)
    default: false
    }
  }

  /// The least number of values in a value of the type, itself included; a default counts as one.
  package func leastSize(of type: FieldType) -> Int {
    guard case .record(let name) = type else { return 1 }
    return contents.leastSizes[name] ?? Self.largestNeed + 1
  }

  /// Determines the traits of records that refer to one another, after those of all other records
  /// that they refer to.
  package mutating func findTraits(of group: [RecordType]) {
    let name = group.first?.name ?? ""
    var isUnbounded = group.count > 1
    var isConstrained = false
    for record in group {
      for slot in record.fields.indices {
        let type = record.fields[slot].type
        isUnbounded = isUnbounded || type.mentions(name) || self.isUnbounded(type)
        isConstrained =
          isConstrained || record.fields[slot].constraint != nil || hasConstraints(type)
      }
    }
    for type in group {
      if isUnbounded { shared.contents.unbounded.insert(type.name) }
      if isConstrained { shared.contents.constrained.insert(type.name) }
    }
    // In a group only a variant can contain itself: its smallest case ends the recursion.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for type in group {
        let size = leastSize(of: type)
        if size < contents.leastSizes[type.name] ?? .max {
          shared.contents.leastSizes[type.name] = size
          hasChanged = group.count > 1
        }
      }
    }
  }

  private func leastSize(of type: RecordType) -> Int {
    var size = type.isVariant ? Self.largestNeed : 0
    for slot in type.fields.indices {
      let hasNone = type.fields[slot].default == nil && !type.fields[slot].isUnsound
      let need = hasNone ? leastSize(of: type.fields[slot].type) : 1
      size = type.isVariant ? min(size, need) : min(size + need, Self.largestNeed)
    }
    return size + 1
  }

  /// Adds a record type, or replaces the one of that name that is known so far.
  package mutating func insert(_ record: RecordType) {
    shared.contents.records[record.name] = record
    if record.fields.indices.contains(where: { record.fields[$0].isUnsound }) {
      shared.contents.unsound.insert(record.name)
    } else if !contents.unsound.isEmpty {
      shared.contents.unsound.remove(record.name)
    }
    shared.contents.cel.insert(record.shape)
    if !record.isVariant { shared.contents.cel.insert(Shape(partOf: record.shape)) }
  }

  /// Lets authors name a record type by another name than its own.
  package mutating func insert(_ record: RecordType, as name: String) {
    shared.contents.records[name] = record
    shared.contents.cel.insert(record.shape, as: name)
  }
}

/// An enum's cases, in the order of their declaration.
package struct EnumType: Sendable {
  package let name: String
  package let cases: [String]
  /// The indices of the cases.
  private let places: [String: Int]

  package init(name: String, cases: [String]) {
    self.name = name
    self.cases = cases
    places = Dictionary(zip(cases, cases.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns true if the text is a case.
  package func has(_ text: String) -> Bool {
    places[text].map { cases[$0].hasSameCodePoints(as: text) } ?? false
  }
}

extension TypeTable {
  /// The records that may lie in a sensitive field of another one, or of a payload.
  package var recordsInSensitiveFields: Set<String> {
    recordsInside(
      records.values.flatMap(\.typesOfSensitiveFields) + sensitivePayloads)
  }

  /// Returns the types as they are used by actions and effects with some payloads.
  func used(in payloads: [RecordType]) -> TypeTable {
    var types = self
    types.note(sensitivePayloads: payloads.flatMap(\.typesOfSensitiveFields))
    return types
  }

  /// The records that values of some types are or have in them.
  package func recordsInside(_ types: [FieldType]) -> Set<String> {
    var inside: Set<String> = []
    var rest = types.flatMap(\.mentionedRecords)
    while let name = rest.popLast() {
      guard inside.insert(name).inserted else { continue }
      rest += records[name]?.fields.flatMap(\.type.mentionedRecords) ?? []
    }
    return inside
  }

  /// Returns true if a record, or one in its fields, has a sensitive field.
  package func holdsSensitiveFields(_ record: String) -> Bool {
    recordsInside([.record(record)]).contains {
      records[$0]?.fields.contains(where: \.isSensitive) == true
    }
  }
}

extension RecordType {
  fileprivate var typesOfSensitiveFields: [FieldType] {
    fields.filter(\.isSensitive).map(\.type)
  }
}

/// A record type, a state shape or an action's payload: fields with their types and defaults.
package final class RecordType: Sendable {
  package struct Field: Sendable {
    package let name: String
    package let type: FieldType
    /// The value of the field if none is written; nil if one is required.
    package let `default`: Value?
    /// The condition that the field's values must meet besides their type.
    package var constraint: Constraint?
    /// Values worth trying, given by the author.
    package var samples: [Value] = []
    /// The default that is evaluated anew for each action, in place of `default`.
    package var lateDefault: LateDefault?
    /// True if the field's values are kept out of logs.
    package var isSensitive = false

    package init(
      name: String, type: FieldType, default: Value?, constraint: Constraint? = nil,
      samples: [Value] = [], lateDefault: LateDefault? = nil
    ) {
      self.name = name
      self.type = type
      self.default = `default`
      self.constraint = constraint
      self.samples = samples
      self.lateDefault = lateDefault
    }

    /// True if the written type or default is invalid, which has been reported; uses of the field
    /// are not checked against it.
    package var isUnsound = false

    /// True if the default is evaluated anew for each action.
    package var hasLateDefault: Bool { lateDefault != nil }
  }

  package let name: String
  package let fields: [Field]
  /// True if a value has exactly one field that is not null, its case.
  package let isVariant: Bool
  package let shape: Shape

  /// - Parameter enums: The enums that the fields' types name.
  package init(name: String, fields: [Field], isVariant: Bool = false, enums: [String: EnumType]) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    let shapeFields = fields.map { $0.shapeField(enums: enums) }
    shape = Shape(name: name, fields: shapeFields, isVariant: isVariant)
  }

  /// Creates the type of the same records whose fields have constraints, which no expression sees.
  init(constraining record: RecordType, to fields: [Field]) {
    name = record.name
    self.fields = fields
    isVariant = record.isVariant
    shape = record.shape
  }

  /// The name of the type for an action's payload, which authors cannot give to another type.
  package static func name(ofPayload action: String, of kind: String = "action") -> String {
    kind + " " + action
  }

  /// The name of the type for a case's contents, which authors cannot give to another type.
  package static func name(ofCase name: String, in variant: String) -> String {
    "\(variant).\(name)"
  }
}

extension TypeTable {
  /// Returns a map that values of a type are sure to hold, and that no `any` takes because its keys
  /// are no texts; nil if there is none.
  package func mapWithoutTextKeys(in type: Type) -> Type? {
    var seen: Set<String> = []
    return mapWithoutTextKeys(in: type, &seen)
  }

  private func mapWithoutTextKeys(in type: Type, _ seen: inout Set<String>) -> Type? {
    switch type {
    case .map(.int, _), .map(.bool, _): return type
    case .map(_, let inner), .list(let inner), .nullable(let inner):
      return mapWithoutTextKeys(in: inner, &seen)
    case .record(let name):
      guard let record = records[name], !record.isVariant, seen.insert(name).inserted else {
        return nil
      }
      for field in record.fields {
        if let map = mapWithoutTextKeys(in: field.type.cel, &seen) { return map }
      }
      return nil
    default: return nil
    }
  }
}

extension RecordType.Field {
  /// The field as expressions see it when `Name{…}` makes a record.
  fileprivate func shapeField(enums: [String: EnumType]) -> Shape.Field {
    var field = visibleField(enums: enums)
    field.isSensitive = isSensitive
    return field
  }

  private func visibleField(enums: [String: EnumType]) -> Shape.Field {
    let known = isUnsound ? .null : `default`
    guard !type.isWhatCELSees else {
      return Shape.Field(name: name, type: type.cel, default: known)
    }
    var table = TypeTable()
    table.enums = enums
    return Shape.Field(name: name, type: type.cel, default: known) {
      [table, type] value throws(Failure) in
      do throws(EvaluationError) {
        return try table.fit(value, to: type)
      } catch {
        throw Failure(error.code, error.message)
      }
    }
  }
}
