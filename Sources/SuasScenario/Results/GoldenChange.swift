/// A golden file that differs from its scenario's result.
package struct GoldenChange: Sendable {
  package enum Kind: String, Sendable {
    case missing, different
    /// A file that no step names.
    case stray
  }

  /// The cause of a change; changes with the same cause are reviewed together.
  package enum Cause: Hashable, Sendable {
    /// The rule, or else the step, that last wrote the first difference, and the text of its line.
    case writer(place: String, line: String)
    case action(String)
    case listener(String)
    case beginning
    case newFile, strayFile
  }

  package let kind: Kind
  package let path: String
  /// The scenario whose step names the file.
  package let scenario: String?
  package let cause: Cause
  /// The reason why the file differs, for a change without differences.
  package let message: String
  package let differences: Differences
  let folder: GoldenFolder
  let name: String
  let old: [UInt8]?
  /// The new contents of the file; nil if it is to be removed.
  package let new: [UInt8]?
}
