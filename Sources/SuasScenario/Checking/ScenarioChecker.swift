import CEL
import Suas
import SuasSpec
import YAML

extension CheckedScenarioFile {
  /// Resolves and types everything in `file` against its spec.
  ///
  /// - Throws: all errors found in the file.
  init(
    checking file: ScenarioFile, against spec: CompiledSpec, _ fragments: FragmentTable,
    journal: ReadingJournal? = nil,
    readFile: ((Scalar) throws(Diagnostics) -> [UInt8])? = nil
  ) throws(Diagnostics) {
    let sink = DiagnosticSink(journal: journal)
    let budget = ExpansionBudget()
    let reader = ScenarioReader(spec.checked.types, fragments, sink, budget: budget)
    let declarations = reader.declarations(of: file)
    if journal?.isTolerant != true { try sink.throwOnce() }
    let checker = ScenarioChecker(spec, sink, budget.evaluations, readFile: readFile)
    var scenarios: [CheckedScenario] = []
    for declaration in declarations where !sink.isFull {
      if let scenario = checker.check(declaration) { scenarios.append(scenario) }
    }
    checker.reportGoldenNames(in: declarations)
    try sink.throwOnce()
    self.init(
      source: file.source, spec: spec, fragments: fragments.sources, scenarios: scenarios)
  }
}

extension DiagnosticSink {
  /// Throws the errors found, each only once: a range may have been checked for several rows.
  fileprivate func throwOnce() throws(Diagnostics) {
    guard hasErrors else { return }
    var seen: Set<Mistake> = []
    throw Diagnostics(diagnostics.items.filter { seen.insert(Mistake($0)).inserted })
  }

  private struct Mistake: Hashable {
    let code: Diagnostic.Code
    let message: String
    let file: String
    let range: Range<Int>?

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      message = diagnostic.message
      switch diagnostic.place {
      case .file(let path):
        file = path
        range = nil
      case .range(let place):
        file = place.source.name
        range = place.lowerBound..<place.upperBound
      }
    }
  }
}

/// Checks scenarios against a spec.
struct ScenarioChecker {
  /// A reader that is made when it is first used, and once for all steps.
  private final class LateReader {
    private let make: () -> ValueReader
    private(set) lazy var reader = make()

    init(_ make: @escaping () -> ValueReader) { self.make = make }
  }

  let spec: CompiledSpec
  var store: StoreShape { spec.store }
  let sink: DiagnosticSink
  /// Reads values with no names in scope.
  let values: ValueReader
  /// The cost limit that the constants of the file share.
  let budget: EvaluationBudget
  /// Reads a file that is named beside the scenario file; nil where there is none.
  let readFile: ((Scalar) throws(Diagnostics) -> [UInt8])?
  private let late: LateReader
  /// Reads conditions on the store with no names in scope.
  var conditionsOnStore: ValueReader { late.reader }

  init(
    _ spec: CompiledSpec, _ sink: DiagnosticSink, _ budget: EvaluationBudget = EvaluationBudget(),
    readFile: ((Scalar) throws(Diagnostics) -> [UInt8])? = nil
  ) {
    self.spec = spec
    self.budget = budget
    self.readFile = readFile
    self.sink = sink
    values = ValueReader(
      constantsOf: spec.typesOfEverything, failure: .invalidLiteral, sink: sink,
      budget: budget)
    late = LateReader { [types = values.types] in
      ConditionReader.reader(on: spec.store, spec.checked.pending, types, sink)
    }
  }

  func check(_ scenario: ScenarioDeclaration) -> CheckedScenario? {
    let initial = initialState(scenario.settings.given)
    let declared = scenario.settings.found
    if let declared, !scenario.settings.given.isEmpty {
      sink.report(.foundBesideGiven(declared.key))
    }
    let found = declared.map(found)
    var steps: [CheckedStep] = []
    var acted = false
    for step in scenario.steps {
      if step.acts { acted = true }
      if let checked = check(step, afterAct: acted) { steps.append(checked) }
    }
    guard let initial, steps.count == scenario.steps.count else { return nil }
    if case .some(nil) = found { return nil }
    markExpectedErrors(&steps)
    return CheckedScenario(
      name: scenario.name, tags: scenario.settings.tags, place: scenario.place,
      extent: scenario.extent, row: scenario.row, skip: scenario.skip,
      xfail: scenario.xfail.map { ExpectedFailure(reason: $0.text, place: $0.range) },
      isExhaustive: scenario.settings.isExhaustive ?? false,
      clock: scenario.settings.clock ?? Self.clock,
      seed: scenario.settings.seed ?? 0, initial: initial, found: found ?? nil,
      steps: steps)
  }

  /// 2000-01-01T00:00:00Z
  static let clock = Timestamp(seconds: 946_684_800) ?? .epoch

  /// Marks the steps whose error is expected, by themselves or by a later step that does not act.
  private func markExpectedErrors(_ steps: inout [CheckedStep]) {
    var acting: Int?
    for index in steps.indices {
      if steps[index].acts { acting = index }
      let expects = steps[index].expectations.contains {
        if case .error = $0.kind { true } else { false }
      }
      if expects, let acting { steps[acting].expectsError = true }
    }
  }

  func check(_ step: StepDeclaration, afterAct acted: Bool) -> CheckedStep? {
    var act: CheckedStep.Act?
    switch step.act {
    case .dispatch(let name, let payload, let times):
      act = action(name, payload).map { .dispatch($0, times: times) }
    case .golden(let golden):
      act = .golden(name: golden.name.text, golden.subject)
    case .respond(let answer): act = respond(answer)
    case .cancel(let name): act = effect(name).map { .cancel(effect: $0.name) }
    case .advance(let duration): act = advance(duration)
    case .listen(let name): act = listener(name).map { .listen($0) }
    case .unlisten(let name): act = listener(name).map { .unlisten($0) }
    case .reset: act = .reset
    case .restart(nil): act = .restart(nil)
    case .restart(let declaration?): act = found(declaration).map { .restart($0) }
    case .note(let text): act = .note(text)
    case .use, .forEach, nil: break
    }
    let checker = ExpectationChecker(self, step.names)
    let expectations = step.expectations.compactMap { checker.check($0, afterAct: acted) }
    guard (act == nil) == (step.act == nil), expectations.count == step.expectations.count
    else { return nil }
    return CheckedStep(
      place: step.place, act: act, expectations: expectations, expectsError: false,
      names: Set(step.names.bindings.map(\.name)))
  }

  private func action(_ name: Scalar, _ payload: Node?) -> SpecAction? {
    sink.note(
      name, .action, requesting: .action, isKnown: spec.actionType(name.text) != nil)
    guard let type = spec.actionType(name.text) else {
      sink.report(
        .unknownAction(name.text, among: spec.actionTypes.map(\.name), at: name.range))
      return nil
    }
    var entries: [Node.Entry] = []
    if let payload {
      guard let written = payload.entries(as: "'with'", into: sink) else { return nil }
      entries = written
    }
    let range = payload?.range ?? name.range
    guard let template = values.readRecord(entries, as: type.payload, over: nil, at: range),
      case .record(let record) = template.constant
    else { return nil }
    return spec.action(of: type, record, named: Set(entries.map(\.key.text)))
  }

  /// Reads `given`: the spec's initial sub-states overlaid with the given ones, in order.
  private func initialState(_ given: [Node]) -> [Record]? {
    var records = store.reducers.map(\.initial)
    var isSound = true
    for node in given {
      guard let entries = node.entries(as: "'given'", into: sink) else { return nil }
      for entry in entries {
        guard let slot = slot(of: entry.key) else {
          isSound = false
          continue
        }
        guard let fields = entry.value.entries(as: "a state", into: sink),
          let template = values.readRecord(
            fields, as: store.reducers[slot].state, over: records[slot],
            at: entry.value.range),
          case .record(let record) = template.constant
        else {
          isSound = false
          continue
        }
        judge(record, store.reducers[slot].state, at: entry.value.range)
        records[slot] = record
      }
    }
    guard isSound else { return nil }
    if let node = given.last { judgeConditions(on: records, at: node.range) }
    return records
  }

  /// Reports a given state that breaks a constraint of its type.
  private func judge(_ record: Record, _ type: RecordType, at range: SourceRange) {
    do throws(ConstraintViolation) {
      try spec.checked.types.judge(record, type)
    } catch {
      sink.report(.brokenConstraint(error, at: range))
    }
  }

  /// Reports an invariant, or a promise at rest, of the store that the given states break.
  private func judgeConditions(on records: [Record], at range: SourceRange) {
    let state = Record(store.shape, ContiguousArray(records.map(Value.record)))
    do throws(ActionError) {
      try spec.judgeInvariants(state)
      for error in spec.brokenAtRest(state, spec.checked.pending.none) { throw error }
    } catch {
      sink.report(.brokenInvariant(error.message, at: range))
    }
  }

  func slot(of key: Scalar) -> Int? {
    if let slot = store.slot(of: key.text) {
      sink.readings?.mention(.stateKey(key.text, of: store.reducers[slot].state.name), at: key)
      return slot
    }
    sink.readings?.request(.stateKey, at: key.range)
    sink.report(.unknownStateKey(key.text, among: store.stateKeys, at: key.range))
    return nil
  }

  /// Reads the patterns in a golden file, by state key.
  func readGolden(_ tree: Node) -> [(key: Int, pattern: Pattern)]? {
    patterns(
      tree, "a golden file", PatternReader(values: values.literal, isExact: true, names: nil))
  }

  /// Reads the patterns expected of the store, by state key.
  func patterns(
    _ node: Node, _ what: String, _ reader: PatternReader
  ) -> [(key: Int, pattern: Pattern)]? {
    guard let entries = node.entries(as: what, into: sink) else { return nil }
    var patterns: [(key: Int, pattern: Pattern)] = []
    var isSound = true
    for entry in entries {
      guard let slot = slot(of: entry.key),
        let pattern = reader.read(entry.value, as: .record(store.reducers[slot].state.name))
      else {
        isSound = false
        continue
      }
      patterns.append((slot, pattern))
    }
    if reader.isExact {
      // An author need not name histories; a golden file has them all.
      let named = Set(entries.map(\.key.text))
        .union(reader.names == nil ? [] : store.historyKeys)
      for key in store.stateKeys where !named.contains(key) {
        sink.report(.missingKey(key, of: what, at: node.range))
        isSound = false
      }
    }
    return isSound ? patterns : nil
  }
}
