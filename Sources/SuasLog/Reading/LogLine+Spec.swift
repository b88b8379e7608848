import SuasProgram

extension LogLine.Header {
  /// True if the log is of exactly a spec.
  package func isOf(_ spec: CheckedSpec) -> Bool { self.spec == spec.digest }

  /// True if the log is of a spec, or of another version of it, as far as its name shows.
  package func isOfVersion(of spec: CheckedSpec) -> Bool {
    isOf(spec) || spec.name != nil && spec.name == name
  }
}
