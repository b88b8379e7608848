import CEL
import LibYAML
import SuasExplore
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// Makes the mutations of a spec.
struct MutationSource {
  let spec: CheckedSpec
  let enums: [EnumType]
  let variants: [RecordType]
  private let constants: [CheckedConstant]
  private let editors: [DocumentEditor]
  private var made: [Mutation] = []
  /// The indices of the mutations that were made.
  private var known: [Identity: Int] = [:]
  /// The constants in the expressions of the spec, and the numbers beside them.
  private(set) var literals: [Value] = []

  /// The identity of a mutation; a rule that two places share by an anchor is mutated once.
  private struct Identity: Hashable {
    let file: Int
    let start: Int
    let change: EditedDocument.Change
  }

  /// - Parameter trees: The parsed files of the spec.
  init(_ spec: CheckedSpec, _ trees: [Node]) {
    self.spec = spec
    enums = spec.types.enums.values.sorted { $0.name < $1.name }
    variants = spec.types.records.values.filter(\.isVariant).sorted { $0.name < $1.name }
    constants = spec.constants
    editors = trees.map(DocumentEditor.init)
  }

  /// Returns the mutations.
  mutating func mutations() -> [Mutation] {
    mutateRules()
    mutateRuntime()
    for index in editors.indices { mutateDeclarations(editors[index].tree) }
    return made
  }

  /// The editor of the file that a place is in.
  func editor(of place: SourceRange) -> DocumentEditor? {
    editors.first { $0.source === place.source }
  }

  /// Adds the mutation that edits the file of a place.
  mutating func add(
    _ kind: MutationOperator, at place: SourceRange, reaching: [Int]? = nil,
    leavingOut promise: Mutation.Promise? = nil, _ edit: (DocumentEditor) -> EditedDocument?
  ) {
    guard let file = editors.firstIndex(where: { $0.source === place.source }),
      let document = edit(editors[file])
    else { return }
    let identity = Identity(
      file: file, start: document.place.lowerBound, change: document.change)
    if let index = known[identity] {
      // A scenario that reaches one of the places reaches a shared part.
      let outcomes = made[index].reaching
      made[index].reaching = reaching.flatMap { reaching in
        outcomes.map { outcomes in outcomes + reaching.filter { !outcomes.contains($0) } }
      }
      return
    }
    known[identity] = made.count
    made.append(
      Mutation(kind: kind, document: document, reaching: reaching, promise: promise))
  }

  // MARK: Expressions

  mutating func mutate(
    _ expression: CheckedExpression, reaching: [Int]? = nil, isIndex: Bool = false
  ) {
    let scalar = expression.syntax.scalar
    note(expression.tree.root.constants)
    let made = ExpressionMutations(
      of: expression, enums: enums, constants: constants, isIndex: isIndex
    ).made
    for mutation in made {
      add(mutation.kind, at: scalar.range, reaching: reaching) { editor in
        editor.replacing(scalar, mutation.range, with: mutation.text)
      }
    }
  }

  private mutating func note(_ constants: [Value]) {
    for value in constants.flatMap(\.andNeighbours) where !literals.contains(value) {
      literals.append(value)
    }
  }

  /// Mutates a condition: its parts, and the whole of it.
  mutating func mutate(condition: CheckedExpression, reaching: [Int]? = nil) {
    mutate(condition, reaching: reaching)
    let (scalar, code) = (condition.syntax.scalar, condition.syntax.code)
    add(.negateCondition, at: scalar.range, reaching: reaching) { editor in
      editor.replacing(scalar, code, with: "!(\(condition.text))")
    }
  }

  mutating func mutate(_ template: CheckedTemplate, reaching: [Int]? = nil) {
    switch template {
    case .constant: break
    case .computed(let expression, _): mutate(expression, reaching: reaching)
    case .text(let pieces, _):
      for case .computed(let expression) in pieces { mutate(expression, reaching: reaching) }
    case .list(let items): for item in items { mutate(item, reaching: reaching) }
    case .map(let entries): for entry in entries { mutate(entry.value, reaching: reaching) }
    case .record(_, let fields): for field in fields { mutate(field, reaching: reaching) }
    }
  }

  /// Mutates a guard; `when` and `unless` are exchanged.
  mutating func mutate(_ condition: CheckedGuard?, besides place: SourceRange) {
    guard let condition else { return }
    let point = condition.test.point
    mutate(condition.test.expression, reaching: [point, point + 1])
    let name = condition.isNegated ? "unless" : "when"
    add(.negateCondition, at: place, reaching: [point, point + 1]) { editor in
      editor.key(name, besides: place).flatMap {
        editor.renaming([($0, condition.isNegated ? "when" : "unless")])
      }
    }
  }
}
