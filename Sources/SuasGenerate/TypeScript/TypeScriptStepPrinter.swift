import CEL
import SuasProgram
import YAML

/// Prints the steps of rules as statements of a TypeScript function.
///
/// A record is never changed in place: each step assigns the next one, which shares most of the last.
struct TypeScriptStepPrinter {
  var expressions: TypeScriptExpressions
  /// The record that the steps change.
  let root: LoweredExpression
  /// The name of the parameter that has the record.
  let rootName: String
  /// The variable that notes that a rule counted; nil where none is needed.
  var counter: String?
  /// The place of the rule that is printed.
  var place: RulePlace?
  /// The names that are taken in the function.
  private var taken: Set<String>

  var program: Program { names.program }
  var names: TypeScriptNames { expressions.names }
  var rootType: Document { names.type(root.type) }

  init(_ function: LoweredFunction, _ expressions: TypeScriptExpressions) {
    self.expressions = expressions
    root = function.root
    rootName = if case .local(let local) = root.kind { local.name } else { "record" }
    taken = Set(function.steps.localNames.map(TypeScriptNames.local))
    taken.formUnion(function.steps.codes.flatMap(\.variables).map(TypeScriptNames.local))
    taken.formUnion(function.parameters.map(TypeScriptNames.local))
    taken.formUnion(["state", "record", "payload", "store", "isHandled"])
    if function.notesCount { counter = "isHandled" }
  }

  /// A name that nothing else in the block has: the first of some that is free, or else a longer one.
  mutating func fresh(_ candidates: String...) -> String {
    let name = Self.free(candidates, taken)
    taken.insert(name)
    return name
  }

  static func free(_ candidates: [String], _ taken: Set<String>) -> String {
    let candidates = candidates.map { TypeScriptNames.local(Local($0)) }
    if let name = candidates.first(where: { !taken.contains($0) }) { return name }
    let last = candidates.last ?? "value"
    var number = 2
    while taken.contains("\(last)\(number)") { number += 1 }
    return "\(last)\(number)"
  }

  /// The printing of changes, where some locals stand for keys that have no name.
  func places(_ keys: [Local: LoweredExpression] = [:]) -> TypeScriptPlaces {
    TypeScriptPlaces(expressions: expressions, keys: keys, taken: taken)
  }

  /// The statements of steps in a block of their own.
  mutating func block(_ steps: Steps) throws(NotGenerated) -> [TypeScriptStatement] {
    let outer = (taken, expressions.aliases, expressions.conditions)
    defer { (taken, expressions.aliases, expressions.conditions) = outer }
    return try statements(steps)
  }

  /// A statement that puts another record in the place of the last one.
  func assignment(_ value: TypeScriptExpression) -> TypeScriptStatement {
    TypeScriptStatement(.assignment(of: rootName, value))
  }

  // MARK: Steps

  mutating func statements(_ steps: Steps) throws(NotGenerated) -> [TypeScriptStatement] {
    var statements: [TypeScriptStatement] = []
    for step in steps.steps { statements += try self.statements(step) }
    return statements
  }

  private mutating func statements(_ step: Step) throws(NotGenerated) -> [TypeScriptStatement] {
    switch step {
    case .rule(let place, let steps):
      return try at(place) { printer throws(NotGenerated) in try printer.statements(steps) }
    case .bind(let local, let code):
      let statement = try binding(local, code)
      // The compiler knows which case a constant has that is written out.
      if code.type.hasEnums || program.layout(of: code.type)?.isVariant == true {
        let name = Document.name(TypeScriptNames.local(local))
        expressions.conditions += [name + ".case", name + "?.case"]
      }
      return [statement]
    case .evaluate(let code): return [TypeScriptStatement("\(try placed(code).document());")]
    case .open(let path): return try checks(path)
    case .write(let write): return try statements(write, canFail: step.facts.canFail)
    case .branch(let test, let then, let otherwise):
      return [try branch(test, then, otherwise, ends: step.facts.isEnded)]
    case .choose(let choice): return [try statement(choice, ends: step.facts.isEnded)]
    case .loop(let loop): return [try statement(loop)]
    case .call(let call): return try statements(call, canFail: step.facts.canFail)
    case .within(let entry): return try statements(entry)
    case .travel: throw NotGenerated(at: expressions.place)
    // The reducer judges the constraints of what its function returns.
    case .checkConstraints: return []
    case .count: return count
    case .refuse(let code, let message, let isSensitive):
      let call = TypeScriptExpression.call(
        "\(ts: isSensitive ? "refuseHidden" : "refuse")",
        [names.text(code), try expressions.document(message)])
      return [TypeScriptStatement(placed(call).returned, ends: true)]
    }
  }

  /// Prints what stands at the place of a rule.
  mutating func at<Result>(
    _ place: RulePlace?, _ body: (inout TypeScriptStepPrinter) throws(NotGenerated) -> Result
  ) throws(NotGenerated) -> Result {
    let outer = (self.place, expressions.place)
    defer { (self.place, expressions.place) = outer }
    if let place { (self.place, expressions.place) = (place, place.range) }
    return try body(&self)
  }

  /// The statement that notes that a rule counted.
  var count: [TypeScriptStatement] {
    counter.map { [TypeScriptStatement("\(name: $0) = true;")] } ?? []
  }

  /// An expression that has the rule's place where it can fail.
  func placed(_ value: TypeScriptExpression, _ canFail: Bool = true) -> TypeScriptExpression {
    guard canFail, let place else { return value }
    let body =
      place.hidesValues
      ? TypeScriptExpression.call("\(ts: "hidingValues")", [.lazy(value)]) : value
    return .call("\(ts: "rule")", [names.literal(place.range), .lazy(body)])
  }

  func placed(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    placed(try expressions.expression(code), code.canFail)
  }

  func constant(
    _ name: String, _ value: TypeScriptExpression, _ type: Document? = nil
  ) -> TypeScriptStatement {
    let head: Document = type.map { "const \(name: name): \($0)" } ?? "const \(name: name)"
    return TypeScriptStatement("\(value.assigned(to: head));", binds: true)
  }

  func binding(_ local: Local, _ code: LoweredExpression) throws(NotGenerated)
    -> TypeScriptStatement
  {
    constant(
      TypeScriptNames.local(local), placed(try whole(code), code.canFail), names.type(code.type))
  }

  /// A value with its whole type: the compiler knows a choice between cases as one of those.
  func whole(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    let value = try expressions.expression(code)
    guard case .conditional = code.kind, code.isWrittenOut,
      !code.type.enums.isEmpty || program.layout(of: code.type)?.isVariant ?? false
    else { return value }
    return value.asserted(names.type(code.type))
  }

  // MARK: Places

  /// The statements that check that a place is there.
  func checks(_ path: OpenedPath) throws(NotGenerated) -> [TypeScriptStatement] {
    var statements: [TypeScriptStatement] = []
    for check in path.checks { statements.append(try statement(check)) }
    return statements
  }

  private func statement(_ check: OpenedPath.Check) throws(NotGenerated) -> TypeScriptStatement {
    switch check {
    case .bind(let local, let code): return try binding(local, code)
    case .position(let local, let list, let index):
      return constant(
        TypeScriptNames.local(local), placed(try calling("checkedIndex", [list, index])))
    case .requireIndex(let list, let index):
      return required(try calling("checkedIndex", [list, index]))
    case .requireKey(let map, let key): return required(try calling("entry", [map, key]))
    case .requireValue(let value):
      return required(Self.present(try expressions.expression(value), value.type))
    case .require(let place): return required(try expressions.expression(place))
    case .requireCase(let value, let variant, let name):
      return required(names.presentCase(try expressions.document(value), of: variant, named: name))
    }
  }

  private func required(_ check: TypeScriptExpression) -> TypeScriptStatement {
    TypeScriptStatement("\(placed(check).document());")
  }

  func calling(
    _ function: String, _ arguments: [LoweredExpression]
  ) throws(NotGenerated) -> TypeScriptExpression {
    .call("\(ts: function)", try expressions.list(arguments))
  }
}

extension TypeScriptNames {
  /// The case of a variant at a place, which has to be the present one.
  func presentCase(
    _ variant: Document, of type: String, named name: String
  ) -> TypeScriptExpression {
    .call("\(ts: "presentCase")", [variant, text(name), text(type)])
  }
}
