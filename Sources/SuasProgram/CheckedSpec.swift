import CEL
import Locking
import YAML

/// A spec in which every name, path, type and expression has been resolved.
public struct CheckedSpec: Sendable {
  package let name: String?
  package let declarations: Declarations
  package let types: TypeTable
  /// The constants and functions, in the order of their declarations.
  package let definitions: [Definition]
  package let actions: [CheckedAction]
  /// The ids of the actions and effects that only the spec itself is meant to dispatch.
  package let internalActions: Set<Int>
  /// The shared rules; each follows those that it uses.
  package let sharedRules: [SharedRule]
  package let reducers: [CheckedReducer]
  package let selectors: [CheckedSelector]
  /// The whole store as expressions see it.
  package let store: StoreShape
  package let listeners: [CheckedListener]
  package let middleware: [CheckedMiddleware]
  /// The effects; the ids of their actions follow those of `actions`.
  package let effects: [CheckedEffect]
  /// The effects under way as conditions see them.
  package let pending: PendingShape
  /// The conditions that the store always meets.
  package private(set) var invariants: [CheckedCondition]
  /// The conditions that the stores before and after an action meet.
  package private(set) var transitions: [CheckedCondition]
  /// The conditions that the store meets, with the effects under way, once a dispatch is done.
  package let atRest: [CheckedCondition]
  /// The conditions that the app should be able to meet.
  package let goals: [CheckedCondition]
  /// The conditions that the app should be able to meet from every state.
  package let waysOut: [CheckedCondition]
  /// The saved part of the state; nil for a spec that saves nothing.
  package let saved: CheckedSaved?
  /// The outcomes that scenarios can cover.
  package let coverage: CoverageTable
  /// The slots of payload fields that are filled at dispatch and that nothing reads, by the name of
  /// the payload's type.
  package let idleFields: [String: Set<Int>]
  /// The names of the selectors that listeners, or expressions other than goals and ways out, evaluate.
  package let evaluatedSelectors: Set<String>
  /// True if some expression may read the current time.
  package let readsClock: Bool
  /// True if some expression makes an id.
  package let makesIdentifiers: Bool
  /// The warnings about valid declarations that are probably mistakes; some go undetected.
  public let warnings: Diagnostics
  private let everyType = EveryType()

  package init(
    name: String?, declarations: Declarations, types: TypeTable, definitions: [Definition],
    actions: [CheckedAction], internalActions: Set<Int>, sharedRules: [SharedRule],
    reducers: [CheckedReducer],
    selectors: [CheckedSelector], store: StoreShape, listeners: [CheckedListener],
    middleware: [CheckedMiddleware], effects: [CheckedEffect], invariants: [CheckedCondition],
    transitions: [CheckedCondition], atRest: [CheckedCondition], goals: [CheckedCondition],
    waysOut: [CheckedCondition], saved: CheckedSaved?, coverage: CoverageTable,
    idleFields: [String: Set<Int>], evaluatedSelectors: Set<String>, readsClock: Bool,
    makesIdentifiers: Bool, warnings: Diagnostics
  ) {
    self.name = name
    self.declarations = declarations
    self.types = types.used(in: (actions + effects.map(\.action)).map(\.payload))
    self.definitions = definitions
    self.actions = actions
    self.internalActions = internalActions
    self.sharedRules = sharedRules
    self.reducers = reducers
    self.selectors = selectors
    self.store = store
    self.listeners = listeners
    self.middleware = middleware
    self.effects = effects
    pending = PendingShape(effects.lazy.map(\.name))
    self.invariants = invariants
    self.transitions = transitions
    self.atRest = atRest
    self.goals = goals
    self.waysOut = waysOut
    self.saved = saved
    self.coverage = coverage
    self.idleFields = idleFields
    self.evaluatedSelectors = evaluatedSelectors
    self.readsClock = readsClock
    self.makesIdentifiers = makesIdentifiers
    self.warnings = warnings
  }
}

extension CheckedSpec {
  /// The constants, in the order of their declarations.
  package var constants: [CheckedConstant] {
    definitions.compactMap { if case .constant(let constant) = $0 { constant } else { nil } }
  }

  /// Returns the spec without the invariants and transitions that are not kept.
  package func keeping(_ isKept: (CheckedCondition) -> Bool) -> CheckedSpec {
    var spec = self
    spec.invariants = invariants.filter(isKept)
    spec.transitions = transitions.filter(isKept)
    return spec
  }

  /// Returns actions in the order in which people are offered them: internal ones last.
  package func offered(_ actions: [CheckedAction]) -> [CheckedAction] {
    actions.filter { !internalActions.contains($0.id) }
      + actions.filter { internalActions.contains($0.id) }
  }

  /// True if some field or effect is declared as sensitive.
  package var hasSensitiveValues: Bool {
    typesOfEverything.records.values.contains { $0.fields.contains(where: \.isSensitive) }
      || effects.contains(where: \.isSensitive)
  }

  /// The declared types, and the types of the store, of everything that is dispatched, and of the
  /// requests of effects.
  package var typesOfEverything: TypeTable {
    everyType.table.withLock { known in
      if let known { return known }
      var types = types
      let payloads = (actions + effects.map(\.action)).map(\.payload)
      let requests = effects.map(\.kind.request)
      types.reserveCapacity(types.records.count + payloads.count + requests.count + 1)
      for record in [store.recordType] + payloads + requests { types.insert(record) }
      known = types
      return types
    }
  }
}

/// The types of everything, once something has asked for them.
final class EveryType: Sendable {
  let table = Mutex<TypeTable?>(nil)
}
