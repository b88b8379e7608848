import CEL
import Locking
import Suas
import SuasProgram

/// The plans for what outlives the store, made when something first asks for them.
final class CompiledSaved: Sendable {
  let saved: CheckedSaved
  let writer: SavedWriter
  /// The plan that carries the present version's shape over to the sub-states of the spec; nil if
  /// they are the same.
  let toPresent: CarryOver?
  let leaves: [LeafCount]
  private let plain: [PlannedMigration]
  private let observed: [PlannedMigration]

  init(_ saved: CheckedSaved, hidesExcess: Bool) {
    self.saved = saved
    writer = SavedWriter(saved)
    let (carried, toPresent) = (saved.carriedOver, saved.carriedToPresent)
    self.toPresent = toPresent
    leaves = saved.store.fields.map { LeafCount($0.type, saved.types) }
    func plan(_ isObserved: Bool) -> [PlannedMigration] {
      zip(saved.migrations, carried).compactMap { migration, carried in
        guard let new = saved.shape(of: migration.version) else { return nil }
        return PlannedMigration(
          migration, carried, over: new.initial,
          then: migration.version == saved.version ? toPresent : nil, saved.types,
          RulePlanner(isObserved: isObserved), hidesExcess: hidesExcess)
      }
    }
    plain = plan(false)
    observed = plan(true)
  }

  /// The migrations that lead on from a version, in order.
  func migrations(after version: Int, _ probe: Probe?) -> ArraySlice<PlannedMigration> {
    (probe == nil ? plain : observed)[(version - saved.oldest)...]
  }
}

/// The plans for what outlives the store, once something has asked for them.
final class SavedPlan: Sendable {
  private let checked: CheckedSpec
  private let once = Mutex<CompiledSaved?>(nil)

  init(_ checked: CheckedSpec) { self.checked = checked }

  /// Nil for a spec that saves nothing.
  var plan: CompiledSaved? {
    guard let saved = checked.saved else { return nil }
    return once.withLock { known in
      let plan = known ?? CompiledSaved(saved, hidesExcess: checked.hasSensitiveValues)
      known = plan
      return plan
    }
  }
}

/// A migration that is ready to run.
struct PlannedMigration: Sendable {
  private let carried: CarryOver
  /// The initial values of the version that the migration leads to.
  private let initialSaved: Record
  /// The sub-states of the spec of what it saves; nil if these are the same.
  private let toPresent: CarryOver?
  private let initial: Record
  /// The rules as those of a reducer; nil if there are none.
  private let reducer: CompiledReducer?

  init(
    _ migration: CheckedMigration, _ carried: CarryOver, over initialSaved: Record,
    then toPresent: CarryOver?, _ types: TypeTable, _ planner: RulePlanner, hidesExcess: Bool
  ) {
    self.carried = carried
    self.initialSaved = initialSaved
    self.toPresent = toPresent
    initial = migration.initial
    guard !migration.rules.isEmpty else {
      reducer = nil
      return
    }
    let checked = CheckedReducer(
      name: "the migration to version \(migration.version)", stateKey: migration.store.name,
      state: migration.store, initial: migration.initial
    ).with([0: migration.rules], readingStore: [])
    reducer = CompiledReducer(
      checked, slot: 0, after: nil, types, planner, hidesExcess: hidesExcess)
  }

  /// Returns the store of the version that the migration leads to.
  func migrate(
    _ old: Record, within limits: Limits, _ probe: Probe?
  ) throws(ActionError) -> Record {
    var store: Record
    do throws(EvaluationError) {
      store = try carried.carry(old, over: initialSaved)
      if let toPresent { store = try toPresent.carry(store, over: initial) }
    } catch {
      throw ActionError(code: error.code, message: error.message)
    }
    guard let reducer else { return store }
    let execution = Execution()
    execution.probe = probe
    let error = withBorrow(of: old) { payload in
      withInout(to: &store) { reducer.run(0, on: $0, payload, limits, execution) }
    }
    guard let error else { return store }
    throw ActionError(
      code: error.code, message: error.messageWithinLimits,
      place: execution.failed.map(ActionError.Place.init))
  }
}
