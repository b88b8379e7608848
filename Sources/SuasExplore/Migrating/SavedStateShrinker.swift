import CEL
import SuasSpec

/// Makes a state that a version saved smaller while something holds of it.
struct SavedStateShrinker {
  private let shape: SavedShape
  private let types: TypeTable
  private let source: ValueSource
  /// Returns true for a state of which it holds.
  private let holds: (Record) -> Bool

  /// The greatest number of times that all parts of a state are tried.
  private static let mostRounds = 8

  init(
    _ shape: SavedShape, of saved: CheckedSaved, now: Timestamp, holds: @escaping (Record) -> Bool
  ) {
    self.shape = shape
    types = saved.types
    source = ValueSource(types: saved.types, profile: Profile(), now: now)
    self.holds = holds
  }

  func shrunk(_ state: Record) -> Record {
    var best = state
    for _ in 0..<Self.mostRounds {
      let smaller = smaller(best, shape.store, standard: { shape.initial[$0] }, holds)
      if smaller == best { break }
      best = smaller
    }
    return best
  }

  /// Returns a record with smaller values in its fields.
  ///
  /// - Parameter standard: Returns the value that a field begins with.
  private func smaller(
    _ record: Record, _ type: RecordType, standard: (Int) -> Value?, _ holds: (Record) -> Bool
  ) -> Record {
    var best = record
    for slot in type.fields.indices where !type.isVariant || slot == record.presentCase {
      // A sample is a value as an app has it.
      if type.fields[slot].samples.contains(best[slot]) { continue }
      let usual = type.isVariant ? nil : standard(slot)
      best[slot] = smaller(best[slot], type.fields[slot].type, usual) { value in
        var changed = best
        changed[slot] = value
        return holds(changed)
      }
    }
    return best
  }

  private func smaller(
    _ value: Value, _ type: FieldType, _ standard: Value?, _ holds: (Value) -> Bool
  ) -> Value {
    guard value != standard else { return value }
    let simplest = [standard, source.smallest(type)].compactMap(\.self)
    if let found = simplest.first(where: { $0 != value && holds($0) }) { return found }
    switch (type, value) {
    case (.optional(let wrapped), _) where value != .null:
      return smaller(value, wrapped, nil, holds)
    case (.list(let element), .list(let list)):
      return .list(smaller(list, element) { holds(.list($0)) })
    case (.map(_, let element), .map(let map)):
      return .map(smaller(map, element) { holds(.map($0)) })
    case (.record(let name), .record(let record)):
      guard let type = types.records[name] else { return value }
      let usual: (Int) -> Value? = { slot in
        if case .record(let usual)? = standard { usual[slot] } else { type.fields[slot].default }
      }
      let smaller = smaller(record, type, standard: usual) { holds(.record($0)) }
      return .record(smaller)
    default:
      return source.choices(of: type).all.prefix { $0 != value }.first(where: holds) ?? value
    }
  }

  private func smaller(_ list: List, _ type: FieldType, _ holds: (List) -> Bool) -> List {
    var best = Array(list)
    for index in best.indices.reversed() {
      var fewer = best
      fewer.remove(at: index)
      if holds(List(fewer)) { best = fewer }
    }
    for index in best.indices {
      best[index] = smaller(best[index], type, nil) { value in
        var changed = best
        changed[index] = value
        return holds(List(changed))
      }
    }
    return List(best)
  }

  private func smaller(_ map: Map, _ type: FieldType, _ holds: (Map) -> Bool) -> Map {
    var best = map
    for entry in map {
      var fewer = best
      fewer[entry.key] = nil
      if holds(fewer) { best = fewer }
    }
    for entry in best {
      best[entry.key] = smaller(entry.value, type, nil) { value in
        var changed = best
        changed[entry.key] = value
        return holds(changed)
      }
    }
    return best
  }
}
