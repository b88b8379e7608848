import CEL
import SuasProgram
import YAML

/// Writes expressions in Kotlin.
struct KotlinExpressions {
  let names: KotlinNames
  /// The place of the rule or declaration, for refusals.
  var place: SourceRange
  /// The names of `cel.bind` that are evaluated at their first use.
  var lazyNames: Set<String> = []
  /// The names of locals that have other names in the code.
  var aliases: [Local: String] = [:]

  /// The code as a part of another expression.
  func document(
    _ code: LoweredExpression, _ outer: KotlinStrength = .any
  ) throws(NotGenerated) -> Document {
    try expression(code, isAlone: outer == .postfix).document(outer)
  }

  /// - Parameter isAlone: True if nothing around the expression shows its type to the compiler.
  func expression(_ code: LoweredExpression, isAlone: Bool = false) throws(NotGenerated)
    -> KotlinExpression
  {
    if isAlone {
      if code.isEmptyLiteral, let empty = names.typedEmpty(code.type) { return empty }
      if code.isEmptyOptional, case .optional(let value) = code.type {
        return KotlinExpression("\(kotlin: "Optional").none<\(names.type(value))>()")
      }
    }
    return try written(code)
  }

  private func written(_ code: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    switch code.kind {
    case .constant(let value): names.constant(value, code.type)
    case .named(let constant): KotlinExpression(names.constant(constant.name))
    case .local(let local): name(local)
    case .position(let local): KotlinExpression("\(name: KotlinNames.local(local)).toLong()")
    case .field(let record, let name): try field(name, of: record, code.type)
    case .contents, .hasCase, .isPresent, .not, .known, .unwrapped, .fieldIfAny, .elementIfAny,
      .part, .element, .entry, .opened:
      try partOf(code)
    case .call(let overload, let name, let arguments): try call(overload, name, arguments)
    case .apply(let function, let arguments):
      .call(
        "\(names.fixed.of("Functions")).\(KotlinNames.function(function.name))", try list(arguments)
      )
    case .selected(let name, let store):
      .call(names.selector(name), [try document(store)])
    case .now: KotlinExpression("\(name: "scope").now")
    case .identifier: KotlinExpression("\(name: "scope").uuid()")
    case .and(let terms): try logic(terms, .and)
    case .or(let terms): try logic(terms, .or)
    case .conditional(let condition, let then, let otherwise):
      try choice(condition, then, otherwise)
    case .equal(let left, let right, let isNegated): try equal(left, right, isNegated)
    case .same(let left, let right, let isNegated):
      negated(.call("\(kotlin: "areSame")", try list([left, right])), isNegated)
    case .list, .map, .presentElements, .presentEntries, .record, .variant: try made(code)
    case .otherwise(let value, let other) where value.type == .any:
      KotlinExpression(
        "\(kotlin: "otherwise")(\(try document(value))) \(.lambda("", try document(other)))")
    case .otherwise(let value, let other):
      try expression(value, isAlone: true).calling(
        ".\(kotlin: "orValue") \(.lambda("", try document(other)))")
    case .comprehension(let it): try comprehension(it)
    case .dynamic(let step): try dynamic(step, code.type)
    case .convert(let value, let conversion): try convert(value, conversion)
    case .text(let pieces): try interpolation(pieces)
    case .mergedFields(let value, let record):
      .call(
        "\(kotlin: "fieldsOf")", [try document(value), Document(names.schema(ofRecord: record))])
    case .hiding(let value):
      KotlinExpression("\(kotlin: "hidingValues") \(.lambda("", try document(value)))")
    case .failure(let code, let message):
      .call("\(kotlin: "refuse")", [names.text(code), names.text(message)])
    }
  }

  private func choice(
    _ condition: LoweredExpression, _ then: LoweredExpression, _ otherwise: LoweredExpression
  ) throws(NotGenerated) -> KotlinExpression {
    var first = try expression(then)
    var second = try expression(otherwise)
    // One of two empty lists has to show the type, and the only one beside a null.
    if second.isUntypedEmpty || otherwise.isNull { first = names.typed(first, then.type) }
    if then.isNull { second = names.typed(second, otherwise.type) }
    return KotlinExpression(
      .choice(try expression(condition), then: first, otherwise: second), .any)
  }

  private func name(_ local: Local) -> KotlinExpression {
    let name = aliases[local] ?? KotlinNames.local(local)
    return KotlinExpression(lazyNames.contains(local.name) ? "\(name: name).value" : .name(name))
  }

  func list(_ codes: [LoweredExpression]) throws(NotGenerated) -> [Document] {
    var expressions: [KotlinExpression] = []
    for code in codes { expressions.append(try expression(code, isAlone: true)) }
    return expressions.enumerated().map { index, expression in
      // `a < b, c > (d)` would be the call of a generic function.
      let isOpen = expression.isComparison(by: "<")
      let isClosed = isOpen && expressions[(index + 1)...].contains { $0.isComparison(by: ">") }
      return isClosed ? expression.inParentheses : expression.document()
    }
  }

  func negated(_ expression: KotlinExpression, _ isNegated: Bool) -> KotlinExpression {
    isNegated ? .prefixed("!", expression) : expression
  }

  // MARK: Parts

  private func field(
    _ name: String, of record: LoweredExpression, _ type: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    let start = try expression(record, isAlone: true)
    if case .runtime? = names.program.layout(of: record.type)?.role, type != .any {
      if name == "body" { return start.calling(".\(kotlin: "bodyAs")<\(names.type(type))>()") }
      if name == "result" { return start.calling(".\(kotlin: "resultAs")<\(names.type(type))>()") }
    }
    return start.reading(".\(KotlinNames.member(name))")
  }

  /// A part of a value, or a test for one.
  private func partOf(_ code: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    switch code.kind {
    case .contents(let variant, let type, let name): try contents(variant, type, name, code)
    case .hasCase(let variant, let type, let name): try hasCase(variant, type, name, "is")
    case .isPresent(let value):
      KotlinExpression(try expression(value), "!=", KotlinExpression("null"))
    case .not(let value): try not(value)
    case .known(let value), .unwrapped(let value):
      .call("\(kotlin: "unwrap")", [try document(value)])
    case .fieldIfAny(let value, let name): try fieldIfAny(value, name)
    case .elementIfAny(let value, let index):
      known(code.type, .call("\(kotlin: "elementIfAny")", try list([value, index])))
    case .part(let value, let name, let record):
      .call(
        "\(kotlin: "part")<\(names.type(code.type))>",
        [try document(value), names.text(name), names.text(record)])
    case .element(let collection, let key), .entry(let collection, let key):
      try expression(collection, isAlone: true).calling(".\(kotlin: "at")(\(try document(key)))")
    case .opened(let collection, let key): try opened(collection, key)
    default: throw NotGenerated(at: place)
    }
  }

  func known(_ type: ValueType, _ value: KotlinExpression) -> KotlinExpression {
    .call("\(kotlin: "known")<\(names.type(type))>", [value.document()])
  }

  private func not(_ value: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    switch value.kind {
    case .isPresent(let value):
      KotlinExpression(try expression(value), "==", KotlinExpression("null"))
    case .hasCase(let variant, let type, let name): try hasCase(variant, type, name, "!is")
    default: .prefixed("!", try expression(value))
    }
  }

  private func hasCase(
    _ variant: LoweredExpression, _ type: String, _ name: String, _ sign: String
  ) throws(NotGenerated) -> KotlinExpression {
    let item = "\(KotlinNames.type(type)).\(names.caseType(name))"
    return KotlinExpression("\(try document(variant, .elvis)) \(sign) \(item)", .namedCheck)
  }

  /// A case of a variant: the contents are the case itself.
  private func contents(
    _ variant: LoweredExpression, _ type: String, _ name: String, _ code: LoweredExpression
  ) throws(NotGenerated) -> KotlinExpression {
    let item = "\(KotlinNames.type(type)).\(names.caseType(name))"
    if !code.canFail { return .call("\(kotlin: "known")<\(item)>", [try document(variant)]) }
    return .call("\(kotlin: "caseOf")<\(item)>", [try document(variant), names.text(name)])
  }

  /// The element or entry of a collection at a position or key that is known to be there.
  private func opened(_ collection: LoweredExpression, _ key: LoweredExpression)
    throws(NotGenerated) -> KotlinExpression
  {
    let start = try expression(collection, isAlone: true)
    guard case .list = collection.type else {
      return start.calling(".\(kotlin: "entry")(\(try document(key)))")
    }
    if case .position(let local) = key.kind {
      return start.reading("[\(name: KotlinNames.local(local))]")
    }
    return start.calling(".\(kotlin: "at")(\(try document(key)))")
  }

  /// A field, or the contents of a case, that may not be there.
  private func fieldIfAny(_ value: LoweredExpression, _ name: String) throws(NotGenerated)
    -> KotlinExpression
  {
    var record = value.type
    if case .optional(let wrapped) = record { record = wrapped }
    guard let layout = names.program.layout(of: record) else { throw NotGenerated(at: place) }
    let member = { (start: KotlinExpression) -> KotlinExpression in
      .call(
        "\(kotlin: "optionalOf")",
        [
          layout.isVariant
            ? "\(start.document(.prefix)) as? \(names.type(layout)).\(names.caseType(name))"
            : start.reading(".\(KotlinNames.member(name))").document()
        ])
    }
    let start = try expression(value, isAlone: true)
    guard case .optional = value.type else { return member(start) }
    return start.calling(
      ".\(kotlin: "flatMap") \(.lambda("", member(KotlinExpression("it")).document()))")
  }

  // MARK: Logic

  private func logic(
    _ terms: [LoweredExpression], _ strength: KotlinStrength
  ) throws(NotGenerated) -> KotlinExpression {
    let isAnd = strength == .and
    // An error of the last term alone is never absorbed by the terms that are evaluated before it.
    if terms.dropLast().contains(where: \.canFail) {
      return try absorbing(terms[...], isAnd ? "both" : "any")
    }
    var operands: [KotlinExpression] = []
    for term in terms { operands.append(try expression(term)) }
    return KotlinPieces.joined(operands, isAnd ? "&&" : "||", isAnd ? "allOf" : "anyOf")
  }

  /// Terms, each of which absorbs the errors of the others if it decides the result; many terms are
  /// divided into two halves.
  private func absorbing(
    _ terms: ArraySlice<LoweredExpression>, _ function: String
  ) throws(NotGenerated) -> KotlinExpression {
    if terms.count == 1, let term = terms.first { return try expression(term) }
    let middle = terms.startIndex + (terms.count > 8 ? terms.count / 2 : 1)
    let halves = [
      try absorbing(terms[..<middle], function), try absorbing(terms[middle...], function),
    ]
    let name = terms.count > 32 ? "\(function)Apart" : function
    return .call("\(kotlin: name)", halves.map { .lambda("", $0.document()) })
  }

  private func equal(
    _ left: LoweredExpression, _ right: LoweredExpression, _ isNegated: Bool
  ) throws(NotGenerated) -> KotlinExpression {
    for (one, other) in [(left, right), (right, left)]
    where one.isEmptyLiteral && other.type == other.type.nonNull {
      return try expression(other, isAlone: true).calling(
        ".\(isNegated ? "isNotEmpty" : "isEmpty")()")
    }
    if left.type == .double || names.program.isPlainlyEqual(left.type) {
      return KotlinExpression(
        try expression(left, isAlone: true), isNegated ? "!=" : "==",
        try expression(right, isAlone: true))
    }
    return negated(.call("\(kotlin: "areEqual")", try list([left, right])), isNegated)
  }
}
