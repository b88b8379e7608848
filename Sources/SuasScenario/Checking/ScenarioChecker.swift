import CEL
import SuasSpec
import YAML

extension CheckedScenarioFile {
  /// Resolves and types everything that `file` says against its spec.
  ///
  /// - Throws: all that is wrong with it.
  init(checking file: ScenarioFile, against spec: CompiledSpec) throws(Diagnostics) {
    let findings = Findings()
    let checker = ScenarioChecker(spec, findings)
    let scenarios = file.scenarios.compactMap { checker.check($0) }
    checker.reportDuplicateGoldens(in: file)
    try findings.throwErrors()
    source = file.source
    self.spec = spec
    store = checker.store
    self.scenarios = scenarios
  }
}

/// Checks scenarios against a spec.
struct ScenarioChecker {
  let spec: CompiledSpec
  let store: StoreShape
  let findings: Findings
  /// Reads values in which no name is in scope.
  let values: ValueReader
  /// Reads expressions on the store.
  let conditions: ValueReader

  init(_ spec: CompiledSpec, _ findings: Findings) {
    self.spec = spec
    self.findings = findings
    store = StoreShape(spec)
    let types = spec.checked.types
    values = ValueReader(constantsOf: types, failure: .invalidLiteral, findings: findings)
    conditions = ValueReader(
      types: types, environment: store.environment(types), findings: findings)
  }

  func check(_ scenario: ScenarioDeclaration) -> CheckedScenario? {
    let initial = initialState(scenario.given)
    var steps: [CheckedStep] = []
    var acted = false
    for step in scenario.steps {
      if case .dispatch = step.act { acted = true }
      if let checked = check(step, afterAct: acted) { steps.append(checked) }
    }
    guard let initial, steps.count == scenario.steps.count else { return nil }
    markExpectedErrors(&steps)
    return CheckedScenario(
      name: scenario.name.text, tags: scenario.tags, place: scenario.name.range,
      initial: initial, steps: steps)
  }

  /// An error is expected by the step that meets it, or by one after it that does not act itself.
  private func markExpectedErrors(_ steps: inout [CheckedStep]) {
    var acting: Int?
    for index in steps.indices {
      if case .dispatch = steps[index].act { acting = index }
      let expects = steps[index].expectations.contains {
        if case .error = $0.kind { true } else { false }
      }
      if expects, let acting { steps[acting].expectsError = true }
    }
  }

  private func check(_ step: StepDeclaration, afterAct acted: Bool) -> CheckedStep? {
    var act: CheckedStep.Act?
    var isSound = true
    switch step.act {
    case .dispatch(let name, let payload):
      act = action(name, payload).map { .dispatch($0) }
      isSound = act != nil
    case .golden(let name):
      if name.text.isGoldenName {
        act = .golden(name: name.text)
      } else {
        findings.report(.invalidGoldenName(name))
        isSound = false
      }
    case nil: break
    }
    let expectations = step.expectations.compactMap { check($0, afterAct: acted) }
    guard isSound, expectations.count == step.expectations.count else { return nil }
    return CheckedStep(
      place: step.place, act: act, expectations: expectations, expectsError: false)
  }

  private func action(_ name: Scalar, _ payload: Node?) -> SpecAction? {
    guard let type = spec.actionTypes.first(where: { $0.name == name.text }) else {
      findings.report(
        .unknownAction(name.text, among: spec.actionTypes.map(\.name), at: name.range))
      return nil
    }
    var entries: [Node.Entry] = []
    if let payload {
      guard let written = payload.entries(as: "'with'", into: findings) else { return nil }
      entries = written
    }
    let range = payload?.range ?? name.range
    guard let template = values.readRecord(entries, as: type.payload, over: nil, at: range),
      case .record(let record) = template.constant
    else { return nil }
    return spec.action(of: type, record)
  }

  /// The spec's initial sub-states with what is given laid over them, in order.
  private func initialState(_ given: [Node]) -> [Record]? {
    var records = store.reducers.map(\.initial)
    var isSound = true
    for node in given {
      guard let entries = node.entries(as: "'given'", into: findings) else { return nil }
      for entry in entries {
        guard let slot = slot(of: entry.key) else {
          isSound = false
          continue
        }
        guard let fields = entry.value.entries(as: "a state", into: findings),
          let template = values.readRecord(
            fields, as: store.reducers[slot].state, over: records[slot],
            at: entry.value.range),
          case .record(let record) = template.constant
        else {
          isSound = false
          continue
        }
        records[slot] = record
      }
    }
    return isSound ? records : nil
  }

  private func slot(of key: Scalar) -> Int? {
    if let slot = store.slot(of: key.text) { return slot }
    findings.report(.unknownStateKey(key, among: store.stateKeys))
    return nil
  }

  /// Reads what a golden file says of the store, by state key.
  func readGolden(_ tree: Node) -> [(key: Int, pattern: Pattern)]? {
    patterns(tree, "a golden file", exact: true, values.literal)
  }

  private func check(
    _ expectation: ExpectationDeclaration, afterAct acted: Bool
  ) -> CheckedExpectation? {
    let kind: CheckedExpectation.Kind?
    switch expectation.kind {
    case .state(let node):
      kind = patterns(node, "'state'", exact: false, values).map { .state($0) }
    case .exactState(let node):
      kind = patterns(node, "'exact-state'", exact: true, values).map { .state($0) }
    case .handled(let value):
      kind = .handled(value)
    case .error(let code, let message):
      kind = .error(code: code.text, message: message?.text)
    case .that(let expressions):
      let programs = expressions.compactMap { syntax in
        conditions.expression(syntax, as: .bool).map { (program: $0, syntax: syntax) }
      }
      kind = programs.count == expressions.count ? .that(programs) : nil
    }
    switch expectation.kind {
    case .handled where !acted, .error where !acted:
      findings.report(.nothingActed(at: expectation.place))
      return nil
    default:
      return kind.map { CheckedExpectation(kind: $0, place: expectation.place) }
    }
  }

  /// Reads what is expected of the store, by state key.
  private func patterns(
    _ node: Node, _ what: String, exact: Bool, _ values: ValueReader
  ) -> [(key: Int, pattern: Pattern)]? {
    guard let entries = node.entries(as: what, into: findings) else { return nil }
    var patterns: [(key: Int, pattern: Pattern)] = []
    var isSound = true
    let reader = PatternReader(values: values, isExact: exact)
    for entry in entries {
      guard let slot = slot(of: entry.key),
        let pattern = reader.read(entry.value, as: .record(store.reducers[slot].state.name))
      else {
        isSound = false
        continue
      }
      patterns.append((slot, pattern))
    }
    if exact {
      let named = Set(entries.map(\.key.text))
      for key in store.stateKeys where !named.contains(key) {
        findings.report(.missingKey(key, of: what, at: node.range))
        isSound = false
      }
    }
    return isSound ? patterns : nil
  }

  /// A golden's name is used once in a file, whatever its case: not all file systems know the case.
  func reportDuplicateGoldens(in file: ScenarioFile) {
    var first: [String: Scalar] = [:]
    for step in file.scenarios.flatMap(\.steps) {
      guard case .golden(let name) = step.act else { continue }
      if let other = first[name.text.lowercased()] {
        findings.report(.duplicateGolden(name, first: other))
      } else {
        first[name.text.lowercased()] = name
      }
    }
  }
}

extension String {
  /// Whether the text is `[A-Za-z0-9_-]+`, which every file system can hold.
  fileprivate var isGoldenName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
