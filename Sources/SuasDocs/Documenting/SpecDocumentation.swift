import CEL
import SuasLanguage
import SuasProgram
import YAML

/// A spec as a Markdown page with Mermaid diagrams: its declarations and their connections.
package struct SpecDocumentation {
  let spec: Spec
  /// The fields of records by the records' names.
  let fields: [String: [FieldDeclaration]]
  /// The rules for each action by its id, with their reducers in the order of the spec.
  let handlers: [Int: [(reducer: CheckedReducer, rules: [CheckedRule])]]
  /// The types of functions' results, by the functions' names.
  let results: [String: String]
  let sharedRules: [String: SharedRule]
  let caseDiagrams: [CaseDiagram]
  let refusals: [Refusal]
  /// The names of the actions and effects that only the spec itself dispatches.
  let internalActions: Set<String>
  let saved: CheckedSaved?
  private let effects: Set<String>
  private var blocks: [String] = []

  /// - Parameter checked: The same spec, checked.
  package init(of spec: Spec, checked: CheckedSpec) {
    self.spec = spec
    handlers = Dictionary(
      grouping: checked.reducers.flatMap { reducer in reducer.rules.map { (reducer, $0) } },
      by: { $0.1.key }
    ).mapValues { $0.map { (reducer: $0, rules: $1.value) } }
    results = checked.types.definitions.compactMapValues { definition in
      guard case .function(let function) = definition else { return nil }
      return function.result?.description ?? function.resultSeen.description
    }
    fields = Dictionary(
      spec.records.map { ($0.name.text, $0.fields) }, uniquingKeysWith: { first, _ in first })
    sharedRules = Dictionary(
      checked.sharedRules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    caseDiagrams = checked.caseDiagrams
    refusals = checked.refusals
    saved = checked.saved
    internalActions = Set(
      (checked.actions + checked.effects.map(\.action)).filter {
        checked.internalActions.contains($0.id)
      }.map(\.name))
    effects = Set(spec.effects.map(\.name.text))
  }

  /// The page, which is the same for the same spec.
  package var markdown: String {
    var page = self
    page.writeHead()
    page.writeStates()
    page.writeTypes()
    page.writeConstants()
    page.writeFunctions()
    page.writeActions()
    page.writeSharedRules()
    page.writeRefusals()
    page.writeCaseDiagrams()
    page.writeSelectors()
    page.writeListeners()
    page.writeMiddleware()
    page.writeEffects()
    page.writeConditions()
    page.writeSaved()
    return page.blocks.joined(separator: "\n\n") + "\n"
  }

  mutating func add(_ block: String) {
    if !block.isEmpty { blocks.append(block) }
  }

  mutating func add(description: String?) {
    add(description.map(Markdown.paragraphs) ?? "")
  }

  mutating func add(_ chart: FlowChart) {
    if !chart.isEmpty { add(chart.markdown) }
  }

  private mutating func writeHead() {
    add("# \(spec.name.map { Markdown.text($0.onOneLine) } ?? "Spec")")
    add(description: spec.description)
  }

  /// Adds a table of the fields of a record or payload.
  mutating func add(_ fields: [FieldDeclaration]) {
    guard !fields.isEmpty else { return }
    add(
      Markdown.table(
        ["field", "type", "default", "notes"],
        fields.map { field in
          var notes = field.description.map { [Markdown.text($0.onOneLine)] } ?? []
          if let condition = field.condition {
            notes.append("where \(Markdown.code(String(condition.text)))")
          }
          if field.isSensitive { notes.append("kept out of logs") }
          if !field.samples.isEmpty {
            let samples = field.samples.map { Markdown.code($0.flow) }
            notes.append("such as \(samples.joined(separator: ", "))")
          }
          return [
            Markdown.code(field.name.text), Markdown.code(field.type.text),
            field.default.map { Markdown.code($0.flow) } ?? "", notes.joined(separator: "; "),
          ]
        }))
  }

  /// Adds a note if only the spec itself dispatches an action or effect.
  mutating func addOrigin(of name: String) {
    if internalActions.contains(name) {
      add("Only effects, middleware and listeners dispatch it.")
    }
  }

  /// Formats a step as a line of a list.
  func line(_ reaction: ReactionDeclaration) -> String {
    switch reaction {
    case .dispatch(let dispatch): return "dispatches \(line(dispatch))"
    case .cancel(let cancel):
      let key =
        cancel.key.map { " with the key \(Markdown.code(String($0.expression.text)))" } ?? ""
      return "cancels \(Markdown.code(cancel.effect.text))\(key)\(written(cancel.condition))"
    }
  }

  /// Formats a dispatched action as a line of a list.
  func line(_ dispatch: DispatchDeclaration) -> String {
    var line = Markdown.code(dispatch.action.text)
    if let payload = dispatch.payload, !payload.isNull {
      line += " with \(Markdown.code(payload.flow))"
    }
    return line + written(dispatch.condition)
  }

  func written(_ condition: Condition?) -> String {
    condition.map {
      ", \($0.negated ? "unless" : "when") \(Markdown.code(String($0.expression.text)))"
    }
      ?? ""
  }

  /// The shape for a dispatched name: an effect's, or else an action's.
  func shape(of name: String) -> FlowChart.Shape {
    effects.contains(name) ? .effect : .action
  }
}
