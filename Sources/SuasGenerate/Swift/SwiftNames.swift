import CEL
import SuasProgram
import YAML

/// The names of a program in Swift.
struct SwiftNames {
  let program: Program
  let fixed: FixedNames
  /// The modifier of declarations that other modules use: `public` with a space, or nothing.
  let access: Document
  private let types: TypeNames
  let clashes: [NameTable.Clash]
  /// The names of the constants for the paths of the spec's files.
  let files: [(path: String, name: String)]

  init(_ program: Program, fixed: FixedNames = FixedNames(of: nil), isPublic: Bool = false) {
    self.program = program
    self.fixed = fixed
    access = isPublic ? "public " : ""
    types = TypeNames(
      program, ignoringCase: false, fixed: fixed, parts: SwiftGenerator.parts,
      selection: "Value", Self.type)
    files = Self.constants(for: program.spec.coverage.sources.map(program.path))
    clashes =
      types.clashes
      + program.memberClashes(
        member: Self.member, function: Self.member, enumCase: Self.enumCase)
  }

  private static func constants(for paths: [String]) -> [(path: String, name: String)] {
    var files: [(path: String, name: String)] = []
    for path in paths {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let base = file.split(separator: ".").first.map(String.init) ?? file
      var name = "\(base.memberName)File"
      while files.contains(where: { $0.name == name }) { name += "Too" }
      files.append((path, name))
    }
    return files
  }

  /// A place in the spec as errors have it.
  func document(of place: SourceRange) -> Document {
    let location = place.source.location(of: place.lowerBound)
    let path = program.path(of: place.source)
    let file = files.first { $0.path == path }.map { Document.name($0.name) }
    return SwiftSyntax.call(
      "ActionError.Place",
      [
        file ?? Self.quoted(path), "\(location.line + 1)", "\(location.column + 1)",
      ])
  }

  /// The protocol of the actions that a spec declares, which a file of the program has.
  var specAction: Symbol { Symbol(fixed.action, in: "AppAction") }

  func action(_ name: String) -> String { types.action(name) ?? Self.type(name) }

  func reducer(_ name: String) -> String { types.reducer(name) ?? Self.type(name) }

  func middleware(_ name: String) -> String { types.middleware(name) ?? Self.type(name) }

  static func type(_ name: String) -> String {
    let name = name.typeName
    return reservedTypes.contains(name) ? name + "Value" : name
  }

  /// The function of a selector.
  func selector(_ name: String) -> Document {
    "\(fixed.of("Selectors")).\(Self.member(name))"
  }

  /// The constant of a name.
  func constant(_ name: String) -> Document {
    "\(fixed.of("Constants")).\(Self.member(name))"
  }

  /// The name of a field, case, function or constant.
  static func member(_ name: String) -> String {
    reservedMembers.contains(name.memberName)
      ? "\(name.memberName)Field" : local(Local(name))
  }

  /// The members of types: an action's name, the check of constraints, the value for an `any`, the function
  /// that reads values, and the key of an effect.
  private static let reservedMembers: Set<String> = [
    "actionName", "checkConstraints", "json", "recordType", "runKey",
  ]

  /// The name of an enum's case.
  static func enumCase(_ name: String) -> String {
    ["allCases", "json", "specName"].contains(name.memberName)
      ? "\(name.memberName)Field" : escaped(name: name)
  }

  /// The name of a local constant or parameter.
  static func local(_ local: Local) -> String {
    let name = local.name.memberName
    // Functions of the runtime would be hidden; `self` in a method is the whole value.
    return name == "self" || reservedNames.contains(name)
      ? "\(name)Value" : escaped(name: name)
  }

  /// A member's name as the label of an argument, where only `inout` needs backticks.
  static func label(_ name: String) -> String {
    let member = member(name)
    return member == "`inout`" ? member : member.filter { $0 != "`" }
  }

  private static func escaped(name: String) -> String {
    let name = name.memberName
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// The name of a type of records.
  func type(_ layout: RecordLayout) -> String {
    switch layout.role {
    case .record, .variant: return fixed.type(Self.type(layout.name), of: layout)
    case .caseOf(let variant, let name): return "\(Self.type(variant)).\(caseType(name))"
    case .action(let name), .effect(let name): return action(name)
    case .store: return fixed.state
    case .history(let state): return "History<\(Self.type(state))>"
    case .selected(let name): return types.selection(name) ?? name.typeName
    case .restored: return "Restored"
    case .runtime: return "RefusedAction"
    }
  }

  /// The name of the type for a case's contents, which hides no other type.
  func caseType(_ name: String) -> String {
    let name = name.typeName
    return types.contains(name) || Self.reservedTypes.contains(name) ? name + "Case" : name
  }

  /// The type as Swift writes it.
  func document(of type: ValueType) -> Document {
    switch type {
    case .null: "Never?"
    case .bool: "Bool"
    case .int: "Int64"
    case .uint: "\(Symbol("UInt64", in: "Unsigned"))"
    case .double: "Double"
    case .string: "String"
    case .bytes: "[\(Symbol("UInt8", in: "Bytes"))]"
    case .timestamp: "Timestamp"
    case .duration: "Period"
    case .any: "\(SwiftRuntime.value)"
    case .partial(let name):
      "\(Symbol("Partial", in: "Partial"))<\(document(of: .record(name)))>"
    case .type: "TypeName"
    case .opaque("net.IP"): "\(Symbol("IPAddress", in: "IPAddress"))"
    case .opaque: "\(Symbol("CIDR", in: "CIDR"))"
    case .enumeration(let name): Document(Self.type(name))
    case .list(let element): "[\(document(of: element))]"
    case .map(let key, let value):
      "OrderedMap<\(document(of: key)), \(document(of: value))>"
    case .nullable(let wrapped), .optional(let wrapped): "\(document(of: wrapped))?"
    case .record(let name):
      program.layout(name).map { document(of: $0) } ?? Document(Self.type(name))
    }
  }

  /// The type of records as Swift writes it.
  func document(of layout: RecordLayout) -> Document {
    if case .history(let state) = layout.role {
      return "\(Symbol("History", in: "History"))<\(Self.type(state))>"
    }
    return Document(type(layout))
  }

  /// The keywords that cannot be a name without backticks.
  static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The names of types that no type of a spec takes: those of generated code and its runtime, of Swift's
  /// library and of Suas, which code beside the generated one uses by their plain names.
  private static let reservedTypes: Set<String> =
    reservedNames.union(SwiftGenerator.parts)
    .union(["Any", "Effects", "Mutex", "Protocol", "Self", "Suas", "Swift", "Testing", "Type"])

  /// The names of the types of Swift's library, of Suas and of the runtime, and of the functions of the
  /// runtime. A test makes the list anew with the compiler.
  static let reservedNames = Set(
    EmbeddedTexts.text("SwiftReservedNames.txt").split(separator: "\n").map(String.init))
}
