import CEL
import YAML

/// The saved part of a spec's state, which outlives the store.
extension ProgramPacker {
  /// - Parameter types: The types of the spec, which have been written.
  func write(_ saved: CheckedSaved, besides types: TypeTable) {
    out.write(saved.name)
    out.write(saved.version)
    out.write(saved.oldest)
    out.write(Int(saved.delay.nanoseconds))
    write(saved.place)
    let enums = saved.types.enums.values.filter { types.enums[$0.name] == nil }
    writeEnums(enums)
    writeRecords(
      saved.types.records.values.filter { types.records[$0.name] !== $0 }
        .sorted { $0.name < $1.name }, of: saved.types)
    write(saved.store)
    out.write(saved.slots) { out.write($0) }
    out.write(saved.exceptions.paths) { path, point in
      out.write(path) { step in
        if case .field(let slot) = step { out.write(slot + 1) } else { out.write(0) }
      }
      out.write(point)
    }
    out.write(saved.shapes) { shape in
      write(shape.store)
      out.write(shape.initial)
    }
    out.write(saved.migrations) { migration in
      write(migration.place)
      for paths in [migration.dropped, migration.lost] { out.write(paths) { out.write($0) } }
      write(migration.rules)
    }
    out.write(saved.reactions) { write($0) }
    guard out.hasPlaces else { return }
    out.write(saved.frozen.sorted { $0.key < $1.key }) { version, source in
      out.write(version)
      write(source)
    }
  }
}
