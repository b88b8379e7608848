import CEL
import SuasProgram
import YAML

/// Checks the section `saved`: what is saved, the shapes of earlier versions, and the migrations.
struct SavedChecker {
  let declaration: SavedDeclaration
  let runtimeChecker: RuntimeChecker
  /// The slots of the saved sub-states in the store.
  let slots: [Int]
  /// The saved sub-states as a record.
  let store: RecordType
  let initial: Record

  private var types: TypeTable { runtimeChecker.types }
  var spec: Spec { runtimeChecker.spec }
  var sink: DiagnosticSink { runtimeChecker.sink }
  var version: Int { declaration.version }

  /// The names of types that no author can write.
  private static let storeName = "the saved store"

  /// Returns nil for a spec that saves nothing.
  init?(_ runtimeChecker: RuntimeChecker) {
    guard let declaration = runtimeChecker.spec.saved.first else { return nil }
    self.declaration = declaration
    self.runtimeChecker = runtimeChecker
    let reducers = runtimeChecker.store.reducers
    slots = Self.slots(of: declaration, in: runtimeChecker.store, runtimeChecker.sink)
    store = Self.store(Self.storeName, slots.map { (reducers[$0].stateKey, reducers[$0].state) })
    initial = Record(store.shape, slots.map { .record(reducers[$0].initial) })
  }

  /// Returns what is saved; nil if something is wrong with it, which has been reported.
  func check() -> CheckedSaved? {
    if declaration.oldest > version {
      sink.report(.oldestAfterVersion(version, at: declaration.oldestRange))
    }
    let reactions = self.reactions()
    guard let exceptions = exceptions(), !sink.hasErrors, declaration.oldest <= version else {
      return nil
    }
    var shapes = ShapeTable(types, version: version, store, initial, saving: exceptions)
    guard checkBeginnings(exceptions, shapes.survey) else { return nil }
    readFrozen(into: &shapes)
    guard !sink.hasErrors else { return nil }
    let migrations = checkMigrations(shapes)
    let order = (declaration.oldest...version).compactMap { shapes[$0] }
    guard !sink.hasErrors, order.count == version - declaration.oldest + 1 else { return nil }
    return CheckedSaved(
      name: spec.name ?? FrozenShape.baseName(of: declaration.key.range.source.name),
      version: version, oldest: declaration.oldest, delay: declaration.delay,
      place: declaration.key.range, types: shapes.table, store: store, slots: slots,
      exceptions: exceptions, shapes: order, migrations: migrations, reactions: reactions,
      frozen: frozenSources)
  }

  static func store(_ name: String, _ states: [(key: String, state: RecordType)]) -> RecordType {
    RecordType(
      name: name,
      fields: states.map {
        RecordType.Field(name: $0.key, type: .record($0.state.name), default: nil)
      }, enums: [:])
  }

  // MARK: What is saved

  private static func slots(
    of declaration: SavedDeclaration, in store: StoreShape, _ sink: DiagnosticSink
  ) -> [Int] {
    guard let states = declaration.states else {
      return store.reducers.indices.filter { !store.reducers[$0].isHistory }
    }
    var first: [Int: Scalar] = [:]
    for key in states {
      guard let slot = store.slot(of: key.text) else {
        sink.readings?.request(.stateKey, at: key.range)
        sink.report(.unknownStateKey(key.text, among: store.stateKeys, at: key.range))
        continue
      }
      sink.readings?.mention(
        .stateKey(key.text, of: store.reducers[slot].state.name), at: key.range)
      if let other = first[slot] {
        sink.report(
          .duplicateName(
            Name(text: key.text, range: key.range),
            first: Name(text: other.text, range: other.range)))
      }
      first[slot] = key
    }
    return first.keys.sorted()
  }

  /// The places under `except`; nil if some are wrong, which has been reported.
  private func exceptions() -> PlaceTree? {
    var tree = PlaceTree()
    var isSound = true
    for scalar in declaration.exceptions {
      guard let path = path(scalar), let place = path.place(in: store, types, sink) else {
        isSound = false
        continue
      }
      guard let (record, slot) = place.field else {
        sink.report(.notAField(scalar.text, at: scalar.range))
        isSound = false
        continue
      }
      if !place.isInRecords, record.fields[slot].default == nil {
        report(noBeginningOf: record, slot, at: scalar.range)
        isSound = false
      }
      let point = runtimeChecker.survey.add(
        .exception, "'except: \(scalar.text)'", at: scalar.range)
      tree.mark(place.steps[...], point)
    }
    return isSound ? tree : nil
  }

  func path(_ scalar: Scalar) -> SavedPath? {
    let path = SavedPath(scalar)
    if path == nil { sink.report(.noSavedPath(scalar)) }
    return path
  }

  /// Reports sensitive fields that have nothing to begin with; true if there are none.
  private func checkBeginnings(_ exceptions: PlaceTree, _ survey: SavedSurvey) -> Bool {
    var isSound = true
    for name in survey.saved.keys.sorted() where survey.nested.contains(name) {
      guard let record = types.records[name] else { continue }
      for (slot, field) in record.fields.enumerated()
      where field.isSensitive && field.default == nil && !record.isVariant {
        report(noBeginningOf: record, slot, at: declaration.key.range)
        isSound = false
      }
    }
    return isSound
  }

  private func report(noBeginningOf record: RecordType, _ slot: Int, at range: SourceRange) {
    sink.report(
      .cannotBeginAnew(
        record.fields[slot].name, of: record.name, isSensitive: record.fields[slot].isSensitive,
        at: range))
  }

  // MARK: Steps of a new store

  /// The variable `restored`: what came of restoring.
  private func reactions() -> [CheckedReaction] {
    runtimeChecker.survey.owner = .restoring
    defer { runtimeChecker.survey.owner = nil }
    let restored = RuntimeChecker.Variable(
      name: "restored", type: .record(RestoredShape.shape.name), meaning: nil)
    let reader = runtimeChecker.readerOfStore(
      [restored], adding: [RestoredShape.shape], readsClock: true)
    return runtimeChecker.reactions(declaration.reactions, reader)
  }

  // MARK: Frozen shapes

  /// Reads the frozen shapes that texts are read by, and compares that of the present version.
  private func readFrozen(into shapes: inout ShapeTable) {
    let frozen = Dictionary(
      spec.frozenShapes.map { ($0.version, $0.spec) }, uniquingKeysWith: { first, _ in first })
    let source = declaration.key.range.source.name
    for version in declaration.oldest..<version {
      guard let spec = frozen[version] else {
        sink.report(
          .noShape(
            of: version, FrozenShape.path(of: version, beside: source), source,
            at: declaration.key.range))
        continue
      }
      if let checked = checked(spec) { shapes.add(checked, as: version) }
    }
    guard let present = frozen[version], let checked = checked(present) else { return }
    let differences = shapes.differences(from: checked)
    guard !differences.isEmpty,
      let place = checked.store.reducers.first.flatMap({ reducer in
        present.reducers.first { $0.name.text == reducer.name }?.name.range
      }) ?? present.sources.first.map({ SourceRange(source: $0, lowerBound: 0, upperBound: 0) })
    else { return }
    sink.report(
      .changedShape(
        of: version, differences, at: declaration.key.range, frozenAt: place, source))
  }

  private var frozenSources: [Int: Source] {
    Dictionary(
      spec.frozenShapes.compactMap { shape in shape.spec.sources.last.map { (shape.version, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func checked(_ frozen: Spec) -> CheckedSpec? {
    do throws(Diagnostics) {
      return try CheckedSpec(checking: frozen)
    } catch {
      sink.report(error)
      return nil
    }
  }
}
