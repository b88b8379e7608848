import Foundation
import Support

/// The files of the repository.
enum Repository {
  /// The paths of all specs, scenario files and fragments, from `specs` on.
  static let specs: [String] = {
    let files = FileManager.default.enumerator(atPath: Examples.folder.path)
    return (files?.allObjects as? [String] ?? []).sorted()
      .filter { $0.hasSuffix(".yaml") && !$0.contains("golden/") }
  }()

  static func read(_ path: String) throws -> String {
    try String(contentsOf: Examples.folder.appending(path: path), encoding: .utf8)
  }

  /// The text of a file of the package.
  static func text(_ path: String) throws -> String {
    try String(
      contentsOf: Examples.folder.deletingLastPathComponent().appending(path: path),
      encoding: .utf8)
  }

  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
