import CEL
public import SuasProgram
public import YAML

extension CheckedSpec {
  /// Resolves names and checks types everywhere in `spec`.
  ///
  /// - Throws: The diagnostics for the errors in it.
  public init(checking spec: Spec) throws(Diagnostics) {
    var unused: EntryChecker?
    try self.init(checking: spec, journal: nil, entryChecker: &unused)
  }

  /// Resolves names and checks types everywhere in `spec`, and keeps a journal of the reading.
  ///
  /// - Parameter entryChecker: The checker of single entries of the spec; nil without a journal, and
  ///   if the check does not come to the rules.
  /// - Throws: The diagnostics for the errors in it.
  package init(
    checking spec: Spec, journal: ReadingJournal?, entryChecker: inout EntryChecker?
  ) throws(Diagnostics) {
    let sink = DiagnosticSink(journal: journal)
    let checker = Checker(spec, sink)
    checker.reportDuplicateNames()
    let declared = checker.checkTypes()
    journal?.types = declared
    try sink.endStage()
    let actions = checker.checkActions(declared)
    let groups = checker.checkHistoryGroups(of: spec.reducers, declared, actions)
    let types = checker.addingHistories(to: declared, groups)
    let effectActions = checker.checkEffectPayloads(types, after: actions)
    let celTypes = types.cel.adding(actions.map(\.payload.shape))
    let states = checker.checkStates(types)
    // Without its states, nothing that reads the store can be checked.
    if states.count(where: { !$0.isHistory }) < spec.reducers.count { try sink.endStage() }
    let (selectors, readings) = RuntimeChecker(
      checker, StoreShape(states), types, celTypes, actions: actions, effects: effectActions
    ).checkSelectors()
    let shape = StoreShape(states, readings)
    let sharedRules = checker.checkSharedRules(with: shape, types, celTypes)
    let reducers = checker.checkRules(on: shape, types, celTypes, actions, groups)
    let store = StoreShape(reducers, readings)
    let runtimeChecker = RuntimeChecker(
      checker, store, types, celTypes, actions: actions, effects: effectActions)
    if journal != nil {
      entryChecker = EntryChecker(
        checker, shape, types, celTypes, selectors, actions, effectActions)
    }
    let listeners = runtimeChecker.checkListeners(spec.listeners, to: selectors)
    let middleware = runtimeChecker.checkMiddleware()
    let effects = runtimeChecker.checkEffects(spec.effects, as: effectActions)
    runtimeChecker.reportMissingAsync()
    let internals = runtimeChecker.actions(named: spec.internals, among: runtimeChecker.actions)
    let invariants = runtimeChecker.checkInvariants(spec.invariants)
    let transitions = runtimeChecker.checkTransitions(spec.transitions)
    let atRest = runtimeChecker.checkRest(spec.atRest)
    let goals = runtimeChecker.checkGoals(spec.goals)
    let waysOut = runtimeChecker.checkWaysOut(spec.waysOut)
    let saved = SavedChecker(runtimeChecker)?.check()
    try sink.throwErrors()
    let listened = listeners.compactMap { listener in
      if case .selector(let index) = listener.subject { selectors[index].name } else { nil }
    }
    let payloads = (actions + effectActions).map(\.payload)
    let idleFields = Dictionary(
      payloads.map { ($0.name, checker.usage.idleFields(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    self.init(
      name: spec.name, declarations: Declarations(of: spec), types: types,
      definitions: checker.definitions(types), actions: actions,
      internalActions: Set(internals.map(\.id)), sharedRules: sharedRules, reducers: reducers,
      selectors: selectors, store: store, listeners: listeners, middleware: middleware,
      effects: effects, invariants: invariants,
      transitions: transitions, atRest: atRest, goals: goals, waysOut: waysOut, saved: saved,
      coverage: checker.survey.table(of: spec.sources),
      idleFields: idleFields,
      evaluatedSelectors: checker.usage.selectorsRead(startingWith: Set(listened)),
      readsClock: checker.usage.readsClock,
      makesIdentifiers: checker.usage.makesIdentifiers,
      warnings: checker.warnings(types, payloads: payloads))
  }
}
