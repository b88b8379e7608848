import CEL
import SuasSpec

/// The values of a type that are worth trying: simple ones, and edge cases.
struct Choices {
  /// The values that are tried in all combinations, simplest first.
  var plain: [Value]
  /// The values that are tried one at a time, with plain values in the other places.
  var edges: [Value] = []
  /// True if these are all possible values.
  var isWhole = false

  /// The greatest number of values to try in one place.
  static let most = 100

  var all: [Value] { plain + edges }

  /// Returns the allowed values, without duplicates and at most ``most`` of each kind.
  func filtered(_ isAllowed: (Value) -> Bool) -> Choices {
    let isWhole = isWhole && max(self.plain.count, self.edges.count) <= Self.most
    var seen: [Value] = []
    func some(of values: [Value]) -> [Value] {
      let first = seen.count
      for value in values where seen.count < first + Self.most {
        if !seen.contains(value), isAllowed(value) { seen.append(value) }
      }
      return Array(seen[first...])
    }
    let plain = some(of: plain)
    let edges = some(of: edges)
    // If no simple value is allowed, the edges take their place.
    return plain.isEmpty
      ? Choices(plain: edges, isWhole: isWhole)
      : Choices(plain: plain, edges: edges, isWhole: isWhole)
  }
}

/// Makes values of types.
struct ValueSource {
  let types: TypeTable
  let profile: Profile
  /// The time at which the search begins.
  let now: Timestamp
  /// The fields that are filled at dispatch and never read, by the name of their type.
  var idle: [String: Set<Int>] = [:]
  /// Constants of the spec that are tried besides.
  var literals: [Value] = []
  /// The values that the spec's conditions suggest.
  var hints: FieldHints?
  /// The variants whose values are being made; a variant may contain itself.
  var openVariants: Set<String> = []
  /// The number of records that may be made with choices in their fields; the rest are as small as
  /// possible, because the number grows exponentially for types that contain others more than once.
  var share = 1000

  /// The texts that are tried everywhere.
  static let texts = ["a", "", "b"]
  private static let deepest = 3
  private static let mostOfRecord = 12

  func choices(of type: FieldType, depth: Int = 0) -> Choices {
    switch type {
    case .bool: return Choices(plain: [true, false], isWhole: true)
    case .int:
      return Choices(
        plain: indices.map(Value.int) + profile.numbers.map(Value.int),
        edges: [-1, .int(.max)] + literals.filter { if case .int = $0 { true } else { false } })
    case .double:
      return Choices(
        plain: [0.0, 1.0, 0.5],
        edges: [-1.0, 1e300] + literals.filter { if case .double = $0 { true } else { false } })
    case .string:
      let texts = Self.texts + profile.keys + profile.texts + profile.identifiers
      return Choices(
        plain: texts.map(Value.string),
        edges: literals.filter { if case .string = $0 { true } else { false } })
    case .timestamp:
      return Choices(
        plain: [.timestamp(now)],
        edges: [now.advanced(clampedBy: .hour), .epoch].map(Value.timestamp))
    case .duration:
      return Choices(
        plain: [.duration(.second), .duration(CEL.Duration(nanoseconds: 0))],
        edges: [.duration(CEL.Duration(nanoseconds: -1_000_000_000))])
    case .enumeration(let name):
      let cases = types.enums[name]?.cases ?? []
      return Choices(
        plain: cases.prefix(Choices.most).map(Value.string), isWhole: cases.count <= Choices.most)
    case .optional(let wrapped):
      let inner = depth < Self.deepest ? choices(of: wrapped, depth: depth + 1) : .none
      return Choices(
        plain: [.null] + inner.plain, edges: inner.edges, isWhole: inner.isWhole)
    case .list(let element): return lists(of: element, depth)
    case .map(let key, let element): return maps(from: key, to: element, depth)
    case .any:
      return Choices(plain: [.null, 1, "a", true], edges: [.list(List()), .map(Map())])
    case .record(let name):
      guard let record = types.records[name] else { return .none }
      var inside = self
      if record.isVariant, !inside.openVariants.insert(name).inserted, depth >= Self.deepest {
        return .none
      }
      inside.share /= max(1, record.fields.count { $0.type.mentionsRecords })
      guard inside.share > 0 else {
        return Choices(plain: smallest(type).map { [$0] } ?? [])
      }
      return inside.records(of: record, depth: depth + 1, atMost: Self.mostOfRecord)
    case .partial(let name):
      guard let record = types.records[name] else { return .none }
      var inside = self
      inside.share /= max(1, record.fields.count { $0.type.mentionsRecords })
      return inside.share > 0
        ? inside.parts(of: record, depth + 1) : Choices(plain: [.map(Map())])
    }
  }

  /// The indices of the largest list, and the one after its last; only some of them for a large
  /// list.
  private var indices: [Int64] {
    let size = Int64(max(1, profile.size))
    return size <= 8 ? Array(0...size) : [0, 1, 2, size / 2, size - 1, size]
  }

  private func lists(of element: FieldType, _ depth: Int) -> Choices {
    guard depth < Self.deepest else { return Choices(plain: [.list(List())]) }
    let items = choices(of: element, depth: depth + 1).plain
    var lists: [List] = [List()]
    for item in items.prefix(2) { lists.append([item]) }
    if items.count > 1 { lists.append([items[0], items[1]]) }
    let edges = items.first.map { [Value.list([$0, $0])] } ?? []
    return Choices(plain: lists.map(Value.list), edges: edges)
  }

  private func maps(from key: FieldType, to element: FieldType, _ depth: Int) -> Choices {
    guard depth < Self.deepest else { return Choices(plain: [.map(Map())]) }
    let keys = choices(of: key, depth: depth + 1).plain
    guard let item = choices(of: element, depth: depth + 1).plain.first else {
      return Choices(plain: [.map(Map())])
    }
    let maps = (0...min(2, keys.count)).map { count in
      var map = Map()
      for key in keys.prefix(count) { map[key] = item }
      return Value.map(map)
    }
    return Choices(plain: maps)
  }

  /// Returns no field, each field alone, and all fields of a record.
  private func parts(of record: RecordType, _ depth: Int) -> Choices {
    var (all, single) = (Map(), [Map()])
    for (slot, field) in record.fields.enumerated() {
      let name = Value.string(field.name)
      for value in choices(ofField: slot, of: record, depth).plain.prefix(2) {
        var alone = Map()
        alone[name] = value
        single.append(alone)
        if all[name] == nil { all[name] = value }
      }
    }
    let whole = record.fields.count > 1 ? [all] : []
    return Choices(plain: (single + whole).map(Value.map))
  }

  // MARK: Records

  /// Returns a value with as little content as possible.
  func smallest(_ type: FieldType) -> Value? {
    switch type {
    case .optional: return .null
    case .list: return .list(List())
    case .map, .partial: return .map(Map())
    case .record(let name):
      guard let record = types.records[name] else { return nil }
      let sizes = record.fields.map { types.leastSize(of: $0.type) }
      let present = record.isVariant ? sizes.indices.min { sizes[$0] < sizes[$1] } : nil
      var fields = ContiguousArray<Value>()
      for (slot, field) in record.fields.enumerated() {
        if record.isVariant, slot != present {
          fields.append(.null)
        } else if let value = field.default ?? smallest(field.type) {
          fields.append(value)
        } else {
          return nil
        }
      }
      return .record(Record(record.shape, fields))
    default: return choices(of: type).plain.first
    }
  }

  /// Returns records of a type, simplest first; for a variant, records of all its cases.
  func records(of type: RecordType, depth: Int = 0, atMost limit: Int) -> Choices {
    let fields = type.fields.indices.map { choices(ofField: $0, of: type, depth) }
    guard type.isVariant else {
      let combinations = Combinations(fields, atMost: limit)
      return Choices(
        plain: combinations.rows.map { .record(Record(type.shape, $0)) },
        isWhole: combinations.isWhole)
    }
    let perCase = max(1, limit / max(1, type.fields.count))
    let records = fields.enumerated().flatMap { slot, choices in
      choices.all.prefix(perCase).map { contents in
        Value.record(Record(type.shape) { $0 == slot ? contents : .null })
      }
    }
    return Choices(
      plain: records, isWhole: fields.allSatisfy { $0.isWhole && $0.all.count <= perCase })
  }

  /// Returns the values of a field that its constraint allows: the samples, its default, and the
  /// values that its type and the conditions of the spec suggest.
  func choices(ofField slot: Int, of type: RecordType, _ depth: Int) -> Choices {
    let field = type.fields[slot]
    if field.hasLateDefault {
      return Choices(
        plain: [field.default ?? .null], isWhole: idle[type.name]?.contains(slot) == true)
    }
    var found = choices(of: field.type, depth: depth)
    let hinted = hints?.values(for: field, of: type.name) { choices(of: $0, depth: depth).plain }
    let (simplest, others) = (found.plain.prefix(1), found.plain.dropFirst())
    let known = field.samples + (field.default.map { [$0] } ?? [])
    found.plain = known + simplest + (hinted ?? []) + others
    guard field.constraint != nil else { return found.filtered { _ in true } }
    return found.filtered { value in
      let record = Record(type.shape) { $0 == slot ? value : .null }
      return (try? types.judgeConstraint(of: type, slot, in: record)) != nil
    }
  }
}

extension Choices {
  fileprivate static let none = Choices(plain: [])
}

extension CEL.Duration {
  static let second = CEL.Duration(nanoseconds: 1_000_000_000)
  static let hour = CEL.Duration(nanoseconds: 3_600_000_000_000)
}
