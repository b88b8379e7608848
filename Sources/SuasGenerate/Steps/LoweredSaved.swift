import CEL
import SuasProgram
import YAML

/// The saved part of a program's state, and the reading of texts of earlier versions: as data, but for
/// the rules of migrations.
package struct LoweredSaved: Sendable {
  package let saved: CheckedSaved
  /// The records and variants of all versions, as far as texts are read and carried over, in the order
  /// of their names.
  package let records: [RecordType]
  /// The enums of all versions, in the order of their names.
  package let enums: [EnumType]
  /// The plans that lead from each version to the next, from the oldest one on.
  package let carried: [CarryOver]
  /// The plan that leads from the present shape to the sub-states of the spec; nil if they are the
  /// same.
  package let toPresent: CarryOver?
  /// The migrations that have rules, in order.
  package let migrations: [LoweredMigration]

  package init(_ saved: CheckedSaved, _ lowering: Lowering) throws(NotGenerated) {
    self.saved = saved
    carried = saved.carriedOver
    toPresent = saved.carriedToPresent
    let stores = saved.shapes.map(\.store)
    let made = (carried + [toPresent].compactMap(\.self)).flatMap(\.records).map(\.new)
    let reached = saved.types.reached(from: stores + made)
    records = reached.records.values.sorted { $0.name < $1.name }
    enums = reached.enums.values.sorted { $0.name < $1.name }
    var migrations: [LoweredMigration] = []
    for migration in saved.migrations where !migration.rules.isEmpty {
      guard let old = saved.shape(of: migration.version - 1) else { continue }
      migrations.append(try LoweredMigration(migration, from: old, lowering))
    }
    self.migrations = migrations
  }

  /// The name of the result of restoring in the steps of a new store.
  static let restoredName = Local("restored")
  /// The result of restoring in the scope of these steps.
  static let restored = LoweredExpression(
    .local(restoredName), .record(RecordLayout.restored.name), canFail: false)

  /// The paths to the places that are not saved; `[]` stands for every element or entry.
  package var exceptions: [[String]] {
    saved.exceptions.paths.map { path, _ in
      var type = FieldType.record(saved.store.name)
      return path.map { step in
        switch step {
        case .field(let slot):
          guard let record = saved.record(type), record.fields.indices.contains(slot) else {
            return ""
          }
          type = record.fields[slot].type
          return record.fields[slot].name
        case .elements:
          type = type.elements
          return "[]"
        }
      }
    }
  }

  /// The initial sub-states of a version, as JSON, without fields that have their defaults.
  package func initial(of shape: SavedShape) -> String {
    JSONText.object { json in
      for (field, value) in zip(shape.store.fields, shape.initial.fields) {
        guard case .record(let state) = value, let type = saved.types.record(field.type) else {
          continue
        }
        json.writeObject(field.name) { json in
          for (field, value) in zip(type.fields, state.fields) where field.default != value {
            json.write(field.name, value)
          }
        }
      }
    }.text
  }

  /// The default of a field, as JSON; nil if it has none.
  package func standard(of field: RecordType.Field) -> String? { field.default.map(JSONText.of) }
}

/// The rules of a migration, as steps on the store of the version that it leads to.
package struct LoweredMigration: Sendable {
  package let version: Int
  /// The types of the stores, by their names in the program.
  package let (old, new): (ValueType, ValueType)
  package let function: LoweredFunction
  /// The name of the earlier store in the steps.
  package static let old = Local("old")

  /// The name of the function for the migration.
  package var name: String { "toVersion\(version)" }
  /// The comment on that function.
  package var description: String { "From version \(version - 1) to version \(version)." }

  init(
    _ migration: CheckedMigration, from shape: SavedShape, _ lowering: Lowering
  ) throws(NotGenerated) {
    version = migration.version
    (old, new) = (.record(shape.store.name), .record(migration.store.name))
    var scope = Scope(avoiding: RuleLowering.reservedNames)
    let root = LoweredExpression(.local(Local("state")), new, canFail: false)
    scope[0] = root
    scope[1] = LoweredExpression(.local(Self.old), old, canFail: false)
    var rules = RuleLowering(
      lowering, root: root, scope, at: migration.rules[0].place, callees: [], notesCounts: false)
    function = LoweredFunction(
      root: root, steps: try rules.lower(migration.rules), counting: .never, parameters: [])
  }
}

extension FieldType {
  /// The type of the elements or entries of a list or map that may be null.
  fileprivate var elements: FieldType {
    switch self {
    case .list(let inner), .map(_, let inner): inner
    case .optional(let inner): inner.elements
    default: self
    }
  }
}

extension CheckedSaved {
  /// The record of a type that may be null.
  fileprivate func record(_ type: FieldType) -> RecordType? {
    switch type {
    case .optional(let inner): record(inner)
    case .record(store.name): store
    default: types.record(type)
    }
  }
}
