import CEL
import SuasProgram

/// Collects the changes of enums and variants by the rules of one reducer.
struct CaseScan {
  let reducer: CheckedReducer
  let types: TypeTable
  private let sharedRules: [SharedRule]
  /// The action whose rules are read.
  private(set) var action = ""
  var diagrams: [CaseDiagram] = []
  /// The lists and maps that are written as a whole, each with the action.
  var wholes: [(place: StatePath, action: String)] = []
  /// The number of rules that may still be read.
  private var rulesLeft = 100_000
  /// True if all rules were read.
  var isComplete: Bool { rulesLeft > 0 }

  init(_ reducer: CheckedReducer, _ types: TypeTable, _ sharedRules: [SharedRule]) {
    self.reducer = reducer
    self.types = types
    self.sharedRules = sharedRules
  }

  /// The diagrams, each with the actions that may change its place in a way that the rules do not
  /// tell.
  var completeDiagrams: [CaseDiagram] {
    diagrams.map { diagram in
      var diagram = diagram
      for (place, action) in wholes
      where place.steps.count <= diagram.place.steps.count && place.mayChange(diagram.place)
        && !diagram.untold.contains(action)
      {
        diagram.untold.append(action)
      }
      return diagram
    }
  }

  mutating func read(_ rules: [CheckedRule], of action: String) {
    self.action = action
    var context = CaseContext()
    _ = read(rules, &context)
  }

  /// Reads rules in order; returns false if none after them is reached.
  private mutating func read(_ rules: [CheckedRule], _ context: inout CaseContext) -> Bool {
    for rule in rules {
      guard let condition = rule.condition else {
        if !read(rule, &context) { return false }
        continue
      }
      let runs = !condition.isNegated
      var inner = context
      restrict(&inner, condition.test.expression, is: runs)
      let goesOn = read(rule, &inner)
      forget(changesIn: rule, &context)
      if !goesOn { restrict(&context, condition.test.expression, is: !runs, isNoted: false) }
    }
    return true
  }

  private mutating func read(_ rule: CheckedRule, _ context: inout CaseContext) -> Bool {
    // Shared rules may use others twice, which use others twice, and so on.
    guard rulesLeft > 0 else { return false }
    rulesLeft -= 1
    switch rule.operation {
    case .refuse: return false
    case .branch(let test, let then, let otherwise):
      var (first, second) = (context, context)
      restrict(&first, test.expression, is: true)
      restrict(&second, test.expression, is: false)
      let goesOn = (read(then, &first), read(otherwise, &second))
      forget(changesIn: rule, &context)
      if !goesOn.0 { restrict(&context, test.expression, is: false, isNoted: false) }
      if !goesOn.1 { restrict(&context, test.expression, is: true, isNoted: false) }
      return goesOn.0 || goesOn.1
    case .match(let match): return read(match, rule, &context)
    case .at(let place, let rules):
      var inner = context
      inner.note(keysOf: place.target, in: place.pathSlots)
      inner.places[place.itemSlot] = path(of: place.target, inner)
      let goesOn = read(rules, &inner)
      forget(changesIn: rule, &context)
      return goesOn
    case .update(let elements, let pathSlots, let condition, let rules):
      var inner = context
      inner.note(keysOf: elements.target, in: pathSlots)
      inner.places[elements.itemSlot] = path(of: elements.target, inner).map {
        $0 + .element("#\(elements.keySlot)")
      }
      if let condition { restrict(&inner, condition, is: true, "where") }
      _ = read(rules, &inner)
      forget(changesIn: rule, &context)
    case .forEach(let list, _, _, let rules):
      var inner = context
      inner.conditions.append(("for each of \(String(list.text).onOneLine)", []))
      forget(changesIn: rule, &inner)
      _ = read(rules, &inner)
      forget(changesIn: rule, &context)
    case .use(let use):
      let shared = sharedRules[use.rule]
      var inner = CaseContext()
      guard let base = path(of: use.target, context) else { break }
      inner.base = base
      inner.depth = context.depth + 1
      inner.facts = context.facts
      inner.conditions = context.conditions
      for (index, argument) in use.arguments.enumerated() {
        inner.parameters[SharedRule.firstParameterSlot + index] = cases(of: argument, context)
      }
      let goesOn = read(shared.rules, &inner)
      context.facts = inner.facts
      return goesOn
    case .bind: break
    default: write(rule.operation, &context)
    }
    return true
  }

  private mutating func read(
    _ match: Match, _ rule: CheckedRule, _ context: inout CaseContext
  ) -> Bool {
    var subject: StatePath?
    var outer = context
    switch match.subject {
    case .place(let target, let pathSlots, let itemSlot):
      outer.note(keysOf: target, in: pathSlots)
      subject = path(of: target, outer)
      if let itemSlot { outer.places[itemSlot] = subject }
    case .value(let expression, let itemSlot):
      subject = path(of: expression.tree.root, expression, context)
      if let itemSlot { outer.places[itemSlot] = subject }
    }
    let known = subject.flatMap { caseNames(at: $0) } ?? []
    var goesOn = false
    for item in match.cases {
      var inner = outer
      inner.assume(subject, [item.label.name], match, known)
      if read(item.rules, &inner) { goesOn = true }
    }
    let labels = Set(match.cases.map(\.label.name))
    let rest = Set(known).subtracting(labels)
    if let rules = match.otherwise {
      var inner = outer
      inner.assume(subject, rest, match, known)
      if read(rules, &inner) { goesOn = true }
    }
    forget(changesIn: rule, &context)
    return goesOn
  }
}

extension Match.Label {
  /// The name of the case.
  var name: String {
    switch self {
    case .variant(_, let name): name
    case .value(let value): value.caseName ?? value.interpolated
    }
  }
}

extension Value {
  /// The name of the case, for a value of an enum or variant.
  var caseName: String? {
    switch self {
    case .string(let name): name
    case .null: "null"
    case .record(let record): record.presentCase.map { record.shape.fields[$0].name }
    default: nil
    }
  }
}
