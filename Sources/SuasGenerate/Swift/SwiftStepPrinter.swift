import CEL
import SuasProgram
import YAML

/// Prints the steps of rules as statements of a Swift function.
struct SwiftStepPrinter {
  var expressions: SwiftExpressionPrinter
  let rules: LoweredSharedRules
  /// The record that the steps change.
  let root: LoweredExpression
  /// True if overwritten values are noted, since a later step can fail.
  let notes: Bool
  let places: SwiftRulePlaces
  /// The variable that notes that a rule counted; nil where none is needed.
  var counter: String?
  /// The names that are taken in the function.
  var taken: Set<String>
  /// True until the first rule that can fail was printed.
  private var isFirstPlace = true
  /// The number of blocks around.
  private var depth = 0

  var program: Program { expressions.names.program }
  var names: SwiftNames { expressions.names }

  init(
    _ function: LoweredFunction, _ expressions: SwiftExpressionPrinter, _ rules: LoweredSharedRules,
    notes: Bool
  ) {
    self.expressions = expressions
    self.rules = rules
    self.notes = notes
    root = function.root
    places = SwiftRulePlaces(function.steps, expressions.names)
    taken = Set(function.steps.localNames.map(SwiftNames.local))
    taken.formUnion(function.parameters.map(SwiftNames.local))
    taken.formUnion(["state", "record", "action", "store", "undo", "rule", "isHidden", "before"])
    if function.notesCount { counter = "isHandled" }
  }

  /// A name that nothing else in the block has: the first of some that is free, or else a longer one.
  mutating func fresh(_ candidates: String...) -> Document { .name(freshName(candidates)) }

  mutating func freshName(_ candidates: [String]) -> String {
    for name in candidates where taken.insert(name).inserted { return name }
    var number = 2
    let name = candidates.last ?? "value"
    while !taken.insert("\(name)\(number)").inserted { number += 1 }
    return "\(name)\(number)"
  }

  /// The statements of steps.
  mutating func statements(_ steps: Steps) throws(NotGenerated) -> [Document] {
    var statements: [Document] = []
    for step in steps.steps { statements += try self.statements(step) }
    return statements
  }

  /// The statements of steps in a block of their own.
  mutating func block(_ steps: Steps) throws(NotGenerated) -> [Document] {
    let outer = taken
    depth += 1
    defer {
      depth -= 1
      taken = outer
    }
    return try statements(steps)
  }

  private mutating func statements(_ step: Step) throws(NotGenerated) -> [Document] {
    switch step {
    case .rule(let place, let steps): return try mark(place, steps) + statements(steps)
    case .bind(let local, let code): return [try binding(local, code)]
    case .evaluate(let code):
      let value = try expressions.document(code, code.isBareLiteral ? .postfix : .any)
      return [SwiftSyntax.assignment("_", SwiftSyntax.keyword("try", value))]
    case .open(let path): return try checks(path)
    case .write(let write): return try statements(write)
    case .branch(let test, let then, let otherwise):
      let head = expressions
      return try branch(test, try block(then), else: try block(otherwise), head)
    case .choose(let choice): return [try statement(choice)]
    case .loop(let loop): return try statements(loop)
    case .call(let call): return try statements(call)
    case .within(let entry): return try statements(entry)
    case .travel(let move): return try statements(move)
    case .checkConstraints(let ifCounted):
      let check: Document = "try \(try expressions.document(root)).checkConstraints()"
      guard ifCounted, let counter else { return [check] }
      return [SwiftSyntax.block("if \(name: counter) {", [check], isShort: true)]
    case .count: return count
    case .refuse(let code, let message, _):
      let arguments = [expressions.quoted(code), try expressions.trying(message)]
      return ["throw \(SwiftSyntax.call("Failure", arguments))"]
    }
  }

  /// The choice between statements, of which there may be none.
  ///
  /// - Parameter expressions: The printer at the place of the test.
  private mutating func branch(
    _ test: LoweredExpression, _ then: [Document], else otherwise: [Document],
    _ expressions: SwiftExpressionPrinter
  ) throws(NotGenerated) -> [Document] {
    if then.isEmpty {
      if !otherwise.isEmpty { return try branch(test.negated, otherwise, else: [], expressions) }
      return test.canFail ? try statements(.evaluate(test)) : []
    }
    let block = SwiftSyntax.block(
      SwiftSyntax.head("if", try expressions.heading(test)), then)
    return [otherwise.isEmpty ? block : block + " else {" + SwiftSyntax.body(otherwise) + "}"]
  }

  /// The statement that notes that a rule counted.
  var count: [Document] { counter.map { ["\(name: $0) = true"] } ?? [] }

  /// Notes the place of a rule, for the errors that its own steps meet.
  private mutating func mark(_ place: RulePlace, _ steps: Steps) -> [Document] {
    expressions.place = place.range
    guard steps.facts.failsHere else { return [] }
    let isFirst = isFirstPlace && depth == 0
    begin(place)
    // The function begins with the first one.
    return isFirst ? [] : places.marks(place)
  }

  /// Notes that the steps after this are those of a rule that can fail.
  mutating func begin(_ place: RulePlace) {
    expressions.place = place.range
    isFirstPlace = false
  }

  func binding(_ local: Local, _ code: LoweredExpression) throws(NotGenerated) -> Document {
    let start: Document = "let \(name: SwiftNames.local(local)): \(names.document(of: code.type))"
    return SwiftSyntax.assignment(start, try expressions.trying(code))
  }

  // MARK: Places

  func checks(_ path: OpenedPath) throws(NotGenerated) -> [Document] {
    var statements: [Document] = []
    for check in path.checks { statements.append(try statement(check)) }
    return statements
  }

  private func statement(_ check: OpenedPath.Check) throws(NotGenerated) -> Document {
    switch check {
    case .bind(let local, let code): return try binding(local, code)
    case .position(let local, let list, let index):
      return "let \(name: SwiftNames.local(local)) = try \(try position(list, index))"
    case .requireIndex(let list, let index): return "_ = try \(try position(list, index))"
    case .requireKey(let map, let key):
      let call = SwiftSyntax.method(
        try expressions.document(map, .postfix), "require", [try expressions.document(key)])
      return "try \(call)"
    case .requireValue(let value):
      return required(
        try expressions.document(value), value.type.nonNull.isCollection ? "a list or a map" : nil)
    case .require(let place): return "_ = try \(try expressions.document(place))"
    case .requireCase(let value, let variant, let name):
      let call = SwiftSyntax.call(
        "require",
        [
          try expressions.contents(value, name), expressions.quoted(name),
          "of: \(expressions.quoted(variant))",
        ])
      return "try \(call)"
    }
  }

  private func position(_ list: LoweredExpression, _ index: LoweredExpression) throws(NotGenerated)
    -> Document
  {
    SwiftSyntax.method(
      try expressions.document(list, .postfix), "index", [try expressions.document(index)])
  }

  /// The statement that refuses a null.
  func required(_ value: Document, _ expected: String?) -> Document {
    let name = expected.map { [expressions.quoted($0)] } ?? []
    return "try \(SwiftSyntax.call("require", [value] + name))"
  }

  // MARK: Undoing

  /// The note of the values that the next statement overwrites; they may be restored even if that
  /// statement fails.
  func note(keeping kept: Document? = nil, as name: String = "old", _ statement: Document)
    -> [Document]
  {
    guard notes else { return [] }
    guard case .local(let local) = root.kind else { return [] }
    let undone = statement.replacing(SwiftNames.local(local), with: "$0")
    let closure =
      kept.map {
        SwiftSyntax.closure(
          SwiftSyntax.collection([SwiftSyntax.assignment("\(name)", $0)]), undone)
      }
      ?? SwiftSyntax.closure(undone)
    return ["\(name: "undo").note \(closure)"]
  }
}

/// The places of a function's rules, and the way in which it keeps the place of the present rule.
struct SwiftRulePlaces {
  private let names: SwiftNames
  /// The places of the rules whose own steps can fail, in order.
  private let all: [RulePlace]
  /// True if one place is all that errors can have.
  private let isOne: Bool
  /// True if some of the rules quote no value, and others do.
  private let isMixed: Bool

  init(_ steps: Steps, _ names: SwiftNames) {
    self.names = names
    let places = steps.failingPlaces
    all = places
    isOne = Set(places.map { names.document(of: $0.range) }).count <= 1
    isMixed = Set(places.map(\.hidesValues)).count > 1
  }

  private func document(_ place: RulePlace) -> Document { names.document(of: place.range) }

  /// The statements that note another place.
  func marks(_ place: RulePlace) -> [Document] {
    (isOne ? [] : ["\(name: "rule") = \(document(place))"])
      + (isMixed ? ["\(name: "isHidden") = \(place.hidesValues ? "true" : "false")"] : [])
  }

  /// The declarations that keep the place.
  var declarations: [Document] {
    guard let first = all.first else { return [] }
    return marks(first).map { "var \($0)" }
  }

  /// The statement that makes an error one whose message quotes no value, where that is needed.
  var hiding: [Document] {
    guard all.contains(where: \.hidesValues) else { return [] }
    return [
      isMixed
        ? "let error = \(name: "isHidden") ? error.withoutValues : error"
        : "let error = error.withoutValues"
    ]
  }

  /// The place of the rule that failed.
  var current: Document { isOne ? all.first.map(document) ?? "" : "\(name: "rule")" }
}
