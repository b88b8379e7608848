import SuasProgram

/// The names of a program's types in generated code: those of the spec, its actions and effects, its
/// reducers and middleware, and the values of its selectors.
///
/// An action or reducer with the name of a type gets its kind added to its name; two actions or two
/// reducers with one name are a clash.
struct TypeNames {
  private var actions: [String: String] = [:]
  private var reducers: [String: String] = [:]
  private var middleware: [String: String] = [:]
  private var selections: [String: String] = [:]
  private var table: NameTable
  private(set) var clashes: [NameTable.Clash] = []

  /// - Parameters:
  ///   - ignoresCase: True if each type becomes a file, so that its name differs by more than case.
  ///   - fixed: The names of parts that no spec names.
  ///   - parts: The parts of a program that have types of their own.
  ///   - selection: The word that ends the names of types for the values of selectors.
  ///   - convert: Returns the name of a type by the convention of the language.
  init(
    _ program: Program, ignoringCase ignoresCase: Bool, fixed: FixedNames, parts: [String],
    selection: String, _ convert: (String) -> String
  ) {
    let spec = program.spec
    table = NameTable(ignoringCase: ignoresCase)
    for name in fixed.taken(parts) { table.add(name, for: "the program's own \(name)", at: nil) }
    for name in program.enumNames {
      table.add(convert(name), for: .enumeration, name, in: program)
    }
    for name in program.savedEnumNames + program.savedTypeNames {
      let type = program.layout(name).map { fixed.type(convert(name), of: $0) } ?? convert(name)
      table.add(type, for: "type \(name)", at: spec.saved?.place)
    }
    for name in program.typeNames { table.add(convert(name), for: .type, name, in: program) }
    actions = add(
      spec.actions.map { (.action, $0.name) } + spec.effects.map { (.effect, $0.name) },
      suffix: "Action", convert, program, ignoresCase)
    reducers = add(
      spec.reducers.filter { !$0.isHistory }.map { (.reducer, $0.name) }, suffix: "Reducer",
      convert, program, ignoresCase)
    for layout in spec.selectors.flatMap(RecordLayout.layouts(of:)) {
      guard case .selected(let path) = layout.role else { continue }
      selections[path] = add(fixed.own(convert(path.typeName + selection)))
    }
    if RecordLayout.pending(of: spec) != nil {
      selections[PendingShape.typeName] = add(fixed.of("PendingEffects"))
    }
    for name in spec.declaredMiddleware.map(\.name) {
      middleware[name] = add(fixed.own(convert(name.typeName + "Middleware")))
    }
    clashes += table.clashes
  }

  /// Adds names that stand beside each other.
  ///
  /// - Parameter suffix: It is added to a name that another type has.
  /// - Returns: The names in generated code by those of the spec.
  private mutating func add(
    _ originals: [(kind: Declarations.Kind, name: String)], suffix: String,
    _ convert: (String) -> String, _ program: Program, _ ignoresCase: Bool
  ) -> [String: String] {
    var added: [String: String] = [:]
    var alike = NameTable(ignoringCase: ignoresCase)
    for (kind, original) in originals {
      var name = convert(original)
      let isFirst = !alike.has(name)
      alike.add(name, for: kind, original, in: program)
      if isFirst {
        while table.has(name) { name += suffix }
        table.add(name, for: kind, original, in: program)
      }
      added[original] = name
    }
    clashes += alike.clashes
    return added
  }

  /// Adds a name that no person chose; returns one that no other type has: this one, if possible.
  private mutating func add(_ name: String) -> String {
    var name = name
    while table.has(name) { name += "Value" }
    table.add(name, for: name, at: nil)
    return name
  }

  /// True if a type has this name in generated code.
  func contains(_ name: String) -> Bool { table.has(name) }

  /// True if a type has exactly this name in generated code, with its case.
  func containsExactly(_ name: String) -> Bool { table.hasExactly(name) }

  /// The name of an action or effect; nil for one that the spec does not declare.
  func action(_ name: String) -> String? { actions[name] }

  /// The name of the type of a middleware; nil for one that the spec does not declare.
  func middleware(_ name: String) -> String? { middleware[name] }

  /// The name of the type for the values of a selector, or of a mapping in them, by its path; nil for
  /// one whose values have no type of their own.
  func selection(_ path: String) -> String? { selections[path] }

  /// The name of a reducer; nil for one that the spec does not declare.
  func reducer(_ name: String) -> String? { reducers[name] }
}
