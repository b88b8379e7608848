/// The record types that expressions may name.
public struct Types: Sendable {
  private var shapes: [String: Shape] = [:]
  /// The types that these were added to: they are many and shared by all that add to them.
  private var outer: Outer?
  /// The first parts of the names with dots.
  private(set) var qualifiedRoots: Set<String> = ["google", "net"]

  private final class Outer: Sendable {
    let types: Types

    init(_ types: Types) { self.types = types }
  }

  /// - Parameter shapes: Of two of one name the later counts.
  public init(_ shapes: [Shape] = []) {
    for shape in shapes { insert(shape) }
  }

  /// The shape of the records of a type; nil where there is no such type.
  public subscript(name: String) -> Shape? { shapes[name] ?? outer?.types[name] }

  package mutating func insert(_ shape: Shape) {
    shapes[shape.name] = shape
    if let root = shape.name.rootBeforeDot { qualifiedRoots.insert(root) }
  }

  /// These types and some more.
  package func adding(_ shapes: [Shape]) -> Types {
    guard !shapes.isEmpty else { return self }
    var types = Types()
    types.qualifiedRoots = qualifiedRoots
    types.outer = self.shapes.isEmpty ? outer : Outer(self)
    types.shapes.reserveCapacity(shapes.count)
    for shape in shapes { types.insert(shape) }
    return types
  }

  var names: [String] { Array(shapes.keys) + (outer?.types.names ?? []) }
}

/// What expressions are compiled against: names with their types, record types and functions.
///
/// ```swift
/// var environment = Environment()
/// environment.declare("name", .string)
/// let program = try environment.compile("'Hello, ' + name")
/// var frame = environment.frame(["name": .string("Ann")])
/// let greeting = try program.evaluate(&frame)  // "Hello, Ann"
/// ```
public struct Environment: Sendable {
  // One reference: what is in scope is handed from expression to expression.
  private var contents: Contents

  /// What an environment holds; changed only while one environment alone has it.
  private final class Contents: @unchecked Sendable {
    let types: Types
    var library: Library
    var container = ""
    var slotCount = 0
    var variables = Variables()
    var nonNull: Set<String> = []
    var qualifiedRoots: Set<String>

    init(types: Types, library: Library) {
      self.types = types
      self.library = library
      qualifiedRoots = types.qualifiedRoots
    }

    init(copying other: Contents) {
      types = other.types
      library = other.library
      container = other.container
      slotCount = other.slotCount
      variables = other.variables
      nonNull = other.nonNull
      qualifiedRoots = other.qualifiedRoots
    }
  }

  /// What the environment holds, to be changed.
  private var changing: Contents {
    mutating get {
      if !isKnownUniquelyReferenced(&contents) { contents = Contents(copying: contents) }
      return contents
    }
  }

  /// The records that expressions may make and select from.
  public var types: Types { contents.types }

  /// The functions that expressions may call.
  public var library: Library {
    get { contents.library }
    set { changing.library = newValue }
  }

  /// The namespace that names are looked up in first (CEL spec, "Name Resolution").
  public var container: String {
    get { contents.container }
    set { changing.container = newValue }
  }

  /// How many slots the declared variables take.
  public var slotCount: Int { contents.slotCount }

  var variables: Variables { contents.variables }

  /// The shape of the records of a type; nil where there is no such type.
  func shape(_ type: String) -> Shape? { contents.types[type] }

  /// The places that are known not to be null.
  var nonNull: Set<String> {
    get { contents.nonNull }
    set { changing.nonNull = newValue }
  }

  /// The first parts of the names with dots.
  var qualifiedRoots: Set<String> { contents.qualifiedRoots }

  /// A declared name, and where its value is found.
  struct Variable: Sendable {
    var type: Type
    var place: Place
  }

  package enum Place: Sendable {
    case slot(Int)
    case field(Int, ofSlot: Int)
  }

  /// An environment without variables.
  public init(types: Types = Types(), library: Library = .standard) {
    contents = Contents(types: types, library: library)
  }

  /// Declares a variable in the frame's next slot, which is returned.
  ///
  /// A name declared again means what was declared last.
  @discardableResult
  public mutating func declare(_ name: String, _ type: Type) -> Int {
    let slot = slotCount
    declare(name, Variable(type: type, place: .slot(slot)))
    changing.slotCount += 1
    return slot
  }

  /// Declares a variable in the slot that its name has already, or in the frame's next.
  package mutating func redeclare(_ name: String, _ type: Type) {
    guard case .slot(let slot)? = variables[name]?.place else {
      declare(name, type)
      return
    }
    declare(name, Variable(type: type, place: .slot(slot)))
  }

  /// Declares a name for a field of the record in a slot of the frame.
  public mutating func declare(_ name: String, _ type: Type, field: Int, ofSlot slot: Int) {
    declare(name, Variable(type: type, place: .field(field, ofSlot: slot)))
  }

  private mutating func declare(_ name: String, _ variable: Variable) {
    let contents = changing
    // What was known of the name is of something else now.
    if !contents.nonNull.isEmpty {
      contents.nonNull = contents.nonNull.filter { !$0.isPath(mentioning: name) }
    }
    contents.variables.declare(name, variable)
    if let root = name.rootBeforeDot { contents.qualifiedRoots.insert(root) }
  }

  /// A frame with the values of variables by their names; those that are not named are null, and
  /// names that are no variable's are passed over.
  public func frame(_ values: [String: Value], budget: Int = Frame.defaultBudget) -> Frame {
    var slots = ContiguousArray(repeating: Value.null, count: slotCount)
    for (name, value) in values {
      if case .slot(let slot)? = variables[name]?.place { slots[slot] = value }
    }
    return Frame(slots: slots, budget: budget)
  }

  /// Parses the expression that `text` is.
  ///
  /// - Parameter offset: Where it begins in a larger text, in UTF-8 bytes; all ranges are the
  ///   larger text's.
  package func parse(
    _ text: String, offsetBy offset: Int = 0, expandsMacros: Bool = true
  ) throws(Issues) -> Expr {
    var parser = Parser(text, offsetBy: offset, expandsMacros: expandsMacros)
    return try parser.parse()
  }

  /// Finds out what every name of an expression means and whether its types fit.
  package func check(_ expr: Expr) throws(Issues) -> CheckedExpr {
    var checker = Checker(self)
    return try checker.check(expr)
  }

  /// Resolves the names of an expression without a look at its types, which are left to run time
  /// (CEL spec, "Overview": checking is optional).
  package func resolve(_ expr: Expr) throws(Issues) -> CheckedExpr {
    var checker = Checker(self, isLenient: true)
    return try checker.check(expr)
  }

  /// Makes what runs.
  package func plan(_ expr: CheckedExpr) -> Program { Program(planning: expr) }

  /// Compiles the expression that `text` is, or says everything that is wrong with it.
  ///
  /// Where `text` is a part of a larger text, `offset` says where it begins there, in UTF-8 bytes;
  /// the ranges of issues and of errors are the larger text's.
  public func compile(_ text: String, offsetBy offset: Int = 0) throws(Issues) -> Program {
    plan(try check(try parse(text, offsetBy: offset)))
  }
}

extension Environment {
  /// The names that `name` may mean, innermost namespace first (CEL spec, "Name Resolution").
  func candidates(_ name: String) -> [String] {
    if name.hasPrefix(".") { return [String(name.dropFirst())] }
    guard !container.isEmpty else { return [name] }
    var result: [String] = []
    var prefix = container[...]
    while !prefix.isEmpty {
      result.append("\(prefix).\(name)")
      prefix = prefix.lastIndex(of: ".").map { prefix[..<$0] } ?? ""
    }
    return result + [name]
  }

  func function(_ name: String) -> Function? {
    if container.isEmpty, let function = library[name] { return function }
    return candidates(name).lazy.compactMap { library[$0] }.first
  }

  /// The type that a name means as a value (CEL spec, "Type Values").
  func typeConstant(_ name: String) -> Type? {
    switch name {
    case "bool": .bool
    case "int": .int
    case "uint": .uint
    case "double": .double
    case "string": .string
    case "bytes": .bytes
    case "list": .list(.dyn)
    case "map": .map(key: .dyn, value: .dyn)
    case "null_type": .null
    case "type": .type(.dyn)
    case "google.protobuf.Timestamp": .timestamp
    case "google.protobuf.Duration": .duration
    case "optional_type": .optional(.dyn)
    case "net.IP", "net.CIDR": .abstract(name, [])
    default: types[name].map { .record($0.name) }
    }
  }
}

extension String {
  /// The first part of a name with dots in it.
  var rootBeforeDot: String? {
    let length =
      utf8.withContiguousStorageIfAvailable { $0.firstIndex(of: UInt8(ascii: ".")) }
      ?? Array(utf8).firstIndex(of: UInt8(ascii: "."))
    return length.map { String(self[..<utf8.index(startIndex, offsetBy: $0)]) }
  }
}
