import CEL
import SuasProgram
import SuasSpec
import YAML

/// Turns checked expressions and templates into the code of a program: slots become names, and every
/// conversion that the types need is written out.
package struct Lowering: Sendable {
  package let program: Program
  /// The functions that can meet an error, and the selectors, as `selected.NAME`.
  let failing: Set<String>
  /// The place of the expression that is lowered, for refusals.
  package var place: SourceRange?
  /// The expression that is lowered, in which the variables of macros have their names.
  var expression: CheckedExpression?
  /// The cases of variants that are known to be present.
  var presentCases: Set<PresentCase> = []
  /// The cases of variants in the record that rules change, which are known to be present until a
  /// rule writes.
  var presentUntilWritten: Set<PresentCase> = []
  /// The locals that hold the contents of present cases.
  var contents: [PresentCase: LoweredExpression] = [:]
  /// The number of folds in whose bodies the expression stands.
  var foldsAround = 0

  package init(_ program: Program) throws(NotGenerated) {
    self.init(program, failing: [])
    // A function can fail if its body can, or one that it calls: repeated until nothing is added.
    var known: Set<String> = []
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      let lowering = Lowering(program, failing: known)
      for case .function(let function) in program.spec.definitions
      where !known.contains(function.name) {
        if try lowering.body(of: function).code.canFail {
          known.insert(function.name)
          hasChanged = true
        }
      }
      for selector in program.spec.selectors {
        let name = RecordLayout.name(ofSelector: selector.name)
        if !known.contains(name), try lowering.fails(selector) {
          known.insert(name)
          hasChanged = true
        }
      }
    }
    self.init(program, failing: known)
  }

  private init(_ program: Program, failing: Set<String>) {
    self.program = program
    self.failing = failing
  }

  /// The code of a value whose depth is checked; unless a fit does so already, one is added.
  func limited(
    _ fitted: LoweredExpression, from code: LoweredExpression, _ purpose: LoweredExpression.Purpose
  ) -> LoweredExpression {
    guard program.nestsFreely(code.type), program.nestsFreely(fitted.type) else {
      return fitted
    }
    if case .dynamic(.fit) = fitted.kind { return fitted }
    return LoweredExpression(.dynamic(.fit(fitted, purpose)), fitted.type, canFail: true)
  }

  package func fails(_ function: CheckedFunction) -> Bool { failing.contains(function.name) }

  private func fails(_ selector: CheckedSelector) throws(NotGenerated) -> Bool {
    let (condition, value) = try body(of: selector)
    return condition?.canFail ?? false || value.canFail
  }

  /// The condition and the value of a selector, on a store that has this name.
  package func body(
    of selector: CheckedSelector
  ) throws(NotGenerated) -> (condition: LoweredExpression?, value: LoweredExpression) {
    var scope = Scope(avoiding: ["store"])
    scope[0] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    var lowering = self
    lowering.place = selector.place
    var condition: LoweredExpression?
    if let test = selector.condition { condition = try lowering.lower(test, scope) }
    lowering = lowering.knowing(condition?.presentCases ?? [])
    let type = lowering.type(of: selector)
    return (condition, try lowering.lower(selector.value, as: type, scope))
  }

  /// The type of a function's result.
  package func result(of function: CheckedFunction) -> ValueType {
    function.result.map { ValueType($0) } ?? ValueType(function.resultSeen)
  }

  /// The parameters of a function and its body.
  package func body(
    of function: CheckedFunction
  ) throws(NotGenerated) -> (parameters: [Local], code: LoweredExpression) {
    var scope = Scope()
    var parameters: [Local] = []
    for (slot, parameter) in function.parameters.enumerated() {
      parameters.append(scope.bind(slot, parameter.name, ValueType(parameter.type)))
    }
    let body = try lower(function.body, scope)
    let type = result(of: function)
    return (
      parameters,
      try function.result == nil ? coerce(body, to: type, .result) : keep(body, as: type, .result)
    )
  }

  // MARK: Expressions

  /// Lowers an expression.
  ///
  /// - Parameter type: The type that the expression is evaluated as; nil for its own.
  package func lower(
    _ expression: CheckedExpression, as type: ValueType? = nil, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    var lowering = self
    lowering.place = expression.range
    lowering.expression = expression
    var inner = scope
    var code = try lowering.lower(expression.tree.root, &inner)
    if let type { code = try lowering.expect(code, type) }
    guard code.canFail, expression.tree.readsSensitiveValues else { return code }
    return LoweredExpression(.hiding(code), code.type, canFail: true)
  }

  package func lower(
    _ test: CheckedTest, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    try lower(test.expression, as: .bool, scope)
  }

  func refusal(_ detail: String? = nil) -> NotGenerated {
    NotGenerated(detail, at: place ?? .nowhere)
  }

  /// Lowers a node to a value that is not null.
  func operand(
    _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    nonNull(try lower(node, &scope), node)
  }

  /// Lowers a node to a record. The checker may have seen the type of one that is found among values
  /// of any type.
  private func operand(
    _ node: CheckedExpr.Node, of shape: Shape, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    let code = try operand(node, &scope)
    return code.type == .any ? try expect(code, .record(shape.name)) : code
  }

  /// A value that is not null where a part of an expression needs it.
  func nonNull(_ code: LoweredExpression, _ node: CheckedExpr.Node) -> LoweredExpression {
    shownPresent(code, node).unwrapped
  }

  /// A value that is not null, where a test around it has shown that; else the value as it is.
  func shownPresent(
    _ code: LoweredExpression, _ node: CheckedExpr.Node
  ) -> LoweredExpression {
    node.type.mayBeNull ? code : code.known
  }

  func lower(_ node: CheckedExpr.Node, _ scope: inout Scope) throws(NotGenerated)
    -> LoweredExpression
  {
    switch node.kind {
    case .constant(let value):
      if let constant = node.constantName.flatMap(program.namedConstant) {
        return LoweredExpression(.named(constant), ValueType(constant.type), canFail: false)
      }
      // A null, or a list or map, does not show its type or that of its elements; an expression does.
      let type = value == .null || value.isCollection ? node.type : value.type
      return LoweredExpression(.constant(value), ValueType(type), canFail: false)
    case .place(let place): return try lower(place, scope)
    case .bound(let slot): return try read(slot, scope)
    case .field(let record, let shape, let slot):
      return try field(slot, of: try operand(record, of: shape, &scope))
    case .hasField(let record, let shape, let slot):
      return try hasField(slot, of: try operand(record, of: shape, &scope))
    case .part(let record, let name, _): return try part(name, of: try operand(record, &scope))
    case .select(let operand, let name): return try select(name, of: try lower(operand, &scope))
    case .hasSelect(let operand, let name):
      return try hasSelect(name, of: try lower(operand, &scope))
    case .optionalSelect(let operand, let name):
      return try selectIfAny(name, of: try lower(operand, &scope))
    case .optionalIndex(let operand, let index):
      let (value, key) = (try lower(operand, &scope), try lower(index, &scope))
      return try elementIfAny(value, shownPresent(key, index))
    case .call(let name, let overloads, let arguments):
      return try call(name, overloads, arguments, node, &scope)
    case .apply(let call): return try apply(call, &scope)
    case .and(let terms):
      return .all(of: try tests(terms, &scope, \.presentCases))
    case .or(let terms):
      return .any(of: try tests(terms, &scope, \.casesIfFalse))
    case .conditional(let condition, let then, let otherwise):
      let condition = try expect(try operand(condition, &scope), .bool)
      var first = try knowing(condition.presentCases).lower(then, &scope)
      var second = try knowing(condition.casesIfFalse).lower(otherwise, &scope)
      // A value that the condition has shown to be there, beside one that is always there.
      switch (first.type, second.type) {
      case (.nullable(let one), .nullable(let other)) where one != other:
        (first, second) = (shownPresent(first, then), shownPresent(second, otherwise))
      case (.nullable, .nullable), (.null, _), (_, .null): break
      case (.nullable, _): first = shownPresent(first, then)
      case (_, .nullable): second = shownPresent(second, otherwise)
      default: break
      }
      (first, second) = try unified(first, second, ValueType(node.type))
      if let isTrue = condition.knownBool { return isTrue ? first : second }
      return LoweredExpression(
        .conditional(condition, first, second), first.type,
        canFail: condition.canFail || first.canFail || second.canFail)
    case .list(let elements):
      return try list(elements, &scope)
    case .map(let entries):
      return try map(entries, &scope)
    case .record(let shape, let fields):
      return try record(shape, fields, &scope)
    case .comprehension(let it): return try comprehension(it, node, &scope)
    case .failure(let failure):
      return LoweredExpression(
        .failure(code: failure.code, message: failure.message),
        ValueType(node.type), canFail: true)
    }
  }

  /// - Parameter casesForNext: Returns the cases that are present where the next term is evaluated.
  private func tests(
    _ terms: [CheckedExpr.Node], _ scope: inout Scope,
    _ casesForNext: (LoweredExpression) -> Set<PresentCase>
  ) throws(NotGenerated) -> [LoweredExpression] {
    var codes: [LoweredExpression] = []
    var lowering = self
    for term in terms {
      let code = try lowering.expect(try lowering.operand(term, &scope), .bool)
      codes.append(code)
      lowering = lowering.knowing(casesForNext(code))
    }
    return codes
  }

  private func read(_ slot: Int, _ scope: Scope) throws(NotGenerated) -> LoweredExpression {
    guard let code = scope[slot] else { throw refusal() }
    return code
  }

  private func lower(
    _ place: Environment.Place, _ scope: Scope
  ) throws(NotGenerated) -> LoweredExpression {
    switch place {
    case .slot(let slot): return try read(slot, scope)
    case .field(let field, let slot): return try self.field(field, of: try read(slot, scope))
    case .variantCase(let field, let variant, let slot):
      let code = try read(slot, scope)
      // The slot may hold the contents of the case already.
      return code.type.nonNull == .record(variant.name) ? try self.field(field, of: code) : code
    case .host(let value as SelectedValue):
      let name = value.reading.name
      guard let selector = program.spec.selectors.first(where: { $0.name == name }) else {
        throw refusal()
      }
      let type = self.type(of: selector)
      return LoweredExpression(
        .selected(name, store: store(of: value, scope)),
        selector.condition == nil ? type : .optional(type),
        canFail: failing.contains(RecordLayout.name(ofSelector: name)))
    case .host(is CurrentTime): return LoweredExpression(.now, .timestamp, canFail: false)
    case .host(is NewIdentifier): return LoweredExpression(.identifier, .string, canFail: false)
    case .host: throw refusal()
    }
  }

  /// The store over which a selector's value is read.
  private func store(of value: SelectedValue, _ scope: Scope) -> LoweredExpression {
    scope[value.storeSlot]
      ?? LoweredExpression(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
  }

  /// The type of a selector's values.
  package func type(of selector: CheckedSelector) -> ValueType {
    if program.layout(RecordLayout.name(ofSelector: selector.name)) != nil {
      return .record(RecordLayout.name(ofSelector: selector.name))
    }
    return ValueType(selector.value) ?? ValueType(selector.type)
  }
}

extension Value {
  fileprivate var isCollection: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }
}
