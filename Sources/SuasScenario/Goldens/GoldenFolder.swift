import Files
import YAML

/// The golden files of a scenario file: `golden/<its name without .scenario.yaml or .yaml>/`.
struct GoldenFolder: Sendable {
  let parent: String
  let folder: String
  /// The other file whose goldens would lie in this folder, if it is a scenario file: one of the
  /// two ends with .scenario.yaml, the other with .yaml alone.
  let sharer: String?
  /// The folder that every golden file must be in, whatever links there are.
  let root: Root

  /// - Parameter chosen: The folder below which files are read, if the user names one.
  init(of scenarioFile: String, chosen: ChosenRoot = ChosenRoot()) {
    let folder = Root.folder(of: scenarioFile)
    root = Root(around: folder, chosen: chosen)
    var name = Root.name(of: scenarioFile)
    let lead = String(decoding: scenarioFile.utf8.dropLast(name.utf8.count), as: UTF8.self)
    let suffix = Self.suffixes.first { name.hasSuffix($0) }
    name.removeLast(suffix?.count ?? 0)
    sharer = suffix.map { suffix in
      lead + name + Self.suffixes.filter { $0 != suffix }.joined()
    }
    parent = lead + "golden"
    self.folder = "\(parent)/\(name)"
  }

  /// The endings of the names of scenario files; the folder's name has no ending.
  private static let suffixes = [".scenario.yaml", ".yaml"]

  /// The paths of the scenario files whose goldens lie in the folder of a golden file.
  static func scenarioFiles(ofGoldenAt path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[parts.count - 3] == "golden" else { return [] }
    let file = (parts.dropLast(3) + [parts[parts.count - 2]]).joined(separator: "/")
    return suffixes.map { file + $0 }
  }

  func path(of name: String) -> String { "\(folder)/\(name).yaml" }

  /// Returns the name of the golden file at a path in this folder.
  func name(at path: String) -> String {
    let name = path.utf8.dropFirst(folder.utf8.count + 1).dropLast(".yaml".utf8.count)
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the contents of a golden file; nil if there is none.
  ///
  /// - Parameter writes: True if the file is written next, so that a folder in its place is an
  ///   error of writing.
  func read(_ name: String, writes: Bool = false) throws(FileError) -> [UInt8]? {
    do throws(FileFailure) {
      return try root.read(path(of: name), limit: Source.maximumSize)
    } catch {
      if error.isAbsence { return nil }
      let isInTheWay = writes && (error == .folder || error == .special)
      throw FileError(operation: isInTheWay ? .written : .read, error, below: root)
    }
  }

  /// Writes a golden file atomically; if that fails, an older one stays unchanged.
  func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    do throws(FileFailure) {
      try root.makeFolder(parent)
      try root.makeFolder(folder)
      try root.write(bytes, to: path(of: name))
    } catch {
      throw FileError(operation: .written, error, below: root)
    }
  }
}
