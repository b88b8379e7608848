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
    let driver = try DriverProcess(program.executable)
    defer { driver.end() }
    var random = RandomActions(program.spec, seed: 1)
    for round in 0..<20 {
      let interpreter = Interpreter(program.spec)
      try driver.begin(interpreter.stateText)
      for number in 0..<50 {
        guard let step = random.step(interpreter) else { break }
        let expected = interpreter.perform(step)
        let actual = try driver.perform(step)
        try #require(
          actual == expected,
          "round \(round), step \(number): \(step.request)\n\(actual)\nis not\n\(expected)")
      }
    }
  }
}
