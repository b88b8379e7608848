import CEL
import SuasProgram
import YAML

/// Constants as TypeScript writes them.
extension TypeScriptNames {
  func text(_ text: String) -> Document { Document(Self.literal(text)) }

  func constant(_ value: Value, _ type: ValueType) -> TypeScriptExpression {
    switch (value, type) {
    case (.null, _): TypeScriptExpression("null")
    case (_, .nullable(let wrapped)): constant(value, wrapped)
    case (_, .optional(let wrapped)):
      .call("\(ts: "Optional").of", [constant(value, wrapped).document()])
    case (.bool(let bool), _): TypeScriptExpression(bool ? "true" : "false")
    case (.int(let int), .double): constant(Double(int), isBoxed: false)
    case (.int(let int), _): constant(int)
    case (.uint(let uint), _): TypeScriptExpression("new \(ts: "Uint")(\(uint)n)")
    case (.double(let double), _): constant(double, isBoxed: type != .double)
    case (.string(let text), _): TypeScriptExpression(self.text(text))
    case (.timestamp(let time), _):
      .call("\(ts: "Timestamp").of", [text(time.description)])
    case (.duration(let duration), _):
      .call("\(ts: "Duration").of", [text(duration.description)])
    case (.type(let type), _): TypeScriptExpression("new \(ts: "TypeValue")(\(text(type.name)))")
    case (.bytes(let bytes), _):
      TypeScriptExpression(
        "new \(ts: "Bytes")(\(.bracketed(bytes.map { Document(String($0)) })))")
    case (.list(let list), _): constant(list, type)
    case (.map(let map), _): constant(map, type)
    case (.record(let record), .record(let name)): constant(record, name)
    case (.record(let record), _): boxed(record)
    default: TypeScriptExpression("null")
    }
  }

  /// True for a constant that may be made when the program starts: no part of it is an error.
  func canName(_ constant: CheckedConstant) -> Bool {
    ints == .bigint || constant.value.largeInt == nil
  }

  /// An int beyond those of a number is an error where it is evaluated.
  func constant(_ int: Int64) -> TypeScriptExpression {
    let big = TypeScriptExpression("\(int)n", int < 0 ? .prefix : .postfix)
    if ints == .bigint { return big }
    guard int.magnitude < 1 << 53 else {
      return .call("\(ts: "intOf")", [big.document()])
    }
    return TypeScriptExpression("\(int)", int < 0 ? .prefix : .postfix)
  }

  private func constant(_ double: Double, isBoxed: Bool) -> TypeScriptExpression {
    let text: String
    switch double {
    case _ where double.isNaN: text = "NaN"
    case .infinity: text = "Infinity"
    case -.infinity: text = "-Infinity"
    case 0: text = double.sign == .minus ? "-0" : "0"
    default:
      let shown = double.description
      text = shown.hasSuffix(".0") ? String(shown.dropLast(2)) : shown
    }
    guard !isBoxed else { return .call("\(ts: "double")", [Document(text)]) }
    return TypeScriptExpression(Document(text), double.sign == .minus ? .prefix : .postfix)
  }

  private func constant(_ list: CEL.List, _ type: ValueType) -> TypeScriptExpression {
    let element: ValueType = if case .list(let element) = type { element } else { .any }
    return .list(list.map { constant($0, element).document() })
  }

  private func constant(_ map: CEL.Map, _ type: ValueType) -> TypeScriptExpression {
    let (key, element): (ValueType, ValueType) =
      switch type {
      case .map(let key, let element): (key, element)
      case .partial: (.string, .any)
      default: (.any, .any)
      }
    return self.map(
      map.map { (constant($0.key, key), constant($0.value, element)) },
      types: [self.type(key), self.type(element)])
  }

  /// A map that is written out.
  func map(
    _ entries: [(TypeScriptExpression, TypeScriptExpression)], types: [Document]
  ) -> TypeScriptExpression {
    let angles: Document = "<\(types.joined(separator: ", "))>"
    if entries.isEmpty { return TypeScriptExpression("\(ts: "OrderedMap").empty\(angles)()") }
    let pairs = entries.map { Document.bracketed([$0.document(), $1.document()]) }
    return .call("\(ts: "OrderedMap").of\(angles)", [.bracketed(pairs)])
  }

  private func boxed(_ record: Record) -> TypeScriptExpression {
    let name = record.shape.name
    return boxed(constant(record, name), .record(name))
  }

  private func constant(_ record: Record, _ name: String) -> TypeScriptExpression {
    guard let layout = program.layout(name) else { return TypeScriptExpression("null") }
    if layout.isVariant {
      guard let slot = record.presentCase else { return TypeScriptExpression("null") }
      return constant(record[slot], layout.fields[slot].type)
    }
    return made(
      layout, zip(layout.fields, record.fields).map { constant($1, $0.type) })
  }

  // MARK: Records

  /// A record that is written out, with a value for each field.
  func made(_ layout: RecordLayout, _ values: [TypeScriptExpression]) -> TypeScriptExpression {
    var properties = zip(layout.fields, values).map { field, value in
      property(Self.property(of: field.name, in: layout), value)
    }
    if case .caseOf(_, let name) = layout.role { properties.insert("case: \(text(name))", at: 0) }
    return .object(properties)
  }

  /// A property with its value; a variable of its name stands for both.
  func property(_ name: String, _ value: TypeScriptExpression) -> Document {
    if Self.isIdentifier(name), value.document() == .name(name) { return .name(name) }
    return "\(Self.key(name)): \(value.document())"
  }

  /// The value as one whose type is known only at run time.
  func boxed(_ value: TypeScriptExpression, _ type: ValueType) -> TypeScriptExpression {
    guard isBoxed(type) else { return value }
    if type == .double { return .call("\(ts: "double")", [value.document()]) }
    return .call("\(ts: "box")", [value.document(), fieldType(type)])
  }

  /// A value whose type was known only at run time as one of a type, of which it is.
  func unboxed(_ value: TypeScriptExpression, _ type: ValueType) -> TypeScriptExpression {
    if type == .any { return value }
    guard isBoxed(type) else {
      return .call("\(ts: "known")<\(self.type(type))>", [value.document()])
    }
    return .call("\(ts: "unbox")<\(self.type(type))>", [value.document(), fieldType(type)])
  }

  // MARK: Texts

  static func literal(_ text: String) -> String { "\"\(escaped(text, in: "\""))\"" }

  /// A text as a literal, without the quotes.
  static func escaped(_ text: String, in quote: Unicode.Scalar) -> String {
    TextEscapes(marks: quote == "`" ? ["`", "$"] : [quote], number: TextEscapes.fourDigits)
      .escaped(text)
  }

  /// A place of the spec as a literal: `"todo.yaml:3:9"`.
  func literal(_ place: SourceRange) -> Document { text(program.location(of: place)) }
}
