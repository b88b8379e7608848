public import YAML

/// A file that could not be read, or has errors.
public struct UnsoundFile: Sendable {
  /// The file as the user named it.
  public let name: String
  /// Its errors, except those that were reported for another file already.
  public let diagnostics: [Diagnostic]
  /// The number of further errors that were left out.
  public let omitted: Int
}

extension [UnsoundFile] {
  /// The errors in all of the files.
  public var diagnostics: Diagnostics {
    Diagnostics(flatMap(\.diagnostics), omitted: reduce(0) { $0 + $1.omitted })
  }
}
