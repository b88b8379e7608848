import Foundation

/// The examples in `specs`: folders that have a spec of their own name.
public enum Examples {
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "specs")

  /// The names of the folders, in alphabetical order.
  public static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      FileManager.default.fileExists(atPath: folder.appending(path: "\(name)/\(name).yaml").path)
    }.sorted()
  }()
}
