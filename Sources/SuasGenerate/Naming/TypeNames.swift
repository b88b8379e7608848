import SuasProgram

/// The names of a program's types in generated code: those of the spec, its actions and effects, and
/// its reducers. An action or reducer that is named as a type says in its name what it is.
struct TypeNames {
  private var actions: [String: String] = [:]
  private var reducers: [String: String] = [:]
  private var table = NameTable()
  var clashes: [NameTable.Clash] { table.clashes }

  /// - Parameter convert: Returns the name of a type by the convention of the language.
  init(_ program: Program, _ convert: (String) -> String) {
    let spec = program.spec
    for name in program.enumNames {
      table.add(convert(name), for: .enumeration, name, in: program)
    }
    for name in program.typeNames { table.add(convert(name), for: .type, name, in: program) }
    func add(_ kind: Declarations.Kind, _ original: String, _ suffix: String) -> String {
      var name = convert(original)
      if table.has(name) { name += suffix }
      table.add(name, for: kind, original, in: program)
      return name
    }
    for action in spec.actions { actions[action.name] = add(.action, action.name, "Action") }
    for effect in spec.effects { actions[effect.name] = add(.effect, effect.name, "Action") }
    for reducer in spec.reducers where !reducer.isHistory {
      reducers[reducer.name] = add(.reducer, reducer.name, "Reducer")
    }
  }

  /// True if a type has this name in generated code.
  func contains(_ name: String) -> Bool { table.has(name) }

  /// The name of an action or effect; nil for one that the spec does not declare.
  func action(_ name: String) -> String? { actions[name] }

  /// The name of a reducer; nil for one that the spec does not declare.
  func reducer(_ name: String) -> String? { reducers[name] }
}
