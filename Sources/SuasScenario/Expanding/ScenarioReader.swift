import CEL
import SuasSpec
import YAML

/// Reads the scenarios of a file: once for each row, with fragments expanded to their steps.
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
    for name in fragments.names { fragments.fragments[name].map(arguments.checkTypes) }
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
    var steps = self.steps(shared.before, .none, chain: [])
    steps += self.steps(header.settings.before + header.steps, row, chain: [])
    return ScenarioDeclaration(
      name: header.name.text + row.label, place: header.name.range,
      extent: scenario.node.range, row: range, settings: settings, skip: header.skip,
      xfail: header.xfail, isExhaustive: header.isExhaustive, steps: steps)
  }

  /// The maximum nesting depth of fragments.
  private static let maximumDepth = 64

  private func steps(_ nodes: [Node], _ names: Names, chain: [String]) -> [StepDeclaration] {
    let expansion = expansion(names)
    var steps: [StepDeclaration] = []
    for node in nodes {
      budget.spend(ExpansionBudget.step)
      let expanded = expansion.step(node)
      // Over the budget, `expanded` may contain `${…}`, and would cause wrong diagnostics.
      guard !budget.isExhausted, !sink.isFull else { break }
      guard let step = StepDeclaration(expanded, as: node, names, sink) else { continue }
      guard case .use(let name, let arguments) = step.act else {
        steps.append(step)
        continue
      }
      steps += fragment(name, arguments, chain: chain)
      if !step.expectations.isEmpty {
        var expecting = step
        expecting.act = nil
        steps.append(expecting)
      }
    }
    return steps
  }

  private func fragment(
    _ name: Scalar, _ arguments: Node?, chain: [String]
  ) -> [StepDeclaration] {
    guard let fragment = fragments.fragments[name.text] else {
      sink.report(.unknownFragment(name, among: fragments.names))
      return []
    }
    // A computed name may still lead to a cycle.
    guard !chain.contains(name.text) else {
      sink.report(.fragmentCycle(name, chain: chain + [name.text]))
      return []
    }
    guard chain.count < Self.maximumDepth else {
      sink.report(.fragmentsTooDeep(limit: Self.maximumDepth, at: name.range))
      return []
    }
    budget.spend(ExpansionBudget.use)
    let names = ArgumentReader(types, sink, budget.evaluations).names(
      of: fragment, arguments, at: name.range)
    guard let names else { return [] }
    return steps(fragment.steps, names, chain: chain + [name.text])
  }
}
