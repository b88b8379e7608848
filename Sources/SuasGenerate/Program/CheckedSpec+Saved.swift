import SuasSpec
import YAML

extension CheckedSpec {
  /// Refuses a spec with a section that generated programs do not have yet.
  func refuseSaved() throws(Diagnostics) {
    guard let saved else { return }
    throw Diagnostics([.notGenerated("'saved'", at: saved.place)])
  }
}

extension Diagnostic {
  static func notGenerated(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .notGenerated, "\(what) is not generated yet", at: range,
      help: ["the spec runs as it is, and as a bundle; without it, its code is generated"])
  }
}
