import CEL
import YAML

/// Checks what stands around the reducers: selectors, listeners, middleware, effects, and conditions.
/// All of it speaks of the whole store.
struct SurroundingsChecker {
  let checker: Checker
  let store: StoreShape
  let types: TypeTable
  /// What reducers see.
  let reducible: [CheckedAction]
  /// The same, and after it the effects.
  let actions: [CheckedAction]
  /// Their places by their names.
  private let places: [String: Int]
  /// The types that expressions see.
  private let celTypes: CEL.Types
  /// What a name for the whole store means.
  private let meaningOfStore: Vocabulary.Meaning

  /// - Parameter celTypes: The types that reducers see, those of the payloads among them.
  init(
    _ checker: Checker, _ store: StoreShape, _ types: TypeTable, _ celTypes: CEL.Types,
    actions: [CheckedAction], effects: [CheckedAction]
  ) {
    self.checker = checker
    self.store = store
    self.types = types
    reducible = actions
    self.actions = actions + effects
    places = Dictionary(
      self.actions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.celTypes = celTypes.adding([store.shape] + effects.map(\.payload.shape))
    meaningOfStore = .store(of: store)
  }

  var spec: Spec { checker.spec }
  var findings: Findings { checker.findings }

  /// A name in scope: its type, and what it means in the spec's own words.
  struct Variable {
    let name: String
    var type: Type
    var meaning: Vocabulary.Meaning?
  }

  /// `store`, or another name for one.
  func store(as name: String) -> Variable {
    Variable(name: name, type: .record(store.shape.name), meaning: meaningOfStore)
  }

  /// `action`, where it is one of some actions: its type is known where there is just one.
  func payload(of actions: [CheckedAction]) -> Variable {
    let type: Type = actions.count == 1 ? .record(actions[0].payload.shape.name) : .dyn
    return Variable(name: "action", type: type, meaning: .payloads(actions.map(\.payload)))
  }

  let actionType = Variable(name: "actionType", type: .string)

  /// A reader of values and expressions in which some names are in scope, in their slots' order.
  func reader(_ variables: [Variable], adding shapes: [Shape] = []) -> ValueReader {
    var environment = Environment(types: celTypes.adding(shapes))
    var vocabulary = Vocabulary(checker.usage, types)
    for variable in variables {
      environment.declare(variable.name, variable.type)
      vocabulary[variable.name] = variable.meaning
    }
    var reader = ValueReader(types: types, environment: environment, findings: findings)
    reader.vocabulary = vocabulary
    return reader
  }

  var survey: CoverageSurvey { checker.survey }

  /// A condition; where it is known without running anything, that is warned of.
  func condition(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> CheckedExpression? {
    let expression = reader.expression(syntax, as: .bool)
    if case .bool(let truth)? = expression?.constant {
      checker.usage.warn(.constantCondition(truth, at: syntax.range))
    }
    return expression
  }

  /// A condition that scenarios are to see come out both ways.
  func test(
    _ syntax: ExpressionSyntax, _ reader: ValueReader, _ kind: CoveragePoint.Kind, _ name: String,
    isNegated: Bool = false
  ) -> CheckedTest? {
    condition(syntax, reader).map { expression in
      CheckedTest(
        expression: expression,
        point: survey.add(kind, name, syntax, expression, isNegated: isNegated))
    }
  }

  /// A guard, and the reader for what it guards.
  func guardian(
    _ condition: Condition?, _ reader: ValueReader
  ) -> (guardian: CheckedGuard?, reader: ValueReader)? {
    guard let condition else { return (nil, reader) }
    guard
      let test = test(
        condition.expression, reader, .guardian, "guard", isNegated: condition.negated)
    else { return nil }
    let guardian = CheckedGuard(test: test, isNegated: condition.negated)
    guard let expression = reader.parse(condition.expression, reporting: false) else {
      return (guardian, reader)
    }
    // What a guard has shown not to be null counts as that in what it guards.
    let environment = reader.environment.assuming(expression, is: !condition.negated)
    return (guardian, reader.with(environment))
  }

  /// The actions of some names; those that are not known are reported.
  ///
  /// - Parameter known: `actions` or `reducible`.
  func actions(named names: [Name], among known: [CheckedAction]) -> [CheckedAction] {
    names.compactMap { name in
      if let place = places[name.text], place < known.count { return known[place] }
      findings.report(spec.unreducible(name, among: known.map(\.name)))
      return nil
    }
  }

  /// A step that dispatches.
  func dispatch(_ step: DispatchDeclaration, _ reader: ValueReader) -> CheckedDispatch? {
    guard let action = actions(named: [step.action], among: actions).first else { return nil }
    guard let (guardian, reader) = guardian(step.condition, reader) else { return nil }
    var entries: [Node.Entry] = []
    if let payload = step.payload {
      guard let written = payload.entries(as: "'with'", into: findings) else { return nil }
      entries = written
    }
    let range = step.payload?.range ?? step.action.range
    let point = survey.add(.step, "step", at: step.extent)
    let values = reader.forPayload(of: action.name)
    guard let payload = values.readRecord(entries, as: action.payload, over: nil, at: range) else {
      return nil
    }
    return CheckedDispatch(
      place: step.place, condition: guardian, action: action.id, payload: payload,
      named: Set(entries.map(\.key.text)), point: point)
  }

  func dispatches(
    _ steps: [DispatchDeclaration], _ reader: ValueReader
  ) -> [CheckedDispatch] {
    steps.compactMap { dispatch($0, reader) }
  }
}
