import SuasTesting
import Testing

@Suite("The scenarios of the spec")
struct ScenarioTests {
  nonisolated static let folder = "../../../../specs/search-cities"

  @Test(arguments: Scenarios(in: folder, root: folder))
  func scenario(_ scenario: Scenario) throws { try scenario.run() }
}
