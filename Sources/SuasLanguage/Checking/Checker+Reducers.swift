import CEL
import SuasProgram
import YAML

/// Reducers: their states, initial states and rules.
extension Checker {
  /// Checks the states of the reducers and their initial values, without the rules.
  func checkStates(_ types: TypeTable) -> [CheckedReducer] {
    reportDuplicateKeys()
    let states = spec.records.lazy.filter { $0.section == .states }.map(\.name.text)
    let stateNames = Set(states)
    return spec.reducers.flatMap { declaration -> [CheckedReducer] in
      guard let reducer = reducer(declaration, among: stateNames, types) else { return [] }
      return declaration.history == nil
        ? [reducer] : [reducer] + historyReducer(of: declaration, reducer.state, types)
    }
  }

  /// Checks the state of a reducer and its initial value; nil if something is wrong with them.
  private func reducer(
    _ declaration: ReducerDeclaration, among stateNames: Set<String>, _ types: TypeTable
  ) -> CheckedReducer? {
    guard let state = state(named: declaration.state, among: stateNames, types),
      let initial = initialState(of: declaration, state, types)
    else { return nil }
    return CheckedReducer(
      name: declaration.name.text, stateKey: declaration.key.text, state: state, initial: initial)
  }

  /// Checks the rules of the reducers, whose states make up a store.
  ///
  /// - Parameter celTypes: The types that expressions see, including those of the payloads.
  func checkRules(
    on store: StoreShape, _ types: TypeTable, _ celTypes: CEL.Types, _ actions: [CheckedAction],
    _ groups: HistoryGroups
  ) -> [CheckedReducer] {
    let actions = Dictionary(actions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let base = base(of: store, types, celTypes, isForReducers: true)
    var declarations = spec.reducers.makeIterator()
    return store.reducers.map { reducer in
      guard !reducer.isHistory, let declaration = declarations.next() else { return reducer }
      return rules(of: declaration, base, actions, groups, for: reducer)
    }
  }

  /// Checks reducers with their states.
  ///
  /// - Parameter base: What the scopes of all reducers have in common.
  func check(
    _ declarations: [ReducerDeclaration], _ base: Scope.Base, _ actions: [CheckedAction]
  ) {
    let types = base.vocabulary.types
    let states = spec.records.lazy.filter { $0.section == .states }.map(\.name.text)
    let stateNames = Set(states)
    let groups = checkHistoryGroups(of: declarations, types, actions)
    let actions = Dictionary(actions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for declaration in declarations {
      guard let reducer = reducer(declaration, among: stateNames, types) else { continue }
      _ = rules(of: declaration, base, actions, groups, for: reducer)
    }
  }

  /// Returns the common part of the scopes of all reducers, or of all shared rules.
  func base(
    of store: StoreShape, _ types: TypeTable, _ celTypes: CEL.Types, isForReducers: Bool
  ) -> Scope.Base {
    Scope.Base(
      store, Vocabulary(usage, types, of: store), celTypes, isForReducers: isForReducers,
      sharedRules, survey, sink)
  }

  private func reportDuplicateKeys() {
    let keys = spec.reducers.flatMap { reducer in
      [reducer.key, reducer.historyKey].compactMap(\.self)
        .map { key in (key: key, reducer: reducer.name) }
    }
    guard Set(keys.map(\.key.text)).count < keys.count else { return }
    var first: [String: (key: Name, reducer: Name)] = [:]
    for (key, reducer) in keys {
      if let other = first[key.text] {
        sink.report(.duplicateStateKey(key, of: reducer, first: other.key, of: other.reducer))
      } else {
        first[key.text] = (key, reducer)
      }
    }
  }

  private func state(
    named name: Name, among stateNames: Set<String>, _ types: TypeTable
  ) -> RecordType? {
    sink.note(
      name, .type, requesting: .state,
      isKnown: types.records[name.text] != nil && stateNames.contains(name.text))
    guard let type = types.records[name.text], stateNames.contains(name.text) else {
      let states = spec.records.lazy.filter { $0.section == .states }.map(\.name.text)
      let isType = spec.records.contains { $0.name.text == name.text }
      sink.report(.unknownState(name, among: Array(states), isType: isType))
      return nil
    }
    return type
  }

  /// Returns the initial state: the fields' defaults, overridden by the reducer's `initial`.
  private func initialState(
    of reducer: ReducerDeclaration, _ state: RecordType, _ types: TypeTable
  ) -> Record? {
    let reader = constantReader(types, failure: .invalidInitial)
    var entries: [Node.Entry] = []
    if let node = reducer.initial {
      guard let written = node.entries(as: "'initial'", into: sink) else { return nil }
      entries = written
    }
    let named = Set(entries.map(\.key.text))
    let missing = state.fields.filter { $0.default == nil && !named.contains($0.name) }
    for field in missing {
      sink.report(
        .missingInitial(
          field.name, of: reducer.name, at: reducer.initial?.range ?? reducer.state.range))
    }
    // Missing fields have been reported with the reducer's name; the others are still checked.
    let range = reducer.initial?.range ?? reducer.state.range
    let known =
      missing.isEmpty
      ? state
      : RecordType(
        name: state.name,
        fields: state.fields.filter { $0.default != nil || named.contains($0.name) },
        enums: types.enums)
    guard let template = reader.readRecord(entries, as: known, over: nil, at: range),
      missing.isEmpty, case .record(let record) = template.constant
    else { return nil }
    let initial = Record(state.shape, record.fields)
    guard takeSize(of: .record(initial), at: range) else { return nil }
    judge(initial, state, types, at: range)
    return initial
  }

  private func rules(
    of reducer: ReducerDeclaration, _ base: Scope.Base, _ actions: [String: CheckedAction],
    _ groups: HistoryGroups, for checked: CheckedReducer
  ) -> CheckedReducer {
    var rules: [Int: [CheckedRule]] = [:]
    var storeReaders: Set<Int> = []
    rules.reserveCapacity(reducer.handlers.count)
    var scope = Scope(state: checked.state, initial: checked.initial, base)
    defer { survey.owner = nil }
    for handler in reducer.handlers {
      sink.note(
        handler.action, .action, requesting: .reducible,
        isKnown: actions[handler.action.text] != nil)
      guard let action = actions[handler.action.text] else {
        sink.report(spec.unreducible(handler.action, among: spec.actions.map(\.name.text)))
        continue
      }
      scope.handle(action.payload)
      survey.owner = .rules(reducer: reducer.name.text, action: action.name)
      usage.forgetStore()
      rules[action.id] = scope.check(handler.rules)
      if usage.readsStore { storeReaders.insert(action.id) }
    }
    let ruled = checked.with(rules, readingStore: storeReaders)
    guard let history = reducer.history else { return ruled }
    return ruled.with(
      self.history(
        history, of: reducer.name, actions, groups[reducer.name.text], handled: rules.keys))
  }
}

extension ReducerDeclaration {
  /// The state key of the history, at the place where it is declared; nil if there is none.
  fileprivate var historyKey: Name? {
    history.map { Name(text: CheckedHistory.stateKey(of: key.text), range: $0.place) }
  }
}

extension Spec {
  /// The diagnostic for a name that is not an action that reducers can handle.
  ///
  /// - Parameter names: The names that would be valid.
  func unreducible(_ name: Name, among names: [String]) -> Diagnostic {
    guard let effect = effects.first(where: { $0.name.text == name.text }) else {
      return .unknownAction(name.text, among: names, at: name.range)
    }
    return .effectIsNotReduced(name, outcomes: effect.outcomeActions.filter(names.contains))
  }
}

extension EffectDeclaration {
  /// The actions that the outcomes dispatch, each once.
  fileprivate var outcomeActions: [String] {
    var names: [String] = []
    for step in [onSuccess, onFailure, onEnd].compactMap(\.self).flatMap(\.steps)
      .compactMap(\.dispatched)
    where !names.contains(step.action.text) {
      names.append(step.action.text)
    }
    return names
  }
}
