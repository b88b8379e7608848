import CEL
import SuasSpec
import YAML

/// Results that a report has, and from which other reports are made.
extension FileResult {
  package init(name: String, number: Int = 1) {
    self.name = name
    self.number = number
  }
}

extension ScenarioResult {
  package init(name: String, number: Int, tags: [String], place: SourceRange) {
    self.name = name
    self.number = number
    self.tags = tags
    self.place = place
  }
}

extension StepResult {
  package init(
    number: Int, kind: String, label: String, place: SourceRange, deed: PerformedStep?
  ) {
    self.number = number
    self.kind = kind
    self.label = label
    self.place = place
    self.deed = deed
  }
}

extension StateChange {
  package init(path: String, old: Value?, new: Value?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension UnsoundFile {
  package init(restoring name: String, _ diagnostics: [Diagnostic], omitted: Int) {
    self.init(name: name, diagnostics: diagnostics, omitted: omitted)
  }
}
