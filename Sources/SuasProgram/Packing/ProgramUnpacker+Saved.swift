import CEL
import YAML

/// The saved part of a spec's state, which outlives the store.
extension ProgramUnpacker {
  /// The largest version, as the checker has it.
  private static let largestVersion = 9999

  /// - Parameter reducers: The reducers of the spec.
  func saved(_ reducers: [CheckedReducer]) throws(UnpackingFault) -> CheckedSaved {
    let name = try input.text()
    let version = try input.int(below: Self.largestVersion + 1)
    let oldest = try input.int(below: version + 1)
    let delay = CEL.Duration(nanoseconds: Int64(try input.int(below: .max)))
    let place = try place()
    let types = try typesOfVersions()
    let store = try record()
    let slots = try array { () throws(UnpackingFault) in try input.int(below: reducers.count) }
    guard oldest > 0, Set(slots).count == slots.count,
      store.fields.map(\.name) == slots.map({ reducers[$0].stateKey }),
      store.fields.map(\.type) == slots.map({ .record(reducers[$0].state.name) })
    else { throw .unfit }
    var exceptions = PlaceTree()
    let excepted = try array { () throws(UnpackingFault) in
      (try self.path(in: store, types), try point())
    }
    for (path, point) in excepted { exceptions.mark(path[...], point) }
    var next = oldest
    let shapes = try array { () throws(UnpackingFault) -> SavedShape in
      defer { next += 1 }
      return SavedShape(version: next, store: try record(), initial: try input.record())
    }
    guard shapes.count == version - oldest + 1 else { throw .index }
    let initial = Record(store.shape, slots.map { .record(reducers[$0].initial) })
    let specTypes = self.types
    self.types = types
    defer { self.types = specTypes }
    next = oldest + 1
    let migrations = try array { () throws(UnpackingFault) -> CheckedMigration in
      defer { next += 1 }
      guard next <= version else { throw .index }
      let place = try self.place()
      let dropped = try array { () throws(UnpackingFault) in try input.text() }
      let lost = try array { () throws(UnpackingFault) in try input.text() }
      let target = next == version ? nil : shapes[next - oldest]
      return CheckedMigration(
        version: next, store: target?.store ?? store, initial: target?.initial ?? initial,
        rules: try rules(), dropped: dropped, lost: lost, place: place)
    }
    guard migrations.count == version - oldest else { throw .index }
    return CheckedSaved(
      name: name, version: version, oldest: oldest, delay: delay, place: place, types: types,
      store: store, slots: slots, exceptions: exceptions, shapes: shapes, migrations: migrations,
      reactions: try array { () throws(UnpackingFault) in try reaction() },
      frozen: Dictionary(
        try array { () throws(UnpackingFault) in (try input.int(), try source()) },
        uniquingKeysWith: { $1 }))
  }

  /// Reads the types of all versions, and returns them with those of the spec.
  private func typesOfVersions() throws(UnpackingFault) -> TypeTable {
    let enums = Array(types.enums.values) + (try readEnums())
    var all = TypeTable(Array(types.records.values), enums: enums)
    let first = records.count
    _ = try readRecords(into: &all)
    try ProgramVerifier.verify(Array(records[first...]), all)
    all.findTraits(of: all.records.keys.sorted())
    input.types = input.types.adding(
      records[first...].map(\.shape) + [RestoredShape.shape])
    return all
  }

  private func path(
    in store: RecordType, _ types: TypeTable
  ) throws(UnpackingFault) -> [PlaceTree.Step] {
    var type = FieldType.record(store.name)
    return try array { () throws(UnpackingFault) -> PlaceTree.Step in
      let number = try input.int(below: .max)
      switch type.unwrapped {
      case .record(let name) where number > 0:
        guard let record = name == store.name ? store : types.records[name],
          number <= record.fields.count, !record.isVariant
        else { throw .index }
        type = record.fields[number - 1].type
        return .field(number - 1)
      case .list(let inner) where number == 0, .map(_, let inner) where number == 0:
        type = inner
        return .elements
      default: throw .index
      }
    }
  }
}
