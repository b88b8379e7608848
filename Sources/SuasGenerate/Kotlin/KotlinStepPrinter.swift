import CEL
import SuasProgram
import YAML

/// Prints the steps of rules as statements of a Kotlin function.
///
/// A record is never changed in place: each step assigns the next one, which shares most of the last.
struct KotlinStepPrinter {
  var expressions: KotlinExpressions
  /// The record that the steps change.
  let root: LoweredExpression
  /// The name of the variable that has the record.
  let rootName: String
  /// The name of the parameter for the record that the steps change.
  let oldName: String
  /// The name of the function.
  let name: String
  /// The variable that notes that a rule counted; nil where none is needed.
  var counter: String?
  /// The place of the rule that is printed.
  var place: RulePlace?
  /// The types of the names that are visible, the record's left out.
  var types: [String: Document]
  /// The functions of steps that are too many for one.
  var parts: [Document] = []
  /// The tests around the steps, which may have shown the compiler what a value is.
  var tests: [Document] = []
  /// The names that are taken in the function.
  private var taken: Set<String>

  var program: Program { names.program }
  var names: KotlinNames { expressions.names }
  var rootType: Document { names.type(root.type) }

  /// - Parameter types: The types of the function's parameters, the record left out.
  init(
    _ function: LoweredFunction, named name: String, _ expressions: KotlinExpressions,
    _ types: [String: Document]
  ) {
    self.expressions = expressions
    self.name = name
    self.types = types
    root = function.root
    rootName = if case .local(let local) = root.kind { KotlinNames.local(local) } else { "record" }
    taken = Set(function.steps.localNames.map(KotlinNames.local))
    taken.formUnion(function.steps.codes.flatMap(\.variables).map(KotlinNames.local))
    taken.formUnion(types.keys)
    taken.formUnion(["state", "record", "action", "store", "old", "isHandled"])
    oldName = types["old"] == nil ? "old" : Self.free(["carried"], taken)
    taken.insert(oldName)
    if function.notesCount { counter = "isHandled" }
  }

  /// A name that nothing else in the block has: the first free one of some names, or else a longer
  /// one.
  mutating func fresh(_ candidates: String...) -> String {
    let name = Self.free(candidates, taken)
    taken.insert(name)
    return name
  }

  static func free(_ candidates: [String], _ taken: Set<String>) -> String {
    let candidates = candidates.map { KotlinNames.local(Local($0)) }
    if let name = candidates.first(where: { !taken.contains($0) }) { return name }
    let last = candidates.last ?? "value"
    var number = 2
    while taken.contains("\(last)\(number)") { number += 1 }
    return "\(last)\(number)"
  }

  /// The printing of changes, where some locals stand for keys that have no name.
  func places(_ keys: [Local: LoweredExpression] = [:]) -> KotlinPlaces {
    KotlinPlaces(expressions: expressions, keys: keys, taken: taken)
  }

  /// The statements of steps in a block of their own.
  mutating func block(_ steps: Steps) throws(NotGenerated) -> KotlinBlock {
    let outer = (taken, types, expressions.aliases)
    defer { (taken, types, expressions.aliases) = outer }
    return divided(KotlinBlock(statements: try statements(steps), types: types))
  }

  /// - Parameter name: The name that the statement gives to a value, for those after it.
  func statement(_ document: Document, binding name: String? = nil) -> KotlinStatement {
    KotlinStatement(
      form: .other(document), size: size(of: document), names: name.map { [$0] } ?? [])
  }

  /// A statement that puts another record in the place of the last one.
  func assignment(_ value: KotlinExpression) -> KotlinStatement {
    KotlinStatement(
      form: .assignment(of: rootName, value), size: size(of: value.document()), writes: true)
  }

  /// The estimated size of the code of a statement.
  private func size(of document: Document) -> Int {
    document.flatText.utf8.count + document.count(of: .copy) * names.largestCopy
  }

  // MARK: Steps

  mutating func statements(_ steps: Steps) throws(NotGenerated) -> [KotlinStatement] {
    var statements: [KotlinStatement] = []
    for step in steps.steps { statements += try self.statements(step) }
    return statements
  }

  private mutating func statements(_ step: Step) throws(NotGenerated) -> [KotlinStatement] {
    switch step {
    case .rule(let place, let steps):
      return try at(place) { printer throws(NotGenerated) in try printer.statements(steps) }
    case .bind(let local, let code): return [try binding(local, code)]
    case .evaluate(let code): return [statement(try placed(code).document())]
    case .open(let path): return try checks(path)
    case .write(let write): return try statements(write, canFail: step.facts.canFail)
    case .branch(let test, let then, let otherwise):
      return [try branch(test, then, otherwise, ends: step.facts.isEnded)]
    case .choose(let choice): return [try statement(choice, ends: step.facts.isEnded)]
    case .loop(let loop): return [try statement(loop)]
    case .call(let call): return try statements(call, canFail: step.facts.canFail)
    case .within(let entry): return try statements(entry)
    case .travel: throw NotGenerated(at: expressions.place)
    // The reducer judges the constraints of the state that its function returns.
    case .checkConstraints: return []
    case .count: return count
    case .refuse(let code, let message, let isSensitive):
      let function = isSensitive ? "refuseHidden" : "refuse"
      let call = KotlinExpression.call(
        "\(kotlin: function)", [names.text(code), try expressions.document(message)])
      var refusal = statement(placed(call).document())
      refusal.ends = true
      return [refusal]
    }
  }

  /// Prints the value at the place of a rule.
  mutating func at<Result>(
    _ place: RulePlace?, _ body: (inout KotlinStepPrinter) throws(NotGenerated) -> Result
  ) throws(NotGenerated) -> Result {
    let outer = (self.place, expressions.place)
    defer { (self.place, expressions.place) = outer }
    if let place { (self.place, expressions.place) = (place, place.range) }
    return try body(&self)
  }

  /// The statement that notes that a rule counted.
  var count: [KotlinStatement] { counter.map { [statement("\(name: $0) = true")] } ?? [] }

  /// An expression that has the rule's place where it can fail.
  func placed(_ value: KotlinExpression, _ canFail: Bool = true) -> KotlinExpression {
    guard canFail, let place else { return value }
    var body = value.document()
    if place.hidesValues { body = "\(kotlin: "hidingValues") \(.lambda("", body))" }
    return KotlinExpression(
      "\(kotlin: "rule")(\(names.literal(place.range))) \(.lambda("", body))")
  }

  func placed(_ code: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    placed(try expressions.expression(code), code.canFail)
  }

  mutating func binding(_ local: Local, _ code: LoweredExpression) throws(NotGenerated)
    -> KotlinStatement
  {
    let name = KotlinNames.local(local)
    let type = names.type(code.type)
    types[name] = type
    return statement(try placed(code).assigned(to: "val \(name: name): \(type)"), binding: name)
  }

  // MARK: Places

  /// The statements that check that a place is there.
  mutating func checks(_ path: OpenedPath) throws(NotGenerated) -> [KotlinStatement] {
    var statements: [KotlinStatement] = []
    for check in path.checks { statements.append(try statement(check)) }
    return statements
  }

  private mutating func statement(
    _ check: OpenedPath.Check
  ) throws(NotGenerated) -> KotlinStatement {
    switch check {
    case .bind(let local, let code): return try binding(local, code)
    case .position(let local, let list, let index):
      let name = KotlinNames.local(local)
      types[name] = "Int"
      let position = placed(try calling("place", list, index))
      return statement(position.assigned(to: "val \(name: name)"), binding: name)
    case .requireIndex(let list, let index): return required(try calling("place", list, index))
    case .requireKey(let map, let key): return required(try calling("entry", map, key))
    case .requireValue(let value):
      return required(Self.present(try expressions.expression(value), value.type))
    case .require(let place): return required(try expressions.expression(place))
    case .requireCase(let value, let variant, let name):
      return required(
        names.presentCase(try expressions.document(value), of: variant, named: name))
    }
  }

  private func required(_ check: KotlinExpression) -> KotlinStatement {
    statement(placed(check).document())
  }

  private func calling(
    _ method: String, _ collection: LoweredExpression, _ key: LoweredExpression
  ) throws(NotGenerated) -> KotlinExpression {
    try expressions.expression(collection, isAlone: true).calling(
      ".\(kotlin: method)(\(try expressions.document(key)))")
  }
}

extension KotlinNames {
  /// The case of a variant at a place, which has to be the present one.
  func presentCase(
    _ variant: Document, of type: String, named name: String
  ) -> KotlinExpression {
    .call(
      "\(kotlin: "presentCase")<\(Self.type(type)).\(caseType(name))>", [variant, text(name)])
  }
}
