/// A table of functions, read by the checker, the planner and whoever lists what there is.
public struct Library: Sendable {
  /// The functions by their names.
  public private(set) var functions: [String: Function] = [:]
  /// What stands before the first dot in the names that have one.
  private(set) var namespaces: Set<String> = []

  /// A table of these functions only.
  public init(_ functions: [Function] = []) {
    for function in functions { add(function) }
  }

  /// Adds a function; one of the same name gets its overloads.
  public mutating func add(_ function: Function) {
    if let present = functions[function.name] {
      functions[function.name] = Function(
        function.name, present.overloads + function.overloads)
    } else {
      functions[function.name] = function
      if let root = function.name.rootBeforeDot { namespaces.insert(root) }
    }
  }

  mutating func add(_ library: [Function]) {
    for function in library { add(function) }
  }

  subscript(name: String) -> Function? { functions[name] }
}

extension Library {
  /// The standard library and the extensions, by what they are about, in the order of the
  /// reference page.
  package static let tables: [(title: String, functions: [Function])] = [
    ("Operators", operators), ("Conversions", conversions), ("Sizes and elements", collections),
    ("Texts", strings), ("Formatting", format), ("Times", times), ("Numbers", math),
    ("Lists", lists), ("Sets", sets), ("Encodings", encoders), ("Optionals", optionals),
    ("Internet addresses", network),
  ]

  /// The standard library and the extensions.
  public static let standard: Library = {
    var library = Library()
    for table in tables { library.add(table.functions) }
    return library
  }()
}
