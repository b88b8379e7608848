import Values
import YAML

extension CheckedSpec {
  /// A number that tells specs apart: a hash of the texts of the spec's files, in their
  /// order, as sixteen hexadecimal digits.
  package var digest: String {
    var hash = FNV1a()
    for source in coverage.sources {
      hash.combine(source.utf8)
      // This byte separates two files.
      hash.combine(0xFF)
    }
    return hash.value.sixteenDigits
  }
}
