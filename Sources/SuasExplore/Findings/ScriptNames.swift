import Suas
import SuasScenario
import SuasSpec

/// Names the scenarios of violations, and their files, after the declaration that is violated, so
/// that the names do not change when it moves within the spec.
struct ScriptNames {
  private let spec: CompiledSpec
  /// The number of times each file name was given.
  private var given: [String: Int] = [:]

  /// The greatest length of a file name: file systems allow 255 bytes, and extensions and numbers
  /// are added.
  static let longest = 200

  init(of spec: CompiledSpec) { self.spec = spec }

  struct Name {
    var title: String
    /// The file name, without its extensions.
    var file: String
  }

  /// Returns a name that no other violation has been given.
  ///
  /// - Parameter move: The move that met the error.
  mutating func name(of error: ActionError, metBy move: Sandbox.Move?) -> Name {
    var name = plainName(of: error, metBy: move)
    name.file = String(name.file.prefix(Self.longest))
    let count = given[name.file, default: 0] + 1
    given[name.file] = count
    if count > 1 {
      name.title += " (\(count))"
      name.file += "-\(count)"
    }
    return name
  }

  private func plainName(of error: ActionError, metBy move: Sandbox.Move?) -> Name {
    let code = error.code
    if let condition = condition(of: error) {
      let noun = condition.kind.noun
      let file =
        switch condition.kind {
        case .rest: "at-rest"
        case .wayOut: "way-out"
        default: noun
        }
      return Name(
        title: "The \(noun) \(condition.name) \(condition.kind == .wayOut ? "is closed" : "holds")",
        file: "\(file)-\(condition.name)")
    }
    if let field = constrainedField(of: error) {
      return Name(title: "No action meets \(code) of \(field)", file: "\(field)-\(code)")
    }
    switch owner(of: error, metBy: move) {
    case .rules(let reducer, let action):
      return Name(
        title: "No \(action) meets \(code) in \(reducer)", file: "\(reducer)-\(action)-\(code)")
    case .sharedRule(let name): return named("rule", name, code)
    case .history(let reducer): return named("history", reducer, code)
    case .selector(let name): return named("selector", name, code)
    case .listener(let name): return named("listener", name, code)
    case .middleware(let name): return named("middleware", name, code)
    case .effect(let name): return named("effect", name, code)
    case .migration(let version): return named("migration", "\(version)", code)
    case .restoring, nil: break
    }
    switch move {
    case .dispatch(let action):
      return Name(title: "No \(action.name) meets \(code)", file: "\(action.name)-\(code)")
    case .respond(let effect, _, _):
      return Name(title: "No answer to \(effect) meets \(code)", file: "respond-\(effect)-\(code)")
    case .restart: return Name(title: "No restart meets \(code)", file: "restart-\(code)")
    case .advance, nil:
      return Name(title: "Nothing meets \(code) as time passes", file: "advance-\(code)")
    }
  }

  private func named(_ section: String, _ name: String, _ code: String) -> Name {
    Name(
      title: "Nothing meets \(code) in the \(section) \(name)", file: "\(section)-\(name)-\(code)")
  }

  /// The invariant, transition, promise at rest or way out that an error is about.
  private func condition(of error: ActionError) -> CheckedCondition? {
    let checked = spec.checked
    let all = checked.invariants + checked.transitions + checked.atRest + checked.waysOut
    return all.first { ActionError.Place($0.place) == error.place }
  }

  /// The field whose constraint an error is about: `CartItem.quantity`.
  private func constrainedField(of error: ActionError) -> String? {
    guard let place = error.place else { return nil }
    let types = spec.typesOfEverything.records.values.sorted { $0.name < $1.name }
    for type in types {
      if let field = type.fields.first(where: {
        $0.constraint.map { ActionError.Place($0.place) } == place
      }) {
        // The type name of a payload ends with the name of its action, after a word for its kind.
        return "\(type.name.split(separator: " ").last ?? "").\(field.name)"
      }
    }
    return nil
  }

  /// Returns the declaration in which an error was met; for rules that several actions share, the
  /// one for the action that met it.
  private func owner(
    of error: ActionError, metBy move: Sandbox.Move?
  ) -> CoveragePoint.Owner? {
    guard let place = error.place else { return nil }
    let owners = spec.checked.coverage.points.lazy
      .filter { ActionError.Place($0.place) == place }.compactMap(\.owner)
    guard case .dispatch(let action)? = move else { return owners.first }
    return owners.first { owner in
      if case .rules(_, action.name) = owner { true } else { false }
    } ?? owners.first
  }
}
