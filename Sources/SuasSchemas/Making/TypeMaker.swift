import SuasLanguage
import YAML

/// Makes declarations of types for schemas, and for those that they refer to.
final class TypeMaker {
  let reader: SchemaReader
  private(set) var declarations: [Declaration] = []
  private var names = TypeNames()
  /// The names of the types for the schemas of the document, by their places.
  private var reserved: [Pointer: String] = [:]
  /// The numbers of these schemas.
  private var groups: [Pointer: Int] = [:]
  private var values: [Pointer: ValueType] = [:]
  /// The places whose types are being made, which no list or map of their own may hold.
  private var open: Set<Pointer> = []
  /// The cases of the enums.
  private var cases: [String: [String]] = [:]
  /// The declarations that are still to be made, the next one last.
  private var pending: [Pending] = []

  private struct Pending {
    let name: String
    let known: Known
    let group: Int
  }

  /// A place in the types, for the name of a type without one.
  struct Hint {
    let words: [String]
    let group: Int

    static func + (hint: Hint, word: String) -> Hint {
      Hint(words: hint.words + [word], group: hint.group)
    }
  }

  init(_ reader: SchemaReader) {
    self.reader = reader
    for (index, entry) in reader.document.entries.enumerated() {
      groups[entry.pointer] = index
    }
    for entry in reader.document.entries where reserved[entry.pointer] == nil {
      reserved[entry.pointer] = names.take(entry.name)
    }
  }

  /// Returns the name that the type of a schema has if it is declared.
  func name(of entry: SchemaDocument.Entry) -> String { reserved[entry.pointer] ?? entry.name }

  /// Returns the type of a schema, and declares what it needs.
  func type(of entry: SchemaDocument.Entry) -> ValueType {
    let value = type(at: entry.pointer, depth: 0)
    declarePending()
    return value
  }
}

/// Types of values.
extension TypeMaker {
  private func type(_ part: Part, _ hint: Hint, depth: Int) -> ValueType {
    guard !isTooDeep(part.range, depth) else { return .any }
    if let reference = reader.reference(of: part) {
      var value = type(at: reference.pointer, depth: depth + 1)
      value.isNullable = value.isNullable || reference.isNullable
      return value
    }
    return type(known(part, depth: 0), hint, depth: depth)
  }

  /// True if nothing more is read at a place, which is reported.
  private func isTooDeep(_ range: SourceRange?, _ depth: Int) -> Bool {
    guard depth >= SchemaReader.maximumDepth else { return reader.isExhausted }
    if let range { reader.tell(.tooDeepSchema(range)) }
    return true
  }

  private func type(at pointer: Pointer, depth: Int) -> ValueType {
    if let value = values[pointer] { return value }
    guard let node = reader.node(at: pointer), !isTooDeep(node.range, depth) else { return .any }
    guard open.insert(pointer).inserted else {
      reader.tell(.endless(node.range))
      return .any
    }
    defer { open.remove(pointer) }
    let name = reserved[pointer] ?? TypeNames.joined(Array(pointer.steps.suffix(2)))
    let hint = Hint(words: [name], group: groups[pointer] ?? .max)
    var value: ValueType
    if let reference = reader.reference(of: .node(node)) {
      value = type(at: reference.pointer, depth: depth + 1)
      value.isNullable = value.isNullable || reference.isNullable
    } else {
      let known = known(.node(node), depth: 0)
      if known.form.isDeclared {
        let taken = reserved[pointer] ?? names.take(name)
        value = declare(known, as: taken, group: hint.group)
      } else {
        value = type(known, hint, depth: depth + 1)
      }
    }
    values[pointer] = value
    return value
  }

  private func type(_ known: Known, _ hint: Hint, depth: Int) -> ValueType {
    let schema = known.schema
    var value: ValueType
    switch known.form {
    case .any: return .any
    case .plain(let name): value = ValueType(type: .plain(name))
    case .choice, .record, .variant:
      var known = known
      // A field has the description that is written at it.
      if depth == 0 { known.schema.description = nil }
      return declare(known, as: names.take(TypeNames.joined(hint.words)), group: hint.group)
    case .list:
      let element = schema.items.map { type($0, hint + "Item", depth: depth + 1) } ?? .any
      value = ValueType(
        type: .list(element.name), condition: element.wholeCondition.map(\.onElements))
    case .map:
      let key = schema.names.flatMap { keyType($0, hint, depth: depth + 1) }
      let element = schema.additional.map { type($0, hint + "Value", depth: depth + 1) } ?? .any
      value = ValueType(
        type: .map(key: key, element.name), condition: element.wholeCondition.map(\.onValues))
    }
    guard value.type.depth <= Self.deepestType else {
      reader.tell(.tooDeepSchema(schema.range))
      return .any
    }
    value.isNullable = schema.isNullable
    value.condition = Condition(
      all: [value.condition].compactMap(\.self) + conditions(of: schema, on: value.type))
    if let condition = value.condition, condition("self").utf8.count > Self.longestCondition {
      reader.tell(.tooLongCondition(schema.range))
      value.condition = nil
    }
    return value
  }

  /// The maximum depth of a type that is written, below that of the language.
  private static let deepestType = 24
  private static let longestCondition = 4_000

  /// The enum of the keys of a map; nil for strings.
  private func keyType(_ part: Part, _ hint: Hint, depth: Int) -> String? {
    let value = type(part, hint + "Key", depth: depth)
    if case .declared(let name) = value.type, cases[name] != nil, !value.isNullable { return name }
    if let range = part.range { reader.tell(.unjudgedNames(range)) }
    return nil
  }

  private func conditions(of schema: Schema, on type: TypeName) -> [Condition] {
    var conditions: [Condition] = []
    if schema.format == "uint64", type == .plain("int") { reader.tell(.unsigned(schema.range)) }
    if let values = schema.values?.filter({ !$0.isNull }), !values.isEmpty {
      let literals = values.compactMap { Literal($0, as: type) { _ in nil }?.expression }
      switch literals.count {
      case values.count where values.count == 1:
        conditions.append(Condition { "\($0) == \(literals[0])" })
      case values.count where values.count > 1:
        let list = literals.joined(separator: ", ")
        conditions.append(Condition { "\($0) in [\(list)]" })
      default: reader.tell(.unjudgedValues(schema.range))
      }
    }
    for limit in schema.limits {
      do throws(Condition.Unjudged) {
        if let condition = try Condition(limit, of: schema, on: type) {
          conditions.append(condition)
        }
      } catch {
        reader.tell(.unjudged(limit.keyword))
      }
    }
    return conditions
  }
}

/// Declarations.
extension TypeMaker {
  private func declare(_ known: Known, as name: String, group: Int) -> ValueType {
    if case .choice(let cases) = known.form { self.cases[name] = cases }
    for limit in known.schema.limits { reader.tell(.unjudged(limit.keyword)) }
    pending.append(Pending(name: name, known: known, group: group))
    return ValueType(type: .declared(name), isNullable: known.schema.isNullable)
  }

  private func declarePending() {
    while let next = pending.popLast() {
      let start = pending.count
      let hint = Hint(words: [next.name], group: next.group)
      let body: Declaration.Body
      switch next.known.form {
      case .choice(let cases): body = .choice(cases)
      case .variant(let cases):
        body = .variant(
          cases.map { item in
            (item.name.text, item.record.map { fields(of: $0, hint + item.name.text) } ?? [])
          })
      default: body = .record(fields(of: next.known.schema, hint))
      }
      declarations.append(
        Declaration(
          name: next.name, body: body, description: next.known.schema.description,
          group: next.group))
      // The types that a declaration needs follow it in their own order.
      pending[start...].reverse()
    }
  }

  private func fields(of schema: Schema, _ hint: Hint) -> [Declaration.Field] {
    if let part = schema.additional, let range = part.range { reader.tell(.passedOver(range)) }
    return schema.properties.compactMap { property in
      guard Name.isPossible(property.key.text) else {
        reader.tell(.notAField(property.key))
        return nil
      }
      return field(
        property, isRequired: schema.required.contains(property.key.text),
        hint + property.key.text)
    }
  }

  private func field(
    _ property: Schema.Property, isRequired: Bool, _ hint: Hint
  ) -> Declaration.Field? {
    let own = annotations(of: property.part)
    guard !own.isWriteOnly else {
      reader.tell(.onlySent(property.key))
      return nil
    }
    var value = type(property.part, hint, depth: 0)
    var literal: Literal?
    if let node = own.default, !node.isNull {
      literal = Literal(node, as: value.type) { cases[$0] }
      if let known = literal, value.condition?.holds(for: known.expression) == false {
        literal = nil
      }
      if literal == nil { reader.tell(.unfitDefault(node.range)) }
    }
    if !isRequired, literal == nil { value.isNullable = true }
    if let known = literal, value.condition.map({ $0.holds(for: known.expression) == nil }) == true
    {
      reader.tell(.unjudgedField(property.key))
      value.condition = nil
    }
    return Declaration.Field(
      name: property.key.text, value: value, default: literal, description: own.description,
      isSensitive: own.format == "password", range: property.key.range)
  }

  /// The annotations of a property itself, without those of the schema that it refers to.
  private func annotations(of part: Part) -> Schema {
    switch part {
    case .node: return reader.schema(part)
    case .all(let parts):
      return parts.map(annotations).reduce(into: Schema(at: reader.document.root.range)) {
        $0.default = $0.default ?? $1.default
        $0.description = $0.description ?? $1.description
        $0.isWriteOnly = $0.isWriteOnly || $1.isWriteOnly
      }
    case .either(let parts):
      // Alternatives describe the same field, the first as well as any other.
      var own = parts.first.map(annotations) ?? Schema(at: reader.document.root.range)
      own.default = nil
      own.isWriteOnly = false
      return own
    }
  }
}
