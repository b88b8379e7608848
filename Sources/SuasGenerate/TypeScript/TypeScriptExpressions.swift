import CEL
import SuasProgram
import YAML

/// Writes expressions in TypeScript.
struct TypeScriptExpressions {
  let names: TypeScriptNames
  /// The place of the rule or declaration, for refusals.
  var place: SourceRange
  /// The names of `cel.bind` that are evaluated at their first use.
  var lazyNames: Set<String> = []
  /// The names of locals that have others than their own.
  var aliases: [Local: Document] = [:]
  /// The conditions that hold where the expression stands: the compiler refuses a comparison that
  /// they decide.
  var conditions: [Document] = []

  func document(
    _ code: LoweredExpression, _ outer: TypeScriptStrength = .any
  ) throws(NotGenerated) -> Document {
    try expression(code).document(outer)
  }

  func expression(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    switch code.kind {
    case .constant(let value): names.constant(value, code.type)
    case .named(let constant) where names.canName(constant):
      .path(names.constant(constant.name))
    case .named(let constant): names.constant(constant.value, code.type)
    case .local(let local), .position(let local): name(local)
    case .field(let record, let name): try field(name, of: record, code.type)
    case .contents, .hasCase, .isPresent, .not, .known, .unwrapped, .fieldIfAny, .elementIfAny,
      .part, .element, .entry, .opened:
      try partOf(code)
    case .call(let overload, let name, let arguments): try call(overload, name, arguments)
    case .apply(let function, let arguments):
      .call("\(names.functions)\(TypeScriptNames.property(function.name))", try list(arguments))
    case .selected(let name, let store):
      .call("\(names.selectors)\(TypeScriptNames.property(name))", [try document(store)])
    case .now: TypeScriptExpression("\(name: "scope").now")
    case .identifier: TypeScriptExpression("\(name: "scope").uuid()")
    case .and(let terms): try logic(terms, "&&", "both")
    case .or(let terms): try logic(terms, "||", "any")
    case .conditional(let condition, let then, let otherwise):
      try choice(condition, then, otherwise)
    case .equal(let left, let right, let isNegated): try equal(left, right, isNegated)
    case .same(let left, let right, let isNegated):
      negated(.call("\(ts: "areSame")", try list([left, right])), isNegated)
    case .list, .map, .presentElements, .presentEntries, .record, .variant: try made(code)
    case .otherwise(let value, let other) where value.type == .any:
      .call("\(ts: "otherwise")", [try document(value), .lazy(try expression(other))])
    case .otherwise(let value, let other): try fallback("orValue", [value, other])
    case .comprehension(let it): try comprehension(it)
    case .dynamic(let step): try dynamic(step, code.type)
    case .convert(let value, let conversion): try convert(value, conversion, to: code.type)
    case .text(let pieces): try interpolation(pieces)
    case .mergedFields(let value, let record): try mergedFields(value, record)
    case .hiding(let value):
      .call("\(ts: "hidingValues")", [.lazy(try expression(value))])
    case .failure(let code, let message):
      .call("\(ts: "refuse")", [names.text(code), names.text(message)])
    }
  }

  private func choice(
    _ condition: LoweredExpression, _ then: LoweredExpression, _ otherwise: LoweredExpression
  ) throws(NotGenerated) -> TypeScriptExpression {
    let test = try expression(condition)
    let inner = knowing(test)
    return .choice(test, try inner.branch(then), try inner.branch(otherwise))
  }

  /// A value of a choice; an optional without a value would have no type there.
  private func branch(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    if case .optional = code.type, let empty = typedEmpty(code) { return empty }
    return try expression(code)
  }

  /// The printing of what stands where a condition holds, or where it does not.
  func knowing(_ condition: TypeScriptExpression) -> TypeScriptExpressions {
    var inner = self
    inner.conditions.append(condition.document())
    return inner
  }

  /// True if a condition around may have shown the compiler which value an expression has.
  func isDecided(_ expression: TypeScriptExpression) -> Bool {
    // A test that has several parts is decided by any of them.
    if !conditions.isEmpty, expression.strength <= .and { return true }
    let document = expression.document()
    return conditions.contains { $0.contains(document) }
  }

  private func name(_ local: Local) -> TypeScriptExpression {
    let name = aliases[local] ?? .name(TypeScriptNames.local(local))
    return .path(lazyNames.contains(local.name) ? "\(name).value" : name)
  }

  /// The arguments of a function.
  func list(_ codes: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    try codes.map { code throws(NotGenerated) in try alone(code).document() }
  }

  /// The elements of a list that is written out.
  func elements(_ codes: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    try codes.map { code throws(NotGenerated) in try within(code).document() }
  }

  /// The code where its surroundings show its type to the compiler, but for what holds nothing.
  func within(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    if let empty = typedEmpty(code) { return empty }
    return try expression(code)
  }

  /// The code where nothing around it shows its type to the compiler.
  func alone(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    if let empty = typedEmpty(code) { return empty }
    let expression = try expression(code)
    // Cases are texts in TypeScript already, but not for the methods of what holds them.
    if case .convert(let value, _) = code.kind, code.type != .string,
      value.type.hasEnums, !code.type.hasEnums
    {
      return .call("\(ts: "known")<\(names.type(code.type))>", [expression.document()])
    }
    // The compiler would take the name of a case in a literal for any text.
    guard code.isWrittenOut, names.program.holdsCases(code.type) else { return expression }
    return expression.asserted(names.type(code.type))
  }

  /// The code before a member of it: the compiler would take each field of a record that is written out
  /// for what is written there, such as null.
  private func owner(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    guard case .record = code.kind else { return try alone(code) }
    return try expression(code).asserted(names.type(code.type))
  }

  /// A list or an optional that holds nothing, with its type; nil for any other code.
  private func typedEmpty(_ code: LoweredExpression) -> TypeScriptExpression? {
    switch (code.type, code.kind) {
    case (.list(let element), .constant), (.list(let element), .list):
      code.isEmptyLiteral
        ? TypeScriptExpression("\(ts: "emptyList")<\(names.type(element))>()") : nil
    case (.optional(let value), _) where code.isEmptyOptional:
      TypeScriptExpression("\(ts: "Optional").none<\(names.type(value))>()")
    default: nil
    }
  }

  func negated(_ expression: TypeScriptExpression, _ isNegated: Bool) -> TypeScriptExpression {
    isNegated ? .prefixed("!", expression) : expression
  }

  /// The value as one whose type is known only at run time.
  func boxed(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    names.boxed(try expression(code), code.type)
  }

  private func mergedFields(_ value: LoweredExpression, _ record: String) throws(NotGenerated)
    -> TypeScriptExpression
  {
    guard let schema = names.program.layout(record).flatMap(names.schema) else {
      throw NotGenerated(record, at: place)
    }
    return .call("\(ts: "fieldsOf")", [try boxed(value).document(), schema])
  }

  // MARK: Parts

  private func field(
    _ name: String, of record: LoweredExpression, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let layout = names.program.layout(of: record.type)
    let property = layout.map { TypeScriptNames.property(of: name, in: $0) } ?? name
    let value = try owner(record).member(TypeScriptNames.property(property), isPath: true)
    guard case .runtime? = layout?.role, name == "body" || name == "result", type != .any else {
      return value
    }
    return .call("\(ts: "known")<\(names.type(type))>", [value.document()])
  }

  /// A part of a value, or a test for one.
  private func partOf(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    switch code.kind {
    case .contents(let variant, let type, let name):
      try contents(variant, type, name, canFail: code.canFail)
    case .hasCase(let variant, _, let name): try hasCase(variant, name, "===")
    case .isPresent(let value): try presence(of: value, "!==")
    case .not(let value): try not(value)
    case .known(let value): try known(value)
    case .unwrapped(let value): .call("\(ts: "unwrap")", [try document(value)])
    case .fieldIfAny(let value, let name): try fieldIfAny(value, name)
    case .elementIfAny(let value, let index): try elementIfAny(value, index, code.type)
    case .part(let value, let name, let record):
      names.unboxed(
        .call("\(ts: "part")", [try document(value), names.text(name), names.text(record)]),
        code.type)
    case .element(let list, let index): .call("\(ts: "at")", try self.list([list, index]))
    case .entry(let map, let key): .call("\(ts: "valueAt")", try list([map, key]))
    case .opened(let collection, let key):
      .call("\(ts: isList(collection.type) ? "at" : "entry")", try list([collection, key]))
    default: throw NotGenerated(at: place)
    }
  }

  private func isList(_ type: ValueType) -> Bool {
    if case .list = type.nonNull { true } else { false }
  }

  private func known(_ value: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    let expression = try expression(value)
    if value.type == value.type.nonNull || value.type.nonNull == .any { return expression }
    return expression.member("!", isPath: true)
  }

  private func presence(
    of value: LoweredExpression, _ sign: String
  ) throws(NotGenerated) -> TypeScriptExpression {
    TypeScriptExpression(try expression(value), sign, TypeScriptExpression("null"))
  }

  private func not(_ value: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    switch value.kind {
    case .isPresent(let value): try presence(of: value, "===")
    case .hasCase(let variant, _, let name): try hasCase(variant, name, "!==")
    default: .prefixed("!", try expression(value))
    }
  }

  private func hasCase(
    _ variant: LoweredExpression, _ name: String, _ sign: String
  ) throws(NotGenerated) -> TypeScriptExpression {
    let member = variant.type == variant.type.nonNull ? ".case" : "?.case"
    let value = try alone(variant).member("\(member)")
    guard isDecided(value) else {
      return TypeScriptExpression(value, sign, TypeScriptExpression(names.text(name)))
    }
    let test = TypeScriptExpression.call(
      "\(ts: "areEqual")", [value.document(), names.text(name)])
    return negated(test, sign == "!==")
  }

  /// A case of a variant: what it holds is the case itself.
  private func contents(
    _ variant: LoweredExpression, _ type: String, _ name: String, canFail: Bool
  ) throws(NotGenerated) -> TypeScriptExpression {
    let (start, name) = (try alone(variant), names.text(name))
    if !canFail { return .call("\(ts: "knownCase")", [start.document(), name]) }
    let function: Document = "\(ts: "caseOf")\(caseTypes(start, variant.type, name))"
    return .call(function, [start.document(), name, names.text(type)])
  }

  /// The types for a function that looks for a case, if a condition around may have shown the compiler that
  /// the variant has another one.
  private func caseTypes(
    _ variant: TypeScriptExpression, _ type: ValueType, _ name: Document
  ) -> Document {
    isDecided(variant.member(".case")) ? "<\(names.type(type.nonNull)), \(name)>" : ""
  }

  /// A field, or the contents of a case, that may not be there.
  private func fieldIfAny(_ value: LoweredExpression, _ name: String) throws(NotGenerated)
    -> TypeScriptExpression
  {
    var record = value.type
    if case .optional(let wrapped) = record { record = wrapped }
    guard let layout = names.program.layout(of: record) else { throw NotGenerated(at: place) }
    let member = { (start: TypeScriptExpression) -> TypeScriptExpression in
      let part: TypeScriptExpression =
        layout.isVariant
        ? .call(
          "\(ts: "caseIfAny")\(caseTypes(start, record, names.text(name)))",
          [start.document(), names.text(name)])
        : start.member(TypeScriptNames.property(TypeScriptNames.property(of: name, in: layout)))
      return .call("\(ts: "Optional").ofNullable", [part.document()])
    }
    let start = try owner(value)
    guard case .optional = value.type else { return member(start) }
    return flatMap(start, member)
  }

  private func flatMap(
    _ optional: TypeScriptExpression,
    _ body: (TypeScriptExpression) throws(NotGenerated) -> TypeScriptExpression
  ) rethrows -> TypeScriptExpression {
    let function = Document.arrow("(\(name: "it"))", try body(.path(.name("it"))))
    return optional.member(".flatMap" + .parenthesized([function]))
  }

  private func elementIfAny(
    _ value: LoweredExpression, _ index: LoweredExpression, _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    var collection = value.type
    if case .optional(let wrapped) = collection { collection = wrapped }
    let function: String
    switch (collection, index.type) {
    case (.list(let element), .int) where type == .optional(element): function = "elementAt"
    case (.map(let key, let element), _) where key == index.type && type == .optional(element):
      function = "valueIfAny"
    default:
      let found = TypeScriptExpression.call(
        "\(ts: "elementIfAny")", [try boxed(value).document(), try boxed(index).document()])
      return names.unboxed(found, type)
    }
    let key = try document(index)
    let start = try alone(value)
    guard case .optional = value.type else {
      return .call("\(ts: function)", [start.document(), key])
    }
    return flatMap(start) { .call("\(ts: function)", [$0.document(), key]) }
  }

  // MARK: Logic

  private func logic(
    _ terms: [LoweredExpression], _ sign: String, _ function: String
  ) throws(NotGenerated) -> TypeScriptExpression {
    // An error of the last term alone is absorbed by nothing that is evaluated before it.
    if terms.dropLast().contains(where: \.canFail) {
      return try absorbing(terms[...], function)
    }
    var operands: [TypeScriptExpression] = []
    var printer = self
    for term in terms {
      let operand = try printer.expression(term)
      operands.append(operand)
      printer = printer.knowing(operand)
    }
    return .joined(operands, sign)
  }

  /// Terms of which each absorbs the errors of the others if it decides; many are two halves.
  private func absorbing(
    _ terms: ArraySlice<LoweredExpression>, _ function: String
  ) throws(NotGenerated) -> TypeScriptExpression {
    if terms.count == 1, let term = terms.first { return try expression(term) }
    let middle = terms.startIndex + (terms.count > 8 ? terms.count / 2 : 1)
    let halves = [
      try absorbing(terms[..<middle], function), try absorbing(terms[middle...], function),
    ]
    return .call("\(ts: function)", halves.map { .lazy($0) })
  }

  private func equal(
    _ left: LoweredExpression, _ right: LoweredExpression, _ isNegated: Bool
  ) throws(NotGenerated) -> TypeScriptExpression {
    // The compiler would warn of two constants that are not equal.
    if left.type.isPrimitive, right.type.isPrimitive, !left.isConstant || !right.isConstant,
      !names.ints.mixes(left.type, right.type)
    {
      let (one, other) = (try expression(left), try expression(right))
      if !one.isFixed || !other.isFixed, !isDecided(one), !isDecided(other) {
        return TypeScriptExpression(one, isNegated ? "!==" : "===", other)
      }
    }
    return negated(.call("\(ts: "areEqual")", try list([left, right])), isNegated)
  }
}

extension ValueType {
  /// True if JavaScript's own equality of values of the type is that of the expression language.
  var isPrimitive: Bool {
    switch self {
    case .null, .bool, .int, .double, .string, .enumeration: true
    case .nullable(let wrapped): wrapped.isPrimitive
    default: false
    }
  }
}

extension LoweredExpression {
  /// True for a list, a map, a record or a constant that is written out, at least in part.
  var isWrittenOut: Bool {
    switch kind {
    case .constant, .list, .map, .record, .variant: true
    case .conditional(_, let then, let otherwise): then.isWrittenOut || otherwise.isWrittenOut
    case .call(let overload, _, let operands):
      if case .concatenation? = TypeScriptLibrary.forms[overload.id] {
        operands.contains(where: \.isWrittenOut)
      } else {
        false
      }
    default: false
    }
  }
}
