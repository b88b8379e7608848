import SuasTesting
import Testing

@Test(arguments: Scenarios(in: "Scenarios"))
func scenario(_ scenario: Scenario) throws { try scenario.run() }
