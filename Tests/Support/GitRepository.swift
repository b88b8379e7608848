import Foundation

/// A git repository in a folder of its own, which is removed with this value.
public final class GitRepository {
  public let folder: URL

  public init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch", "main")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the absolute path of a file.
  public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  public func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  /// Commits everything that has changed.
  public func commit() throws {
    try git("add", "--all")
    try git(
      "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
      "commit", "--quiet", "--message", "Change")
  }

  /// Runs git in the folder.
  public func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(arguments: arguments) }
  }

  private struct Failed: Error { let arguments: [String] }
}
