import SuasSpec

/// The uses of all types of a spec, by their names.
struct TypeUses {
  private var uses: [String: TypeUse] = [:]
  private let types: TypeTable

  init(of spec: CheckedSpec) {
    types = spec.types
    for action in spec.actions + spec.effects.map(\.action)
    where !spec.internalActions.contains(action.id) {
      add(.sent, toFieldsOf: action.payload)
    }
    for effect in spec.effects where effect.kind == .custom {
      for field in effect.response.fields { add(.sent, to: field.type) }
    }
    for reducer in spec.reducers { add(.state, toFieldsOf: reducer.state) }
    for selector in spec.selectors { add(.read, to: selector.type) }
  }

  /// The uses of a type; empty for one that only the spec itself uses.
  subscript(name: String) -> TypeUse { uses[name] ?? [] }

  private mutating func add(_ use: TypeUse, toFieldsOf record: RecordType) {
    uses[record.name, default: []].formUnion(use)
    for field in record.fields { add(use, to: field.type) }
  }

  private mutating func add(_ use: TypeUse, to type: FieldType) {
    switch type {
    case .list(let inner), .optional(let inner): add(use, to: inner)
    case .map(let key, let value):
      add(use, to: key)
      add(use, to: value)
    case .enumeration(let name): uses[name, default: []].formUnion(use)
    case .record(let name), .partial(let name):
      guard uses[name]?.isSuperset(of: use) != true, let record = types.records[name] else {
        return
      }
      add(use, toFieldsOf: record)
    default: break
    }
  }
}
