import CEL
import SuasProgram
import YAML

/// A text that is written out, with values in it.
struct KotlinLiteral {
  /// The pieces between which the text can be divided: after each space, except in values.
  private var pieces: [Document] = [Document()]
  /// The value that the last piece consists of.
  private var value: KotlinExpression?

  init(_ text: String = "") { append(text) }

  mutating func append(_ text: String) {
    if !text.isEmpty { value = nil }
    for part in KotlinNames.escaped(text).split(after: " ") {
      pieces[pieces.count - 1] += Document(String(part))
      if part.last == " " { pieces.append(Document()) }
    }
  }

  mutating func append(value: KotlinExpression) {
    self.value = pieces.count > 1 && pieces[pieces.count - 1].isEmpty ? value : nil
    pieces[pieces.count - 1] += "${\(value.document().flattened)}"
  }

  var expression: KotlinExpression {
    var pieces = pieces
    if pieces.count > 1, let last = pieces.last, last.isEmpty { pieces.removeLast() }
    return pieces.count > 1
      ? KotlinExpression(.literal(pieces, value: value), .postfix)
      : KotlinExpression("\"\(pieces[0])\"")
  }
}

extension String {
  /// The parts of the text; each but the last ends with a separator.
  fileprivate func split(after separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let place = rest.firstIndex(of: separator) {
      parts.append(rest[...place])
      rest = rest[rest.index(after: place)...]
    }
    return rest.isEmpty ? parts : parts + [rest]
  }
}

/// Constants as Kotlin writes them.
extension KotlinNames {
  func text(_ text: String) -> Document { KotlinLiteral(text).expression.document() }

  func constant(_ value: Value, _ type: ValueType) -> KotlinExpression {
    switch (value, type) {
    case (.null, _): KotlinExpression("null")
    case (_, .nullable(let wrapped)): constant(value, wrapped)
    case (_, .optional(let wrapped)):
      .call("\(kotlin: "Optional").of", [constant(value, wrapped).document()])
    case (.bool(let bool), _): KotlinExpression(bool ? "true" : "false")
    case (.int(let int), .double): constant(Double(int))
    case (.int(.min), _): KotlinExpression("Long.MIN_VALUE")
    case (.int(let int), _): KotlinExpression("\(int)L", int < 0 ? .prefix : .postfix)
    case (.uint(let uint), _): KotlinExpression("\(uint)UL\(needing: "ULong")")
    case (.double(let double), _): constant(double)
    case (.string(let text), .enumeration(let name)):
      KotlinExpression("\(Self.type(name)).\(Self.enumCase(text))")
    case (.string(let text), _): KotlinLiteral(text).expression
    case (.timestamp(let time), _): .call("\(kotlin: "timestamp")", [text(time.description)])
    case (.duration(let duration), _): .call("\(kotlin: "duration")", [text(duration.description)])
    case (.type(let type), _): .call("\(kotlin: "TypeValue")", [text(type.name)])
    case (.bytes(let bytes), _):
      .call("\(kotlin: "bytesOf")", bytes.map { Document(String($0)) })
    case (.list(let list), _): constant(list, type)
    case (.map(let map), _): constant(map, type)
    case (.record(let record), .record(let name)): constant(record, name)
    case (.record(let record), .any): constant(record, record.shape.name)
    default: KotlinExpression("null")
    }
  }

  private func constant(_ double: Double) -> KotlinExpression {
    if double.isNaN { return KotlinExpression("\(.double).NaN") }
    if double.isInfinite {
      return KotlinExpression(
        "\(.double).\(double < 0 ? "NEGATIVE" : "POSITIVE")_INFINITY")
    }
    return KotlinExpression(
      "\(double.description)\(needing: "Double")", double.sign == .minus ? .prefix : .postfix)
  }

  private func constant(_ list: CEL.List, _ type: ValueType) -> KotlinExpression {
    switch type {
    case .any where list.count == 0: KotlinExpression("emptyList<\(self.type(.any))>()")
    case .any: KotlinExpression(KotlinPieces.list(list.map { constant($0, .any).document() }))
    case .list(let element) where list.count > 0:
      KotlinExpression(
        KotlinPieces.list(
          list.map { typed(constant($0, element), element).document() }, self.element(of: type)))
    default: .untypedEmpty("emptyList()")
    }
  }

  /// The type of a list's elements in angles, where the elements show another one: each case of a
  /// variant is a class of its own. Nothing for any other list.
  func element(of type: ValueType) -> Document {
    guard case .list(let element) = type.nonNull,
      program.layout(of: element.nonNull)?.isVariant == true
    else { return "" }
    return "<\(self.type(element))>"
  }

  private func constant(_ map: CEL.Map, _ type: ValueType) -> KotlinExpression {
    let entries: [Document]
    switch type {
    case .any where map.count == 0:
      return KotlinExpression("emptyMap<String, \(self.type(.any))>()")
    case _ where map.count == 0: return .untypedEmpty("emptyMap()")
    case .map(let key, let element):
      return KotlinExpression(
        KotlinPieces.map(
          map.map { .pair(constant($0.key, key), typed(constant($0.value, element), element)) }))
    case .partial(let name):
      let fields = program.layout(name)?.fields ?? []
      entries = map.map { key, value in
        let type = fields.first { .string($0.name) == key }?.type ?? .any
        return .pair(constant(key, .any), typed(constant(value, type), type))
      }
    case .any: entries = map.map { .pair(constant($0.key, .any), constant($0.value, .any)) }
    default: return .untypedEmpty("emptyMap()")
    }
    let hasTextKeys = map.allSatisfy { if case .string = $0.key { true } else { false } }
    let key: Document = hasTextKeys ? "String" : "Any"
    return KotlinExpression(KotlinPieces.map(entries, "<\(key), \(self.type(.any))>"))
  }

  /// The empty list or map of a type; nil for another type.
  func typedEmpty(_ type: ValueType) -> KotlinExpression? {
    switch type.nonNull {
    case .list(let element): KotlinExpression("emptyList<\(self.type(element))>()")
    case .map(let key, let value):
      KotlinExpression("emptyMap<\(self.type(key)), \(self.type(value))>()")
    case .partial: KotlinExpression("emptyMap<String, \(self.type(.any))>()")
    default: nil
    }
  }

  /// The value where nothing around shows the type of an empty list or map.
  func typed(_ value: KotlinExpression, _ type: ValueType) -> KotlinExpression {
    value.isUntypedEmpty ? typedEmpty(type) ?? value : value
  }

  private func constant(_ record: Record, _ name: String) -> KotlinExpression {
    guard let layout = program.layout(name) else { return KotlinExpression("null") }
    if layout.isVariant {
      guard let slot = record.presentCase else { return KotlinExpression("null") }
      return constant(record[slot], layout.fields[slot].type)
    }
    return made(
      layout,
      record.fields.enumerated().map { slot, value in
        let field = layout.fields[slot]
        return field.isDefault(value) ? nil : constant(value, field.type)
      })
  }

  // MARK: Records

  /// The call that makes a record; a field without a value has its default.
  func made(_ layout: RecordLayout, _ values: [KotlinExpression?]) -> KotlinExpression {
    if layout.fields.isEmpty { return KotlinExpression(type(layout)) }
    let fields = zip(layout.fields, values).compactMap { field, value in value.map { (field, $0) } }
    if isWide(layout) { return .call("\(type(layout)).of", pairs(fields)) }
    var arguments = fields.map { $1.assigned(to: Document(Self.member($0.name))) }
    if case .history(let state) = layout.role {
      arguments.append("type = \(history(of: state))")
    }
    return .call(type(layout), arguments)
  }

  /// The copy of a record with other values of some fields.
  func copied(
    _ record: KotlinExpression, _ layout: RecordLayout,
    _ fields: [(RecordLayout.Field, KotlinExpression)]
  ) -> KotlinExpression {
    let arguments =
      isWide(layout)
      ? pairs(fields) : fields.map { $1.assigned(to: Document(Self.member($0.name))) }
    return record.calling(".\(Symbol.copy)\(.arguments(arguments))")
  }

  private func pairs(_ fields: [(RecordLayout.Field, KotlinExpression)]) -> [Document] {
    fields.map { field, value in
      .pair(KotlinLiteral(field.name).expression, typed(value, field.type))
    }
  }

  /// True if a record has more fields than a method of the JVM has parameters: 255 slots. A `Long`
  /// or `Double` takes two, and the method that fills in defaults needs one more for each 32
  /// fields.
  func isWide(_ layout: RecordLayout) -> Bool {
    if case .store = layout.role { return false }
    let slots = layout.fields.reduce(0) { count, field in
      count + (field.type == .int || field.type == .double || field.type == .uint ? 2 : 1)
    }
    return slots + layout.fields.count / 32 + 4 > 255
  }

  /// A text as a literal, without the quotes.
  static func escaped(_ text: String) -> String {
    TextEscapes(marks: ["\"", "$"], number: TextEscapes.fourDigits).escaped(text)
  }

  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A place of the spec as a literal: `"todo.yaml:3:9"`.
  func literal(_ place: SourceRange) -> String { Self.literal(program.location(of: place)) }
}
