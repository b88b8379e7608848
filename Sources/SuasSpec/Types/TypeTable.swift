import CEL

/// The named types of a checked spec.
///
/// It is one reference long, as everything that reads or judges values has it.
package struct TypeTable: Sendable {
  private var contents = Contents()

  /// What a table holds; changed only while one table alone has it.
  private final class Contents: @unchecked Sendable {
    var enums: [String: EnumType] = [:]
    var records: [String: RecordType] = [:]
    var cel = CEL.Types()
    /// The records in which a constraint stands, directly or deeper.
    var constrained: Set<String> = []
    /// The records that can hold values of any depth: through an `any`, or through themselves.
    var unbounded: Set<String> = []
    /// How many values a value of each record holds at least, itself included.
    var leastSizes: [String: Int] = [:]
    /// The records with a default that something is wrong with.
    var unsound: Set<String> = []

    init() {}

    init(copying other: Contents) {
      (enums, records, cel) = (other.enums, other.records, other.cel)
      (constrained, unbounded) = (other.constrained, other.unbounded)
      (leastSizes, unsound) = (other.leastSizes, other.unsound)
    }
  }

  package init() {}

  /// An empty table with room for some records.
  init(capacity: Int) {
    contents.records.reserveCapacity(capacity)
    contents.leastSizes.reserveCapacity(capacity)
  }

  /// What the table holds, to be changed.
  private var changing: Contents {
    mutating get {
      if !isKnownUniquelyReferenced(&contents) { contents = Contents(copying: contents) }
      return contents
    }
  }

  package internal(set) var enums: [String: EnumType] {
    get { contents.enums }
    set { changing.enums = newValue }
  }

  package var records: [String: RecordType] { contents.records }

  /// The record types as expressions see them.
  package var cel: CEL.Types { contents.cel }

  /// Whether something is wrong with a default of some record, which has been reported.
  var hasUnsoundDefaults: Bool { !contents.unsound.isEmpty }

  /// Whether values of the type can be of any depth.
  func isUnbounded(_ type: FieldType) -> Bool {
    switch type {
    case .any: true
    case .list(let element), .optional(let element): isUnbounded(element)
    case .map(_, let value): isUnbounded(value)
    case .record(let name): contents.unbounded.contains(name)
    default: false
    }
  }

  /// Whether a constraint stands anywhere in the type.
  func hasConstraints(_ type: FieldType) -> Bool {
    switch type {
    case .list(let element), .optional(let element): hasConstraints(element)
    case .map(_, let value): hasConstraints(value)
    case .record(let name): contents.constrained.contains(name)
    default: false
    }
  }

  /// How many values every value of a type holds, itself included; what has a default needs nothing.
  package func leastSize(of type: FieldType) -> Int {
    guard case .record(let name) = type else { return 1 }
    return contents.leastSizes[name] ?? Checker.largestNeed + 1
  }

  /// Finds out what holds of records that lead to one another, after all others that they lead to.
  mutating func findTraits(of group: [RecordType]) {
    let contents = changing
    let name = group.first?.name ?? ""
    var isUnbounded = group.count > 1
    var isConstrained = false
    for field in group.lazy.flatMap(\.fields) {
      isUnbounded =
        isUnbounded || field.type.mentions(name) || self.isUnbounded(field.type)
      isConstrained = isConstrained || field.constraint != nil || hasConstraints(field.type)
    }
    for type in group {
      if isUnbounded { contents.unbounded.insert(type.name) }
      if isConstrained { contents.constrained.insert(type.name) }
    }
    // In a group a variant alone can stand within itself: its smallest case ends that.
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for type in group {
        let size = leastSize(of: type)
        if size < contents.leastSizes[type.name] ?? .max {
          contents.leastSizes[type.name] = size
          hasChanged = group.count > 1
        }
      }
    }
  }

  private func leastSize(of type: RecordType) -> Int {
    var size = type.isVariant ? Checker.largestNeed : 0
    for field in type.fields {
      let need = field.default == nil && !field.isUnsound ? leastSize(of: field.type) : 1
      size = type.isVariant ? min(size, need) : min(size + need, Checker.largestNeed)
    }
    return size + 1
  }

  /// Adds a record type, or puts it in the place of what is known of it so far.
  mutating func insert(_ record: RecordType) {
    let contents = changing
    contents.records[record.name] = record
    if record.fields.contains(where: \.isUnsound) {
      contents.unsound.insert(record.name)
    } else {
      contents.unsound.remove(record.name)
    }
    contents.cel.insert(record.shape)
  }
}

/// An enum's cases, in the order of their declaration.
package struct EnumType: Sendable {
  package let name: String
  package let cases: [String]
}

/// A record type, a state shape or an action's payload: fields with their types and defaults.
package final class RecordType: Sendable {
  package struct Field: Sendable {
    package let name: String
    package let type: FieldType
    /// What the field holds where nothing is written; nil where something must be.
    package let `default`: Value?
    /// What its values must meet besides their type.
    package internal(set) var constraint: Constraint?
    /// Values worth trying, as the author says.
    package internal(set) var samples: [Value] = []
    /// What stands in for the default, which is made anew for each action.
    var lateDefault: LateDefault?

    /// Whether what is written of it is no default, or no type, which has been reported: what reads
    /// it is not judged by it.
    var isUnsound = false

    /// Whether the default is made anew for each action.
    package var hasLateDefault: Bool { lateDefault != nil }
  }

  package let name: String
  package let fields: [Field]
  /// Whether a value has exactly one of the fields, its case, and null in the place of the others.
  package let isVariant: Bool
  package let shape: Shape

  /// - Parameter enums: The enums that the fields' types name.
  init(name: String, fields: [Field], isVariant: Bool = false, enums: [String: EnumType]) {
    self.name = name
    self.fields = fields
    self.isVariant = isVariant
    let shapeFields = fields.map { $0.shapeField(enums: enums) }
    shape = Shape(name: name, fields: shapeFields, isVariant: isVariant)
  }

  /// The type of an action's payload, as no author can name another type.
  static func name(ofPayload action: String, of kind: String = "action") -> String {
    kind + " " + action
  }

  /// The type of a case's contents, as no author can name another type.
  static func name(ofCase name: String, in variant: String) -> String { "\(variant).\(name)" }
}

extension RecordType.Field {
  /// The field as expressions see it, where `Name{…}` makes a record.
  fileprivate func shapeField(enums: [String: EnumType]) -> Shape.Field {
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
