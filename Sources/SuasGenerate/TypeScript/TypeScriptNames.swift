import CEL
import SuasProgram
import YAML

/// The names of a program in TypeScript.
///
/// Properties have the names of the spec, so that a state is the JSON that the spec shows. Types and
/// functions have names by the conventions of the language.
struct TypeScriptNames {
  let program: Program
  let fixed: FixedNames
  let ints: TypeScriptInts
  private let types: TypeNames
  /// The names of the types of cases and of histories in those of their schemas, by their layouts.
  private let schemas: [String: String]
  /// The modules of the reducers and the constants in them, by state keys.
  private let reducers: [String: (module: String, constant: String)]
  /// True if types of versions are not named: they are written out only as far as migrations read them.
  private var hidesVersions = false
  let clashes: [NameTable.Clash]

  init(
    _ program: Program, fixed: FixedNames = FixedNames(of: nil), ints: TypeScriptInts = .number
  ) {
    self.program = program
    self.fixed = fixed
    self.ints = ints
    types = TypeNames(
      program, ignoringCase: false, fixed: fixed, parts: TypeScriptGenerator.parts,
      selection: "Selection", Self.type)
    schemas = Self.schemas(program, types)
    var modules = FileNames(fixed: TypeScriptGenerator.modules, suffix: "Module")
    var constants = FileNames(fixed: [], suffix: "Value")
    var reducers: [String: (module: String, constant: String)] = [:]
    for reducer in program.spec.reducers {
      let member = Self.member(of: reducer, types)
      let name = member.lowercased().hasSuffix("reducer") ? member : "\(member)Reducer"
      reducers[reducer.stateKey] = (modules.add(member), constants.add(Self.value(name)))
    }
    self.reducers = reducers
    clashes =
      types.clashes + Self.creatorClashes(program, types) + Self.versionClashes(program)
      + program.memberClashes(member: { $0 }, function: { $0 }, enumCase: { $0 })
  }

  /// The names that nobody chose, none of which is that of a type.
  private static func schemas(_ program: Program, _ types: TypeNames) -> [String: String] {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for (key, layout) in program.layouts.sorted(by: { $0.key < $1.key }) {
      var name: String
      switch layout.role {
      case .caseOf(let variant, let item): name = type(variant) + item.typeName
      case .history(let state): name = "\(type(state))History"
      default: continue
      }
      // Those of versions stand in a module of their own.
      let module = layout.isOfVersion ? "versions" : "schemas"
      while types.contains(name) || !taken.insert("\(module)/\(name)").inserted { name += "Value" }
      names[key] = name
    }
    return names
  }

  /// The clashes of functions that make records and actions.
  private static func creatorClashes(_ program: Program, _ types: TypeNames) -> [NameTable.Clash] {
    var records = NameTable()
    for name in program.typeNames {
      records.add(value(type(name)), for: .type, name, in: program)
    }
    var actions = NameTable()
    for action in program.spec.actions {
      let name = value(types.action(action.name) ?? type(action.name))
      actions.add(name, for: .action, action.name, in: program)
    }
    return records.clashes + actions.clashes
  }

  /// The clashes of types of versions, which all have schemas.
  private static func versionClashes(_ program: Program) -> [NameTable.Clash] {
    guard program.spec.saved != nil else { return [] }
    var table = NameTable()
    for name in program.enumNames + program.typeNames + program.versionNames {
      table.add(type(name), for: "type \(name)", at: program.spec.saved?.place)
    }
    return table.clashes
  }

  // MARK: Values

  /// The name of a value or function: no word of the language, nor a name of the runtime.
  static func value(_ name: String) -> String {
    let name = name.memberName
    let isTaken = reservedValues.contains(name) || TypeScriptRuntime.names.contains(name)
    return isTaken ? "\(name)Value" : isIdentifier(name) ? name : "value\(hexadecimal(name))"
  }

  static func local(_ local: Local) -> String { value(local.name) }

  /// The name of a parameter; one that its function does not read begins with an underscore, so that the
  /// compiler does not ask for it.
  static func parameter(_ name: String, isRead: Bool) -> Document {
    isRead ? .name(name) : "_\(name)"
  }

  /// The digits of a name's code points, for one that can be no identifier.
  private static func hexadecimal(_ name: String) -> String {
    name.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "_")
  }

  /// The name of something that the program has for what no spec names.
  func fixedValue(_ part: String) -> String {
    let name = fixed.of(part)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The function that makes an action or a record.
  func creator(_ layout: RecordLayout) -> Symbol {
    switch layout.role {
    case .action(let name), .effect(let name):
      .program(Self.value(action(name)), in: module("actions"))
    default: .program(Self.value(Self.type(layout.name)), in: module("types"))
    }
  }

  /// The constant of a reducer.
  func reducer(_ reducer: CheckedReducer) -> Symbol {
    .program(reducers[reducer.stateKey]?.constant ?? "", in: module(of: reducer))
  }

  private static func member(of reducer: CheckedReducer, _ types: TypeNames) -> String {
    let name = reducer.isHistory ? reducer.stateKey : types.reducer(reducer.name) ?? reducer.name
    return name.memberName
  }

  /// The module of a reducer.
  func module(of reducer: CheckedReducer) -> String { reducers[reducer.stateKey]?.module ?? "" }

  /// The constant of a name.
  func constant(_ name: String) -> Document { "\(constants)\(Self.property(name))" }

  var constants: Symbol { .program(fixedValue("Constants"), in: module("constants")) }
  var functions: Symbol { .program(fixedValue("Functions"), in: module("functions")) }
  var rules: Symbol { .program(fixedValue("Rules"), in: module("rules")) }
  var selectors: Symbol { .program(fixedValue("Selectors"), in: module("selectors")) }
  var spec: Symbol { .program(fixedValue("AppSpec"), in: module("appSpec")) }
  var saved: Symbol { .program(fixedValue("AppSaved"), in: module("appSaved")) }
  var state: Symbol { .programType(fixed.state, in: module("appState")) }
  var anyAction: Symbol { .programType(fixed.action, in: module("actions")) }

  /// The name of a module of the program, which several programs in a folder tell apart by it.
  func module(_ part: String) -> String {
    fixedValue(part.prefix(1).uppercased() + part.dropFirst())
  }

  // MARK: Properties

  /// A property of an object, where it is read.
  static func property(_ name: String) -> Document {
    isIdentifier(name) ? ".\(name)" : "[\(literal(name))]"
  }

  /// A property of an object, where it is written or declared.
  static func key(_ name: String) -> Document {
    if name == "__proto__" { return "[\(literal(name))]" }
    return isIdentifier(name) ? Document(name) : Document(literal(name))
  }

  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    let starts = { (scalar: Unicode.Scalar) in
      scalar == "_" || scalar == "$" || scalar.properties.isIDStart && scalar.value <= 0xFFFF
    }
    return starts(first)
      && name.unicodeScalars.dropFirst().allSatisfy {
        starts($0) || $0.properties.isIDContinue && $0.value <= 0xFFFF
      }
  }

  /// The property for a field: a case of a variant has one of its own that tells which case it is.
  static func property(of field: String, in layout: RecordLayout) -> String {
    if case .caseOf = layout.role, field == "case" { return "caseValue" }
    return field
  }

  // MARK: Types

  static func type(_ name: String) -> String {
    let name = name.typeName
    let isTaken = reservedTypes.contains(name) || TypeScriptRuntime.names.contains(name)
    return isTaken ? "\(name)Value" : name
  }

  func action(_ name: String) -> String { types.action(name) ?? Self.type(name) }

  private func selection(_ path: String) -> String { types.selection(path) ?? path.typeName }

  /// The name of a type of records.
  func type(_ layout: RecordLayout) -> Document {
    switch layout.role {
    case .record, .variant:
      layout.isOfVersion && hidesVersions
        ? "unknown" : "\(declaredType(layout.name, isOfVersion: layout.isOfVersion))"
    case .caseOf(let variant, let name):
      "\(ts: "CaseOf")<\(declaredType(variant, isOfVersion: layout.isOfVersion)), \(Self.literal(name))>"
    case .action(let name), .effect(let name):
      "\(Symbol.programType(action(name), in: module("actions")))[\"payload\"]"
    case .store: "\(state)"
    case .history(let state):
      "\(ts: "History")<\(Symbol.programType(Self.type(state), in: module("types")))>"
    case .selected(let name): "\(Symbol.programType(selection(name), in: selectionModule(name)))"
    case .restored: "\(ts: "Restored")"
    case .runtime: "\(ts: layout.slot(of: "code") == nil ? "Response" : "EffectError")"
    }
  }

  /// The names where types of versions are not named.
  var withoutVersions: TypeScriptNames {
    var names = self
    names.hidesVersions = true
    return names
  }

  private func declaredType(_ name: String, isOfVersion: Bool) -> Symbol {
    .programType(Self.type(name), in: module(isOfVersion ? "versions" : "types"))
  }

  private func isOfVersion(enumeration name: String) -> Bool {
    program.spec.types.enums[name] == nil
  }

  private func selectionModule(_ path: String) -> String {
    module(path == PendingShape.typeName ? "appState" : "selectors")
  }

  /// The type of an action or effect.
  func actionType(_ name: String) -> Document {
    "\(Symbol.programType(action(name), in: module("actions")))"
  }

  /// The type as TypeScript writes it.
  func type(_ type: ValueType) -> Document {
    switch type {
    case .null: "null"
    case .bool: "boolean"
    case .int: Document(ints.rawValue)
    case .double: "number"
    case .string: "string"
    case .uint: "\(ts: "Uint")"
    case .bytes: "\(ts: "Bytes")"
    case .timestamp: "\(ts: "Timestamp")"
    case .duration: "\(ts: "Duration")"
    case .any, .nullable(.any): "unknown"
    case .type: "\(ts: "TypeValue")"
    case .opaque(let name): "\(ts: name == "net.IP" ? "IPAddress" : "Cidr")"
    case .partial: "\(ts: "OrderedMap")<string, unknown>"
    case .enumeration(let name) where isOfVersion(enumeration: name) && hidesVersions: "unknown"
    case .enumeration(let name):
      "\(declaredType(name, isOfVersion: isOfVersion(enumeration: name)))"
    case .list(let element): "readonly \(elementType(element))[]"
    case .map(let key, let value): "\(ts: "OrderedMap")<\(self.type(key)), \(self.type(value))>"
    case .nullable(let wrapped): "\(self.type(wrapped)) | null"
    case .optional(let wrapped): "\(ts: "Optional")<\(self.type(wrapped))>"
    case .record(let name): program.layout(name).map { self.type($0) } ?? "unknown"
    }
  }

  private func elementType(_ element: ValueType) -> Document {
    switch element {
    case .nullable(.any): type(element)
    case .list, .nullable: "(\(type(element)))"
    default: type(element)
    }
  }

  /// The type as a value of the runtime, by which values are read, judged and boxed.
  func fieldType(_ type: ValueType) -> Document {
    switch type {
    case .bool: return "\(ts: "Types.bool")"
    case .int: return "\(ts: "Types.int")"
    case .double: return "\(ts: "Types.double")"
    case .string: return "\(ts: "Types.string")"
    case .timestamp: return "\(ts: "Types.timestamp")"
    case .duration: return "\(ts: "Types.duration")"
    case .enumeration(let name): return "\(schema(ofEnum: name))"
    case .list(let element): return "\(ts: "listOf")(\(fieldType(element)))"
    case .map(let key, let value):
      return "\(ts: "mapOf")" + .parenthesized([fieldType(key), fieldType(value)])
    case .nullable(let wrapped): return "\(ts: "nullableOf")(\(fieldType(wrapped)))"
    case .optional(let wrapped): return "\(ts: "optionalOf")(\(fieldType(wrapped)))"
    case .record(let name):
      guard let layout = program.layout(name), let schema = schema(layout) else {
        return "\(ts: "Types.any")"
      }
      return "\(ts: "recordOf")(() => \(schema))"
    case .partial(let name):
      guard let layout = program.layout(name), let schema = schema(layout) else {
        return "\(ts: "Types.any")"
      }
      return "\(ts: "partOf")(() => \(schema))"
    default: return "\(ts: "Types.any")"
    }
  }

  // MARK: Schemas

  /// The schema of a type of records; nil for what the runtime declares.
  func schema(_ layout: RecordLayout) -> Document? {
    switch layout.role {
    case .record, .variant:
      return schema(Self.type(layout.name), isOfVersion: layout.isOfVersion)
    case .caseOf, .history:
      return schemas[layout.name].map { schema($0, isOfVersion: layout.isOfVersion) }
    case .action(let name), .effect(let name): return schema(action(name))
    case .store: return schema(fixed.state)
    case .selected(let name): return schema(selection(name))
    case .restored: return "\(ts: "restoredType")"
    case .runtime: return nil
    }
  }

  func schema(ofEnum name: String) -> Document {
    schema(Self.type(name), isOfVersion: isOfVersion(enumeration: name))
  }

  private func schema(_ type: String, isOfVersion: Bool = false) -> Document {
    "\(Symbol.program("\(type)Schema", in: module(isOfVersion ? "versions" : "schemas")))"
  }

  /// The name of a schema where it is declared.
  func schemaName(_ layout: RecordLayout) -> String {
    schema(layout).map(\.flatText) ?? ""
  }

  /// True if a value of a type is another one where its type is known only at run time.
  func isBoxed(_ type: ValueType) -> Bool {
    switch type {
    case .double: true
    case .record(let name): program.layout(name).flatMap(schema) != nil
    case .list(let inner), .nullable(let inner), .optional(let inner): isBoxed(inner)
    case .map(_, let value): isBoxed(value)
    default: false
    }
  }

  // MARK: Reserved names

  /// The words of the language, its globals that generated code uses, and the names of parameters.
  static let reservedValues: Set<String> = [
    "abstract", "any", "arguments", "as", "async", "await", "boolean", "break", "case", "catch",
    "class", "const", "continue", "debugger", "declare", "default", "delete", "do", "else", "enum",
    "eval", "export", "extends", "false", "finally", "for", "from", "function", "get", "if",
    "implements", "import", "in", "infinity", "instanceof", "interface", "is", "keyof", "let",
    "module", "namespace", "naN", "never", "new", "null", "number", "object", "of", "package",
    "private", "protected", "public", "readonly", "require", "return", "set", "static", "string",
    "super", "switch", "symbol", "this", "throw", "true", "try", "type", "typeof", "undefined",
    "unique", "unknown", "var", "void", "while", "with", "yield", "payload", "scope", "matched",
    "isHandled", "constants", "functions", "rules", "selectors", "reduce", "before", "after", "it",
    "self",
    "globalThis", "process",
  ]

  /// The names of types that generated code itself uses.
  static let reservedTypes: Set<String> = [
    "AppAction", "AppState", "Array", "BigInt", "Boolean", "Date", "Error", "Extract", "Function",
    "Map", "Math", "Number", "Object", "Promise", "Record", "RegExp", "Set", "String", "Symbol",
  ]
}
