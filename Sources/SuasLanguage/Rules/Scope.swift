import CEL
import SuasProgram
import YAML

/// The context of the rules of one handler: the names in scope, and the state that they change.
struct Scope {
  var values: ValueReader
  private let reducer: Reducer
  /// The places that rules are run on, by the names that rules give them.
  private(set) var elements: [String: Element] = [:]
  /// The names of values that are not places, such as those that `let` and `for-each` bind.
  private(set) var copies: Set<String> = []
  /// The places that rules are run on, outermost first.
  private(set) var entered: [EnteredPlace] = []
  /// The names that rules have bound, in order.
  private(set) var boundNames: [String] = []
  /// True in a shared rule whose record may lie in a sensitive field.
  private var isStateSensitive = false

  /// The parts that all rules of a reducer share; a class, since scopes are copied for many rules.
  private final class Reducer {
    let state: RecordType
    let initial: Record?
    let stateName: String
    let survey: CoverageSurvey
    let sharedRules: SharedRules

    init(
      state: RecordType, initial: Record?, stateName: String, survey: CoverageSurvey,
      sharedRules: SharedRules
    ) {
      self.state = state
      self.initial = initial
      self.stateName = stateName
      self.survey = survey
      self.sharedRules = sharedRules
    }
  }

  /// The reducer's state shape, or the record of a shared rule.
  var state: RecordType { reducer.state }
  /// The reducer's initial state; nil in a shared rule.
  var initial: Record? { reducer.initial }
  /// The name of the state as a whole.
  var stateName: String { reducer.stateName }
  /// The shared rules that rules can use.
  var sharedRules: SharedRules { reducer.sharedRules }
  /// The survey that collects the outcomes of rules.
  var survey: CoverageSurvey { reducer.survey }

  /// A place that rules are run on.
  struct Element {
    var components: [Target.Component]
    var type: FieldType
    /// The place itself, and the places that contain it.
    var items: [Target.Item]
  }

  var sink: DiagnosticSink { values.sink }

  /// The names that hide a field with the same name.
  static let reserved: Set<String> = ["action", "selected", "state", "store"]

  /// The name of the state in a migration, which no expression can contain.
  static let hiddenState = "#0"

  /// The names that hide a state key with the same name in a migration.
  static let reservedInMigrations: Set<String> = ["old"]

  /// The names that some places give a meaning, which no constant or function can have.
  static let givenNames: Set<String> = [
    "action", "actionType", "error", "index", "item", "key", "new", "now", "old", "pending",
    "response", "selected", "state", "store", "uuid",
  ]

  /// The names that hide a field with the same name in a shared rule.
  static let reservedInSharedRules: Set<String> = ["selected", "state", "store"]

  /// The common part of the scopes of all reducers, or of all shared rules.
  struct Base {
    let environment: CEL.Environment
    /// The meanings of the names for the store.
    let vocabulary: Vocabulary
    let sharedRules: SharedRules
    let survey: CoverageSurvey
    let sink: DiagnosticSink
    /// The name of the state as a whole.
    var stateName = "state"

    /// Creates the base of a migration.
    init(
      environment: CEL.Environment, vocabulary: Vocabulary, sharedRules: SharedRules,
      survey: CoverageSurvey, sink: DiagnosticSink
    ) {
      self.environment = environment
      self.vocabulary = vocabulary
      self.sharedRules = sharedRules
      self.survey = survey
      self.sink = sink
      stateName = Scope.hiddenState
    }

    /// - Parameters:
    ///   - vocabulary: The meanings of the names for the store.
    ///   - celTypes: The types that expressions see, without those of the store.
    ///   - isForReducers: False for shared rules, which know no action.
    init(
      _ store: StoreShape, _ vocabulary: Vocabulary, _ celTypes: CEL.Types, isForReducers: Bool,
      _ sharedRules: SharedRules, _ survey: CoverageSurvey, _ sink: DiagnosticSink
    ) {
      var environment = Environment(types: celTypes.adding(store.shapes))
      // The slots of an execution: those of the payload and of the store follow that of the state.
      environment.declare("state", .dyn)
      environment.declare(isForReducers ? "action" : "#payload", .dyn)
      store.declare(in: &environment)
      environment.shareVariables()
      self.environment = environment
      self.vocabulary = vocabulary
      self.sharedRules = sharedRules
      self.survey = survey
      self.sink = sink
    }
  }

  /// Creates the scope that the handlers of a reducer share, or that of a shared rule.
  ///
  /// - Parameter initial: The initial state of the reducer; nil for a shared rule.
  init(state: RecordType, initial: Record?, _ base: Base) {
    let isMigration = base.stateName == Self.hiddenState
    let reserved =
      isMigration
      ? Self.reservedInMigrations : initial == nil ? Self.reservedInSharedRules : Self.reserved
    var environment = base.environment
    var vocabulary = base.vocabulary
    let slot = environment.redeclare(base.stateName, .record(state.shape.name))
    vocabulary[base.stateName] = .record(state)
    for (index, field) in state.fields.enumerated() where !reserved.contains(field.name) {
      environment.declare(field.name, field.type.cel, field: index, ofSlot: slot)
      if field.isSensitive { environment.hide(field: index, ofSlot: slot) }
      vocabulary[field.name] = .field(field.name, of: state)
    }
    // The scopes of handlers are kept with their expressions where somebody asks for these.
    environment.shareVariables()
    vocabulary.share()
    values = ValueReader(types: vocabulary.types, environment: environment, sink: base.sink)
    values.vocabulary = vocabulary
    reducer = Reducer(
      state: state, initial: initial, stateName: base.stateName, survey: base.survey,
      sharedRules: base.sharedRules)
    if isMigration { copies.insert("old") }
  }

  /// Makes this the scope of the handler for an action with a payload; it may have been the scope
  /// of another handler before.
  mutating func handle(_ payload: RecordType) {
    copies.insert("action")
    values.redeclare("action", .record(payload.shape.name), meaning: .record(payload))
  }

  /// Brings a name into scope and returns the slot of its value.
  private mutating func declare(
    _ name: String, _ type: Type, meaning: Vocabulary.Meaning? = nil
  ) -> Int {
    values.declare(name, type, meaning: meaning)
  }

  /// Brings into scope the name of a value that is not a place, and returns the value's slot.
  ///
  /// - Parameter meaning: The meaning of the value in the spec, if it has one.
  mutating func bind(
    _ name: String, _ type: Type, meaning: Vocabulary.Meaning? = nil
  ) -> Int {
    copies.insert(name)
    elements[name] = nil
    boundNames.append(name)
    return declare(name, type, meaning: meaning)
  }

  /// Notes for editors where the name that was just bound is written; nil for a name that is not
  /// written.
  mutating func noteDeclaration(of name: Name?) {
    guard let name, let journal = sink.readings else { return }
    values.vocabulary?.know(journal.declareVariable(name.text, at: name.range))
  }

  /// Hides the values of a bound name in the messages of errors.
  mutating func hide(slot: Int) {
    var environment = values.environment
    environment.hide(slot: slot)
    values.look(into: environment)
  }

  /// True if no message may quote the value at a place.
  func isSensitive(_ target: Target) -> Bool {
    isStateSensitive || target.isSensitive(in: state, values.types)
  }

  /// Keeps the values of the state, and of all in it, out of the messages of errors.
  mutating func hideState() {
    isStateSensitive = true
    for slot in 0..<values.environment.slotCount { hide(slot: slot) }
  }

  /// Reserves a slot that no name refers to.
  mutating func reserveSlot() -> Int { declare("#\(values.environment.slotCount)", .dyn) }

  /// Lets a name stand for the case of a variant in a slot, as a copy.
  mutating func bind(
    _ name: String, case field: Int, of variant: RecordType, inSlot slot: Int
  ) {
    copies.insert(name)
    elements[name] = nil
    boundNames.append(name)
    values.declare(name, case: field, of: variant, inSlot: slot)
  }

  /// Lets a name that is in scope stand for a place that can be changed.
  mutating func locate(_ name: String, at element: Element) {
    copies.remove(name)
    elements[name] = element
  }

  /// Brings a place that rules are run on into scope.
  mutating func enter(_ place: EnteredPlace) { entered.append(place) }

  /// Checks the rules of a list, in order.
  func check(_ rules: [Rule]) -> [CheckedRule]? {
    var scope = self
    var checked: [CheckedRule] = []
    checked.reserveCapacity(rules.count)
    var isReachable = true
    for (index, rule) in rules.enumerated() {
      var isSound = true
      var runsNever = false
      var condition: CheckedGuard?
      let tested = rule.condition.flatMap { scope.values.parse($0.expression) }
      let point = survey.add(.rule, "rule", at: rule.extent)
      let operation: Operation?
      if let test = rule.condition {
        let syntax = test.expression
        let checked = tested.flatMap {
          scope.values.expression(parsed: $0, of: syntax, as: .bool)
        }
        let point = survey.add(.guardian, "guard", syntax, checked, isNegated: test.negated)
        condition = checked.map {
          CheckedGuard(
            test: CheckedTest(expression: $0, point: point), isNegated: test.negated)
        }
        isSound = condition != nil
        if case .bool(let truth)? = checked?.constant {
          let runs = truth != test.negated
          warn(.constantGuard(runs: runs, at: syntax.range))
          runsNever = !runs
        }
        // The result of a guard is known only to its own rule; a rule with a guard binds no names.
        var guarded = scope.assuming(tested, is: !test.negated)
        operation = rule.verb.check(in: &guarded)
      } else {
        operation = rule.verb.check(in: &scope)
      }
      scope.learn(from: rule, operation, condition: tested)
      // Rules that never run have been warned of, and do not count as uncovered.
      if !isReachable || runsNever { survey.exclude(point..<survey.next) }
      if rule.refuses {
        if isReachable, index + 1 < rules.count { warn(.afterFailure(at: rules[index + 1].place)) }
        isReachable = false
      }
      guard let operation, isSound else { continue }
      checked.append(
        CheckedRule(
          place: rule.place, verb: type(of: rule.verb).keyword, condition: condition,
          point: point, operation: operation))
    }
    return checked.count == rules.count ? checked : nil
  }

  /// Warns of a name that hides a constant from here on.
  func warnOfHiding(_ name: Name) {
    guard case .constant(let constant)? = values.types.definitions[name.text] else { return }
    warn(.hiddenName(name.text, at: name.range, constant: constant.place))
  }

  /// Checks the name that a rule gives to elements, whose positions or keys have a name, too.
  func checkName(_ name: Name?, beside keyName: String) {
    guard let name else { return }
    warnOfHiding(name)
    if name.text == keyName { sink.report(.keyName(name)) }
  }

  func warn(_ warning: Diagnostic) { values.vocabulary?.usage.warn(warning) }

  /// Compiles an expression whose value must have a certain type.
  package func expression(_ syntax: ExpressionSyntax, as type: Type) -> CheckedExpression? {
    values.expression(syntax, as: type)
  }

  /// Compiles an expression whose value is assigned to a place of a certain type.
  func template(_ syntax: ExpressionSyntax, as type: FieldType) -> CheckedTemplate? {
    values.template(syntax, as: type)
  }

  /// Reads a value.
  func value(_ node: Node, as type: FieldType) -> CheckedTemplate? {
    values.read(node, as: type)
  }
}

extension Rule {
  /// True if the rule always refuses the action, so that no later rule in its list is reached.
  fileprivate var refuses: Bool { condition == nil && type(of: verb).refuses }
}
