import CEL
import SuasProgram
import YAML

/// Migrations.
extension SavedChecker {
  /// Checks the migrations; returns those to each version after the oldest one.
  func checkMigrations(_ shapes: ShapeTable) -> [CheckedMigration] {
    reportNumbers()
    let declared = Dictionary(
      declaration.migrations.map { ($0.version, $0) }, uniquingKeysWith: { first, _ in first })
    guard declaration.oldest < version else { return [] }
    return (declaration.oldest + 1...version).compactMap { version in
      guard let old = shapes[version - 1], let target = shapes.target(of: version) else {
        return nil
      }
      // What begins anew is carried over from nowhere.
      guard let new = shapes[version] else { return nil }
      let carried = CarryOver(from: old.store, to: new.store, shapes.table)
      guard let migration = declared[version] else {
        let places = carried.described(new.store, shapes.table)
        sink.report(
          .noMigration(
            to: version, carried: places.carried, anew: places.anew,
            at: declaration.key.range))
        return nil
      }
      return check(migration, from: old, to: target, saving: new.store, carried, shapes)
    }
  }

  private func reportNumbers() {
    reportDuplicates()
    for migration in declaration.migrations
    where migration.version <= declaration.oldest || migration.version > version {
      sink.report(
        .migrationOutside(migration.key, oldest: declaration.oldest, version: version))
    }
  }

  /// Reports numbers that are written twice, in two ways.
  private func reportDuplicates() {
    runtimeChecker.checker.reportDuplicates(
      declaration.migrations.map { Name(text: "\($0.version)", range: $0.key.range) })
  }

  private func check(
    _ migration: MigrationDeclaration, from old: SavedShape,
    to target: (store: RecordType, initial: Record), saving new: RecordType,
    _ carried: CarryOver, _ shapes: ShapeTable
  ) -> CheckedMigration? {
    let types = shapes.types(migratingTo: migration.version, store: target.store)
    // What a migration reads and writes says nothing about what the spec does.
    let usage = Usage()
    runtimeChecker.survey.owner = .migration(migration.version)
    defer { runtimeChecker.survey.owner = nil }
    let scope = Scope(
      state: target.store, initial: target.initial,
      Scope.Base(migrating: old.store, usage, types, runtimeChecker.survey, sink))
    guard let rules = scope.check(migration.rules) else { return nil }
    for warning in usage.warnings { runtimeChecker.checker.usage.warn(warning) }
    let written = rules.filter { $0.condition == nil }.compactMap {
      $0.operation.writtenPath(in: target.store, types)
    }
    reportUnwritten(carried.places, of: new, written, migration, shapes.table)
    let gone = carried.gone(from: old.store, shapes.table)
    let dropped = migration.dropped.compactMap { drop($0, of: old.store, gone, shapes.table) }
    let lost = gone.flatMap { self.lost($0, usage, dropped) }
    if !lost.isEmpty {
      runtimeChecker.checker.usage.warn(
        .lostFields(lost.map(\.path), earlier: old.version, at: migration.key.range))
    }
    return CheckedMigration(
      version: migration.version, store: target.store, initial: target.initial, rules: rules,
      dropped: dropped, lost: lost.map(\.path), place: migration.key.range)
  }

  /// Reports places that have no default, and that are neither carried over nor sure to be written.
  ///
  /// - Parameter written: The paths to the places that are sure to be written.
  private func reportUnwritten(
    _ places: [CarryOver.CarriedPlace], of store: RecordType, _ written: [String],
    _ migration: MigrationDeclaration, _ types: TypeTable
  ) {
    func visit(
      _ place: CarryOver.CarriedPlace, _ field: RecordType.Field, _ path: String, isKey: Bool
    ) {
      if written.contains(where: path.isPath) { return }
      let record = types.record(field.type).flatMap { $0.isVariant ? nil : $0 }
      switch place {
      case .kept: return
      case .fields(_, let inner):
        for (slot, field) in (record?.fields ?? []).enumerated() {
          visit(inner[slot], field, "\(path).\(field.name)", isKey: false)
        }
      case .anew(let reason):
        if isKey, let record {
          for field in record.fields {
            visit(.anew(reason), field, "\(path).\(field.name)", isKey: false)
          }
        } else if field.default == nil {
          sink.report(.notMigrated(path, reason, at: migration.key.range))
        }
      }
    }
    for (slot, field) in store.fields.enumerated() {
      visit(places[slot], field, field.name, isKey: true)
    }
  }

  /// Checks a path under `drop`, and returns it.
  private func drop(
    _ scalar: Scalar, of store: RecordType, _ gone: [GonePlace], _ types: TypeTable
  ) -> String? {
    guard let path = path(scalar), path.place(in: store, types, sink) != nil else { return nil }
    let isGone = gone.contains {
      $0.path.isPath(within: path.text) || path.text.isPath(within: $0.path)
    }
    if !isGone { runtimeChecker.checker.usage.warn(.droppedWithoutNeed(scalar)) }
    return path.text
  }

  /// The places in one that is not carried over that are neither read nor dropped.
  private func lost(_ place: GonePlace, _ usage: Usage, _ dropped: [String]) -> [GonePlace] {
    if dropped.contains(where: { place.path.isPath(within: $0) }) { return [] }
    let inner = place.inner.flatMap { lost($0, usage, dropped) }
    guard let owner = place.owner else {
      // A state key is lost as a whole if nothing in it is wanted.
      return inner.map(\.path) == place.inner.map(\.path) ? [place] : inner
    }
    return usage.fieldsRead(of: owner).contains(place.slot) ? inner : [place]
  }
}

extension String {
  /// True if a path is another one, or leads into it.
  fileprivate func isPath(within other: String) -> Bool {
    guard hasPrefix(other) else { return false }
    let rest = dropFirst(other.count)
    return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[]")
  }
}

extension Operation {
  /// The path to the field that an operation is sure to have written, with all in it; nil for others.
  fileprivate func writtenPath(in store: RecordType, _ types: TypeTable) -> String? {
    guard let components = target?.components else { return nil }
    var record: RecordType? = store
    var names: [String] = []
    for component in components {
      guard case .field(let slot) = component, let field = record?.fields[slot] else { return nil }
      names.append(field.name)
      record = types.record(field.type)
    }
    return names.joined(separator: ".")
  }
}

extension CarryOver {
  /// The places of a new store that are carried over, and those that are not with the reasons.
  package func described(
    _ store: RecordType, _ types: TypeTable
  ) -> (carried: [String], anew: [String]) {
    var carried: [String] = []
    var anew: [String] = []
    func visit(_ place: CarriedPlace, _ type: FieldType, _ path: String) {
      switch place {
      case .kept: carried.append(path)
      case .anew(let reason): anew.append("\(path): \(reason.words)")
      case .fields(_, let inner):
        for (place, field) in zip(inner, types.record(type)?.fields ?? []) {
          visit(place, field.type, "\(path).\(field.name)")
        }
      }
    }
    for (place, field) in zip(places, store.fields) { visit(place, field.type, field.name) }
    return (carried, anew)
  }
}
