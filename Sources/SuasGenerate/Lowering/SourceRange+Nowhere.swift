import YAML

extension SourceRange {
  /// The place of code that no file has.
  static let nowhere = SourceRange(
    source: Source(name: "", text: ""), lowerBound: 0, upperBound: 0)
}
