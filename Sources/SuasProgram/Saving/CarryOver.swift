import CEL

/// A plan of the values that can be carried over from the store of one version to that of another. It
/// is made from their types alone.
package struct CarryOver: Sendable {
  /// The places of the new store's fields.
  package let places: [CarriedPlace]
  /// The conversions of records, which may contain themselves, by the numbers in ``Conversion``.
  package fileprivate(set) var records: [RecordConversion] = []
  private let store: RecordType

  /// A place of the new store, which is reached through records alone.
  package indirect enum CarriedPlace: Sendable {
    /// It has the converted value of a slot of the old record.
    case kept(from: Int, Conversion)
    /// It is a record, whose fields are looked at one by one.
    case fields(from: Int, [CarriedPlace])
    /// It begins anew.
    case anew(Reason)
  }

  package enum Reason: Sendable {
    /// There was no such place.
    case isNew
    /// The old value has another type.
    case obstacle(Obstacle, old: FieldType)
  }

  /// The reason why a value cannot be carried over.
  package struct Obstacle: Sendable {
    /// The part of the value, after the place: `[].title`; empty for the value itself.
    package let path: String
    package let reason: String
  }

  /// The conversion of a value, which never fails for a value of the old type.
  package indirect enum Conversion: Sendable {
    case same
    case toDouble
    case toAny
    case list(Conversion)
    case map(Conversion)
    /// Null stays null.
    case optional(Conversion)
    /// A record or variant, by the number of its conversion.
    case record(Int)
  }

  /// The conversion of the values of a record or a variant.
  package struct RecordConversion: Sendable {
    package let new: RecordType
    /// For each field of the new record where it comes from; for each case of an old variant, by its
    /// slot, where it goes.
    package let parts: [Part]

    package enum Part: Sendable {
      case moved(Int, Conversion)
      case standard(Value)
    }
  }

  /// Determines what can be carried over between two stores.
  ///
  /// - Parameter types: The types of both, under different names where they differ.
  package init(from old: RecordType, to new: RecordType, _ types: TypeTable) {
    let comparison = CarryComparison(types)
    comparison.settle(old, new)
    store = new
    places = comparison.places(old, new)
    records = comparison.conversions
  }

  /// True if the new store has all of the old one as it is.
  package var isIdentity: Bool {
    places.enumerated().allSatisfy { slot, place in
      if case .kept(let from, .same) = place { from == slot } else { false }
    }
  }
}

extension CarryOver {
  /// Returns the new store: what is carried over, laid over an initial store.
  package func carry(
    _ old: Record, over initial: Record
  ) throws(EvaluationError) -> Record {
    try carry(old, over: initial, places)
  }

  private func carry(
    _ old: Record, over initial: Record, _ places: [CarriedPlace]
  ) throws(EvaluationError) -> Record {
    try Record(initial.shape) { slot throws(EvaluationError) in
      switch places[slot] {
      case .kept(let from, let conversion): return try convert(old[from], conversion)
      case .anew: return initial[slot]
      case .fields(let from, let inner):
        guard case .record(let oldFields) = old[from], case .record(let fields) = initial[slot]
        else { return initial[slot] }
        return .record(try carry(oldFields, over: fields, inner))
      }
    }
  }

  private func convert(
    _ value: Value, _ conversion: Conversion
  ) throws(EvaluationError) -> Value {
    switch (conversion, value) {
    case (.same, _), (.optional, .null): return value
    case (.toDouble, .int(let number)): return .double(Double(number))
    case (.toAny, _): return try value.likeJSON()
    case (.optional(let inner), _): return try convert(value, inner)
    case (.list(let inner), .list(let list)):
      var converted = List()
      for element in list { converted.append(try convert(element, inner)) }
      return .list(converted)
    case (.map(let inner), .map(let map)):
      var converted = Map()
      for (key, element) in map { converted[key] = try convert(element, inner) }
      return .map(converted)
    case (.record(let number), .record(let record)):
      return .record(try convert(record, records[number]))
    default: return value
    }
  }

  private func convert(
    _ record: Record, _ conversion: RecordConversion
  ) throws(EvaluationError) -> Record {
    guard conversion.new.isVariant else {
      return try Record(conversion.new.shape) { slot throws(EvaluationError) in
        switch conversion.parts[slot] {
        case .moved(let from, let inner): try convert(record[from], inner)
        case .standard(let value): value
        }
      }
    }
    let present = record.presentCase ?? 0
    guard case .moved(let to, let inner) = conversion.parts[present] else { return record }
    return try Record(conversion.new.shape) { slot throws(EvaluationError) in
      slot == to ? try convert(record[present], inner) : .null
    }
  }
}

/// The comparison of the types of two versions.
private final class CarryComparison {
  typealias Conversion = CarryOver.Conversion
  typealias Obstacle = CarryOver.Obstacle

  private let types: TypeTable
  /// The reason why the values of a pair of records cannot be carried over.
  private var obstacles: [Pair: Obstacle] = [:]
  /// The pairs that this round has looked at, or is looking at.
  private var seen: Set<Pair> = []
  private var numbers: [Pair: Int] = [:]
  private var made: [CarryOver.RecordConversion?] = []

  struct Pair: Hashable {
    let old: String
    let new: String
  }

  init(_ types: TypeTable) { self.types = types }

  var conversions: [CarryOver.RecordConversion] { made.compactMap(\.self) }

  /// Finds all obstacles: records may contain themselves, so that they are taken to have none until
  /// one is found, and what was found about others is looked at again.
  func settle(_ old: RecordType, _ new: RecordType) {
    var count: Int
    repeat {
      count = obstacles.count
      seen = []
      visit(old, new)
    } while obstacles.count > count
  }

  private func visit(_ old: RecordType, _ new: RecordType) {
    for field in new.fields {
      guard let slot = old.shape.slot(of: field.name) else { continue }
      let type = old.fields[slot].type
      if let (inner, newInner) = records(type, field.type) {
        visit(inner, newInner)
      } else {
        _ = obstacle(type, field.type)
      }
    }
  }

  /// Two records whose fields are looked at one by one; nil for other types, and for one record.
  private func records(_ old: FieldType, _ new: FieldType) -> (RecordType, RecordType)? {
    guard case .record(let oldName) = old, case .record(let newName) = new, oldName != newName,
      let oldRecord = types.records[oldName], let newRecord = types.records[newName],
      !oldRecord.isVariant, !newRecord.isVariant
    else { return nil }
    return (oldRecord, newRecord)
  }

  func places(_ old: RecordType, _ new: RecordType) -> [CarryOver.CarriedPlace] {
    new.fields.map { field in
      guard let slot = old.shape.slot(of: field.name) else { return .anew(.isNew) }
      let type = old.fields[slot].type
      if let (inner, newInner) = records(type, field.type) {
        return .fields(from: slot, places(inner, newInner))
      }
      if let obstacle = obstacle(type, field.type) {
        return .anew(.obstacle(obstacle, old: type))
      }
      return .kept(from: slot, conversion(type, field.type))
    }
  }

  // MARK: Obstacles

  /// Returns the first obstacle for values of a type; nil if all can be carried over.
  private func obstacle(_ old: FieldType, _ new: FieldType) -> Obstacle? {
    switch (old, new) {
    case (_, .any):
      return old.map(keyIn: types).map {
        Obstacle(path: "", reason: "an any takes no map with \($0) keys")
      }
    case (.optional(let inner), .optional(let newInner)): return obstacle(inner, newInner)
    case (.optional, _): return Obstacle(path: "", reason: "\(old) may be null, \(new) may not")
    case (_, .optional(let inner)): return obstacle(old, inner)
    case (.int, .double): return nil
    case (.list(let inner), .list(let newInner)): return below("[]", obstacle(inner, newInner))
    case (.map(let key, let inner), .map(let newKey, let newInner)):
      return obstacle(key, newKey) ?? below("[]", obstacle(inner, newInner))
    case (.enumeration(let name), .enumeration(let newName)):
      let cases = types.enums[name]?.cases ?? []
      let gone = cases.filter { types.enums[newName]?.has($0) != true }
      return gone.isEmpty ? nil : Obstacle(path: "", reason: "\(new) has no case '\(gone[0])'")
    case (.record(let name), .record(let newName)):
      return name == newName ? nil : obstacle(Pair(old: name, new: newName))
    default:
      return old == new
        ? nil : Obstacle(path: "", reason: "\(new) does not take \(old.withArticle)")
    }
  }

  private func obstacle(_ pair: Pair) -> Obstacle? {
    if let known = obstacles[pair] { return known }
    guard seen.insert(pair).inserted, let old = types.records[pair.old],
      let new = types.records[pair.new]
    else { return nil }
    let found = obstacle(old, new)
    obstacles[pair] = found
    return found
  }

  private func obstacle(_ old: RecordType, _ new: RecordType) -> Obstacle? {
    guard old.isVariant == new.isVariant else {
      return Obstacle(path: "", reason: "\(new.name) is another kind of type")
    }
    if old.isVariant {
      for field in old.fields where new.shape.slot(of: field.name) == nil {
        return Obstacle(path: "", reason: "\(new.name) has no case '\(field.name)'")
      }
    }
    for field in new.fields {
      guard let slot = old.shape.slot(of: field.name) else {
        if new.isVariant || field.default != nil { continue }
        return Obstacle(path: ".\(field.name)", reason: "it is new and has no default")
      }
      if let found = obstacle(old.fields[slot].type, field.type) {
        return below(".\(field.name)", found)
      }
    }
    return nil
  }

  private func below(_ path: String, _ obstacle: Obstacle?) -> Obstacle? {
    obstacle.map { Obstacle(path: path + $0.path, reason: $0.reason) }
  }

  // MARK: Conversions

  /// Returns the conversion between types without an obstacle.
  private func conversion(_ old: FieldType, _ new: FieldType) -> Conversion {
    switch (old, new) {
    case (.any, .any): .same
    case (_, .any): .toAny
    case (.optional(let inner), .optional(let newInner)):
      wrapped(conversion(inner, newInner)) { .optional($0) }
    case (_, .optional(let inner)): conversion(old, inner)
    case (.int, .double): .toDouble
    case (.list(let inner), .list(let newInner)):
      wrapped(conversion(inner, newInner)) { .list($0) }
    case (.map(_, let inner), .map(_, let newInner)):
      wrapped(conversion(inner, newInner)) { .map($0) }
    case (.record(let name), .record(let newName)) where name != newName:
      .record(number(of: Pair(old: name, new: newName)))
    default: .same
    }
  }

  private func wrapped(_ inner: Conversion, _ wrap: (Conversion) -> Conversion) -> Conversion {
    if case .same = inner { .same } else { wrap(inner) }
  }

  private func number(of pair: Pair) -> Int {
    if let number = numbers[pair] { return number }
    let number = made.count
    numbers[pair] = number
    made.append(nil)
    guard let old = types.records[pair.old], let new = types.records[pair.new] else {
      return number
    }
    let parts: [CarryOver.RecordConversion.Part] =
      new.isVariant
      ? old.fields.map { field in
        let slot = new.shape.slot(of: field.name) ?? 0
        return .moved(slot, conversion(field.type, new.fields[slot].type))
      }
      : new.fields.map { field in
        guard let slot = old.shape.slot(of: field.name) else {
          return .standard(field.default ?? .null)
        }
        return .moved(slot, conversion(old.fields[slot].type, field.type))
      }
    made[number] = CarryOver.RecordConversion(new: new, parts: parts)
    return number
  }
}

extension FieldType {
  /// Returns the type of the keys of a map in values of the type that an `any` does not take; nil
  /// if it takes them all.
  fileprivate func map(keyIn types: TypeTable) -> FieldType? {
    var seen: Set<String> = []
    return mapKey(types, &seen)
  }

  private func mapKey(_ types: TypeTable, _ seen: inout Set<String>) -> FieldType? {
    switch self {
    case .map(let key, let value): return key.isNamed ? value.mapKey(types, &seen) : key
    case .list(let inner), .optional(let inner): return inner.mapKey(types, &seen)
    case .record(let name):
      guard seen.insert(name).inserted, let record = types.records[name] else { return nil }
      for field in record.fields {
        if let key = field.type.mapKey(types, &seen) { return key }
      }
      return nil
    default: return nil
    }
  }
}
