/// The files that hold session logs.
package enum SessionLog {
  private static let ending = ".suaslog"

  /// True if a path names a log.
  package static func isNamed(by path: String) -> Bool { path.hasSuffix(ending) }
}
