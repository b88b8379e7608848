import CEL
import SuasProgram
import YAML

/// Checks the declarations around the reducers: selectors, listeners, middleware, effects and
/// conditions. All of them refer to the whole store.
struct RuntimeChecker {
  let checker: Checker
  package let store: StoreShape
  package let types: TypeTable
  /// The actions that reducers handle.
  let reducible: [CheckedAction]
  /// The actions that reducers handle, followed by the effects.
  package let actions: [CheckedAction]
  /// The indices into `actions`, by name.
  private let places: [String: Int]
  /// The types that expressions see.
  private let celTypes: CEL.Types
  /// The environment in which expressions see `store`, in the first slot, and `selected`.
  private var environmentOfStore: CEL.Environment
  /// The meanings of `store` and `selected`.
  private var vocabularyOfStore: Vocabulary

  /// - Parameter celTypes: The types that reducers see, including those of the payloads.
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
    self.celTypes = celTypes.adding(store.shapes + effects.map(\.payload.shape))
    var environment = Environment(types: self.celTypes)
    store.declare(in: &environment)
    environment.shareVariables()
    environmentOfStore = environment
    vocabularyOfStore = Vocabulary(checker.usage, types, of: store)
  }

  /// Returns a checker whose expressions can read some selectors besides those that are there.
  ///
  /// Takes time for these selectors only, not for the store, since each selector has such a checker.
  ///
  /// - Parameter meanings: The types of all selectors' values as far as they are known.
  func adding(
    _ selectors: [SelectorReading], meanings: SelectorMeanings
  ) -> RuntimeChecker {
    var checker = self
    checker.vocabularyOfStore["selected"] = .selectors(meanings)
    checker.environmentOfStore.add(selectors.flatMap(\.shapes))
    StoreShape.declare(selectors, ofStoreIn: 0, in: &checker.environmentOfStore)
    return checker
  }

  var spec: Spec { checker.spec }
  var sink: DiagnosticSink { checker.sink }

  /// A name in scope: its CEL type, and its meaning in the spec.
  struct Variable {
    package let name: String
    var type: Type
    var meaning: Vocabulary.Meaning?
    /// True if no message quotes its values.
    var isHidden = false
  }

  /// Returns a variable for a whole store: `old` or `new`.
  func store(as name: String) -> Variable {
    Variable(name: name, type: .record(store.shape.name), meaning: vocabularyOfStore["store"])
  }

  /// Returns the variable `action` for any of several actions; its type is known if there is only
  /// one.
  func payload(of actions: [CheckedAction]) -> Variable {
    let type: Type = actions.count == 1 ? .record(actions[0].payload.shape.name) : .dyn
    return Variable(name: "action", type: type, meaning: .payloads(actions.map(\.payload)))
  }

  let actionType = Variable(name: "actionType", type: .string)

  /// Creates a reader with `store` and `selected` in scope, followed by variables and, where
  /// `readsClock` is true, by `now` and `uuid()`.
  func readerOfStore(
    _ variables: [Variable] = [], adding shapes: [Shape] = [], readsClock: Bool = false
  ) -> ValueReader {
    var environment = environmentOfStore
    environment.add(shapes)
    return reader(variables, environment, vocabularyOfStore, readsClock: readsClock)
  }

  /// Creates a reader of values and expressions with variables in scope, in their slots' order.
  func reader(_ variables: [Variable], readsClock: Bool = false) -> ValueReader {
    reader(
      variables, Environment(types: celTypes), Vocabulary(checker.usage, types),
      readsClock: readsClock)
  }

  private func reader(
    _ variables: [Variable], _ known: CEL.Environment, _ meanings: Vocabulary, readsClock: Bool
  ) -> ValueReader {
    var environment = known
    var vocabulary = meanings
    if readsClock {
      environment.declare("now", .timestamp, computedBy: CurrentTime.shared)
      environment.declare("uuid()", .string, computedBy: NewIdentifier.shared)
    }
    for variable in variables {
      let slot = environment.declare(variable.name, variable.type)
      if variable.isHidden { environment.hide(slot: slot) }
      vocabulary[variable.name] = variable.meaning
    }
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.vocabulary = vocabulary
    return reader
  }

  var survey: CoverageSurvey { checker.survey }

  /// Checks a condition; warns if its result is constant.
  func condition(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> CheckedExpression? {
    let expression = reader.expression(syntax, as: .bool)
    if case .bool(let truth)? = expression?.constant {
      checker.usage.warn(.constantCondition(truth, at: syntax.range))
    }
    return expression
  }

  /// Checks a condition that scenarios should see come out both true and false.
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

  /// Checks a guard, and returns the reader for the code that it guards.
  func guardian(
    _ condition: Condition?, _ reader: ValueReader
  ) -> (guardian: CheckedGuard?, reader: ValueReader)? {
    guard let condition else { return (nil, reader) }
    guard
      let test = test(
        condition.expression, reader, .guardian, "guard", isNegated: condition.negated)
    else { return nil }
    let guardian = CheckedGuard(test: test, isNegated: condition.negated)
    return (guardian, reader.assuming(condition.expression, is: !condition.negated))
  }

  /// Returns the actions with some names; reports the names that are unknown.
  ///
  /// - Parameter known: `actions` or `reducible`.
  func actions(named names: [Name], among known: [CheckedAction]) -> [CheckedAction] {
    names.compactMap { name in
      sink.note(
        name, .action, requesting: known.count < actions.count ? .reducible : .action,
        isKnown: places[name.text] != nil)
      if let place = places[name.text], place < known.count { return known[place] }
      sink.report(spec.unreducible(name, among: known.map(\.name)))
      return nil
    }
  }

  /// Checks a step that dispatches.
  func dispatch(_ step: DispatchDeclaration, _ reader: ValueReader) -> CheckedDispatch? {
    guard let action = actions(named: [step.action], among: actions).first else { return nil }
    guard let (guardian, reader) = guardian(step.condition, reader) else { return nil }
    var entries: [Node.Entry] = []
    if let payload = step.payload {
      guard let written = payload.entries(as: "'with'", into: sink) else { return nil }
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

  /// Checks a step that dispatches or cancels.
  func reaction(_ step: ReactionDeclaration, _ reader: ValueReader) -> CheckedReaction? {
    switch step {
    case .dispatch(let step): dispatch(step, reader).map { .dispatch($0) }
    case .cancel(let step): cancel(step, reader).map { .cancel($0) }
    }
  }

  func reactions(_ steps: [ReactionDeclaration], _ reader: ValueReader) -> [CheckedReaction] {
    steps.compactMap { reaction($0, reader) }
  }

  /// Checks the steps that follow an outcome.
  func outcome(_ declaration: OutcomeDeclaration?, _ reader: ValueReader) -> CheckedOutcome? {
    declaration.map { declaration in
      CheckedOutcome(
        steps: reactions(declaration.steps, reader),
        point: survey.add(.outcome, "'\(declaration.key.text)'", at: declaration.key.range))
    }
  }

  private func cancel(_ step: CancelDeclaration, _ reader: ValueReader) -> CheckedCancel? {
    sink.note(
      step.effect, .action, requesting: .effect,
      isKnown: spec.effects.contains { $0.name.text == step.effect.text })
    guard let effect = spec.effects.first(where: { $0.name.text == step.effect.text }) else {
      sink.report(
        .cancelOfNoEffect(
          step.effect, isAction: places[step.effect.text] != nil,
          among: spec.effects.map(\.name.text)))
      return nil
    }
    guard let (guardian, reader) = guardian(step.condition, reader) else { return nil }
    var key: CheckedKey?
    if let written = step.key {
      guard let own = effect.key else {
        sink.report(.keyOfKeyless(effect.name, at: written.key.range))
        return nil
      }
      key = self.key(written.expression, reader)
      guard let key else { return nil }
      if let type = key.type, let wanted = keyType(of: effect, own), type != wanted {
        sink.report(
          .keyOfOtherType(
            type, wanted, of: effect.name, at: written.expression.range, declared: own.range))
        return nil
      }
    }
    return CheckedCancel(
      place: step.place, condition: guardian, effect: effect.name.text, key: key,
      point: survey.add(.step, "step", at: step.extent))
  }

  /// Checks the key of an effect, which is a string, an int or a bool.
  func key(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> CheckedKey? {
    guard let expression = reader.compile(syntax) else { return nil }
    switch expression.type {
    case .string, .int, .bool:
      return CheckedKey(expression: expression, type: types.fieldType(of: expression.type))
    case .dyn: return CheckedKey(expression: expression, type: nil)
    default:
      sink.report(.notAKey(expression.type, at: syntax.range))
      return nil
    }
  }

  /// Creates the reader of an effect's own key, which sees the payload alone.
  func keyReader(of action: CheckedAction) -> ValueReader { reader([payload(of: [action])]) }

  /// The type of an effect's key; nil if it is not known, or if something is wrong with it.
  private func keyType(of effect: EffectDeclaration, _ key: ExpressionSyntax) -> FieldType? {
    guard let place = places[effect.name.text],
      let expression = try? keyReader(of: actions[place]).environment.compile(
        key.scalar.text.utf8Part(key.code))
    else { return nil }
    return expression.type == .dyn ? nil : types.fieldType(of: expression.type)
  }
}
