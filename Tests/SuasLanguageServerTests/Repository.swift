import Foundation

/// The repository that contains these tests.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The specs, scenario files and fragments in `specs`, without golden files.
  static let specs: [String] = {
    let folder = "\(root)/specs"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter {
      $0.hasSuffix(".yaml") && !$0.contains("/golden/") && !$0.hasPrefix("apps/")
    }.sorted().map { "\(folder)/\($0)" }
  }()

  /// The folders in `specs`, each with one spec.
  static let folders: [String] =
    Set(specs.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }).sorted()
}
