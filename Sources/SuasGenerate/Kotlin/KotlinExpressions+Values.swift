import CEL
import SuasProgram

/// Values that are made: lists, maps, records, texts, and conversions.
extension KotlinExpressions {
  func made(_ code: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    switch code.kind {
    case .list(let elements) where elements.isEmpty: return .untypedEmpty("emptyList()")
    case .list(let elements):
      return KotlinExpression(KotlinPieces.list(try list(elements), names.element(of: code.type)))
    case .map(let entries): return try map(entries, "insertNew")
    case .presentElements(let elements):
      return .call("\(kotlin: "unwrapped")", ["listOf\(.arguments(try list(elements)))"])
    case .presentEntries(let entries): return try map(entries, "insertIfAny")
    case .record(let values): return try record(values, code.type)
    case .variant(_, let contents?): return try expression(contents, isAlone: true)
    case .variant(let name, nil):
      guard let layout = names.program.layout(of: code.type) else { throw NotGenerated(at: place) }
      return KotlinExpression("\(names.type(layout)).\(names.caseType(name))")
    default: throw NotGenerated(at: place)
    }
  }

  /// - Parameter insert: The function of the runtime that adds an entry to a map.
  private func map(
    _ entries: [(key: LoweredExpression, value: LoweredExpression)], _ insert: String
  ) throws(NotGenerated) -> KotlinExpression {
    guard let first = entries.first else { return .untypedEmpty("emptyMap()") }
    let keys = entries.compactMap { entry -> Value? in
      if case .constant(let key) = entry.key.kind { key } else { nil }
    }
    // A repeated key is an error.
    let areDistinct =
      first.key.type != .any && keys.indices.allSatisfy { !keys[..<$0].contains(keys[$0]) }
    if insert == "insertNew", areDistinct, keys.count == entries.count {
      var pairs: [Document] = []
      for entry in entries {
        pairs.append(.pair(try expression(entry.key), try expression(entry.value, isAlone: true)))
      }
      return KotlinExpression(KotlinPieces.map(pairs))
    }
    var value = first.value.type
    if insert == "insertIfAny", case .optional(let wrapped) = value { value = wrapped }
    let types: Document = "\(names.type(first.key.type)), \(names.type(value))"
    var result = KotlinExpression("\(kotlin: "persistentMapOf")<\(types)>()")
    for entry in entries {
      result = .call(
        "\(kotlin: insert)", [result.document()] + (try list([entry.key, entry.value])))
    }
    return result
  }

  private func record(_ values: [LoweredExpression], _ type: ValueType) throws(NotGenerated)
    -> KotlinExpression
  {
    guard let layout = names.program.layout(of: type) else { throw NotGenerated(at: place) }
    var expressions: [KotlinExpression?] = []
    for (field, value) in zip(layout.fields, values) {
      if case .constant(let constant) = value.kind, field.isDefault(constant) {
        expressions.append(nil)
      } else {
        expressions.append(try expression(value))
      }
    }
    return names.made(layout, expressions)
  }

  // MARK: Texts

  func interpolation(_ pieces: [LoweredExpression.TextPiece]) throws(NotGenerated)
    -> KotlinExpression
  {
    if pieces.count == 1, case .value(let code) = pieces[0], code.type == .string {
      return try expression(code, isAlone: true)
    }
    var literal = KotlinLiteral()
    for piece in pieces {
      switch piece {
      case .text(let text): literal.append(text)
      case .value(let code):
        let value = try expression(code)
        switch code.type {
        case .string, .int, .bool: literal.append(value: value)
        case .any: literal.append(value: .call("\(kotlin: "textOf")", [value.document()]))
        default: literal.append(value: .call("\(kotlin: "interpolated")", [value.document()]))
        }
      }
    }
    return literal.expression
  }

  // MARK: Conversions

  func convert(
    _ value: LoweredExpression, _ conversion: LoweredExpression.Conversion
  ) throws(NotGenerated) -> KotlinExpression {
    switch conversion {
    case .toAny: return try asAny(value)
    case .toNullable: return try expression(value)
    case .toOptional: return .call("\(kotlin: "Optional").of", [try document(value)])
    case .enumToText: return try expression(value, isAlone: true).reading(".text")
    case .textToEnum(let name):
      let type = KotlinNames.type(name)
      return .call(
        "\(names.schema(ofEnum: name)).\(kotlin: "case")<\(type)>", [try document(value)])
    case .intToDouble: return try expression(value, isAlone: true).calling(".\(Symbol.toDouble)()")
    case .elements(let inner, let from): return try converted(value, ".map", inner, from)
    case .optional(let inner, let from):
      return try converted(value, ".\(kotlin: "map")", inner, from)
    case .nullable(let inner, let from): return try converted(value, "?.let", inner, from)
    case .entries(let keys, let values, .map(let key, let element)):
      return try entries(value, (keys, key), (values, element))
    case .entries: return try expression(value, isAlone: true)
    }
  }

  private func asAny(_ value: LoweredExpression) throws(NotGenerated) -> KotlinExpression {
    if case .caseOf? = names.program.layout(of: value.type)?.role {
      return .call("\(kotlin: "CaseContents")", [try document(value)])
    }
    if case .map(.enumeration, _) = value.type.nonNull {
      return .call("\(kotlin: "plain")", [try document(value)])
    }
    return try expression(value, isAlone: true)
  }

  private func entries(
    _ value: LoweredExpression,
    _ keys: (conversion: LoweredExpression.Conversion?, from: ValueType),
    _ values: (conversion: LoweredExpression.Conversion?, from: ValueType)
  ) throws(NotGenerated) -> KotlinExpression {
    let start = try expression(value, isAlone: true)
    let isPlain = { (side: (conversion: LoweredExpression.Conversion?, from: ValueType)) in
      side.conversion.map { isNone($0, side.from) } ?? true
    }
    if isPlain(keys), isPlain(values) { return start }
    let sides = try [("key", keys), ("value", values)].map {
      (name, side) throws(NotGenerated) -> KotlinExpression in
      let local = LoweredExpression(.local(Local(name)), side.from, canFail: false)
      guard let conversion = side.conversion else { return try expression(local) }
      return try convert(local, conversion)
    }
    let pair = Document.pair(sides[0], sides[1])
    return start.calling(".\(kotlin: "converting") \(.lambda("(key, value)", pair))")
  }

  /// The same conversion of each element; a conversion that changes nothing in Kotlin is left out.
  private func converted(
    _ value: LoweredExpression, _ function: Document, _ inner: LoweredExpression.Conversion,
    _ from: ValueType
  ) throws(NotGenerated) -> KotlinExpression {
    let start = try expression(value, isAlone: true)
    if isNone(inner, from) { return start }
    var printer = self
    printer.aliases[Local("it")] = "it"
    let element = try printer.convert(
      LoweredExpression(.local(Local("it")), from, canFail: false), inner)
    return start.calling("\(function) \(.lambda("", element.document()))")
  }

  /// True for a conversion that changes nothing in Kotlin.
  private func isNone(_ conversion: LoweredExpression.Conversion, _ from: ValueType) -> Bool {
    switch conversion {
    case .toAny:
      if case .caseOf? = names.program.layout(of: from)?.role { return false }
      if case .map(.enumeration, _) = from.nonNull { return false }
      return true
    case .elements(let inner, let from), .nullable(let inner, let from),
      .optional(let inner, let from):
      return isNone(inner, from)
    case .entries(let keys, let values, .map(let key, let value)):
      return keys.map { isNone($0, key) } ?? true && values.map { isNone($0, value) } ?? true
    case .entries, .toNullable: return true
    default: return false
    }
  }
}
