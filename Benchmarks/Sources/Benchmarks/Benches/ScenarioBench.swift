import SuasScenario

/// Runs a parsed and checked scenario whose steps have one expectation on one leaf each.
struct ScenarioBench {
  let rounds: Int

  func run() throws -> [Row] {
    let steps = 10_000
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("spec.yaml", SpecText.make(bytes: 1000))
    let path = try folder.write(
      "spec.scenario.yaml", SpecText.scenario(of: "spec.yaml", steps: steps))
    var loader = Loader(root: folder.path)
    let file = try loader.scenarioFile(path)
    let runner = Runner()
    return measureInTurns(
      "scenarios",
      [
        Measurement("steps run and judged", .perSecond) {
          Double(steps) / seconds { precondition(runner.run(file).passed) }
        }
      ],
      rounds: rounds)
  }
}
