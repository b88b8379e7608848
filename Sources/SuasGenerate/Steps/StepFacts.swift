import SuasProgram

/// Steps with the facts about them, which are found once, from the inside out.
package struct Steps: Sendable {
  package let steps: [Step]
  package let facts: StepFacts

  /// Creates steps, without steps that name values that nothing reads.
  package init(_ steps: [Step]) {
    var read: Set<Local> = []
    self.init(unpruned: steps.pruned(&read))
  }

  /// Creates steps whose names are read by steps after them, too.
  init(unpruned steps: [Step]) {
    self.steps = steps
    var facts = steps.reduce(StepFacts()) { $0.then($1.facts) }
    facts.reads.locals.subtract(steps.flatMap(\.boundLocals))
    self.facts = facts
  }

  package var isEmpty: Bool { steps.isEmpty }
}

/// Facts about steps on which their form in a language depends.
package struct StepFacts: Sendable {
  package var reads = CodeReads()
  /// True if the steps can meet an error.
  package var canFail = false
  /// True if a step can meet an error that is not one of a rule inside of it.
  package var failsHere = false
  /// True if the steps can change the state.
  package var writes = false
  /// True if the steps can meet an error after they changed something.
  package var failsAfterWrite = false
  /// True if a part of a list or map is changed, so that keeping a copy of it would cost a new
  /// copy.
  package var changesInside = false
  /// True if a step notes that the rules count.
  package var notesCount = false
  /// True if the code after the steps cannot be reached.
  package var isEnded = false
  /// The numbers of the shared rules that the steps call.
  package var calls: Set<Int> = []

  /// The facts about steps and others after them.
  package func then(_ next: StepFacts) -> StepFacts {
    var facts = both(next)
    facts.failsAfterWrite = failsAfterWrite || next.failsAfterWrite || writes && next.canFail
    facts.isEnded = isEnded || next.isEnded
    return facts
  }

  /// The facts about steps when one list or the other runs.
  package func or(_ other: StepFacts) -> StepFacts {
    var facts = both(other)
    facts.failsAfterWrite = failsAfterWrite || other.failsAfterWrite
    facts.isEnded = isEnded && other.isEnded
    return facts
  }

  /// The facts about steps that run any number of times.
  package var repeated: StepFacts {
    var facts = self
    facts.failsAfterWrite = failsAfterWrite || writes && canFail
    facts.isEnded = false
    return facts
  }

  private func both(_ other: StepFacts) -> StepFacts {
    var facts = self
    facts.reads.formUnion(other.reads)
    facts.canFail = canFail || other.canFail
    facts.failsHere = failsHere || other.failsHere
    facts.writes = writes || other.writes
    facts.changesInside = changesInside || other.changesInside
    facts.notesCount = notesCount || other.notesCount
    facts.calls.formUnion(other.calls)
    return facts
  }

  /// The way in which a function of the steps can restore overwritten values when it fails.
  package enum Undoing: Sendable {
    /// It does not have to, because it cannot fail after it wrote.
    case needless
    /// It keeps a copy of the whole state: lists and maps in it are replaced, not changed.
    case copy
    /// It notes each change.
    case notes
  }

  package var undoing: Undoing {
    failsAfterWrite ? changesInside ? .notes : .copy : .needless
  }

  init() {}

  /// Notes that a step itself can meet an error.
  fileprivate mutating func noteFailure(_ canFail: Bool) {
    self.canFail = self.canFail || canFail
    failsHere = failsHere || canFail
  }

  init(evaluating code: LoweredExpression) {
    reads = code.reads
    noteFailure(code.canFail)
  }

  init(opening path: OpenedPath) {
    noteFailure(path.canFail)
    for check in path.checks { for code in check.codes { reads.formUnion(code.reads) } }
    reads.locals.subtract(path.checks.compactMap(\.local))
  }

  /// The facts about a step at a place that it opens.
  ///
  /// - Parameter more: The names that the step reads besides the place.
  init(using path: OpenedPath, _ more: [CodeReads]) {
    self.init(opening: path)
    for reads in [path.place.reads] + more { self.reads.formUnion(reads) }
    reads.locals.subtract(path.checks.compactMap(\.local))
  }
}

extension [Step] {
  /// The steps without names that neither they nor later ones read.
  ///
  /// - Parameter read: The locals that later steps read; those that these read are added.
  fileprivate func pruned(_ read: inout Set<Local>) -> [Step] {
    var kept: [Step] = []
    for step in reversed() {
      guard let step = step.pruned(&read) else { continue }
      kept.append(step)
      read.formUnion(step.facts.reads.locals)
    }
    return kept.reversed()
  }
}

extension Step {
  /// The facts about the step.
  package var facts: StepFacts {
    switch self {
    case .rule(_, let steps):
      var facts = steps.facts
      facts.failsHere = false
      return facts
    case .bind(_, let code), .evaluate(let code): return StepFacts(evaluating: code)
    case .open(let path): return StepFacts(opening: path)
    case .write(let write): return write.facts
    case .branch(let condition, let then, let otherwise):
      return StepFacts(evaluating: condition).then(then.facts.or(otherwise.facts))
    case .choose(let choice): return choice.facts
    case .loop(let loop): return loop.facts
    case .call(let call): return call.facts
    case .within(let entry): return entry.facts
    case .travel(let move): return move.facts
    case .checkConstraints:
      var facts = StepFacts()
      facts.noteFailure(true)
      return facts
    case .count:
      var facts = StepFacts()
      facts.notesCount = true
      return facts
    case .refuse(_, let message, _):
      var facts = StepFacts(evaluating: message)
      facts.noteFailure(true)
      facts.isEnded = true
      return facts
    }
  }

  /// The locals that the step names for later ones.
  fileprivate var boundLocals: [Local] {
    switch self {
    case .bind, .open: locals
    case .rule(_, let steps): steps.steps.flatMap(\.boundLocals)
    default: []
    }
  }

  /// The step without names that later ones do not read; nil if nothing is left.
  fileprivate func pruned(_ read: inout Set<Local>) -> Step? {
    switch self {
    case .bind(let local, let code) where !read.contains(local):
      return code.canFail ? .evaluate(code) : nil
    case .evaluate(let code): return code.canFail ? self : nil
    case .open(var path):
      var kept: [OpenedPath.Check] = []
      var inner = read
      for check in path.checks.reversed() {
        guard let check = check.withoutUnread(inner) else { continue }
        for code in check.codes { inner.formUnion(code.reads.locals) }
        kept.append(check)
      }
      path.checks = kept.reversed()
      return kept.isEmpty ? nil : .open(path)
    case .rule(let place, let steps):
      let kept = steps.steps.pruned(&read)
      return kept.isEmpty ? nil : .rule(place, Steps(unpruned: kept))
    default: return self
    }
  }
}

extension OpenedPath.Check {
  /// The local that the check names.
  package var local: Local? {
    switch self {
    case .bind(let local, _), .position(let local, _, _): local
    default: nil
    }
  }

  /// The expressions that the check evaluates.
  package var codes: [LoweredExpression] {
    switch self {
    case .bind(_, let code), .requireValue(let code), .require(let code),
      .requireCase(let code, _, _):
      [code]
    case .position(_, let list, let index), .requireIndex(let list, let index): [list, index]
    case .requireKey(let map, let key): [map, key]
    }
  }

  fileprivate func withoutUnread(_ read: Set<Local>) -> OpenedPath.Check? {
    guard let local, !read.contains(local) else { return self }
    switch self {
    case .position(_, let list, let index): return .requireIndex(list: list, index: index)
    case .bind(_, let code): return code.canFail ? .require(code) : nil
    default: return self
    }
  }
}

extension Write {
  fileprivate var facts: StepFacts {
    var facts = StepFacts(using: path, [fallback?.reads, change.reads].compactMap(\.self))
    let changeFails = change.canFail(on: path.place.type) || path.entry?.map.type == .any
    facts.noteFailure(changeFails || fallback?.canFail ?? false)
    facts.writes = true
    facts.notesCount = countsDropping
    facts.failsAfterWrite = fallback != nil && changeFails
    facts.changesInside = change.isInside || path.entry != nil || path.place.isInCollection
    return facts
  }
}

extension Change {
  /// True if the change can meet an error on a value of a type.
  package func canFail(on type: ValueType) -> Bool {
    let isPlain = type == type.nonNull && type != .any
    switch self {
    case .set(let code): return code.canFail
    case .empty, .remove, .move, .swap, .mergeFields: return true
    case .toggle, .reverse: return !isPlain
    case .add(let amount, _): return !isPlain || type != .double || amount.canFail
    case .setFields(let fields): return !isPlain || fields.contains { $0.value.canFail }
    case .merge(let code): return !isPlain || code.canFail
    case .insert(let code, _, let position):
      if case .index = position { return true }
      return !isPlain || code.canFail
    case .sort(let key, let isDescending):
      let fails =
        key.map { $0.code.canFail || !$0.code.type.hasOrder } ?? !type.elementType.hasOrder
      return !isPlain || fails || isDescending?.canFail ?? false
    case .keep(let test): return !isPlain || test.code.canFail
    case .upsert(let code, _): return !isPlain || code.canFail || type.elementType == .any
    case .dropEntry: return false
    }
  }

  /// True if a part of the value at the place is changed, and the whole is not replaced.
  fileprivate var isInside: Bool {
    switch self {
    case .set, .empty, .add, .setFields, .mergeFields, .sort, .keep: false
    default: true
    }
  }
}

extension Choice {
  fileprivate var facts: StepFacts {
    var all: StepFacts?
    for item in cases {
      var facts = item.steps.facts
      if let contents = item.contents { facts.reads.locals.remove(contents) }
      all = all?.or(facts) ?? facts
    }
    if let otherwise { all = all?.or(otherwise.facts) ?? otherwise.facts }
    var facts = StepFacts(evaluating: subject)
    facts.noteFailure(isStrict)
    return all.map(facts.then) ?? facts
  }
}

extension Loop {
  fileprivate var facts: StepFacts {
    var facts: StepFacts
    switch range {
    case .places(let place, let test):
      facts = StepFacts(evaluating: place)
      facts.noteFailure(place.type == .any)
      if let test {
        var reads = test.condition.reads
        reads.locals.remove(test.key)
        facts.reads.formUnion(reads)
        facts.noteFailure(test.condition.canFail)
      }
    case .elements(let code):
      facts = StepFacts(evaluating: code)
      facts.noteFailure(code.type == .any)
    }
    var inner = body.facts.repeated
    inner.reads.locals.subtract([key, item].compactMap(\.self))
    return facts.then(inner)
  }
}

extension RuleCall {
  fileprivate var facts: StepFacts {
    var facts = StepFacts(using: path, arguments.map(\.reads))
    if callee.reads.readsStore { facts.reads.readsWholeStore = true }
    let isOpen = path.place.type == .any
    // A shared rule that fails restores the values that it changed.
    facts.noteFailure(
      callee.canFail || path.place.type != path.place.type.nonNull || isOpen
        || arguments.contains(where: \.canFail))
    facts.writes = callee.writes
    facts.notesCount = notesCount
    facts.changesInside = callee.writes && !isOpen
    facts.calls = callee.calls.union([rule])
    return facts
  }
}

extension NewEntry {
  fileprivate var facts: StepFacts {
    var added = StepFacts(using: path, [value.reads])
    added.noteFailure(value.canFail || path.entry?.map.type == .any)
    added.writes = true
    added.changesInside = true
    added.notesCount = notesCount
    var facts = added.then(body.facts)
    facts.reads.locals.subtract(path.checks.compactMap(\.local))
    facts.isEnded = false
    return facts
  }
}

extension HistoryMove {
  fileprivate var facts: StepFacts {
    var facts = StepFacts(evaluating: distance)
    facts.reads.stateKeys = [stateKey]
    facts.writes = true
    facts.notesCount = notesCount
    return facts
  }
}
