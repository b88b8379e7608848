import CEL
import SuasProgram

/// Values that are made: lists, maps, records, texts, and conversions.
extension TypeScriptExpressions {
  func made(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    switch code.kind {
    case .list(let elements): .list(try self.elements(elements))
    case .map(let entries): known(try map(entries, code.type), code.type)
    case .presentElements(let elements):
      .call("\(ts: "unwrapped")", [.bracketed(try list(elements))])
    case .presentEntries(let entries): try presentEntries(entries, code.type)
    case .record(let values): try record(values, code.type)
    case .variant(_, let contents?): try expression(contents)
    case .variant(let name, nil): .object(["case: \(names.text(name))"])
    default: throw NotGenerated(at: place)
    }
  }

  /// A map that stands where the types of the spec are known only at run time.
  private func known(_ map: TypeScriptExpression, _ type: ValueType) -> TypeScriptExpression {
    switch type.nonNull {
    case .map, .any, .partial: map
    default: .call("\(ts: "known")<\(names.type(type))>", [map.document()])
    }
  }

  private typealias Entry = (key: LoweredExpression, value: LoweredExpression)

  private func map(_ entries: [Entry], _ type: ValueType) throws(NotGenerated)
    -> TypeScriptExpression
  {
    let keys = entries.compactMap { entry -> Value? in
      if case .constant(let key) = entry.key.kind { key } else { nil }
    }
    let (key, value): (ValueType, ValueType) =
      if case .map(let key, let value) = type.nonNull { (key, value) } else { (.any, .any) }
    // A key that is given twice is an error.
    let areDistinct =
      key != .any && keys.count == entries.count
      && keys.indices.allSatisfy { !keys[..<$0].contains(keys[$0]) }
    let types = [names.type(key), names.type(value)]
    if areDistinct {
      var pairs: [(TypeScriptExpression, TypeScriptExpression)] = []
      for entry in entries {
        pairs.append((try expression(entry.key), try expression(entry.value)))
      }
      return names.map(pairs, types: types)
    }
    var pairs: [Document] = []
    for entry in entries {
      pairs.append(.lazy(.list(try list([entry.key, entry.value]))))
    }
    return .call(
      "\(ts: "mapOfNew")<\(types.joined(separator: ", "))>", [.bracketed(pairs)])
  }

  private func presentEntries(
    _ entries: [Entry], _ type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    var pairs: [Document] = []
    for entry in entries {
      pairs.append(
        .lazy(.call("\(ts: "entryIfAny")", try list([entry.key, entry.value]))))
    }
    return .call("\(ts: "mapOfNew")<\(mapTypes(type))>", [.bracketed(pairs)])
  }

  /// The types of the keys and the values of a map.
  private func mapTypes(_ type: ValueType) -> Document {
    guard case .map(let key, let value) = type.nonNull else { return "string, unknown" }
    return "\(names.type(key)), \(names.type(value))"
  }

  private func record(_ values: [LoweredExpression], _ type: ValueType) throws(NotGenerated)
    -> TypeScriptExpression
  {
    guard let layout = names.program.layout(of: type) else { throw NotGenerated(at: place) }
    var expressions: [TypeScriptExpression] = []
    for value in values { expressions.append(try expression(value)) }
    return names.made(layout, expressions)
  }

  // MARK: Texts

  func interpolation(_ pieces: [LoweredExpression.TextPiece]) throws(NotGenerated)
    -> TypeScriptExpression
  {
    if pieces.count == 1, case .value(let code) = pieces[0], code.type == .string {
      return try expression(code)
    }
    var text = Document()
    for piece in pieces {
      switch piece {
      case .text(let part): text += Document(TypeScriptNames.escaped(part, in: "`"))
      case .value(let code): text += "${\(try interpolated(code).document().flattened)}"
      }
    }
    return TypeScriptExpression("`\(text)`")
  }

  /// A value inside of a text.
  func interpolated(_ code: LoweredExpression) throws(NotGenerated) -> TypeScriptExpression {
    switch code.type {
    case .string, .enumeration, .int, .bool, .timestamp, .duration, .uint: try expression(code)
    case .double: .call("\(ts: "numberText")", [try document(code)])
    case .any: .call("\(ts: "textOf")", [try document(code)])
    default: .call("\(ts: "interpolated")", [try boxed(code).document()])
    }
  }

  // MARK: Conversions

  func convert(
    _ value: LoweredExpression, _ conversion: LoweredExpression.Conversion, to type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    switch conversion {
    case .toAny: return try boxed(value)
    case .toOptional: return .call("\(ts: "Optional").of", [try document(value)])
    case .enumToText, .toNullable: return try expression(value)
    case .intToDouble where names.ints == .number: return try expression(value)
    case .intToDouble: return .call("\(ts: "numberOfInt")", [try document(value)])
    case .textToEnum(let name):
      let result = names.type(.enumeration(name))
      return .call(
        "\(ts: "enumCase")<\(result)>", [try document(value), names.schema(ofEnum: name)])
    case .elements(let inner, let from):
      let element: ValueType = if case .list(let element) = type { element } else { .any }
      return try converted(value, inner, from, to: element, in: type) {
        $0.member(".map" + .parenthesized([$1]))
      }
    case .optional(let inner, let from):
      let wrapped: ValueType = if case .optional(let wrapped) = type { wrapped } else { .any }
      return try converted(value, inner, from, to: wrapped, in: type) {
        $0.member(".map" + .parenthesized([$1]))
      }
    case .nullable(let inner, let from):
      return try converted(value, inner, from, to: type.nonNull, in: type) {
        .call("\(ts: "ifThere")", [$0.document(), $1])
      }
    case .entries(let keys, let values, .map(let key, let element)):
      return try entries(value, (keys, key), (values, element), to: type)
    case .entries: return try expression(value)
    }
  }

  private typealias Side = (conversion: LoweredExpression.Conversion?, from: ValueType)

  private func entries(
    _ value: LoweredExpression, _ keys: Side, _ values: Side, to type: ValueType
  ) throws(NotGenerated) -> TypeScriptExpression {
    let start = try expression(value)
    let isPlain = { (side: Side) in side.conversion.map { isNone($0, side.from) } ?? true }
    if isPlain(keys), isPlain(values) { return start }
    let (key, element): (ValueType, ValueType) =
      if case .map(let key, let element) = type { (key, element) } else { (.any, .any) }
    let sides = try [("key", keys, key), ("value", values, element)].map {
      (name, side, to) throws(NotGenerated) -> Document in
      let local = LoweredExpression(.local(Local(name)), side.from, canFail: false)
      guard let conversion = side.conversion else { return try document(local) }
      return try convert(local, conversion, to: to).document()
    }
    let types: Document = "\(names.type(key)), \(names.type(element))"
    let pair = TypeScriptExpression("\(.bracketed(sides)) as const")
    let parameters: Document = """
      ([\(name: TypeScriptNames.value("key")), \(name: TypeScriptNames.value("value"))])
      """
    let pairs = start.member(".entries().map" + .parenthesized([.arrow(parameters, pair)]))
    return .call("\(ts: "OrderedMap").of<\(types)>", [pairs.document()])
  }

  /// The same conversion of each element; a conversion that is none in TypeScript is left out.
  private func converted(
    _ value: LoweredExpression, _ inner: LoweredExpression.Conversion, _ from: ValueType,
    to type: ValueType, in whole: ValueType,
    _ call: (TypeScriptExpression, Document) -> TypeScriptExpression
  ) throws(NotGenerated) -> TypeScriptExpression {
    if isNone(inner, from) { return try expression(value) }
    // What is boxed whole is boxed by its type.
    if case .toAny = inner {
      let boxed = names.boxed(try expression(value), value.type)
      return .call("\(ts: "known")<\(names.type(whole))>", [boxed.document()])
    }
    var printer = self
    printer.aliases[Local("it")] = .name("it")
    let element = try printer.convert(
      LoweredExpression(.local(Local("it")), from, canFail: false), inner, to: type)
    return call(try expression(value), .arrow("(\(name: "it"))", element))
  }

  /// True for a conversion that changes nothing in TypeScript.
  private func isNone(_ conversion: LoweredExpression.Conversion, _ from: ValueType) -> Bool {
    switch conversion {
    case .toAny: return !names.isBoxed(from)
    case .enumToText, .toNullable: return true
    case .intToDouble: return names.ints == .number
    case .elements(let inner, let from), .nullable(let inner, let from),
      .optional(let inner, let from):
      return isNone(inner, from)
    case .entries(let keys, let values, .map(let key, let value)):
      return keys.map { isNone($0, key) } ?? true && values.map { isNone($0, value) } ?? true
    default: return false
    }
  }
}
