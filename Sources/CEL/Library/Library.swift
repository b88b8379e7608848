/// A table of functions, for the checker, the planner and lists of the functions.
public struct Library: Sendable {
  /// The functions by name.
  public private(set) var functions: [String: Function] = [:]
  /// The parts before the first dot in the names that contain dots.
  private(set) var namespaces: Set<String> = []

  /// Creates a table with exactly these functions.
  public init(_ functions: [Function] = []) {
    for function in functions { add(function) }
  }

  /// Adds a function; if the table has one with the same name, it gets the overloads.
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
  /// The standard library and the extensions, grouped by subject, in the order of the reference
  /// page.
  package static let tables: [(title: String, functions: [Function])] = [
    ("Operators", operators), ("Conversions", conversions), ("Sizes and elements", collections),
    ("Texts", strings), ("Formatting", format), ("Times", times), ("Numbers", math),
    ("Regular expressions", regex), ("Lists", lists + comparing), ("Sets", sets),
    ("Encodings", encoders), ("Optionals", optionals),
    ("Internet addresses", network),
  ]

  /// The standard library and the extensions.
  public static let standard: Library = {
    var library = Library()
    for table in tables { library.add(table.functions) }
    return library
  }()
}
