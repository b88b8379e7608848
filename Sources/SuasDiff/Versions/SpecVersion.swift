import LibYAML
import SuasExplore
import SuasSpec
import YAML

/// One of two versions of a spec that are compared.
package struct SpecVersion: Sendable {
  package let spec: CompiledSpec
  /// The parsed files of the spec.
  let trees: [Node]
  private let declarations: Declarations.Index
  /// The actions, followed by the effects as actions.
  let dispatched: [CheckedAction]
  /// The same, by their own names and by the names of their payloads.
  private let dispatchedByName: [String: CheckedAction]
  private let dispatchedByPayload: [String: CheckedAction]

  /// - Throws: the errors in the files of the spec.
  package init(_ spec: CompiledSpec) throws(Diagnostics) {
    self.spec = spec
    var trees: [Node] = []
    for source in spec.checked.coverage.sources { trees.append(try LibYAML.parse(source)) }
    self.trees = trees
    declarations = Declarations.Index(spec.checked.declarations)
    let dispatched = spec.checked.actions + spec.checked.effects.map(\.action)
    func index(_ key: (CheckedAction) -> String) -> [String: CheckedAction] {
      Dictionary(dispatched.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    self.dispatched = dispatched
    dispatchedByName = index(\.name)
    dispatchedByPayload = index(\.payload.name)
  }

  var checked: CheckedSpec { spec.checked }

  /// The reducers that the spec declares, without those that keep histories.
  var reducers: [CheckedReducer] { checked.reducers.filter { !$0.isHistory } }

  /// All parts that the spec declares, in the order of their kinds.
  var parts: [DeclaredPart] {
    var parts: [DeclaredPart] = []
    func add(_ kind: DeclaredPart.Kind, _ names: [String], of owner: String = "") {
      parts += names.map { DeclaredPart(kind, $0, of: owner) }
    }
    add(.action, checked.actions.map(\.name))
    add(.effect, checked.effects.map(\.name))
    add(.stateKey, reducers.map(\.stateKey))
    let (enums, records) = (checked.types.enums, checked.types.records)
    add(.type, enums.keys.sorted() + records.keys.sorted().filter(isDeclared))
    for name in enums.keys.sorted() { add(.enumCase, enums[name]?.cases ?? [], of: name) }
    for record in records.keys.sorted().compactMap({ records[$0] }) + dispatched.map(\.payload) {
      add(.field, record.fields.map(\.name), of: record.name)
    }
    add(.reducer, reducers.map(\.name))
    add(.selector, checked.selectors.map(\.name))
    add(.listener, checked.listeners.map(\.name))
    for definition in checked.definitions {
      switch definition {
      case .constant(let constant): add(.constant, [constant.name])
      case .function(let function): add(.function, [function.name])
      }
    }
    add(.sharedRule, checked.sharedRules.map(\.name))
    add(
      .middleware,
      checked.middleware.compactMap { item in
        if case .declared(let middleware) = item { middleware.name } else { nil }
      })
    add(.invariant, checked.invariants.map(\.name))
    add(.transition, checked.transitions.map(\.name))
    add(.atRest, checked.atRest.map(\.name))
    add(.goal, checked.goals.map(\.name))
    add(.wayOut, checked.waysOut.map(\.name))
    return parts
  }

  /// True if the spec declares a type, which it does not for histories and the contents of cases.
  private func isDeclared(_ type: String) -> Bool {
    !type.contains(".") && declarations[.type, type] != nil
  }

  /// The names of all types that fields and cases can belong to, and the empty one of parts that
  /// belong to nothing.
  var owners: Set<String> {
    let payloads = dispatched.map(\.payload.name)
    return Set([""] + checked.types.enums.keys + checked.types.records.keys + payloads)
  }

  /// True if only the spec itself is meant to send an action or effect.
  func isInternal(_ part: DeclaredPart) -> Bool {
    dispatchedByName[part.name].map { checked.internalActions.contains($0.id) } ?? false
  }

  /// The type that a field or a case of this owner belongs to.
  func record(_ name: String) -> RecordType? {
    checked.types.records[name] ?? dispatchedByPayload[name]?.payload
  }

  /// The place at which a part is declared; nil for one that is not written.
  func place(of part: DeclaredPart) -> SourceRange? {
    switch part.kind {
    case .stateKey:
      let reducer = reducers.first { $0.stateKey == part.name }
      return reducer.flatMap { declarations[.reducer, $0.name]?.place }
    case .field:
      if let owner = payloadOwner(part.owner) {
        return declarations[.payloadField, part.name, of: owner]?.place
      }
      return declarations[.field, part.name, of: part.owner]?.place
    case .type:
      return (declarations[.type, part.name] ?? declarations[.enumeration, part.name])?.place
    default:
      return part.kind.declared.flatMap { declarations[$0, part.name, of: part.owner]?.place }
    }
  }

  /// The value under a key of an effect; nil if it is not written.
  func setting(_ key: String, of effect: String) -> Node? { declaration("effects", effect)?[key] }

  /// A declaration in a section, as it is written.
  func declaration(_ section: String, _ name: String) -> Node? {
    trees.lazy.compactMap { $0[section]?[name] }.first
  }

  /// The name of the action or effect whose payload a record is; nil for another record.
  func payloadOwner(_ record: String) -> String? {
    dispatchedByPayload[record]?.name
  }
}

extension Node {
  /// The value under a key of a mapping.
  subscript(key: String) -> Node? { mapping?.first { $0.key.text == key }?.value }

  /// The node as a text of one line.
  var shown: String {
    switch content {
    case .scalar(let scalar): scalar.text.onOneLine
    case .sequence(let items): "[\(items.map(\.shown).joined(separator: ", "))]"
    case .mapping(let entries):
      "{ \(entries.map { "\($0.key.text): \($0.value.shown)" }.joined(separator: ", ")) }"
    }
  }
}

extension DeclaredPart.Kind {
  /// The kind of the declaration, where it depends on nothing else.
  fileprivate var declared: Declarations.Kind? {
    switch self {
    case .stateKey, .field, .type: nil
    case .enumCase: .enumCase
    case .action: .action
    case .effect: .effect
    case .selector: .selector
    case .listener: .listener
    case .reducer: .reducer
    case .constant: .constant
    case .function: .function
    case .sharedRule: .sharedRule
    case .middleware: .middleware
    case .invariant: .invariant
    case .transition: .transition
    case .atRest: .atRest
    case .goal: .goal
    case .wayOut: .wayOut
    }
  }
}
