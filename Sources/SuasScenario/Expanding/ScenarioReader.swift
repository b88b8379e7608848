import CEL
import SuasSpec
import YAML

/// Reads the scenarios of a file: once for each row, with fragments and `for-each` expanded to their
/// steps.
struct ScenarioReader {
  let types: TypeTable
  let fragments: FragmentTable
  let sink: DiagnosticSink
  private let budget: ExpansionBudget

  init(
    _ types: TypeTable, _ fragments: FragmentTable, _ sink: DiagnosticSink,
    budget: ExpansionBudget
  ) {
    self.budget = budget
    self.types = types
    self.fragments = fragments
    self.sink = sink
  }

  func declarations(of file: ScenarioFile) -> [ScenarioDeclaration] {
    let arguments = ArgumentReader(types, sink, budget.evaluations)
    for name in fragments.names { fragments.fragments[name].map(arguments.checkParameters) }
    let shared = shared(file.shared)
    var declarations: [ScenarioDeclaration] = []
    for scenario in file.scenarios {
      for row in rows(of: scenario) {
        guard !budget.isExhausted, !sink.isFull else { break }
        if let declaration = declaration(scenario, row.names, at: row.range, shared) {
          declarations.append(declaration)
        }
      }
    }
    if budget.isExhausted {
      sink.report(.tooMuchToExpand(limit: budget.limit, in: file.source.name))
    }
    return declarations
  }

  private func expansion(_ names: Names) -> Expansion {
    Expansion(names, types, budget, sink)
  }

  /// Reads the settings that the file gives for all of its scenarios.
  private func shared(_ node: Node?) -> Settings {
    guard let node else { return Settings() }
    var file = MappingReader(
      expansion(.none).scenario(node), ScenarioFile.form, into: sink)
    for key in ScenarioFile.ownKeys.map(\.name) + ["scenario", "scenarios"] { _ = file.entry(key) }
    _ = file.text("description")
    let settings = Settings(&file)
    file.finish()
    return settings
  }

  /// Returns the rows of a scenario; one without columns if it has no examples.
  private func rows(of scenario: ScenarioTree) -> [(names: Names, range: SourceRange?)] {
    guard let node = scenario.examples else { return [(.none, nil)] }
    // Without sound rows, the names that the scenario refers to are unknown.
    return Examples(node, expansion(.none), types, budget.evaluations)?.rows ?? []
  }

  private func declaration(
    _ scenario: ScenarioTree, _ row: Names, at range: SourceRange?, _ shared: Settings
  ) -> ScenarioDeclaration? {
    let tree = expansion(row).scenario(scenario.node)
    guard !budget.isExhausted, let header = ScenarioHeader(scenario, tree, sink) else {
      return nil
    }
    let settings = shared.overlaid(by: header.settings)
    // The file's steps, which see no row, run before those of the scenario.
    var steps = self.steps(shared.before, Scope(row: .none))
    steps += self.steps(header.settings.before + header.steps, Scope(row: row))
    return ScenarioDeclaration(
      name: header.name.text + row.label, place: header.name.range,
      extent: scenario.node.range, row: range, settings: settings, skip: header.skip,
      xfail: header.xfail, steps: steps)
  }

  /// The surroundings of steps.
  private struct Scope {
    /// The columns of the row for which the scenario runs, which fragments see too.
    let row: Names
    /// All names that the steps see.
    var names: Names
    /// The fragments around the steps.
    var chain: [String] = []
    /// The number of fragments and `for-each` around the steps.
    var depth = 0
    /// The name of the element for which the steps run; nil outside of a `for-each`.
    var element: String?

    init(row: Names) {
      self.row = row
      names = row
    }

    /// Returns the scope of a fragment's steps, which do not see the elements around its use.
    func inside(_ fragment: String, _ parameters: Names) -> Scope {
      var scope = self
      scope.names = row.hidden(by: parameters)
      scope.chain.append(fragment)
      scope.depth += 1
      return scope
    }

    /// Returns the scope of the steps for one element of a list.
    func inside(_ element: Names.Binding) -> Scope {
      var scope = self
      scope.names = names.hidden(by: Names([element]))
      scope.depth += 1
      scope.element = element.name
      return scope
    }
  }

  /// The maximum nesting depth of fragments and `for-each`.
  private static let maximumDepth = 64

  private func steps(_ nodes: [Node], _ scope: Scope) -> [StepDeclaration] {
    let expansion = expansion(scope.names)
    var steps: [StepDeclaration] = []
    for node in nodes {
      budget.spend(ExpansionBudget.step)
      let expanded = expansion.step(node)
      // Over the budget, `expanded` may contain `${…}`, and would cause wrong diagnostics.
      guard !budget.isExhausted, !sink.isFull else { break }
      guard var step = StepDeclaration(expanded, as: node, scope.names, sink) else { continue }
      step.element = scope.element
      switch step.act {
      case .use(let name, let arguments):
        steps += fragment(name, arguments, scope)
        guard !step.expectations.isEmpty else { continue }
        step.act = nil
        steps.append(step)
      case .forEach(let list, let name, let repeated):
        steps += rounds(of: repeated, for: list, name, expansion, scope)
      default:
        steps.append(step)
      }
    }
    return steps
  }

  /// Returns the steps of a `for-each`, once for each element.
  private func rounds(
    of nodes: [Node], for list: ExpressionSyntax, _ name: Scalar?, _ expansion: Expansion,
    _ scope: Scope
  ) -> [StepDeclaration] {
    if let name, !Names.isName(name.text) {
      sink.report(.invalidColumn(name))
      return []
    }
    guard scope.depth < Self.maximumDepth else {
      sink.report(.fragmentsTooDeep(limit: Self.maximumDepth, at: list.range))
      return []
    }
    var steps: [StepDeclaration] = []
    for element in expansion.elements(of: list, named: name) ?? [] {
      budget.spend(ExpansionBudget.use)
      guard !budget.isExhausted, !sink.isFull else { break }
      steps += self.steps(nodes, scope.inside(element))
    }
    return steps
  }

  private func fragment(
    _ name: Scalar, _ arguments: Node?, _ scope: Scope
  ) -> [StepDeclaration] {
    sink.note(
      name, .fragment, requesting: .fragment, isKnown: fragments.fragments[name.text] != nil)
    guard let fragment = fragments.fragments[name.text] else {
      sink.report(.unknownFragment(name, among: fragments.names))
      return []
    }
    // A computed name may still lead to a cycle.
    guard !scope.chain.contains(name.text) else {
      sink.report(.fragmentCycle(name, chain: scope.chain + [name.text]))
      return []
    }
    guard scope.depth < Self.maximumDepth else {
      sink.report(.fragmentsTooDeep(limit: Self.maximumDepth, at: name.range))
      return []
    }
    budget.spend(ExpansionBudget.use)
    let parameters = ArgumentReader(types, sink, budget.evaluations).names(
      of: fragment, arguments, at: name.range)
    guard let parameters else { return [] }
    return steps(fragment.steps, scope.inside(name.text, parameters))
  }
}
