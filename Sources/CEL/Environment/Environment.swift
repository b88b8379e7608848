/// The record types that expressions may name, and the constants and functions that a host defines
/// for all of them.
public struct Types: Sendable {
  private var shapes: [String: Shape] = [:]
  /// The constants and functions of the host; nil if there are none.
  package var definitions: Definitions?
  /// The types to which these were added: they are many, and shared by all sets that extend them.
  private var outer: Outer?
  /// The first parts of names that contain dots.
  private(set) var qualifiedRoots: Set<String> = ["google", "net"]

  private final class Outer: Sendable {
    let types: Types

    init(_ types: Types) { self.types = types }
  }

  /// - Parameter shapes: The shapes of records; of two with the same name, the later one counts.
  public init(_ shapes: [Shape] = []) {
    for shape in shapes { insert(shape) }
  }

  /// The shape of a type's records; nil if there is no such type.
  public subscript(name: String) -> Shape? { shapes[name] ?? outer?.types[name] }

  package mutating func insert(_ shape: Shape) { insert(shape, as: shape.name) }

  /// Lets expressions name a type by another name than its own.
  package mutating func insert(_ shape: Shape, as name: String) {
    shapes[name] = shape
    if let root = name.rootBeforeDot { qualifiedRoots.insert(root) }
  }

  /// Returns these types and the given ones.
  package func adding(_ shapes: [Shape]) -> Types {
    guard !shapes.isEmpty else { return self }
    var types = Types()
    types.qualifiedRoots = qualifiedRoots
    types.definitions = definitions
    types.outer = self.shapes.isEmpty ? outer : Outer(self)
    types.shapes.reserveCapacity(shapes.count)
    for shape in shapes { types.insert(shape) }
    return types
  }

  /// The names that expressions can use.
  var names: [String] {
    shapes.values.filter { !$0.isPartial }.map(\.name) + (outer?.types.names ?? [])
  }
}

/// The context in which expressions are compiled: names with their types, record types and
/// functions.
///
/// ```swift
/// var environment = Environment()
/// environment.declare("name", .string)
/// let program = try environment.compile("'Hello, ' + name")
/// var frame = environment.frame(["name": .string("Ann")])
/// let greeting = try program.evaluate(&frame)  // "Hello, Ann"
/// ```
public struct Environment: Sendable {
  // One reference: the scope is handed from expression to expression.
  private var shared: CopyOnWrite<Contents>

  private struct Contents: Sendable {
    var types: Types
    var library: Library
    var container = ""
    var slotCount = 0
    var variables = ScopedNames<Variable>()
    var nonNull: Set<PlacePath> = []
    var sensitivePlaces = SensitivePlaces()
    var presentCases: Set<PlacePath> = []
    var qualifiedRoots: Set<String>

    init(types: Types, library: Library) {
      self.types = types
      self.library = library
      qualifiedRoots = types.qualifiedRoots
    }
  }

  private var contents: Contents { _read { yield shared.contents } }

  /// The record types whose values expressions may create and select from.
  public var types: Types { contents.types }

  /// The functions that expressions may call.
  public var library: Library {
    get { contents.library }
    set { shared.contents.library = newValue }
  }

  /// The namespace in which names are looked up first (CEL spec, "Name Resolution").
  public var container: String {
    get { contents.container }
    set { shared.contents.container = newValue }
  }

  /// The number of slots that the declared variables take.
  public var slotCount: Int { contents.slotCount }

  var variables: ScopedNames<Variable> { contents.variables }

  /// Returns the shape of a type's records; nil if there is no such type.
  func shape(_ type: String) -> Shape? { contents.types[type] }

  /// The paths of the places that are known not to be null.
  var nonNull: Set<PlacePath> {
    get { contents.nonNull }
    set { shared.contents.nonNull = newValue }
  }

  /// The variables whose values no message quotes.
  var sensitivePlaces: SensitivePlaces { contents.sensitivePlaces }

  /// The paths of the cases of variants that are known to be present, besides those in ``nonNull``.
  var presentCases: Set<PlacePath> {
    get { contents.presentCases }
    set { shared.contents.presentCases = newValue }
  }

  /// The first parts of names that contain dots.
  var qualifiedRoots: Set<String> { contents.qualifiedRoots }

  /// The type of a declared name, and the place of its value.
  struct Variable: Sendable {
    var type: Type
    var place: Place
  }

  package enum Place: Sendable {
    case slot(Int)
    case field(Int, ofSlot: Int)
    /// The case of the variant in a slot; reading it is an error while another case is present.
    case variantCase(Int, of: Shape, inSlot: Int)
    /// A value that the host computes when it is read.
    case host(any HostValue)
  }

  /// An environment without variables.
  public init(types: Types = Types(), library: Library = .standard) {
    shared = CopyOnWrite(Contents(types: types, library: library))
  }

  /// Declares a variable in the frame's next slot, and returns the slot.
  ///
  /// A repeated declaration of a name replaces the former one.
  @discardableResult
  public mutating func declare(_ name: String, _ type: Type) -> Int {
    let slot = slotCount
    declare(name, Variable(type: type, place: .slot(slot)))
    shared.contents.slotCount += 1
    return slot
  }

  /// Declares a variable in the slot that its name already has, or in the frame's next slot.
  ///
  /// - Returns: The slot.
  @discardableResult
  package mutating func redeclare(_ name: String, _ type: Type) -> Int {
    guard case .slot(let slot)? = variables[name]?.place else { return declare(name, type) }
    declare(name, Variable(type: type, place: .slot(slot)))
    return slot
  }

  /// The type of a variable; nil if there is none of that name.
  package func type(ofVariable name: String) -> Type? { variables[name]?.type }

  /// Declares a name for a field of the record in a slot of the frame.
  public mutating func declare(_ name: String, _ type: Type, field: Int, ofSlot slot: Int) {
    declare(name, Variable(type: type, place: .field(field, ofSlot: slot)))
  }

  /// Declares a name for a case of the variant in a slot of the frame.
  package mutating func declare(
    _ name: String, _ type: Type, case field: Int, of shape: Shape, inSlot slot: Int
  ) {
    declare(name, Variable(type: type, place: .variantCase(field, of: shape, inSlot: slot)))
  }

  /// Declares a name for a value that the host computes. It may contain dots; one that ends in `()`
  /// is read by a call without arguments.
  package mutating func declare(_ name: String, _ type: Type, computedBy value: any HostValue) {
    declare(name, Variable(type: type, place: .host(value)))
  }

  /// Keeps the values in a slot out of the messages of errors.
  package mutating func hide(slot: Int) { shared.contents.sensitivePlaces.slots.insert(slot) }

  /// Keeps the values of a field of the record in a slot out of the messages of errors.
  package mutating func hide(field: Int, ofSlot slot: Int) {
    shared.contents.sensitivePlaces.fields[slot, default: []].insert(field)
  }

  /// Adds record types.
  package mutating func add(_ shapes: [Shape]) {
    guard !shapes.isEmpty else { return }
    let types = contents.types.adding(shapes)
    shared.contents.types = types
    shared.contents.qualifiedRoots.formUnion(types.qualifiedRoots)
  }

  /// Lets copies of the environment share the variables that it has by now.
  package mutating func shareVariables() { shared.contents.variables.share() }

  private mutating func declare(_ name: String, _ variable: Variable) {
    // The facts about the former variable of this name no longer hold.
    if hasKnowledge { forget { $0.mentions(name) } }
    shared.contents.variables.declare(name, variable)
    if let root = name.rootBeforeDot { shared.contents.qualifiedRoots.insert(root) }
  }
}

extension Environment {
  /// The full names that `name` may stand for, innermost namespace first (CEL spec, "Name
  /// Resolution").
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

  /// The type for which a name stands as a value (CEL spec, "Type Values").
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
  /// The first part of a name that contains dots; nil for a name without dots.
  var rootBeforeDot: String? {
    let length =
      utf8.withContiguousStorageIfAvailable { $0.firstIndex(of: UInt8(ascii: ".")) }
      ?? Array(utf8).firstIndex(of: UInt8(ascii: "."))
    return length.map { String(self[..<utf8.index(startIndex, offsetBy: $0)]) }
  }
}
