// Operations of rules on places in an `any`, whose values have types that are known only at run
// time.

extension JSONValue {
  /// The element at an index or the entry for a key, which has to be there.
  package func part(_ key: JSONValue) throws(Failure) -> JSONValue {
    switch self {
    case .array(let elements): return elements[try elements.index(try key.index())]
    case .object(let members):
      guard key.isText else { throw key.misfit("the key of a map") }
      guard let value = members[key] else { throw .keyIsAbsent(key) }
      return value
    default: throw misfit("a list or a map")
    }
  }

  /// The field of a record or the entry of a map, which has to be there.
  package func part(named name: String) throws(Failure) -> JSONValue {
    guard case .record(let record) = self else { return try part(.string(name)) }
    return record.values[try record.slot(of: name)]
  }

  /// The element, entry or field at a place that was looked at before.
  package subscript(part key: JSONValue) -> JSONValue {
    get { partIfAny(key) ?? .null }
    _modify {
      var part = take(key)
      defer { put(part, at: key) }
      yield &part
    }
  }

  /// The element, entry or field at a place, if it is there.
  package func partIfAny(_ key: JSONValue) -> JSONValue? {
    switch (self, key) {
    case (.array(let elements), .int(let index)): elements.elementIfAny(index)
    case (.object(let members), _): members[key]
    case (.record(let record), .string(let name)):
      record.type.slot(of: name).map { record.values[$0] }
    default: nil
    }
  }

  /// Moves a part out of its place, so that nothing else holds it while it is changed.
  private mutating func take(_ key: JSONValue) -> JSONValue {
    guard let part = partIfAny(key) else { return .null }
    put(.null, at: key)
    return part
  }

  /// Puts an element, entry or field at a place; nil drops an entry.
  package mutating func put(_ part: JSONValue?, at key: JSONValue) {
    switch (self, key) {
    case (.array(var elements), .int(let index)):
      guard let part, let place = Int(exactly: index), elements.indices.contains(place) else {
        return
      }
      self = .null
      elements[place] = part
      self = .array(elements)
    case (.object(var members), _):
      self = .null
      members[key] = part
      self = .object(members)
    case (.record(var record), .string(let name)):
      guard let part, let slot = record.type.slot(of: name) else { return }
      self = .null
      record.values[slot] = part
      self = .record(record)
    default: break
    }
  }

  /// Adds an entry for a key that is not there.
  package mutating func add(_ part: JSONValue, ifMissing key: JSONValue) {
    if partIfAny(key) == nil { put(part, at: key) }
  }

  /// Refuses a place at which no part can be put: an index that a list lacks, a field that a record
  /// lacks, or a part of a value that has none.
  package func requirePlace(_ key: JSONValue) throws(Failure) {
    switch self {
    case .array(let elements): _ = try elements.index(try key.index())
    case .object: if !key.isText { throw key.misfit("the key of a map") }
    default: throw misfit("a list or a map")
    }
  }

  /// Refuses a field that a record lacks, or a member of a value that has none.
  package func requirePlace(named name: String) throws(Failure) {
    guard case .record(let record) = self else { return try requirePlace(.string(name)) }
    _ = try record.slot(of: name)
  }

  private func index() throws(Failure) -> Int64 {
    guard case .int(let index) = self else { throw misfit("an int") }
    return index
  }

  /// True for the key of a map in an `any`.
  private var isText: Bool { if case .string = self { true } else { false } }
}

extension RecordValue {
  /// The slot of a field; for a variant, the slot of its present case.
  fileprivate func slot(of name: String) throws(Failure) -> Int {
    guard let slot = type.slot(of: name) else {
      throw Failure("no-such-field", "\(type.name) has no field \(name.quoted)")
    }
    if type.isVariant, values[slot].isNull {
      throw Failure("no-such-case", "the \(type.name) is not '\(name)' now")
    }
    return slot
  }
}

extension Failure {
  fileprivate static func keyIsAbsent(_ key: JSONValue) -> Failure {
    Failure("no-such-key", "the map has no key \(key)")
  }
}

// MARK: Lists and maps

extension JSONValue {
  package func requireList() throws(Failure) {
    guard case .array = self else { throw misfit("a list") }
  }

  package func requireMap() throws(Failure) {
    guard case .object = self else { throw misfit("a map") }
  }

  /// The elements of a list, at a place that was looked at before.
  package var list: [JSONValue] {
    get { if case .array(let elements) = self { elements } else { [] } }
    _modify {
      var elements = list
      self = .null
      defer { self = .array(elements) }
      yield &elements
    }
  }

  /// The entries of a map, at a place that was looked at before.
  package var map: OrderedMap<JSONValue, JSONValue> {
    get { if case .object(let members) = self { members } else { [:] } }
    _modify {
      var members = map
      self = .null
      defer { self = .object(members) }
      yield &members
    }
  }

  /// The elements of a list with their indices, or the values of a map with their keys.
  package func parts() throws(Failure) -> [(JSONValue, JSONValue)] {
    switch self {
    case .array(let elements): return elements.enumerated().map { (.int(Int64($0)), $1) }
    case .object(let members): return members.entries
    default: throw misfit("a list or a map")
    }
  }

  /// The indices of a list, or the keys of a map.
  package func places() throws(Failure) -> [JSONValue] { try parts().map { $0.0 } }

  /// The number of elements or entries.
  package var partCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let members): members.count
    default: 0
    }
  }

  /// The list or map with those parts for which a condition holds.
  package func selectParts(
    _ holds: (JSONValue, JSONValue) throws(Failure) -> Bool
  ) throws(Failure) -> JSONValue {
    let all = try parts()
    var members: OrderedMap<JSONValue, JSONValue> = [:]
    var elements: [JSONValue] = []
    let isList = if case .array = self { true } else { false }
    for (key, part) in all where try holds(key, part) {
      if isList { elements.append(part) } else { members[key] = part }
    }
    return isList ? .array(elements) : .object(members)
  }
}

extension Sequence {
  /// The index of the first element for which a condition holds, which may fail.
  package func firstPlace(
    _ holds: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int? {
    for (index, element) in enumerated() where try holds(element) { return index }
    return nil
  }
}

extension Sequence {
  /// The elements in the order of a key; those with equal keys keep theirs, and keys of different
  /// types have no order.
  package func inOrder(
    descending: Bool = false, _ key: (Element) throws(Failure) -> JSONValue
  ) throws(Failure) -> [Element] {
    var ranked: [(key: JSONValue, element: Element)] = []
    for element in self { ranked.append((try key(element), element)) }
    // Either all values of a type have an order or none has, so comparing neighbours is enough.
    for (left, right) in zip(ranked, ranked.dropFirst()) {
      guard let order = left.key.compare(with: right.key), order != .unordered else {
        throw Failure(
          "no-matching-overload",
          "\(left.key.kindName) and \(right.key.kindName) cannot be compared")
      }
    }
    ranked.sort {
      (descending ? $1.key.compare(with: $0.key) : $0.key.compare(with: $1.key)) == .less
    }
    return ranked.map(\.element)
  }
}

// MARK: Verbs

extension JSONValue {
  package mutating func toggle() throws(Failure) {
    guard case .bool(let bool) = self else { throw misfit("a bool") }
    self = .bool(!bool)
  }

  /// Empties a list, a map or a text.
  package mutating func empty() throws(Failure) {
    switch self {
    case .array: self = .array([])
    case .object: self = .object([:])
    case .string: self = ""
    default: throw misfit("a list, a map or a string")
    }
  }

  package mutating func increment(by amount: JSONValue) throws(Failure) {
    switch (self, amount) {
    case (.int(var int), .int(let amount)):
      try int.increment(by: amount)
      self = .int(int)
    case (.duration(var period), .duration(let amount)):
      try period.increment(by: amount)
      self = .duration(period)
    case (.double(let double), .double(let amount)): self = .double(double + amount)
    case (.double(let double), .int(let amount)): self = .double(double + Double(amount))
    default: throw misfit("a number or duration")
    }
  }

  package mutating func decrement(by amount: JSONValue) throws(Failure) {
    switch (self, amount) {
    case (.int(var int), .int(let amount)):
      try int.decrement(by: amount)
      self = .int(int)
    case (.duration(var period), .duration(let amount)):
      try period.decrement(by: amount)
      self = .duration(period)
    case (.double(let double), .double(let amount)): self = .double(double - amount)
    case (.double(let double), .int(let amount)): self = .double(double - Double(amount))
    default: throw misfit("a number or duration")
    }
  }

  /// Lays the fields or entries of another value over those of a record or a map.
  package mutating func merge(_ other: JSONValue) throws(Failure) {
    guard let parts = other.namedParts else { throw other.misfit("a map") }
    switch (self, other) {
    case (.record(let record), .record(let overlay)) where record.type.name == overlay.type.name:
      self = other
    case (.record(var record), _):
      for (name, part) in parts {
        record.values[try record.slot(of: name.interpolated)] = part
      }
      self = .record(record)
    case (.object, _): for (key, part) in parts { map[key] = part }
    default: throw misfit("a record or a map")
    }
  }

  /// The entries of a map, or the fields of a record by their names; nil for any other value,
  /// including a variant, which has only one case at a time.
  package var namedParts: [(name: JSONValue, value: JSONValue)]? {
    switch self {
    case .object(let members): members.entries.map { (name: $0, value: $1) }
    case .record(let record) where !record.type.isVariant:
      zip(record.type.fields, record.values).map { (name: .string($0), value: $1) }
    default: nil
    }
  }
}
