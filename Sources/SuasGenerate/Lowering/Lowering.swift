import CEL
import SuasProgram
import YAML

/// Turns checked expressions and templates into the code of a program: slots become names, and every
/// conversion that the types need is written out.
package struct Lowering: Sendable {
  package let program: Program
  /// The functions that can meet an error, and the selectors, as `selected.NAME`.
  let failing: Set<String>
  /// True if values whose types are known only when they run are written out.
  package var allowsAny = false
  /// The place of the expression that is lowered, for refusals.
  var place: SourceRange?
  /// The expression that is lowered, in which the variables of macros have their names.
  var expression: CheckedExpression?

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
        let name = Layout.name(ofSelector: selector.name)
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

  package func fails(_ function: CheckedFunction) -> Bool { failing.contains(function.name) }

  private func fails(_ selector: CheckedSelector) throws(NotGenerated) -> Bool {
    let (condition, value) = try body(of: selector)
    return condition?.canFail ?? false || value.canFail
  }

  /// The condition and the value of a selector, on a store that has this name.
  package func body(
    of selector: CheckedSelector
  ) throws(NotGenerated) -> (condition: Code?, value: Code) {
    var scope = Scope(avoiding: ["store"])
    scope[0] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    var lowering = self
    lowering.place = selector.place
    var condition: Code?
    if let test = selector.condition { condition = try lowering.lower(test, scope) }
    let type = try lowering.type(of: selector)
    return (condition, try lowering.lower(selector.value, as: type, scope))
  }

  /// The type of a function's result.
  package func result(of function: CheckedFunction) -> ValueType? {
    function.result.map { ValueType($0) } ?? ValueType(function.resultSeen)
  }

  /// The parameters of a function and its body.
  package func body(
    of function: CheckedFunction
  ) throws(NotGenerated) -> (parameters: [Local], code: Code) {
    var scope = Scope()
    var parameters: [Local] = []
    for (slot, parameter) in function.parameters.enumerated() {
      let type = ValueType(parameter.type)
      if type.isOpen { throw NotGenerated(.anyValue, parameter.name, at: function.place) }
      parameters.append(scope.bind(slot, parameter.name, type))
    }
    guard let type = result(of: function) else {
      throw NotGenerated(.typeValue, at: function.place)
    }
    if type.isOpen { throw NotGenerated(.anyValue, function.name, at: function.place) }
    return (parameters, try lower(function.body, as: type, scope))
  }

  // MARK: Expressions

  /// Lowers an expression.
  ///
  /// - Parameter type: The type that is asked for; nil for the expression's own.
  package func lower(
    _ expression: CheckedExpression, as type: ValueType? = nil, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    var lowering = self
    lowering.place = expression.range
    lowering.expression = expression
    var inner = scope
    var code = try lowering.lower(expression.tree.root, &inner)
    if let type { code = try lowering.coerce(code, to: type) }
    guard code.canFail, expression.tree.readsSensitiveValues else { return code }
    return Code(.hiding(code), code.type, canFail: true)
  }

  package func lower(
    _ test: CheckedTest, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    try lower(test.expression, as: .bool, scope)
  }

  func refusal(_ feature: Feature, _ detail: String? = nil) -> NotGenerated {
    guard let place else {
      let source = Source(name: "", text: "")
      return NotGenerated(
        feature, detail, at: SourceRange(source: source, lowerBound: 0, upperBound: 0))
    }
    return NotGenerated(feature, detail, at: place)
  }

  /// Lowers a node to a value that is not null.
  func operand(
    _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    nonNull(try lower(node, &scope), node)
  }

  private func nonNull(_ code: Code, _ node: CheckedExpr.Node) -> Code {
    guard case .nullable(let wrapped) = code.type else { return code }
    if case .nullable = node.type { return Code(.unwrapped(code), wrapped, canFail: true) }
    return Code(.known(code), wrapped, canFail: code.canFail)
  }

  func lower(_ node: CheckedExpr.Node, _ scope: inout Scope) throws(NotGenerated) -> Code {
    switch node.kind {
    case .constant(let value):
      guard let type = ValueType(value.type) else { throw refusal(.typeValue) }
      return Code(.constant(value), type, canFail: false)
    case .place(let place): return try lower(place, scope)
    case .bound(let slot): return try read(slot, scope)
    case .field(let record, _, let slot):
      return try field(slot, of: try operand(record, &scope))
    case .hasField(let record, _, let slot):
      return try hasField(slot, of: try operand(record, &scope))
    case .part: throw refusal(.partial)
    case .select(let record, let name) where allowsAny:
      let value = try lower(record, &scope)
      if case .perhaps = value.type {
        return Code(.dynamic(.selectOptional(value, name)), .perhaps(.any), canFail: true)
      }
      return Code(.dynamic(.select(try dynamic(value), name)), .any, canFail: true)
    case .hasSelect(let record, let name) where allowsAny:
      let value = try dynamic(try lower(record, &scope))
      return Code(.dynamic(.has(value, name)), .bool, canFail: true)
    case .optionalSelect(let record, let name) where allowsAny:
      let value = try lower(record, &scope)
      return Code(.dynamic(.selectOptional(value, name)), .perhaps(.any), canFail: true)
    case .select(let operand, let name):
      return try select(name, of: try lower(operand, &scope))
    case .hasSelect(let operand, let name):
      let value = try lower(operand, &scope)
      guard value.type == .any else { throw refusal(.optionalMacro) }
      return Code(.hasMember(value, name), .bool, canFail: true)
    case .optionalSelect(let operand, let name):
      return try optionalSelect(name, of: try self.operand(operand, &scope))
    case .optionalIndex: throw refusal(.optionalMacro)
    case .call(let name, let overloads, let arguments):
      return try call(name, overloads, arguments, node, &scope)
    case .apply(let call): return try apply(call, &scope)
    case .and(let terms):
      return try logic(terms, &scope) { .and($0) }
    case .or(let terms):
      return try logic(terms, &scope) { .or($0) }
    case .conditional(let condition, let then, let otherwise):
      let condition = try coerce(try operand(condition, &scope), to: .bool)
      let (first, second) = try unified(
        try lower(then, &scope), try lower(otherwise, &scope), ValueType(node.type))
      return Code(
        .conditional(condition, first, second), first.type,
        canFail: condition.canFail || first.canFail || second.canFail)
    case .list(let elements):
      return try list(elements, node, &scope)
    case .map(let entries):
      return try map(entries, node, &scope)
    case .record(let shape, let fields):
      return try record(shape, fields, &scope)
    case .comprehension(let it): return try comprehension(it, node, &scope)
    case .failure(let failure):
      return Code(
        .failure(code: failure.code, message: failure.message),
        ValueType(node.type) ?? .any, canFail: true)
    }
  }

  /// A value that is looked into only when it runs.
  func dynamic(_ code: Code) throws(NotGenerated) -> Code {
    guard allowsAny, code.type == .any else { throw refusal(.anyValue) }
    return code
  }

  private func logic(
    _ terms: [CheckedExpr.Node], _ scope: inout Scope, _ kind: ([Code]) -> Code.Kind
  ) throws(NotGenerated) -> Code {
    var codes: [Code] = []
    for term in terms { codes.append(try coerce(try operand(term, &scope), to: .bool)) }
    return Code(kind(codes), .bool, canFail: codes.contains(where: \.canFail))
  }

  private func read(_ slot: Int, _ scope: Scope) throws(NotGenerated) -> Code {
    guard let code = scope[slot] else { throw refusal(.anyValue) }
    return code
  }

  private func lower(
    _ place: Environment.Place, _ scope: Scope
  ) throws(NotGenerated) -> Code {
    switch place {
    case .slot(let slot): return try read(slot, scope)
    case .field(let field, let slot): return try self.field(field, of: try read(slot, scope))
    case .variantCase(let field, let variant, let slot):
      let code = try read(slot, scope)
      // What the slot holds may be the contents of the case already.
      return code.type.nonNull == .record(variant.name) ? try self.field(field, of: code) : code
    case .host(let value as SelectedValue):
      let name = value.reading.name
      guard let selector = program.spec.selectors.first(where: { $0.name == name }) else {
        throw refusal(.anyValue)
      }
      let type = try self.type(of: selector)
      return Code(
        .selected(name, store: store(of: value, scope)),
        selector.condition == nil ? type : .perhaps(type),
        canFail: failing.contains(Layout.name(ofSelector: name)))
    case .host(is CurrentTime): return Code(.now, .timestamp, canFail: false)
    case .host(is NewIdentifier): return Code(.identifier, .string, canFail: false)
    case .host: throw refusal(.anyValue)
    }
  }

  /// The store over which a selector's value is read.
  private func store(of value: SelectedValue, _ scope: Scope) -> Code {
    scope[value.storeSlot]
      ?? Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
  }

  /// The type of a selector's values.
  package func type(of selector: CheckedSelector) throws(NotGenerated) -> ValueType {
    if program.layout(Layout.name(ofSelector: selector.name)) != nil {
      return .record(Layout.name(ofSelector: selector.name))
    }
    if case .map = selector.value {
      throw NotGenerated(.mappingSelector, selector.name, at: selector.place)
    }
    let type = ValueType(selector.type)
    if !type.isOpen { return type }
    if case .text = selector.value { return .string }
    if case .computed(let expression, _) = selector.value,
      let seen = ValueType(expression.type), !seen.isOpen
    {
      return seen
    }
    throw NotGenerated(.anyValue, selector.name, at: selector.place)
  }

  // MARK: Fields

  /// The value of a field, or the contents of a variant's case.
  package func field(_ slot: Int, of record: Code) throws(NotGenerated) -> Code {
    let record =
      record.type == record.type.nonNull
      ? record : Code(.unwrapped(record), record.type.nonNull, canFail: true)
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal(.anyValue) }
    if layout.isVariant {
      guard program.layout(of: field.type)?.fields.isEmpty == false else {
        throw refusal(.emptyCase, field.name)
      }
      return Code(
        .contents(record, variant: layout.name, name: field.name), field.type, canFail: true)
    }
    return Code(.field(record, field.name), field.type, canFail: record.canFail)
  }

  /// A member of a value whose type is known only at run time, or of an optional record.
  private func select(_ name: String, of value: Code) throws(NotGenerated) -> Code {
    switch value.type {
    case .any: return Code(.member(value, name), .any, canFail: true)
    case .perhaps(let record):
      guard let layout = program.layout(of: record), !layout.isVariant,
        let slot = layout.slot(of: name)
      else { throw refusal(.optionalMacro) }
      return Code(
        .field(value, name), .perhaps(layout.fields[slot].type.nonNull), canFail: value.canFail)
    default: throw refusal(.anyValue)
    }
  }

  /// `a.?b`: a case that may not be the present one, or a field that may be null.
  private func optionalSelect(_ name: String, of value: Code) throws(NotGenerated) -> Code {
    if case .perhaps = value.type { return try select(name, of: value) }
    guard let layout = program.layout(of: value.type), let slot = layout.slot(of: name) else {
      throw refusal(.optionalMacro)
    }
    let type = layout.fields[slot].type
    if layout.isVariant, program.layout(of: type)?.fields.isEmpty != false {
      throw refusal(.emptyCase, name)
    }
    return Code(.field(value, name), .perhaps(type.nonNull), canFail: value.canFail)
  }

  private func hasField(_ slot: Int, of record: Code) throws(NotGenerated) -> Code {
    guard let layout = program.layout(of: record.type),
      let field = program.field(slot, of: record.type)
    else { throw refusal(.anyValue) }
    if layout.isVariant {
      return Code(
        .hasCase(record, variant: layout.name, name: field.name), .bool, canFail: record.canFail)
    }
    let value = try self.field(slot, of: record)
    guard case .nullable = field.type else {
      return Code(.constant(.bool(true)), .bool, canFail: false)
    }
    return Code(.isPresent(value), .bool, canFail: record.canFail)
  }

  // MARK: Aggregates

  private func list(
    _ elements: [(node: CheckedExpr.Node, isOptional: Bool)], _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    if elements.contains(where: \.isOptional) { throw refusal(.optionalMacro) }
    var codes: [Code] = []
    for element in elements { codes.append(try lower(element.node, &scope)) }
    let elementType = try common(codes)
    var fitted: [Code] = []
    for code in codes { fitted.append(try coerce(code, to: elementType)) }
    return Code(
      .list(fitted), .list(elementType), canFail: fitted.contains(where: \.canFail))
  }

  private func map(
    _ entries: [(key: CheckedExpr.Node, value: CheckedExpr.Node, isOptional: Bool)],
    _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    if entries.contains(where: \.isOptional) { throw refusal(.optionalMacro) }
    var keys: [Code] = []
    var values: [Code] = []
    for entry in entries {
      keys.append(try lower(entry.key, &scope))
      values.append(try lower(entry.value, &scope))
    }
    let (key, value) = (try common(keys), try common(values))
    var fitted: [(key: Code, value: Code)] = []
    for (one, other) in zip(keys, values) {
      fitted.append((try coerce(one, to: key), try coerce(other, to: value)))
    }
    return Code(
      .map(fitted), .map(key: key, value: value),
      canFail: fitted.contains { $0.key.canFail || $0.value.canFail })
  }

  /// The type that all elements have, or are converted to.
  private func common(_ codes: [Code]) throws(NotGenerated) -> ValueType {
    guard var type = codes.first?.type else { return .any }
    for code in codes.dropFirst() where code.type != type {
      switch (type, code.type) {
      case (.null, let other): type = .nullable(other.nonNull)
      case (let other, .null): type = .nullable(other.nonNull)
      case (.nullable(let one), let other) where one == other: break
      case (let one, .nullable(let other)) where one == other: type = .nullable(one)
      case (.enumeration, .string), (.enumeration, .enumeration): type = .string
      case (.string, .enumeration): break
      case (.int, .double): type = .double
      case (.double, .int): break
      default: throw refusal(.anyValue)
      }
    }
    return type
  }

  private func record(
    _ shape: Shape, _ fields: [(slot: Int, node: CheckedExpr.Node, isOptional: Bool)],
    _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    guard let layout = program.layout(shape.name) else { throw refusal(.anyValue) }
    if fields.contains(where: \.isOptional) { throw refusal(.optionalMacro) }
    var values: [Int: Code] = [:]
    for field in fields {
      values[field.slot] = try coerce(
        try lower(field.node, &scope), to: layout.fields[field.slot].type)
    }
    return try record(layout, values)
  }

  /// A record or variant with the values of some fields; the others have their defaults.
  func record(_ layout: Layout, _ values: [Int: Code]) throws(NotGenerated) -> Code {
    if layout.isVariant {
      guard let (slot, value) = values.first, values.count == 1 else {
        throw refusal(.emptyCase, layout.name)
      }
      return variant(layout, slot, value)
    }
    var parts: [Code] = []
    for (slot, field) in layout.fields.enumerated() {
      if let value = values[slot] {
        parts.append(value)
      } else if let value = field.defaultValue {
        parts.append(Code(.constant(value), field.type, canFail: false))
      } else {
        parts.append(Code(.constant(.null), field.type, canFail: false))
      }
    }
    return Code(
      .record(parts), .record(layout.name), canFail: parts.contains(where: \.canFail))
  }

  func variant(_ layout: Layout, _ slot: Int, _ contents: Code) -> Code {
    let isEmpty = program.layout(of: layout.fields[slot].type)?.fields.isEmpty ?? true
    return Code(
      .variant(name: layout.fields[slot].name, isEmpty ? nil : contents), .record(layout.name),
      canFail: contents.canFail)
  }

  private func apply(
    _ call: CheckedExpr.Application, _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    guard case .function(let function)? = program.spec.types.definitions[call.function.name],
      let result = result(of: function)
    else { throw refusal(.function, call.function.name) }
    var arguments: [Code] = []
    for (parameter, argument) in zip(function.parameters, call.arguments) {
      arguments.append(
        try coerce(try lower(argument, &scope), to: ValueType(parameter.type)))
    }
    return Code(
      .apply(function, arguments), result,
      canFail: fails(function) || arguments.contains(where: \.canFail))
  }
}
