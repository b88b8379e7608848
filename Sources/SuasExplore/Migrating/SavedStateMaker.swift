import CEL
import SuasSpec

/// Makes states that a version may have saved: simple ones first, then random ones.
struct SavedStateMaker {
  private let shape: SavedShape
  private let types: TypeTable
  private let source: ValueSource
  private let simple: [Record]
  private var made = 0
  /// The values that the conditions of the spec suggest for fields.
  private var hinted: [FieldName: [Value]] = [:]
  private var random: SplitMix64

  /// The number of records, lists and maps inside one another from which on values are small.
  private static let deepest = 6

  /// - Parameters:
  ///   - literals: Values that are tried besides those that the types suggest.
  ///   - hints: The values that the conditions of the spec suggest.
  init(
    _ shape: SavedShape, of saved: CheckedSaved, now: Timestamp, _ literals: [Value],
    _ hints: FieldHints, seed: UInt64
  ) {
    self.shape = shape
    types = saved.types
    var source = ValueSource(types: saved.types, profile: Profile(), now: now)
    source.literals = literals
    source.hints = hints
    self.source = source
    random = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: shape.version))
    let initial = shape.initial
    simple =
      [initial]
      + shape.store.fields.enumerated().flatMap { slot, field -> [Record] in
        guard let record = saved.types.record(field.type) else { return [] }
        return source.records(of: record, atMost: Choices.most).all.map { value in
          Record(shape.store.shape) { $0 == slot ? value : initial[$0] }
        }
      }
  }

  mutating func next() -> Record {
    defer { made += 1 }
    return made < simple.count ? simple[made] : value(of: shape.store, over: shape.initial, 0)
  }

  /// Returns a random record, in which some fields are those of another.
  private mutating func value(of type: RecordType, over usual: Record?, _ depth: Int) -> Record {
    if type.isVariant {
      let present = depth < Self.deepest ? random.index(below: type.fields.count) : nil
      guard let present, let contents = value(of: type.fields[present].type, depth + 1) else {
        return smallest(type)
      }
      return Record(type.shape) { $0 == present ? contents : .null }
    }
    var values = ContiguousArray<Value>()
    for (slot, field) in type.fields.enumerated() {
      let standard = usual?[slot] ?? field.default
      if let standard, random.index(below: 4) == 0 || depth >= Self.deepest {
        values.append(standard)
      } else if !field.samples.isEmpty, random.index(below: 2) == 0 {
        values.append(field.samples[random.index(below: field.samples.count)])
      } else if case let hints = hints(for: field, of: type), !hints.isEmpty,
        random.index(below: 2) == 0
      {
        values.append(hints[random.index(below: hints.count)])
      } else {
        values.append(value(of: field.type, depth + 1) ?? standard ?? .null)
      }
    }
    return Record(type.shape, values)
  }

  private mutating func hints(for field: RecordType.Field, of type: RecordType) -> [Value] {
    let name = FieldName(record: type.name, field: field.name)
    if let known = hinted[name] { return known }
    let source = source
    let values =
      source.hints?.values(for: field, of: type.name) { source.choices(of: $0).plain } ?? []
    hinted[name] = values
    return values
  }

  private func smallest(_ type: RecordType) -> Record {
    if case .record(let record)? = source.smallest(.record(type.name)) { return record }
    return Record(type.shape) { _ in .null }
  }

  private mutating func value(of type: FieldType, _ depth: Int) -> Value? {
    guard depth < Self.deepest else { return source.smallest(type) }
    switch type {
    case .optional(let wrapped):
      return random.index(below: 3) == 0 ? .null : value(of: wrapped, depth)
    case .list(let element):
      var list = List()
      for _ in 0..<random.index(below: 4) {
        guard let value = value(of: element, depth + 1) else { break }
        list.append(value)
      }
      return .list(list)
    case .map(let key, let element):
      var map = Map()
      for _ in 0..<random.index(below: 4) {
        guard let key = value(of: key, depth + 1), let value = value(of: element, depth + 1) else {
          break
        }
        map[key] = value
      }
      return .map(map)
    case .record(let name):
      return types.records[name].map { .record(value(of: $0, over: nil, depth)) }
    default:
      let choices = source.choices(of: type).all
      return choices.isEmpty ? nil : choices[random.index(below: choices.count)]
    }
  }
}

extension SplitMix64 {
  /// Returns a number from 0 that is below a count above 0.
  fileprivate mutating func index(below count: Int) -> Int {
    Int.random(in: 0..<count, using: &self)
  }
}
