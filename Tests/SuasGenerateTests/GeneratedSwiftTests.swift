import Foundation
import Suas
import SuasGenerate
import SuasProgram
import SuasScenario
import SuasSpec
import Testing
import YAML

/// Specs as generated Swift: compiled as an app compiles them, and compared with the interpreter.
@Suite("Generated Swift", .timeLimit(.minutes(30)), .serialized)
struct GeneratedSwiftTests {
  @Test(arguments: GeneratedProgram.specs)
  func `Generated Swift does what the interpreter does`(name: String) throws {
    let program = try GeneratedProgram(of: name)
    let drivers = DriverPool("exec '\(program.executable.path)'")
    let difference = try RandomComparison.difference(of: program.spec.checked, drivers) {
      // A body is sent as a value so far, which only the reader of answers finds equal: it cannot read
      // two keys that are canonically equal.
      $0.hasPrefix("unreadable: ")
    }
    #expect(difference == nil, "\(difference ?? "")")
  }
}
