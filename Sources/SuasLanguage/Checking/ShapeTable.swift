import CEL
import SuasProgram

/// The types of all versions of what a spec saves, each under a name of its own.
struct ShapeTable {
  /// The shape that the present version saves.
  let survey: SavedSurvey
  let version: Int
  /// The types of the spec, and those of the versions, of which none knows constants.
  private(set) var table: TypeTable
  private var shapes: [Int: SavedShape] = [:]
  /// The types of frozen versions, by the names that their authors know.
  private var frozen: [Int: [(name: String, record: RecordType)]] = [:]
  private var frozenEnums: [Int: [(name: String, type: EnumType)]] = [:]
  private let own: TypeTable
  private let store: RecordType
  private let initial: Record
  private let exceptions: PlaceTree

  /// - Parameters:
  ///   - store: The saved sub-states of the spec, as a record.
  init(
    _ types: TypeTable, version: Int, _ store: RecordType, _ initial: Record,
    saving exceptions: PlaceTree
  ) {
    own = types
    self.version = version
    self.store = store
    self.initial = initial
    self.exceptions = exceptions
    survey = SavedSurvey(store, exceptions, types)
    table = TypeTable(
      types.records.values.sorted { $0.name < $1.name } + [store],
      enums: types.enums.values.sorted { $0.name < $1.name })
    addPresent()
  }

  subscript(version: Int) -> SavedShape? { shapes[version] }

  /// Adds what the present version saves: the spec's own types, less the fields that begin anew.
  private mutating func addPresent() {
    let omitted = survey.omitted
    guard !omitted.isEmpty else {
      shapes[version] = SavedShape(version: version, store: store, initial: initial)
      return
    }
    var versioned = VersionedTypes(
      own, "as saved", renamed: survey.affected(by: omitted), omitted: omitted)
    add(&versioned, version, zip(store.fields, initial.fields).map { ($0.name, $1) }, of: own)
  }

  /// Adds a frozen version.
  mutating func add(_ checked: CheckedSpec, as version: Int) {
    var versioned = VersionedTypes(checked.types, "version \(version)")
    let enums = versioned.enums
    for type in enums { table.enums[type.name] = type }
    frozenEnums[version] = zip(checked.types.enums.values.sorted { $0.name < $1.name }, enums)
      .map { ($0.name, $1) }
    let names = checked.types.records.keys.sorted()
    frozen[version] = names.compactMap { name in
      checked.types.records[name].map { (name, versioned.record($0)) }
    }
    let states = checked.reducers.map { ($0.stateKey, Value.record($0.initial)) }
    add(&versioned, version, states, of: checked.types)
  }

  /// - Parameter states: The initial sub-states, by state key.
  private mutating func add(
    _ versioned: inout VersionedTypes, _ version: Int, _ states: [(key: String, initial: Value)],
    of types: TypeTable
  ) {
    let values = states.map { versioned.value($0.initial) }
    let records = zip(states, values).compactMap { state, value -> (String, RecordType)? in
      guard case .record(let old) = state.initial, case .record = value,
        let record = types.records[old.shape.name]
      else { return nil }
      return (state.key, versioned.record(record))
    }
    let store = SavedChecker.store("the store of version \(version)", records)
    // A record may hold one that no default holds.
    var pending = versioned.records
    while let record = pending.popLast() {
      for name in record.fields.flatMap(\.type.mentionedRecords)
      where versioned.records.allSatisfy({ $0.name != name }) {
        let original = types.records.values.first { versioned.name($0.name) == name }
        guard let original else { continue }
        let made = versioned.record(original)
        if made.name != original.name { pending.append(made) }
      }
    }
    for record in versioned.records + [store] { table.insert(record) }
    table.findTraits(of: (versioned.records + [store]).map(\.name))
    shapes[version] = SavedShape(
      version: version, store: store, initial: Record(store.shape, values))
  }

  /// Returns how the present version differs from its frozen shape.
  func differences(from checked: CheckedSpec) -> [ShapeDifference] {
    guard let present = shapes[version] else { return [] }
    var other = self
    other.add(checked, as: -version)
    guard let frozen = other[-version] else { return [] }
    return ShapeDifference.between(frozen.store, present.store, other.table)
  }

  /// Returns the types that a migration knows: those of the version it leads to by their own names,
  /// and those of the version before it.
  func types(migratingTo version: Int, store: RecordType) -> TypeTable {
    var types = TypeTable()
    types.enums = table.enums
    let before = frozen[version - 1] ?? []
    var records = before.map(\.record) + [shapes[version - 1]?.store, store].compactMap(\.self)
    if let frozen = frozen[version] {
      records += frozen.map(\.record)
    } else {
      records += own.records.values.sorted { $0.name < $1.name }
    }
    for record in records { types.insert(record) }
    types.findTraits(of: records.map(\.name))
    for (name, type) in frozenEnums[version] ?? [] { types.enums[name] = type }
    for (name, record) in frozen[version] ?? [] { types.insert(record, as: name) }
    return types
  }

  /// The state that a migration to a version begins with, and that its rules change.
  func target(of version: Int) -> (store: RecordType, initial: Record)? {
    version == self.version ? (store, initial) : shapes[version].map { ($0.store, $0.initial) }
  }
}
