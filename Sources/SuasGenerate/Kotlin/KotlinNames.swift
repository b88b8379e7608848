import CEL
import SuasProgram
import YAML

/// The names of a program in Kotlin.
struct KotlinNames {
  let program: Program
  private let types: TypeNames
  let clashes: [NameTable.Clash]

  init(_ program: Program) {
    self.program = program
    types = TypeNames(program, ignoringCase: true, Self.type)
    clashes =
      types.clashes + program.memberClashes(member: Self.plainMember, enumCase: Self.enumCase)
      + Self.classClashes(in: program)
  }

  /// The clashes of classes that stand inside of others, or are made for selectors: each is a file of
  /// its own when it is compiled.
  private static func classClashes(in program: Program) -> [NameTable.Clash] {
    var clashes: [NameTable.Clash] = []
    for layout in program.typeNames.compactMap({ program.layout($0) }) where layout.isVariant {
      var cases = NameTable(ignoringCase: true)
      for field in layout.fields {
        cases.add(
          type(field.name), for: field.name,
          at: program.declaration(of: field.name, in: layout)?.place)
      }
      clashes += cases.clashes
    }
    var selections = NameTable(ignoringCase: true)
    for selector in program.spec.selectors where !Layout.layouts(of: selector).isEmpty {
      selections.add(
        type(selector.name), for: .selector, selector.name, in: program)
    }
    // Names that do not even differ by case are no members either, and are told of as such.
    return (clashes + selections.clashes).filter(\.differsByCase)
  }

  /// The estimated bytes of code of a call that copies a record of the program.
  var largestCopy: Int {
    2 * (program.layouts.values.filter { !isWide($0) }.map(\.fields.count).max() ?? 0)
  }

  func action(_ name: String) -> String { types.action(name) ?? Self.type(name) }
  func reducer(_ name: String) -> String { types.reducer(name) ?? Self.type(name) }

  static func type(_ name: String) -> String {
    let name = name.typeName
    return reservedTypes.contains(name) ? name + "Value" : name
  }

  /// The name of a field, function or constant.
  static func member(_ name: String) -> String {
    let name = plainMember(name)
    return keywords.contains(name) ? "`\(name)`" : name
  }

  private static func plainMember(_ name: String) -> String {
    let name = name.memberName
    return reservedMembers.contains(name) ? name + "Value" : name
  }

  static func local(_ local: Local) -> String {
    let name = local.name.memberName
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name of an enum's case: `isDone` is `IS_DONE`.
  static func enumCase(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in name {
      if character.isUppercase, wasLower { result += "_" }
      wasLower = character.isLowercase || character.isNumber
      result += character.uppercased()
    }
    return result.first?.isNumber == true ? "_\(result)" : result
  }

  /// The name of a variant's case, which does not hide the type of that name.
  func caseType(_ name: String) -> String {
    let type = Self.type(name)
    let isTaken = (program.typeNames + program.enumNames).contains { Self.type($0) == type }
    return isTaken ? "\(type)Case" : type
  }

  /// The name of a type of records.
  func type(_ layout: Layout) -> String {
    switch layout.role {
    case .record, .variant: return Self.type(layout.name)
    case .caseOf(let variant, let name): return "\(Self.type(variant)).\(caseType(name))"
    case .action(let name), .effect(let name): return action(name)
    case .store: return "AppState"
    case .history(let state): return "History<\(Self.type(state))>"
    case .selected(let name): return "\(name.typeName)Selection"
    case .runtime: return layout.slot(of: "code") == nil ? "Response" : "EffectError"
    }
  }

  /// The type as Kotlin writes it.
  func type(_ type: ValueType) -> String {
    switch type {
    case .null: "Nothing?"
    case .bool: "Boolean"
    case .int: "Long"
    case .uint: "ULong"
    case .double: "Double"
    case .string: "String"
    case .bytes: "Bytes"
    case .timestamp: "Instant"
    case .duration: "Duration"
    case .any: "JsonValue"
    case .type: "TypeValue"
    case .opaque(let name): name == "net.IP" ? "IPAddress" : "Cidr"
    case .partial: "Map<String, JsonValue>"
    case .enumeration(let name): Self.type(name)
    case .list(let element): "List<\(self.type(element))>"
    case .map(let key, let value): "Map<\(self.type(key)), \(self.type(value))>"
    case .nullable(.any): self.type(.any)
    case .nullable(let wrapped): "\(self.type(wrapped))?"
    case .perhaps(let wrapped): "Optional<\(self.type(wrapped))>"
    case .record(let name): program.layout(name).map { self.type($0) } ?? Self.type(name)
    }
  }

  /// The type as a value of the runtime, by which values from outside are read.
  func fieldType(_ type: ValueType) -> String {
    switch type {
    case .bool: return "Types.bool"
    case .int: return "Types.int"
    case .double: return "Types.double"
    case .string: return "Types.string"
    case .timestamp: return "Types.timestamp"
    case .duration: return "Types.duration"
    case .enumeration(let name): return "EnumOf(\(Self.type(name)).Schema)"
    case .list(let element): return "ListOf(\(fieldType(element)))"
    case .map(let key, let value): return "MapOf(\(fieldType(key)), \(fieldType(value)))"
    case .nullable(let wrapped): return "OptionalOf(\(fieldType(wrapped)))"
    case .record(let name):
      guard let layout = program.layout(name) else { return "Types.any" }
      if case .history(let state) = layout.role { return "RecordOf { \(Self.type(state))History }" }
      if case .caseOf(let variant, let item) = layout.role {
        return "RecordOf { \(Self.type(variant)).\(caseType(item)).Schema }"
      }
      return "RecordOf { \(self.type(layout)).Schema }"
    case .partial(let name): return "PartOf { \(Self.type(name)).Schema }"
    default: return "Types.any"
    }
  }

  /// True for names with dots between them, none of which is a keyword.
  static func isPackage(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.unicodeScalars.first, !keywords.contains(String(part)) else {
        return false
      }
      let isLetter = { (scalar: Unicode.Scalar) in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
      }
      return isLetter(first)
        && part.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) }
    } && name != "suas"
  }

  private static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface",
    "is", "null", "object", "package", "return", "super", "this", "throw", "true", "try",
    "typealias",
    "typeof", "val", "var", "when", "while",
  ]

  /// The members that every record has already.
  private static let reservedMembers: Set<String> = [
    "type", "fieldValues", "caseName", "caseValues", "actionName", "refusal", "hashCode", "equals",
    "toString", "copy", "getClass", "notify", "wait",
  ]

  /// The names of types that generated code itself uses.
  private static let reservedTypes: Set<String> = [
    "Action", "ActionError", "ActionType", "ActionsKt", "Any", "AppAction", "AppSpec", "AppState",
    "Array", "Boolean", "Bytes",
    "Constraint", "Default", "Double", "DriverKt", "Duration", "EffectDefinition", "EffectError",
    "EffectRun",
    "EnumOf", "EnumType", "Failure", "Field", "FieldType", "Functions", "FunctionsKt",
    "History", "Instant", "Int",
    "JsonValue", "LateDefault", "List", "ListOf", "ListenerDefinition", "Long", "Map", "MapOf",
    "MiddlewareDefinition", "NamedMiddleware", "Nothing", "Optional", "OptionalOf", "Outcome",
    "Pair",
    "PartOf", "Pattern", "Record", "RecordOf", "RecordType", "Reducer", "RefusingReducer",
    "Response",
    "Rules", "RulesKt", "Scope", "SelectorDefinition", "Selectors", "SelectorsKt", "Set",
    "SpecAction", "SpecDefinition",
    "SpecEnum", "SpecStep", "State", "Store", "String", "Type", "Types", "TypesKt",
    "Unit", "Validation",
    "Variant", "VariantType",
  ]
}

/// Constants as Kotlin writes them.
extension KotlinNames {
  func literal(_ value: Value, _ type: ValueType) -> String {
    switch (value, type) {
    case (.null, _): return "null"
    case (_, .nullable(let wrapped)): return literal(value, wrapped)
    case (_, .perhaps(let wrapped)): return "Optional.of(\(literal(value, wrapped)))"
    case (.bool(let bool), _): return bool ? "true" : "false"
    case (.int(let int), .double): return Self.literal(Double(int))
    case (.int(let int), _): return int == .min ? "Long.MIN_VALUE" : "\(int)L"
    case (.uint(let uint), _): return "\(uint)UL"
    case (.double(let double), _): return Self.literal(double)
    case (.string(let text), .enumeration(let name)):
      return "\(Self.type(name)).\(Self.enumCase(text))"
    case (.string(let text), _): return Self.literal(text)
    case (.timestamp(let time), _): return "timestamp(\(Self.literal(time.description)))"
    case (.duration(let duration), _): return "duration(\(Self.literal(duration.description)))"
    case (.list(let list), .list(let element)) where list.count > 0:
      return KotlinPieces.list(list.map { nested($0, element) })
    case (.list(let list), .any) where list.count > 0:
      return KotlinPieces.list(list.map { literal($0, .any) })
    case (.list, .any): return "emptyList<JsonValue>()"
    case (.type(let type), _): return "TypeValue(\(Self.literal(type.name)))"
    case (.bytes(let bytes), _):
      return "bytesOf(\(bytes.map { String($0) }.joined(separator: ", ")))"
    case (.list, _): return "emptyList()"
    case (.map(let map), .map(let key, let element)) where map.count > 0:
      return KotlinPieces.map(
        map.map { "\(literal($0.key, key)) to \(nested($0.value, element))" })
    case (.map(let map), .any) where map.count > 0:
      let entries = map.map { "\(literal($0.key, .any)) to \(literal($0.value, .any))" }
      return KotlinPieces.map(entries, "<String, JsonValue>")
    case (.map(let map), .partial(let name)) where map.count > 0:
      let fields = program.layout(name)?.fields ?? []
      let entries = map.map { key, value in
        let type = fields.first { .string($0.name) == key }?.type ?? .any
        return "\(literal(key, .any)) to \(literal(value, type))"
      }
      return KotlinPieces.map(entries, "<String, JsonValue>")
    case (.map, .any): return "emptyMap<String, JsonValue>()"
    case (.map, _): return "emptyMap()"
    case (.record(let record), .record(let name)): return literal(record, name)
    case (.record(let record), .any): return literal(record, record.shape.name)
    default: return "null"
    }
  }

  /// A constant in a list or a map, which does not show the type of an empty one.
  private func nested(_ value: Value, _ type: ValueType) -> String {
    let text = literal(value, type)
    return text == "emptyList()" || text == "emptyMap()" ? typedEmpty(type) ?? text : text
  }

  /// The empty list or map of a type; nil for another type.
  func typedEmpty(_ type: ValueType) -> String? {
    switch type.nonNull {
    case .list(let element): "emptyList<\(self.type(element))>()"
    case .map(let key, let value): "emptyMap<\(self.type(key)), \(self.type(value))>()"
    default: nil
    }
  }

  private func literal(_ record: Record, _ name: String) -> String {
    guard let layout = program.layout(name) else { return "null" }
    if layout.isVariant {
      guard let slot = record.presentCase else { return "null" }
      return literal(record[slot], layout.fields[slot].type)
    }
    return made(
      layout,
      record.fields.enumerated().map { slot, value in
        let field = layout.fields[slot]
        return field.defaultValue == value ? nil : literal(value, field.type)
      })
  }

  /// The call that makes a record; a field without a text has its default.
  func made(_ layout: Layout, _ values: [String?]) -> String {
    if layout.fields.isEmpty { return type(layout) }
    if isWide(layout) {
      let fields = zip(layout.fields, values).compactMap { field, value in
        value.map { (field, $0) }
      }
      return "\(type(layout)).of(\(pairs(fields)))"
    }
    var arguments = zip(layout.fields, values).compactMap { field, value in
      value.map { "\(Self.member(field.name)) = \($0)" }
    }
    if case .history(let state) = layout.role {
      arguments.append("type = \(Self.type(state))History")
    }
    return "\(type(layout))(\(arguments.joined(separator: ", ")))"
  }

  /// The copy of a record with other values of some fields.
  func copied(_ record: String, _ layout: Layout, _ fields: [(Layout.Field, String)]) -> String {
    if isWide(layout) { return "\(record).copy(\(pairs(fields)))" }
    let list = fields.map { "\(Self.member($0.name)) = \($1)" }.joined(separator: ", ")
    return "\(record).copy(\(list))"
  }

  private func pairs(_ fields: [(Layout.Field, String)]) -> String {
    fields.map { field, value in
      let isEmpty = value == "emptyList()" || value == "emptyMap()"
      return "\(Self.literal(field.name)) to \(isEmpty ? typedEmpty(field.type) ?? value : value)"
    }.joined(separator: ", ")
  }

  /// True if a record has more fields than a method of the JVM has parameters: 255 slots, of which a
  /// `Long` or `Double` takes two, and the method that fills in defaults one for each 32 fields.
  func isWide(_ layout: Layout) -> Bool {
    if case .store = layout.role { return false }
    let slots = layout.fields.reduce(0) { count, field in
      count + (field.type == .int || field.type == .double || field.type == .uint ? 2 : 1)
    }
    return slots + layout.fields.count / 32 + 4 > 255
  }

  static func literal(_ double: Double) -> String {
    if double.isNaN { return "Double.NaN" }
    if double.isInfinite {
      return double < 0 ? "Double.NEGATIVE_INFINITY" : "Double.POSITIVE_INFINITY"
    }
    return double.description
  }

  /// A text as a literal, without the quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "$": result += "\\$"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{A0}", "\u{300}"..."\u{36F}", "\u{2000}"..."\u{206F}",
        "\u{FE00}"..."\u{FE0F}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A place of the spec as a literal: `"todo.yaml:3:9"`.
  static func literal(_ place: SourceRange) -> String {
    let location = place.source.location(of: place.lowerBound)
    return literal("\(place.source.name):\(location.line + 1):\(location.column + 1)")
  }
}
