import YAML

/// The keywords of a schema, without those of the schemas that it refers to.
struct Schema {
  /// The kinds of values in JSON.
  enum Kind: String {
    case null, boolean, integer, number, string, array, object
  }

  struct Property {
    let key: Scalar
    var part: Part
  }

  /// A bound of values, such as `minLength: 3`.
  struct Limit {
    let keyword: Scalar
    let value: Scalar
  }

  /// Schemas of which one holds: `oneOf` or `anyOf`.
  struct Choice {
    let keyword: String
    let range: SourceRange
    let parts: [Part]

    /// A number for the place of the choice, by which a circle is known. The keyword of one that is
    /// written may stand where one begins that was made of parts.
    var place: Int { keyword.isEmpty ? -1 - range.lowerBound : range.lowerBound }
  }

  let range: SourceRange
  /// The kinds that values may have; nil for all.
  var kinds: Set<Kind>?
  var isNullable = false
  /// True for a schema that no value meets.
  var isNever = false
  /// The only values that there are.
  var values: [Node]?
  var format: String?
  var limits: [Limit] = []
  var items: Part?
  var properties: [Property] = []
  var required: Set<String> = []
  /// The schema of the values of other properties.
  var additional: Part?
  /// The schema of the names of properties.
  var names: Part?
  var choices: [Choice] = []
  /// The schemas that hold, too.
  var bases: [Part] = []
  var reference: Scalar?
  var hasDiscriminator = false
  var isWriteOnly = false
  var `default`: Node?
  var description: String?

  init(at range: SourceRange) { self.range = range }

  /// True if the schema says nothing of values by itself, apart from null.
  var isBare: Bool {
    (kinds == nil || kinds == [.object]) && !isNever && values == nil && limits.isEmpty
      && items == nil && properties.isEmpty && required.isEmpty && additional == nil
      && names == nil && format == nil
  }

  /// The kinds that values have besides null, as far as other keywords show it; nil for any.
  var likelyKinds: Set<Kind>? {
    if let kinds { return kinds.subtracting([.null]) }
    if let values { return Set(values.compactMap(\.kind)).subtracting([.null]) }
    if !properties.isEmpty || !required.isEmpty || additional != nil || names != nil {
      return [.object]
    }
    if items != nil { return [.array] }
    return nil
  }

  /// The place of a property.
  func index(of key: String) -> Int? {
    properties.firstIndex { $0.key.text.utf8.elementsEqual(key.utf8) }
  }
}

extension Schema {
  /// Adds what another schema says that holds, too.
  ///
  /// - Returns: False if the two contradict each other.
  @discardableResult
  mutating func add(_ other: Schema) -> Bool {
    var isSound = true
    if let others = other.kinds {
      let common = kinds.map { Self.common($0, others) } ?? others
      if common.isEmpty { isSound = false } else { kinds = common }
    }
    isNullable = isNullable || other.isNullable
    isNever = isNever || other.isNever
    if let values, let others = other.values {
      let common = values.filter { value in others.contains { $0.isSameScalar(as: value) } }
      if common.isEmpty { isSound = false } else { self.values = common }
    } else {
      values = values ?? other.values
    }
    format = format ?? other.format
    limits += other.limits.filter { limit in
      !limits.contains { $0.keyword.range == limit.keyword.range }
    }
    items = Self.both(items, other.items)
    additional = Self.both(additional, other.additional)
    names = Self.both(names, other.names)
    let isFirst = properties.isEmpty
    if isFirst { properties = other.properties }
    for property in other.properties where !isFirst {
      if let index = index(of: property.key.text) {
        properties[index].part = .both(properties[index].part, property.part)
      } else {
        properties.append(property)
      }
    }
    required.formUnion(other.required)
    choices += other.choices.filter { choice in
      !choices.contains { $0.range == choice.range && $0.parts == choice.parts }
    }
    `default` = `default` ?? other.default
    return isSound
  }

  private static func common(_ left: Set<Kind>, _ right: Set<Kind>) -> Set<Kind> {
    var common = left.intersection(right)
    if left.contains(.integer) && right.contains(.number)
      || left.contains(.number) && right.contains(.integer)
    {
      common.insert(.integer)
      if !(left.contains(.number) && right.contains(.number)) { common.remove(.number) }
    }
    return common
  }

  private static func both(_ left: Part?, _ right: Part?) -> Part? {
    guard let left, let right else { return left ?? right }
    return .both(left, right)
  }

  /// The schema of the values of this one and those of another.
  ///
  /// - Returns: The schema, and true if it has lost what only one of them says.
  func union(_ other: Schema) -> (schema: Schema, hasLost: Bool) {
    var union = Schema(at: range)
    union.isNullable = isNullable || other.isNullable
    guard let kinds = likelyKinds, let others = other.likelyKinds else {
      return (union, !(limits + other.limits).isEmpty)
    }
    union.kinds = kinds.union(others)
    if let values, let others = other.values {
      union.values =
        values + others.filter { value in !values.contains { $0.isSameScalar(as: value) } }
    }
    if format == other.format { union.format = format }
    union.limits = limits.filter { limit in
      other.limits.contains {
        $0.keyword.text == limit.keyword.text && $0.value.text == limit.value.text
      }
    }
    var hasLost = union.limits.count < max(limits.count, other.limits.count)
    if let items, let others = other.items { union.items = .any(items, others) }
    if let additional, let others = other.additional { union.additional = .any(additional, others) }
    // In an object that may have any properties, those of the other may be anything.
    guard !isOpen, !other.isOpen else {
      hasLost = hasLost || !(properties + other.properties).isEmpty
      return (union, hasLost)
    }
    union.properties = properties
    for property in other.properties {
      if let index = union.index(of: property.key.text) {
        union.properties[index].part = .any(union.properties[index].part, property.part)
      } else {
        union.properties.append(property)
      }
    }
    union.required = required.intersection(other.required)
    return (union, hasLost)
  }

  /// True for an object whose properties have no names.
  private var isOpen: Bool {
    likelyKinds?.contains(.object) == true && properties.isEmpty && required.isEmpty
  }
}

extension Node {
  /// The kind of a value in JSON.
  var kind: Schema.Kind? {
    switch content {
    case .mapping: .object
    case .sequence: .array
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null: .null
      case .bool: .boolean
      case .int: .integer
      case .double, .outOfRange: .number
      case .string: .string
      }
    }
  }

  /// True if two nodes are the same number, text, boolean or null.
  func isSameScalar(as other: Node) -> Bool {
    guard let scalar, let other = other.scalar else { return false }
    return Scalar.haveSameValue(scalar, other)
      && (scalar.resolved != .string || scalar.text == other.text)
  }
}
