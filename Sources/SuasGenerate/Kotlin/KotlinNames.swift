import CEL
import SuasProgram
import YAML

/// The names of a program in Kotlin.
struct KotlinNames {
  let program: Program
  let fixed: FixedNames
  /// The modifier of what other files of the app may use, with the blank after it.
  let access: Document
  private let types: TypeNames
  /// The names of the types that the spec declares.
  private let declaredTypes: Set<String>
  let clashes: [NameTable.Clash]

  init(
    _ program: Program, fixed: FixedNames = FixedNames(of: nil), isInternal: Bool = false
  ) {
    self.program = program
    self.fixed = fixed
    access = isInternal ? "internal " : "public "
    types = TypeNames(
      program, ignoringCase: true, fixed: fixed, parts: KotlinGenerator.parts,
      selection: "Selection", Self.type)
    let declared =
      program.typeNames + program.enumNames + program.savedTypeNames + program.savedEnumNames
    declaredTypes = Set(declared.map(Self.type))
    clashes =
      types.clashes
      + program.memberClashes(
        member: Self.plainMember, function: Self.plainFunction, enumCase: Self.enumCase)
      + Self.classClashes(in: program)
  }

  /// The clashes of classes that stand inside of others: each is a file of its own when it is compiled.
  private static func classClashes(in program: Program) -> [NameTable.Clash] {
    var clashes: [NameTable.Clash] = []
    let names = program.typeNames + program.savedTypeNames
    for layout in names.compactMap({ program.layout($0) }) where layout.isVariant {
      var cases = NameTable(ignoringCase: true)
      for field in layout.fields {
        cases.add(
          type(field.name), for: field.name,
          at: program.declaration(of: field.name, in: layout)?.place)
      }
      clashes += cases.clashes
    }
    // A clash whose names are equal even as plain members is reported by the check for members.
    return clashes.filter { plainMember($0.first.name) != plainMember($0.second.name) }
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
  static func member(_ name: String) -> String { quoted(plainMember(name)) }

  /// A name, in back-ticks if it is not valid without them.
  static func quoted(_ name: String) -> String {
    let isIdentifier = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber:
        true
      default: scalar == "_"
      }
    }
    let isNone = !isIdentifier || keywords.contains(name) || name.allSatisfy { $0 == "_" }
    return isNone ? "`\(name)`" : name
  }

  private static func plainMember(_ name: String) -> String {
    let name = name.memberName
    return reservedMembers.contains(name) ? name + "Value" : name
  }

  /// The name of a function or shared rule. Within the object that has it, it would hide a function of
  /// the runtime or of Kotlin's library with its name, wherever the arguments of a call fit it.
  static func function(_ name: String) -> String { quoted(plainFunction(name)) }

  private static func plainFunction(_ name: String) -> String {
    let name = plainMember(name)
    return calledFunctions.contains(name) ? name + "Value" : name
  }

  /// The functions that generated code calls without a receiver.
  private static let calledFunctions = Set(KotlinRuntime.names).union([
    "arrayOf", "check", "emptyList", "emptyMap", "error", "lazy", "listOf", "mapOf", "maxOf",
    "minOf", "require", "run", "setOf", "with",
  ])

  /// The constant of a name.
  func constant(_ name: String) -> Document {
    "\(fixed.of("Constants")).\(Self.member(name))"
  }

  /// The function of a selector.
  func selector(_ name: String) -> Document {
    "\(fixed.of("Selectors")).\(Self.member(name))"
  }

  static func local(_ local: Local) -> String {
    // In a lambda that names no parameter, `it` is something else.
    let name = local.name.memberName
    return name == "it" ? "itValue" : quoted(name)
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
    return quoted(result.first?.isNumber == true ? "_\(result)" : result)
  }

  /// The name of a variant's case, which does not hide the type of that name.
  func caseType(_ name: String) -> String {
    let type = Self.type(name)
    return declaredTypes.contains(type) ? "\(type)Case" : type
  }

  /// The name of the type of a selector's value.
  private func selection(_ path: String) -> String { types.selection(path) ?? path.typeName }

  /// The document with full names for those types of the runtime whose names types of the program
  /// have, too.
  ///
  /// - Parameter package: The package of the runtime.
  func qualifying(_ document: Document, in package: String) -> Document {
    document.replacingSymbols { symbol in
      guard symbol.file == Symbol.kotlinRuntime, types.containsExactly(symbol.name) else {
        return nil
      }
      return Symbol("\(package).\(symbol.name)", in: symbol.name)
    }
  }

  /// The name of a type of records.
  func type(_ layout: RecordLayout) -> Document {
    switch layout.role {
    case .record, .variant: "\(fixed.type(Self.type(layout.name), of: layout))"
    case .caseOf(let variant, let name): "\(Self.type(variant)).\(caseType(name))"
    case .action(let name), .effect(let name): "\(action(name))"
    case .store: "\(fixed.state)"
    case .history(let state): "\(kotlin: "History")<\(Self.type(state))>"
    case .selected(let name): "\(selection(name))"
    case .restored: "\(kotlin: "Restored")"
    case .runtime: "\(kotlin: layout.slot(of: "code") == nil ? "Response" : "EffectError")"
    }
  }

  /// The type as Kotlin writes it.
  func type(_ type: ValueType) -> Document {
    switch type {
    case .null: "Nothing?"
    case .bool: "Boolean"
    case .int: "Long"
    case .uint: "\(.unsigned)"
    case .double: "\(.double)"
    case .string: "String"
    case .bytes: "\(kotlin: "Bytes")"
    case .timestamp: "\(.time("Instant"))"
    case .duration: "\(.time("Duration"))"
    case .any: "\(kotlin: "JsonValue")"
    case .type: "\(kotlin: "TypeValue")"
    case .opaque(let name): "\(kotlin: name == "net.IP" ? "IPAddress" : "Cidr")"
    case .partial: "Map<String, \(kotlin: "JsonValue")>"
    case .enumeration(let name): Document(Self.type(name))
    case .list(let element): "List<\(self.type(element))>"
    case .map(let key, let value): "Map<\(self.type(key)), \(self.type(value))>"
    case .nullable(.any): self.type(.any)
    case .nullable(let wrapped): "\(self.type(wrapped))?"
    case .optional(let wrapped): "\(kotlin: "Optional")<\(self.type(wrapped))>"
    case .record(let name): program.layout(name).map { self.type($0) } ?? Document(Self.type(name))
    }
  }

  /// The type as a value of the runtime, by which values from outside are read.
  func fieldType(_ type: ValueType) -> Document {
    switch type {
    case .bool: return "\(kotlin: "Types.bool")"
    case .int: return "\(kotlin: "Types.int")"
    case .double: return "\(kotlin: "Types.double")"
    case .string: return "\(kotlin: "Types.string")"
    case .timestamp: return "\(kotlin: "Types.timestamp")"
    case .duration: return "\(kotlin: "Types.duration")"
    case .enumeration(let name): return "\(kotlin: "EnumOf")(\(schema(ofEnum: name)))"
    case .list(let element): return "\(kotlin: "ListOf")(\(fieldType(element)))"
    case .map(let key, let value):
      return "\(kotlin: "MapOf")(\(fieldType(key)), \(fieldType(value)))"
    case .nullable(let wrapped): return "\(kotlin: "OptionalOf")(\(fieldType(wrapped)))"
    case .record(let name):
      guard let layout = program.layout(name) else { return "\(kotlin: "Types.any")" }
      return "\(kotlin: "RecordOf") \(.lambda("", Document(schema(layout))))"
    case .partial(let name):
      return "\(kotlin: "PartOf") \(.lambda("", Document(schema(ofRecord: name))))"
    default: return "\(kotlin: "Types.any")"
    }
  }

  /// The name of the schema of a type of records.
  func schema(_ layout: RecordLayout) -> String {
    switch layout.role {
    case .history(let state): history(of: state)
    case .record, .variant: schema(of: fixed.type(Self.type(layout.name), of: layout))
    case .caseOf(let variant, let item): "\(schema(of: Self.type(variant))).\(caseType(item))"
    case .action(let name), .effect(let name): schema(of: action(name))
    case .store: schema(of: fixed.state)
    case .selected(let name): schema(of: selection(name))
    case .restored, .runtime: "Response"
    }
  }

  /// The name of the schema of a state's history.
  func history(of state: String) -> String {
    var name = "\(Self.type(state))History"
    while types.contains(name) { name += "Type" }
    return name
  }

  /// The name of the schema of an enum.
  func schema(ofEnum name: String) -> String { schema(of: Self.type(name)) }

  /// The name of the schema of the record with a name.
  func schema(ofRecord name: String) -> String { schema(of: Self.type(name)) }

  private func schema(of type: String) -> String {
    var name = "\(type)Schema"
    while types.contains(name) { name += "Value" }
    return name
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

  /// The words that generated code escapes or avoids in some place.
  static var reservedWords: Set<String> { keywords.union(reservedMembers).union(reservedTypes) }

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
    "Action", "ActionError", "ActionType", "ActionsKt", "Any", "AppAction", "AppFlows", "AppRecord",
    "AppSaved", "AppSpec", "AppState",
    "Array", "Boolean", "Bytes", "Companion",
    "Constants", "ConstantsKt", "Constraint", "Default", "Double", "DriverKt", "Duration",
    "EffectDefinition", "EffectError",
    "EffectRun",
    "EnumOf", "EnumType", "Failure", "Field", "FieldType", "Functions", "FunctionsKt",
    "History", "Instant", "Int",
    "JsonValue", "LateDefault", "List", "ListOf", "ListenerDefinition", "Long", "Map", "MapOf",
    "MiddlewareDefinition", "Migrations", "NamedMiddleware", "Nothing", "Optional", "OptionalOf",
    "Outcome",
    "Pair",
    "PartOf", "Pattern", "Record", "RecordOf", "RecordType", "Reducer", "RefusingReducer",
    "Response",
    "Rules", "RulesKt", "Scope", "SelectorDefinition", "Selectors", "SelectorsKt", "Set",
    "SpecAction", "SpecDefinition",
    "SpecEnum", "SpecStep", "State", "StateFlow", "Store", "String", "Type", "Types", "TypesKt",
    "Unit", "Validation",
    "Variant", "VariantType",
  ]
}
