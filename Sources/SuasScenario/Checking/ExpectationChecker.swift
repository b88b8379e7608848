import CEL
import SuasSpec
import YAML

/// Checks the expectations of a step.
struct ExpectationChecker {
  let scenario: ScenarioChecker
  private let names: Names
  let sink: DiagnosticSink
  var spec: CompiledSpec { scenario.spec }

  /// - Parameter names: the names that the step's expressions see besides the store.
  init(_ scenario: ScenarioChecker, _ names: Names) {
    self.scenario = scenario
    self.names = names
    sink = scenario.sink
  }

  /// Returns a reader of patterns of other types than those of the spec.
  func patterns(_ values: ValueReader) -> PatternReader {
    PatternReader(values: values, isExact: false, names: names)
  }

  func patterns(exact: Bool) -> PatternReader {
    PatternReader(values: scenario.values, isExact: exact, names: names)
  }

  /// - Parameter acted: whether this step or one before it acts.
  func check(
    _ expectation: ExpectationDeclaration, afterAct acted: Bool
  ) -> CheckedExpectation? {
    let kind: CheckedExpectation.Kind?
    switch expectation.kind {
    case .state(let node):
      kind = scenario.patterns(node, "'state'", patterns(exact: false)).map { .state($0) }
    case .exactState(let node):
      kind = scenario.patterns(node, "'exact-state'", patterns(exact: true)).map { .state($0) }
    case .changes(let node):
      kind = changes(node)
    case .handled(let value):
      kind = .handled(value)
    case .error(let code, nil):
      kind = .error(code: code?.text, message: nil)
    case .error(let code, let message?):
      kind = patterns(exact: true).read(message, as: .string)
        .map { .error(code: code?.text, message: $0) }
    case .that(let expressions):
      kind = conditions(expressions)
    case .notified(let node):
      kind = mentions(node, "'notified'") { listener($0) }.map { .notified($0) }
    case .actions(let node):
      kind = mentions(node, "'actions'") { action($0) }.map { .actions($0) }
    case .effects(let node):
      kind = mentions(node, "'effects'") {
        effect($0).map { .record($0.action.payload.name) }
      }.map { .effects($0) }
    case .requests(let node):
      kind = requests(node).map { .requests($0) }
    case .selected(let node):
      kind = selected(node)
    case .restored(let node): kind = restored(node)
    case .saved(let node): kind = saved(node)
    }
    guard acted || !expectation.kind.speaksOfAnAct else {
      sink.report(.nothingActed(at: expectation.place))
      return nil
    }
    return kind.map { CheckedExpectation(kind: $0, place: expectation.place) }
  }

  private func conditions(_ expressions: [ExpressionSyntax]) -> CheckedExpectation.Kind? {
    let reader = ConditionReader(scenario.values.types, names, sink)
    let conditions = expressions.compactMap { reader.read($0, scenario.conditionsOnStore) }
    return conditions.count == expressions.count ? .that(conditions) : nil
  }

  func changes(_ node: Node) -> CheckedExpectation.Kind? {
    guard let entries = node.entries(as: "'changes'", into: sink) else { return nil }
    let paths = PathReader(
      store: scenario.store, types: scenario.values.types, sink: sink)
    var changes: [(path: Path, pattern: Pattern)] = []
    var first: [Path: Scalar] = [:]
    var isSound = true
    for entry in entries {
      guard let (path, type, mayBeAbsent) = paths.read(entry.key),
        !reportIfPartial(entry, type),
        let pattern = patterns(exact: true).read(entry.value, as: type, mayBeAbsent: mayBeAbsent)
      else {
        isSound = false
        continue
      }
      if let other = first.updateValue(entry.key, forKey: path) {
        sink.report(.duplicateKey(entry.key, first: other))
        isSound = false
      }
      changes.append((path, pattern))
    }
    return isSound ? .changes(changes) : nil
  }

  /// Reports the change of a state that names a part of its fields, which are the paths that were meant; returns
  /// true if it did.
  private func reportIfPartial(_ entry: Node.Entry, _ type: FieldType) -> Bool {
    guard case .record(let name) = type, let record = scenario.values.types.records[name],
      !record.isVariant, let written = entry.value.mapping, let first = written.first?.key,
      written.count < record.fields.count,
      written.allSatisfy({ record.shape.slot(of: $0.key.text) != nil })
    else { return false }
    sink.report(.partialChange(entry.key, field: first))
    return true
  }
}

extension ExpectationDeclaration.Kind {
  /// True if the expectation is about the outcome of an action, not about the state.
  fileprivate var speaksOfAnAct: Bool {
    switch self {
    case .handled, .error, .changes, .notified, .actions, .requests: true
    case .state, .exactState, .that, .effects, .selected, .restored, .saved: false
    }
  }
}
