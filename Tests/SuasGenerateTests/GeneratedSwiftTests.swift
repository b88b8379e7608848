import Foundation
import Suas
import SuasGenerate
import SuasProgram
import SuasScenario
import SuasSpec
import Testing
import YAML

extension CompiledPrograms {
  /// Specs as generated Swift: compiled as an app compiles them, and compared with the interpreter.
  @Suite("Generated Swift", .timeLimit(.minutes(30)), .serialized)
  struct GeneratedSwiftTests {
    @Test(arguments: GeneratedProgram.specs)
    func `Generated Swift does what the interpreter does`(name: String) throws {
      let program = try GeneratedProgram(of: name)
      let drivers = DriverPool("exec '\(program.executable.path)'")
      let difference = try RandomComparison.difference(of: program.spec.checked, drivers)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }
}
