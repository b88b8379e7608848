import CEL
import SuasProgram
import YAML

/// Checks single entries of a spec anew, with the names and types that a check of the whole spec has
/// found: for editors, where a key changes one entry of many.
///
/// It does not check whether the name of the entry is taken, whether something uses the entry, or
/// whether its uses are still right.
package final class EntryChecker {
  private let checker: Checker
  private let store: StoreShape
  private let types: TypeTable
  private let celTypes: CEL.Types
  private let selectors: [CheckedSelector]
  private let actions: [CheckedAction]
  private let effects: [CheckedAction]

  /// - Parameters:
  ///   - store: The states of the reducers, and the ways to read the selectors.
  ///   - celTypes: The types that expressions in rules see, including those of the payloads.
  ///   - effects: The effects as actions that can be dispatched.
  init(
    _ checker: Checker, _ store: StoreShape, _ types: TypeTable, _ celTypes: CEL.Types,
    _ selectors: [CheckedSelector], _ actions: [CheckedAction], _ effects: [CheckedAction]
  ) {
    // The notes of the whole check, its journal among them, are not kept.
    self.checker = Checker(knowing: checker, DiagnosticSink())
    self.store = store
    self.types = types
    self.celTypes = celTypes
    self.selectors = selectors
    self.actions = actions
    self.effects = effects
  }

  /// The size in bytes of the spec, with the files that it includes.
  package var size: Int { checker.spec.sources.reduce(0) { $0 + $1.utf8.count } }

  /// The keys of the sections whose entries can be checked alone. A variant is not among them: it
  /// declares records of its own, and some of them may be new.
  package static let sections: Set<String> = [
    "constants", "functions", "enums", "types", "states", "actions", "rules",
    "reducers", "selectors", "listeners", "effects", "invariants", "transitions", "at-rest",
    "reachable", "always-reachable",
  ]

  /// Checks the declarations of an entry.
  ///
  /// - Parameters:
  ///   - entry: A spec that has that entry only.
  ///   - journal: The journal of the reading; nil if nobody needs one.
  /// - Returns: The errors in the entry, or, if there are none, the warnings.
  package func check(_ entry: Spec, _ journal: ReadingJournal? = nil) -> Diagnostics {
    let sink = DiagnosticSink(journal: journal)
    let checker = Checker(knowing: checker, sink)
    checkTypes(entry, checker)
    checkRules(entry, checker)
    if !entry.selectors.isEmpty {
      let runtimeChecker = runtimeChecker(checker, StoreShape(store.reducers))
      for selector in entry.selectors { runtimeChecker.check(selector, among: store.selectors) }
    }
    checkRuntime(entry, checker)
    return sink.hasErrors ? sink.diagnostics : Diagnostics(checker.usage.warnings).sorted()
  }

  private func checkTypes(_ entry: Spec, _ checker: Checker) {
    for declaration in entry.enums { checker.reportDuplicates(declaration.cases) }
    for constant in entry.constants {
      let type = checker.resolveStored(constant.type, "a constant")
      _ = checker.check(constant, type, Mentions(of: constant), types)
    }
    for function in entry.functions {
      let parameters = function.parameters.map { checker.resolve($0.type) }
      let result = function.result.flatMap { checker.resolve($0) }
      _ = checker.check(function, parameters, result, Mentions(of: function), types)
    }
    for record in entry.records {
      for field in record.fields {
        let type = checker.resolveStored(field.type, "a field of a \(record.section.noun)")
        guard let type else { continue }
        _ = checker.check(field, default: field.default, type: type, types)
      }
    }
    for action in entry.actions { _ = checker.action(action.name, action.fields, id: 0, types) }
  }

  private func checkRules(_ entry: Spec, _ checker: Checker) {
    if !entry.sharedRules.isEmpty {
      let base = checker.base(of: store, types, celTypes, isForReducers: false)
      for rule in entry.sharedRules { checker.check(rule, base) }
    }
    if !entry.reducers.isEmpty {
      let base = checker.base(of: store, types, celTypes, isForReducers: true)
      checker.check(entry.reducers, base, actions)
    }
  }

  private func checkRuntime(_ entry: Spec, _ checker: Checker) {
    guard
      !entry.listeners.isEmpty || !entry.effects.isEmpty || !entry.invariants.isEmpty
        || !entry.transitions.isEmpty || !entry.atRest.isEmpty || !entry.goals.isEmpty
        || !entry.waysOut.isEmpty
    else { return }
    for effect in entry.effects {
      let action = checker.action(
        effect.name, effect.fields, id: 0, types, kind: "effect", isSensitive: effect.isSensitive)
      runtimeChecker(checker, store, with: action).checkEffects([effect], as: [action])
    }
    let runtimeChecker = runtimeChecker(checker, store)
    runtimeChecker.checkListeners(entry.listeners, to: selectors)
    runtimeChecker.checkInvariants(entry.invariants)
    runtimeChecker.checkTransitions(entry.transitions)
    runtimeChecker.checkRest(entry.atRest)
    runtimeChecker.checkGoals(entry.goals)
    runtimeChecker.checkWaysOut(entry.waysOut)
  }

  /// - Parameter effect: An effect that has changed.
  private func runtimeChecker(
    _ checker: Checker, _ store: StoreShape, with effect: CheckedAction? = nil
  ) -> RuntimeChecker {
    let effects = effects.map { $0.name == effect?.name ? effect ?? $0 : $0 }
    return RuntimeChecker(checker, store, types, celTypes, actions: actions, effects: effects)
  }
}
