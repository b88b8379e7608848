import SystemPackage
import YAML

/// The golden files of a scenario file: `golden/<its name without .scenario.yaml or .yaml>/`.
struct GoldenFolder: Sendable {
  let parent: String
  let folder: String

  init(of scenarioFile: String) {
    let slash = scenarioFile.lastIndex(of: "/")
    let start = slash.map(scenarioFile.index(after:)) ?? scenarioFile.startIndex
    var name = scenarioFile[start...]
    for suffix in [".scenario.yaml", ".yaml"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
      break
    }
    parent = scenarioFile[..<start] + "golden"
    folder = "\(parent)/\(name)"
  }

  func path(of name: String) -> String { "\(folder)/\(name).yaml" }

  /// What a golden file holds; nil where there is none.
  func read(_ name: String) throws(FileError) -> [UInt8]? {
    if case .other = FileSystem.kind(of: path(of: name)) {
      throw FileError(operation: .read, reason: "it is no file")
    }
    do throws(Errno) {
      return try FileSystem.read(path(of: name), limit: Source.maximumSize)
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw FileError(operation: .read, reason: error.words)
    }
  }

  /// Writes a golden file whole; where that fails, an older one stays as it was.
  func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    do throws(Errno) {
      try FileSystem.makeFolder(parent)
      try FileSystem.makeFolder(folder)
      try FileSystem.write(bytes, to: path(of: name))
    } catch {
      throw FileError(operation: .written, reason: error.words)
    }
  }
}
