import SuasProgram
import YAML

extension Diagnostic {
  /// Returns the diagnostic with entries as a fix, before the first one of a mapping.
  ///
  /// - Parameters:
  ///   - first: The key of the first entry; nil for a mapping without any.
  ///   - title: A description of the fix, where the entries do not say enough.
  func inserting(
    _ entries: [String], before first: SourceRange?, title: String? = nil
  ) -> Diagnostic {
    guard let first else { return self }
    let lead = first.lead
    let isInFlow = lead.last { $0 != " " }.map { "{,".contains($0) } ?? false
    let gap = isInFlow ? ", " : "\n" + String(repeating: " ", count: lead.utf8.count)
    var diagnostic = self
    diagnostic.fixes.append(
      Fix(
        SourceRange(first.source, first.lowerBound..<first.lowerBound),
        replacement: entries.map { $0 + gap }.joined(), title: title))
    return diagnostic
  }
}

extension TypeTable {
  /// A value of a type as an author writes it, to be replaced by the one that is meant.
  package func placeholder(of type: FieldType) -> String {
    switch type {
    case .bool: "false"
    case .int: "0"
    case .double: "0.0"
    case .string: "\"\""
    case .timestamp: "2000-01-01T00:00:00Z"
    case .duration: "0s"
    case .list: "[]"
    case .map, .partial: "{}"
    case .optional, .any: "null"
    case .enumeration(let name): enums[name]?.cases.first ?? "null"
    case .record(let name):
      records[name].map { $0.isVariant ? $0.fields.first?.name ?? "{}" : "{}" } ?? "{}"
    }
  }
}
