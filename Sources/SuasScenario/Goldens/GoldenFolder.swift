import SystemPackage
import YAML

/// The golden files of a scenario file: `golden/<its name without .scenario.yaml or .yaml>/`.
struct GoldenFolder: Sendable {
  let parent: String
  let folder: String
  /// The file whose goldens lie in this folder too, if it is a scenario file: one may end with
  /// .scenario.yaml, the other with .yaml alone.
  let sharer: String?

  init(of scenarioFile: String) {
    let slash = scenarioFile.lastIndex(of: "/")
    let start = slash.map(scenarioFile.index(after:)) ?? scenarioFile.startIndex
    var name = scenarioFile[start...]
    let suffixes = [".scenario.yaml", ".yaml"]
    let suffix = suffixes.first { name.hasSuffix($0) }
    name.removeLast(suffix?.count ?? 0)
    let base = scenarioFile[..<start] + name
    sharer = suffix.map { base + ($0 == suffixes[0] ? suffixes[1] : suffixes[0]) }
    parent = scenarioFile[..<start] + "golden"
    folder = "\(parent)/\(name)"
  }

  func path(of name: String) -> String { "\(folder)/\(name).yaml" }

  /// The name of the golden file that a path of this folder leads to.
  func name(at path: String) -> String {
    let name = path.utf8.dropFirst(folder.utf8.count + 1).dropLast(".yaml".utf8.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// What a golden file holds; nil where there is none.
  ///
  /// - Parameter writes: Whether it is written next, which nothing but a file in its place can be.
  func read(_ name: String, writes: Bool = false) throws(FileError) -> [UInt8]? {
    switch FileSystem.kind(of: path(of: name)) {
    case .folder: throw FileError(operation: writes ? .written : .read, reason: "it is a folder")
    case .other: throw FileError(operation: writes ? .written : .read, reason: "it is no file")
    case .file, nil: break
    }
    do throws(Errno) {
      return try FileSystem.read(path(of: name), limit: Source.maximumSize)
    } catch {
      if error == .noSuchFileOrDirectory || error == .notDirectory { return nil }
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
