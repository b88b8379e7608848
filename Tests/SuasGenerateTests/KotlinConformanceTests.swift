import SuasEngine
import SuasProgram
import Testing

@testable import SuasScenario

/// CEL's conformance suite, compiled into Kotlin.
@Suite("Conformance of generated Kotlin", .timeLimit(.minutes(60)), .serialized)
struct KotlinConformanceTests {
  @Test(
    .enabled(
      if: KotlinToolchain.isThere && ConformanceSpecs.file != nil,
      "Java, the Kotlin compiler and the file of cases are needed"))
  func `Expressions of the conformance suite have the interpreter's verdict in Kotlin`() throws {
    let cases = try ConformanceSpecs()
    let programs = try KotlinPrograms(cases.specs)
    var differences: [String] = []
    var count = 0
    for spec in cases.specs {
      let comparison = try Comparison(spec.checked, programs.drivers)
      let actions = comparison.spec.checked.actions.map(\.name)
      count += actions.count
      for name in actions {
        var acts = [CheckedStep.Act.dispatch(try comparison.spec.action(name, [:]), times: 1)]
        differences += try comparison.differences { _ in acts.popLast() }.map {
          "\(cases.ids[name] ?? name): \($0)"
        }
      }
      comparison.end()
    }
    #expect(count > 700, "only \(count) cases stand in specs")
    #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
  }
}
