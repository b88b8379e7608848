import SuasScenario
import SuasSpec
import YAML

extension CheckedScenarioFile {
  /// The scenarios with the interpreter's results, except those that are skipped or expected to
  /// fail.
  ///
  /// - Parameter digest: The digest of the spec of the program.
  /// - Throws: scenarios that fail, because nothing can be asserted about them, and scenarios of
  ///   another spec.
  func observed(digest: String) throws(Diagnostics) -> [ObservedScenario] {
    guard self.digest == digest else { throw Diagnostics([.otherSpec(source.name)]) }
    let failed = Runner().run(self).scenarios.filter(\.failed)
    guard failed.isEmpty else {
      throw Diagnostics(failed.map { .failingScenario($0.name, at: $0.place, source.name) })
    }
    return observed
  }
}
