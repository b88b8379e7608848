import CEL
import SuasProgram
import YAML

/// Lowers rules to steps.
package struct RuleLowering {
  var lowering: Lowering
  /// The record that the rules change.
  let root: LoweredExpression
  var scope: Scope
  /// The place of the rule that is lowered.
  var place: SourceRange
  /// The shared rules that are lowered already, by their numbers.
  let callees: [LoweredFunction?]
  /// True if it is noted where a rule counts.
  var notesCounts: Bool
  /// The steps of the list that is lowered.
  var steps: [Step] = []

  var program: Program { lowering.program }

  /// The names that the functions of rules use for things other than locals.
  static let reservedNames: Set<String> = [
    "state", "record", "action", "store", "undo", "rule", "ishidden", "ishandled", "error",
    "before", "old", "count", "moved", "matched",
  ]

  init(
    _ lowering: Lowering, root: LoweredExpression, _ scope: Scope, at place: SourceRange,
    callees: [LoweredFunction?], notesCounts: Bool
  ) {
    self.lowering = lowering
    self.root = root
    self.scope = scope
    self.place = place
    self.callees = callees
    self.notesCounts = notesCounts
  }

  /// Adds cases that are present where the next rules begin.
  private mutating func know(_ cases: Set<PresentCase>) {
    let changing = cases.filter { present in
      root.reads.locals.contains { present.isPart(of: $0) }
    }
    lowering.presentUntilWritten.formUnion(changing)
    lowering.presentCases.formUnion(cases.subtracting(changing))
  }

  /// Lowers rules that run one after the other.
  ///
  /// - Parameters:
  ///   - cases: The cases that are present where the rules begin.
  ///   - matched: A case that is present until a rule changes its place.
  mutating func lower(
    _ rules: [CheckedRule], where cases: Set<PresentCase> = [], knowing matched: MatchedCase? = nil
  ) throws(NotGenerated) -> Steps {
    let (outer, outerSteps, outerNotes) = (scope, steps, notesCounts)
    defer { (scope, steps, notesCounts) = (outer, outerSteps, outerNotes) }
    steps = []
    // If one of the rules always counts, this is noted once.
    let countsOnce = notesCounts && program.spec.counting(rules) == .always
    if countsOnce { notesCounts = false }
    var isEnded = false
    let outside = lowering
    defer { lowering = outside }
    know(cases)
    if let matched { lowering = lowering.knowing(matched) }
    var settled = lowering
    var untilWritten = lowering.presentUntilWritten
    // The cases of locals, which nothing changes.
    var bound: Set<PresentCase> = []
    for rule in rules where !isEnded {
      let changes = matched?.place.map(rule.operation.changes) ?? false
      if !rule.operation.ruleLists.isEmpty { lowering = changes ? outside : settled }
      lowering.presentUntilWritten = untilWritten
      lowering.presentCases.formUnion(bound)
      let count = steps.count
      try lower(rule)
      if changes {
        settled = outside
        lowering = outside
      }
      guard let step = steps.last, steps.count > count else { continue }
      bound.formUnion(steps[count...].flatMap(\.boundCases))
      isEnded = step.facts.isEnded
      if steps[count...].contains(where: \.facts.writes) {
        lowering = settled
        untilWritten = []
      } else {
        // What a refusal has shown holds until a rule writes.
        lowering = lowering.knowing(step.casesAfter)
      }
    }
    if countsOnce, !isEnded { steps.append(.count) }
    return Steps(steps)
  }

  /// Lowers one rule, and adds it to the steps.
  private mutating func lower(_ rule: CheckedRule) throws(NotGenerated) {
    place = rule.place
    lowering.place = rule.place
    let (hiddenSlots, outer) = (scope.hiddenSlots, lowering)
    defer {
      scope.hiddenSlots = hiddenSlots
      lowering = outer
    }
    let hides = rule.operation.quotesSensitiveValues(hiddenSlots)
    if hides { scope.hiddenSlots.formUnion(rule.operation.pathSlots) }
    guard let condition = rule.condition else {
      return add(
        try collected { rules throws(NotGenerated) in try rules.lower(rule.operation) },
        of: rule, hidesValues: hides)
    }
    let test = try lowering.lower(condition.test, scope)
    know(condition.isNegated ? test.casesIfFalse : test.presentCases)
    let scopeBefore = scope
    let inner = try collected { rules throws(NotGenerated) in try rules.lower(rule.operation) }
    scope = scopeBefore
    if let isTrue = test.knownBool {
      if isTrue == condition.isNegated { return }
      scope.take(Steps(unpruned: inner).localNames)
      return add(inner, of: rule, hidesValues: hides)
    }
    guard !inner.isEmpty else { return add([.evaluate(test)], of: rule, hidesValues: false) }
    let then =
      hides
      ? Steps([.rule(RulePlace(range: rule.place, hidesValues: true), Steps(inner))]) : Steps(inner)
    add(
      [.branch(condition.isNegated ? test.negated : test, then: then, otherwise: Steps([]))],
      of: rule, hidesValues: false)
  }

  /// Adds the steps of a rule. Names that they bind stay visible after it.
  private mutating func add(_ inner: [Step], of rule: CheckedRule, hidesValues: Bool) {
    let steps = Steps(unpruned: inner)
    guard steps.facts.canFail else {
      self.steps += inner
      return
    }
    self.steps.append(.rule(RulePlace(range: rule.place, hidesValues: hidesValues), steps))
  }

  /// Adds the steps of other rules to the block of these. The names in them stay taken.
  mutating func addInSameBlock(_ inner: Steps) {
    scope.take(inner.localNames)
    steps += inner.steps
  }

  /// Returns the steps that a function adds.
  mutating func collected(
    _ body: (inout RuleLowering) throws(NotGenerated) -> Void
  ) throws(NotGenerated) -> [Step] {
    let outer = steps
    steps = []
    try body(&self)
    let inner = steps
    steps = outer
    return inner
  }

  mutating func noteCount() {
    if notesCounts { steps.append(.count) }
  }

  // MARK: Places and values

  mutating func bind(_ local: Local, _ code: LoweredExpression) { steps.append(.bind(local, code)) }

  /// A value that is evaluated before a place is opened; where both can fail it has a name.
  mutating func value(_ code: LoweredExpression, before mayFail: Bool, as name: String)
    -> LoweredExpression
  {
    guard code.canFail && mayFail else { return code }
    let local = scope.local(name)
    bind(local, code)
    return LoweredExpression(.local(local), code.type, canFail: false)
  }

  /// Opens the place of a target.
  mutating func open(_ target: Target, toLast: Bool = false) throws(NotGenerated) -> OpenedPath {
    var path = try lowering.open(target, in: root, toLast: toLast, &scope)
    path.checks = keysFirst(path.checks)
    return path
  }

  /// The checks in the order in which they are made: all keys are evaluated before a place is looked
  /// for, and a place in an `any` is looked for once.
  private mutating func keysFirst(_ checks: [OpenedPath.Check]) -> [OpenedPath.Check] {
    var keys: [OpenedPath.Check] = []
    var places: [OpenedPath.Check] = []
    for (place, check) in checks.enumerated() {
      switch check {
      case .bind: keys.append(check)
      case .position(let local, let list, let index)
      where index.canFail
        && (!places.isEmpty || checks[(place + 1)...].contains(where: \.keyCanFail)):
        let number = scope.local("\(local.name)Number")
        keys.append(.bind(number, index))
        places.append(
          .position(
            local, list: list, index: LoweredExpression(.local(number), .int, canFail: false)))
      case .require:
        if case .require? = places.last { places.removeLast() }
        places.append(check)
      default: places.append(check)
      }
    }
    return keys + places
  }

  /// True if a target's place can be missing.
  func canFail(_ target: Target) throws(NotGenerated) -> Bool {
    var trial = scope
    let path = try lowering.open(target, in: root, toLast: target.makesKey, &trial)
    // An `any` may be no map.
    return path.canFail || path.entry?.map.type == .any
  }

  /// The type of the value at a target.
  func type(_ target: Target) throws(NotGenerated) -> ValueType {
    var trial = scope
    return try lowering.open(target, in: root, toLast: target.endsInKey, &trial).place.type
  }

  /// Adds a change at a target; a key at its end that is not there is made from the target's default.
  mutating func write(
    _ target: Target, _ change: Change, countsDropping: Bool = false
  ) throws(NotGenerated) {
    let fallback = target.makesKey ? target.fallback : nil
    var path = try open(target, toLast: fallback != nil)
    if case .keep = change { path.requireValue() }
    steps.append(
      .write(
        Write(
          path: path,
          fallback: try fallback.map { value throws(NotGenerated) in
            try lowering.lower(value, as: path.place.type, scope)
          }, change: change, countsDropping: countsDropping)))
  }
}

extension Target {
  /// True if a key at the end is made where it is not there.
  var makesKey: Bool { endsInKey && fallback != nil }
}

extension OpenedPath.Check {
  /// True if the evaluation of the check's index or key can meet an error.
  fileprivate var keyCanFail: Bool {
    switch self {
    case .bind(_, let code), .position(_, _, let code): code.canFail
    default: false
    }
  }
}

extension Step {
  /// The cases of variants that locals were given.
  fileprivate var boundCases: Set<PresentCase> {
    switch self {
    case .rule(_, let steps): return Set(steps.steps.flatMap(\.boundCases))
    case .bind(let local, let code):
      guard case .variant(let name, _) = code.kind else { return [] }
      return [PresentCase(local.name, .present(name))]
    default: return []
    }
  }

  /// The cases that are present after the step, which refuses the action in others.
  fileprivate var casesAfter: Set<PresentCase> {
    switch self {
    case .rule(_, let steps): steps.steps.count == 1 ? steps.steps[0].casesAfter : []
    case .branch(let test, let then, let otherwise) where then.facts.isEnded && otherwise.isEmpty:
      test.casesIfFalse
    default: []
    }
  }
}
