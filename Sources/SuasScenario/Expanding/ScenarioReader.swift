import CEL
import SuasSpec
import YAML

/// Reads the scenarios of a file: once for each row, fragments put in the place of their uses.
struct ScenarioReader {
  let types: TypeTable
  let fragments: FragmentTable
  let findings: Findings
  private let budget: ExpansionBudget

  init(
    _ types: TypeTable, _ fragments: FragmentTable, _ findings: Findings,
    budget: ExpansionBudget
  ) {
    self.budget = budget
    self.types = types
    self.fragments = fragments
    self.findings = findings
  }

  func declarations(of file: ScenarioFile) -> [ScenarioDeclaration] {
    let arguments = ArgumentReader(types, findings, budget.evaluations)
    for name in fragments.names { fragments.fragments[name].map(arguments.checkTypes) }
    let shared = shared(file.shared)
    var declarations: [ScenarioDeclaration] = []
    for scenario in file.scenarios {
      for row in rows(of: scenario) {
        guard !budget.isExhausted, !findings.isFull else { break }
        if let declaration = declaration(scenario, row.names, at: row.range, shared) {
          declarations.append(declaration)
        }
      }
    }
    if budget.isExhausted {
      findings.report(.tooMuchToExpand(limit: budget.limit, in: file.source.name))
    }
    return declarations
  }

  private func expansion(_ names: Names) -> Expansion {
    Expansion(names, types, budget, findings)
  }

  /// What the file says for all of its scenarios.
  private func shared(_ node: Node?) -> Settings {
    guard let node else { return Settings() }
    var file = MappingReader(
      expansion(.none).scenario(node), as: "a scenario file", into: findings)
    for key in ScenarioFile.ownKeys + ["scenario", "scenarios"] { _ = file.entry(key) }
    _ = file.text("description")
    let settings = Settings(&file)
    file.finish()
    return settings
  }

  /// The rows of a scenario; one without columns where it has no examples.
  private func rows(of scenario: ScenarioTree) -> [(names: Names, range: SourceRange?)] {
    guard let node = scenario.examples else { return [(.none, nil)] }
    // Where the rows are wrong, what the scenario says of them is not known to be.
    return Examples(node, expansion(.none), types, budget.evaluations)?.rows ?? []
  }

  private func declaration(
    _ scenario: ScenarioTree, _ row: Names, at range: SourceRange?, _ shared: Settings
  ) -> ScenarioDeclaration? {
    let tree = expansion(row).scenario(scenario.node)
    guard !budget.isExhausted, let header = ScenarioHeader(scenario, tree, findings) else {
      return nil
    }
    let settings = shared.overlaid(by: header.settings)
    // The steps before are the file's, which knows no rows, and then the scenario's own.
    var steps = self.steps(shared.before, .none, chain: [])
    steps += self.steps(header.settings.before + header.steps, row, chain: [])
    return ScenarioDeclaration(
      name: header.name.text + row.label, place: header.name.range,
      extent: scenario.node.range, row: range, settings: settings, skip: header.skip,
      xfail: header.xfail, isExhaustive: header.isExhaustive, steps: steps)
  }

  /// How deep fragments may stand in one another.
  private static let maximumDepth = 64

  private func steps(_ nodes: [Node], _ names: Names, chain: [String]) -> [StepDeclaration] {
    let expansion = expansion(names)
    var steps: [StepDeclaration] = []
    for node in nodes {
      budget.spend(ExpansionBudget.step)
      let expanded = expansion.step(node)
      // What is over the budget has not been replaced, and makes no sense.
      guard !budget.isExhausted, !findings.isFull else { break }
      guard let step = StepDeclaration(expanded, as: node, names, findings) else { continue }
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
      findings.report(.unknownFragment(name, among: fragments.names))
      return []
    }
    // A name that is computed may still lead back to where it stands.
    guard !chain.contains(name.text) else {
      findings.report(.fragmentCycle(name, chain: chain + [name.text]))
      return []
    }
    guard chain.count < Self.maximumDepth else {
      findings.report(.fragmentsTooDeep(limit: Self.maximumDepth, at: name.range))
      return []
    }
    budget.spend(ExpansionBudget.use)
    let names = ArgumentReader(types, findings, budget.evaluations).names(
      of: fragment, arguments, at: name.range)
    guard let names else { return [] }
    return steps(fragment.steps, names, chain: chain + [name.text])
  }
}
