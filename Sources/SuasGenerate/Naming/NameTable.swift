import SuasProgram
import YAML

/// The names of generated code that stand beside each other; two things that would have one name
/// are a clash.
package struct NameTable {
  /// Something of a spec that has a name in generated code.
  package struct Owner: Sendable {
    /// The name in the spec, with the word for its kind.
    package let name: String
    /// The place of its declaration; nil for a name that the spec does not declare.
    package let place: SourceRange?
  }

  /// Two names of a spec that are the same in generated code, or too similar there.
  package struct Clash: Sendable {
    package let first: Owner
    package let second: Owner
    /// The name of the second one in generated code.
    package let name: String
    /// True if the names differ by case, which a table that ignores case does not distinguish.
    package let differsByCase: Bool
  }

  private var owners: [String: (owner: Owner, name: String)] = [:]
  package private(set) var clashes: [Clash] = []
  private let ignoresCase: Bool

  /// - Parameter ignoresCase: True for the names of files, because not every system distinguishes
  ///   them by case.
  package init(ignoringCase ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  package func has(_ name: String) -> Bool { owners[key(name)] != nil }

  /// True if something has exactly this name, with its case.
  package func hasExactly(_ name: String) -> Bool { owners[key(name)]?.name == name }

  private func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }

  /// Notes that something of the spec has a name in generated code.
  package mutating func add(_ name: String, for original: String, at place: SourceRange?) {
    let owner = Owner(name: original, place: place)
    if let first = owners[key(name)] {
      clashes.append(
        Clash(
          first: first.owner, second: owner, name: name, differsByCase: first.name != name))
    } else {
      owners[key(name)] = (owner, name)
    }
  }

  /// Notes the name of a declared part.
  mutating func add(
    _ name: String, for kind: Declarations.Kind, _ original: String, in program: Program
  ) {
    add(name, for: "\(kind.noun) \(original)", at: program.declarations[kind, original]?.place)
  }
}

extension Declarations.Kind {
  /// The word for such a part, before its name.
  fileprivate var noun: String {
    switch self {
    case .constant: "constant"
    case .function: "function"
    case .sharedRule: "rule"
    case .reducer: "reducer"
    case .selector: "selector"
    case .listener: "listener"
    case .middleware: "middleware"
    case .effect: "effect"
    case .transition: "transition"
    case .field, .payloadField: "field"
    case .enumeration: "enum"
    case .enumCase: "case"
    case .type: "type"
    case .action: "action"
    case .invariant: "invariant"
    case .atRest: "promise at rest"
    case .wayOut: "way out"
    case .goal: "goal"
    }
  }
}

extension Program {
  /// The clashes of names of members: the fields of each type, the cases of each enum, constants
  /// and functions, and other members of one kind.
  ///
  /// - Parameters:
  ///   - member: Returns the name of a field, function, selector, listener or shared rule.
  ///   - enumCase: Returns the name of an enum's case.
  func memberClashes(
    member: (String) -> String, function: (String) -> String,
    enumCase: (String) -> String
  ) -> [NameTable.Clash] {
    var clashes: [NameTable.Clash] = []
    func note(_ names: [String], _ convert: (String) -> String, _ place: (String) -> SourceRange?) {
      var table = NameTable()
      for name in names { table.add(convert(name), for: name, at: place(name)) }
      clashes += table.clashes
    }
    let own = layouts.values.filter { !$0.isOfVersion }.sorted { $0.name < $1.name }
    for layout in own + versionLayouts {
      note(layout.fields.map(\.name), member) { declaration(of: $0, in: layout)?.place }
    }
    for name in enumNames + savedEnumNames {
      note(cases(of: name), enumCase) {
        declarations[.enumCase, $0, of: name]?.place
      }
    }
    note(spec.definitions.map(\.name), function) {
      (declarations[.constant, $0] ?? declarations[.function, $0])?.place
    }
    for (kind, names) in [
      (.selector, spec.selectors.map(\.name)), (.listener, spec.listeners.map(\.name)),
      (.middleware, spec.declaredMiddleware.map(\.name)),
    ] as [(Declarations.Kind, [String])] {
      note(names, member) { declarations[kind, $0]?.place }
    }
    note(spec.sharedRules.map(\.name), function) { declarations[.sharedRule, $0]?.place }
    return clashes
  }
}

extension CheckedSpec {
  /// The middleware that the spec itself declares, in its order.
  var declaredMiddleware: [CheckedMiddleware.Declared] {
    middleware.compactMap { if case .declared(let declared) = $0 { declared } else { nil } }
  }
}
