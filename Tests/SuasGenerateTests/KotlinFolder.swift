import Foundation
import SuasGenerate

/// A folder of generated Kotlin that is compiled.
final class KotlinFolder {
  private let url = FileManager.default.temporaryDirectory.appending(
    path: "suas-kotlin-\(UUID().uuidString)")
  var source: URL { url.appending(path: "source") }
  var classes: URL { url.appending(path: "classes") }

  func write(_ text: String, to path: String) throws {
    let file = source.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a program whose runtime has a package of its own.
  func write(_ files: [GeneratedFile], withRuntimeOf package: String) throws {
    for file in files {
      let text = file.text
        .replacingOccurrences(of: "package suas", with: "package \(package).suas")
        .replacingOccurrences(of: "import suas.", with: "import \(package).suas.")
      try write(text, to: "\(package)/\(file.path)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
