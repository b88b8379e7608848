import Files
import YAML

/// The files that the scenario files of a run depend on, with their states at the last check.
package struct WatchList {
  /// A scenario file with its dependencies.
  private struct Target {
    /// The path that is run: an argument, or a path below an argument that is a folder.
    let path: String
    var stamps: [BytePath: FileStamp] = [:]
    /// The file itself, its specs, fragments and golden files, existing or not, in the order found.
    var files: [String] = []
  }

  /// A change to a file since the last check.
  package struct Change: Sendable {
    package enum Kind: String, Sendable {
      case changed
      case added = "is new"
      case removed = "is gone"
    }
    package let path: String
    package let kind: Kind
    /// The scenario files that depend on it, by the paths that are run.
    package fileprivate(set) var targets: [String]
  }

  private let written: [String]
  private let root: ChosenRoot
  private var references: References
  private var targets: [Target] = []
  /// The folders that were searched for scenario files.
  private var searched: [String] = []

  /// - Parameters:
  ///   - arguments: Files and folders.
  ///   - root: The folder below which files are read, if the user names one.
  package init(_ arguments: [String], root: String?) {
    written = arguments
    self.root = ChosenRoot(folder: root)
    references = References(root: ChosenRoot(folder: root))
    targets = look()
  }

  /// The scenario files, by the paths that are run.
  package var arguments: [String] { targets.map(\.path) }

  /// The number of files.
  package var count: Int { Set(targets.flatMap(\.files).map { BytePath($0) }).count }

  /// The existing folders in which a relevant change can happen.
  package var folders: [String] {
    var folders = searched
    for file in targets.flatMap(\.files) {
      var folder = Root.folder(of: file)
      while FileSystem.kind(of: folder) == nil, folder != ".", folder != "/" {
        folder = Root.folder(of: folder)
      }
      folders.append(folder)
    }
    for target in targets {
      let goldens = GoldenFolder(of: target.path, chosen: root)
      folders += [goldens.parent, goldens.folder].filter { FileSystem.kind(of: $0) == .folder }
    }
    return Set(folders.map { BytePath($0) }).map(\.text).sorted()
  }

  /// Checks all files again.
  ///
  /// - Returns: The changes, sorted by path.
  package mutating func update() -> [Change] {
    let before = Dictionary(
      targets.map { (BytePath($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    targets = look()
    var changes: [BytePath: Change] = [:]
    for target in targets {
      let old = before[BytePath(target.path)]
      for path in Self.compared(target, with: old) {
        let key = BytePath(path)
        let (was, now) = (old?.stamps[key], target.stamps[key])
        guard was != now else { continue }
        let kind: Change.Kind = was == nil ? .added : now == nil ? .removed : .changed
        changes[key, default: Change(path: path, kind: kind, targets: [])].targets
          .append(target.path)
      }
    }
    for path in Set(before.keys).subtracting(targets.map { BytePath($0.path) }) {
      changes[path] = Change(path: path.text, kind: .removed, targets: [])
    }
    return changes.values.sorted { $0.path < $1.path }
  }

  /// Returns the files whose changes matter. Of files that are newly named, or no longer, these are
  /// only golden files: for others, the file that names them has changed.
  private static func compared(_ target: Target, with old: Target?) -> [String] {
    // The specs of a new scenario file may have existed before.
    guard let old else { return [target.path] }
    let goldens = "\(GoldenFolder(of: target.path).folder)/"
    let common = target.files.filter { old.files.contains($0) || $0.hasPrefix(goldens) }
    return common + old.files.filter { $0.hasPrefix(goldens) && !target.files.contains($0) }
  }

  /// Accepts the golden files as they are now: the run itself has written them.
  package mutating func acceptGoldens() {
    for index in targets.indices {
      let goldens = goldens(of: targets[index].path)
      let folder = GoldenFolder(of: targets[index].path).folder
      targets[index].files.removeAll { $0.hasPrefix("\(folder)/") }
      targets[index].files += goldens
      for path in goldens { targets[index].stamps[BytePath(path)] = FileStamp(of: path) }
    }
  }

  private mutating func look() -> [Target] {
    searched = []
    var found: [Target] = []
    for argument in written {
      if FileSystem.kind(of: argument) == .folder {
        let (files, folders) = Loader.scenarioFiles(below: argument, root: root)
        searched += folders
        found += files.map { Target(path: $0) }
      } else {
        found.append(Target(path: argument))
      }
    }
    // Each file is examined once: a change meanwhile is one change for all files that depend on it.
    var stamps: [BytePath: FileStamp?] = [:]
    for index in found.indices {
      let path = found[index].path
      found[index].files = references.files(of: path) + goldens(of: path)
      for file in found[index].files {
        let key = BytePath(file)
        let stamp = stamps[key] ?? FileStamp(of: file)
        stamps[key] = .some(stamp)
        found[index].stamps[key] = stamp
      }
    }
    return found
  }

  private func goldens(of path: String) -> [String] {
    let folder = GoldenFolder(of: path, chosen: root)
    let names = (try? folder.root.names(in: folder.folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.map { "\(folder.folder)/\($0)" }
  }
}
