import CEL
import SuasProgram

extension Match {
  /// True if the checker took the value for one of any type.
  fileprivate var isOfAnyType: Bool {
    if case .value(let expression, _) = subject { expression.type == .dyn } else { false }
  }
}

extension RuleLowering {
  mutating func branch(
    _ test: CheckedTest, _ then: [CheckedRule], _ otherwise: [CheckedRule]
  ) throws(NotGenerated) {
    let code = try lowering.lower(test, scope)
    let then = try lower(then, where: code.presentCases)
    let otherwise = try lower(otherwise, where: code.casesIfFalse)
    if let isTrue = code.knownBool { return addInSameBlock(isTrue ? then : otherwise) }
    if then.isEmpty {
      if otherwise.isEmpty { return steps.append(.evaluate(code)) }
      return steps.append(.branch(code.negated, then: otherwise, otherwise: then))
    }
    steps.append(.branch(code, then: then, otherwise: otherwise))
  }

  // MARK: Match

  mutating func match(_ match: Match) throws(NotGenerated) {
    let outer = scope
    defer { scope.restoreValues(of: outer) }
    let subject: LoweredExpression
    let itemSlot: Int?
    var isPlace = false
    switch match.subject {
    case .place(let target, let pathSlots, let slot):
      let path = try open(target)
      steps.append(.open(path))
      for (slot, key) in zip(pathSlots, path.keys) { scope[slot] = key }
      (subject, itemSlot, isPlace) = (path.place, slot, true)
    case .value(let expression, let slot):
      (subject, itemSlot) = (try lowering.lower(expression, scope), slot)
    }
    // Texts are compared by their code points, as values of any type are; a value whose type was not
    // certain to the checker is compared as one of any type.
    let isOpen =
      subject.type.isOpen || subject.type.nonNull == .string || match.isOfAnyType
    let head =
      isOpen ? LoweredExpression(subject.asAny.kind, .any, canFail: subject.canFail) : subject
    if let known = try lowerKnown(match, head, itemSlot) { return addInSameBlock(known) }
    var cases: [Choice.Case] = []
    for item in match.cases { cases.append(try lower(item, of: match, head, itemSlot)) }
    var otherwise: Steps?
    if !isExhaustive(match, head.type) {
      otherwise = try lower(match.otherwise ?? [], where: absentCases(match, head))
    }
    steps.append(
      .choose(
        Choice(
          subject: head, isPlace: isPlace, cases: cases, otherwise: otherwise,
          isStrict: isOpen && match.otherwise == nil)))
  }

  /// The facts that hold where none of the cases of a match is the present one.
  private func absentCases(_ match: Match, _ subject: LoweredExpression) -> Set<PresentCase> {
    guard let path = subject.path else { return [] }
    return Set(
      match.cases.compactMap { item in
        switch item.label {
        case .variant(_, let name): PresentCase(path, .absent(name))
        case .value(.null): PresentCase(path, .value)
        case .value: nil
        }
      })
  }

  private func isExhaustive(_ match: Match, _ type: ValueType) -> Bool {
    var needed: Int
    switch type.nonNull {
    case .bool: needed = 2
    case .enumeration(let name): needed = program.cases(of: name).count
    default: needed = program.layout(of: type)?.fields.count ?? .max
    }
    if type != type.nonNull { needed += 1 }
    return match.cases.count >= needed
  }

  /// - Parameter isKnown: True if a test around the match has shown that the case is present.
  private mutating func lower(
    _ item: Match.Case, of match: Match, _ subject: LoweredExpression, _ itemSlot: Int?,
    isKnown: Bool = false
  ) throws(NotGenerated) -> Choice.Case {
    let outer = scope
    defer { scope = outer }
    var matched = matched(item, of: match, subject)
    guard case .variant(let slot, let name) = item.label, let itemSlot,
      let layout = program.layout(of: subject.type),
      program.layout(of: layout.fields[slot].type)?.fields.isEmpty == false
    else {
      return Choice.Case(
        label: item.label, contents: nil, steps: try lower(item.rules, knowing: matched))
    }
    let type = layout.fields[slot].type
    if isKnown, !setsSubject(item.rules, match) {
      scope[itemSlot] = try lowering.field(slot, of: subject.known)
    } else if allowsCopy(item.rules, match) {
      let local = scope.local(
        match.itemName == "item" ? name.memberName : match.itemName, "\(name.memberName)Case")
      let contents = LoweredExpression(.local(local), type, canFail: false)
      scope[itemSlot] = contents
      matched?.contents = contents
      let steps = try lower(item.rules, knowing: matched)
      return Choice.Case(label: item.label, contents: steps.reading(local), steps: steps)
    } else {
      // The rules change the case's record, or put another case in its place.
      scope[itemSlot] = LoweredExpression(
        .contents(subject.known, variant: layout.name, name: name), type,
        canFail: setsSubject(item.rules, match))
    }
    return Choice.Case(
      label: item.label, contents: nil, steps: try lower(item.rules, knowing: matched))
  }

  /// The case that the rules of a case find present where they begin; nil for a value that has no
  /// path, or that other rules may change.
  private func matched(
    _ item: Match.Case, of match: Match, _ subject: LoweredExpression
  ) -> MatchedCase? {
    guard case .variant(_, let name) = item.label, let path = subject.path else { return nil }
    let present = PresentCase(path, .present(name))
    switch match.subject {
    case .place(let place, _, _): return MatchedCase(present: present, place: place)
    case .value:
      guard subject.reads.locals.isDisjoint(with: root.reads.locals) else { return nil }
      return MatchedCase(present: present, place: nil)
    }
  }

  /// The rules for a value of which a test around it has shown which case is present; nil if none has.
  private mutating func lowerKnown(
    _ match: Match, _ subject: LoweredExpression, _ itemSlot: Int?
  ) throws(NotGenerated) -> Steps? {
    guard let layout = program.layout(of: subject.type), layout.isVariant,
      let present = layout.fields.first(where: { lowering.knows(.present($0.name), of: subject) })
    else { return nil }
    for item in match.cases {
      guard case .variant(_, present.name) = item.label else { continue }
      return try lower(item, of: match, subject, itemSlot, isKnown: true).steps
    }
    return try lower(match.otherwise ?? [])
  }

  /// True if the rules of a case may read a copy of its record: none of them changes the record, and
  /// only the last one may replace it.
  private func allowsCopy(_ rules: [CheckedRule], _ match: Match) -> Bool {
    guard case .place(let subject, _, _) = match.subject else { return true }
    let depth = subject.components.count
    for (index, rule) in rules.enumerated() {
      let isPlain = rule.operation.ruleLists.isEmpty
      for target in rule.operation.allTargets where target.overlaps(subject) {
        guard isPlain, index == rules.count - 1, target.components.count <= depth else {
          return false
        }
      }
    }
    return true
  }

  /// True if some rule puts another value in the place that is matched.
  private func setsSubject(_ rules: [CheckedRule], _ match: Match) -> Bool {
    guard case .place(let subject, _, _) = match.subject else { return false }
    return rules.contains { rule in
      rule.operation.allTargets.contains {
        $0.overlaps(subject) && $0.components.count <= subject.components.count
      }
    }
  }

  // MARK: Places

  mutating func at(_ opened: SuasProgram.OpenedPlace, _ rules: [CheckedRule]) throws(NotGenerated) {
    let outer = scope
    defer { scope.restoreValues(of: outer) }
    try onPlace(opened.target, program.spec.counting(rules)) { inner, path throws(NotGenerated) in
      for (slot, key) in zip(opened.pathSlots, path.keys) { inner.scope[slot] = key }
      inner.scope[opened.itemSlot] = path.place
      inner.addInSameBlock(try inner.lower(rules))
    }
  }

  mutating func use(_ use: RuleUse) throws(NotGenerated) {
    guard let callee = callees[use.rule] else { throw lowering.refusal() }
    let rule = program.spec.sharedRules[use.rule]
    var arguments: [LoweredExpression] = []
    for (parameter, argument) in zip(rule.parameters, use.arguments) {
      let code = try lowering.lower(argument, as: ValueType(parameter.type), scope)
      arguments.append(value(code, before: true, as: parameter.name))
    }
    try onPlace(use.target, callee.counting) { inner, path in
      inner.steps.append(
        .call(
          RuleCall(
            rule: use.rule, place: use.place, path: path, arguments: arguments,
            callee: callee.steps.facts, counting: callee.counting,
            notesCount: inner.notesCounts && callee.counting == .sometimes)))
      if callee.counting == .always { inner.noteCount() }
    }
  }

  /// Adds steps on a place; a map's key that is made for them is dropped again unless one counts.
  private mutating func onPlace(
    _ target: Target, _ counting: Counting,
    _ body: (inout RuleLowering, OpenedPath) throws(NotGenerated) -> Void
  ) throws(NotGenerated) {
    guard target.makesKey, let fallback = target.fallback else {
      let path = try open(target)
      steps.append(.open(path))
      return try body(&self, path.opened)
    }
    let path = try open(target, toLast: true)
    let value = try lowering.lower(fallback, as: path.place.type, scope)
    let notes = notesCounts
    notesCounts = counting == .sometimes
    let inner = try collected { rules throws(NotGenerated) in try body(&rules, path.opened) }
    notesCounts = notes
    steps.append(
      .within(
        NewEntry(
          path: path, value: value, body: Steps(inner), counting: counting,
          notesCount: notes && counting == .sometimes)))
    if counting == .always { noteCount() }
  }
}

extension OpenedPath {
  /// The place without its checks, which were made.
  fileprivate var opened: OpenedPath {
    var path = self
    path.checks = []
    return path
  }
}

extension SuasProgram.Operation {
  /// True if the operation or a rule in it may change a place.
  func changes(_ place: Target) -> Bool { allTargets.contains { $0.overlaps(place) } }

  /// The places that the operation and the rules in it change.
  fileprivate var allTargets: [Target] {
    var targets = target.map { [$0] } ?? []
    if case .use(let use) = self { targets.append(use.target) }
    for rule in ruleLists.joined() { targets += rule.operation.allTargets }
    return targets
  }
}

extension Target {
  /// True if both paths may lead to the same place, or one of them to a part of the other.
  fileprivate func overlaps(_ other: Target) -> Bool {
    for (one, other) in zip(components, other.components) {
      switch (one, other) {
      case (.field(let one), .field(let other)): if one != other { return false }
      case (.member(let one), .member(let other)): if one != other { return false }
      default: break
      }
    }
    return true
  }
}
