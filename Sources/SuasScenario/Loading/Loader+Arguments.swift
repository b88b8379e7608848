import Files
import YAML

/// The arguments of a command.
extension Loader {
  /// Returns the files that the arguments name: files themselves, and every `*.scenario.yaml` below
  /// folders, sorted by name. A file to which several arguments lead is listed once.
  ///
  /// - Throws: errors for arguments that lead nowhere, and folders that cannot be read.
  public mutating func files(named paths: [String]) throws(Diagnostics) -> [String] {
    let search = try search(paths, FileSearch.isScenario)
    found.merge(search.found) { $1 }
    return search.files
  }

  /// Returns the files that the arguments name: files themselves, and every YAML file below
  /// folders, sorted by name. The content of these decides whether they are specs, scenario files
  /// or fragments.
  ///
  /// - Throws: errors for arguments that lead nowhere, and folders that cannot be read.
  package func documents(named paths: [String]) throws(Diagnostics) -> [DocumentFile] {
    let search = try search(paths) { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    return search.files.map { DocumentFile(path: $0, root: search.found[BytePath($0)]) }
  }

  private func search(
    _ paths: [String], _ isWanted: @escaping (String) -> Bool
  ) throws(Diagnostics) -> FileSearch {
    var search = FileSearch(root, isWanted)
    for path in paths { search.add(path) }
    guard search.diagnostics.isEmpty else { throw Diagnostics(search.diagnostics) }
    return search
  }

  /// Returns a file below some folders that is skipped for its name, and may be meant: one that
  /// ends in `.yml`, else one that ends in `.yaml` alone.
  public static func passedOver(below folders: [String]) -> String? {
    var search = FileSearch(ChosenRoot())
    for folder in folders { search.add(folder) }
    return search.misnamed ?? search.passedOver
  }

  /// Returns the scenario files below a folder, sorted by name, and every folder that was searched.
  static func scenarioFiles(
    below folder: String, root: ChosenRoot
  ) -> (files: [String], folders: [String]) {
    var search = FileSearch(root)
    search.add(folder)
    return (search.files, search.folders)
  }
}

/// Finds files below folders, each once, whatever links lead to it; reports and skips those that
/// lie outside of the folders' root.
private struct FileSearch {
  private(set) var files: [String] = []
  private(set) var folders: [String] = []
  /// The files that were found below a folder, each with the root that contains it.
  private(set) var found: [BytePath: Root] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  /// The first file that ends in `.yml`, and the first that ends in `.yaml` alone.
  private(set) var misnamed: String?
  private(set) var passedOver: String?
  private var seen: Set<BytePath> = []
  private let chosen: ChosenRoot
  private let working = WorkingFolder()
  /// True for the names of files that are looked for below folders.
  private let isWanted: (String) -> Bool

  static func isScenario(_ name: String) -> Bool { name.hasSuffix(".scenario.yaml") }

  init(
    _ chosen: ChosenRoot,
    _ isWanted: @escaping (String) -> Bool = FileSearch.isScenario
  ) {
    self.chosen = chosen
    self.isWanted = isWanted
  }

  mutating func add(_ path: String) {
    switch FileSystem.kind(of: path) {
    case .folder: search(path)
    case nil: diagnostics.append(.fileNotFound(path, at: .file(path)))
    case .file, .link, .special: if isNew(path) { files.append(path) }
    }
  }

  private mutating func isNew(_ path: String) -> Bool {
    seen.insert(FileSystem.identity(of: path)).inserted
  }

  /// The maximum depth of folders that are searched: files that lie deeper take longer to find.
  private static let maximumDepth = 128

  private mutating func search(_ folder: String) {
    let root = Root(around: folder, chosen: chosen)
    let start = Self.depth(of: folder)
    var waiting = [folder]
    while let folder = waiting.popLast() {
      guard Self.depth(of: folder) - start <= Self.maximumDepth else {
        diagnostics.append(.foldersTooDeep(folder, limit: Self.maximumDepth))
        continue
      }
      guard isNew(folder) else { continue }
      let place = FileSystem.identity(of: folder)
      self.folders.append(folder)
      let names: [String]
      do throws(FileFailure) {
        names = try root.names(in: folder)
      } catch {
        diagnostics.append(.unreadable(folder, because: error.words, at: .file(folder)))
        continue
      }
      var folders: [String] = []
      for name in names where !name.hasPrefix(".") {
        var path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        // A limited number of links is followed in one path: beyond it, the path is one without links.
        if FileSystem.realPath(path) == nil,
          let real = FileSystem.realPath("\(place.text)/\(name)")
        {
          path = working.name(of: real)
        }
        let isWanted = isWanted(name)
        do throws(FileFailure) {
          switch try root.kind(of: path) {
          case .folder: folders.append(path)
          case .file where isWanted && isNew(path):
            files.append(path)
            found[BytePath(path)] = root
          case .file where name.hasSuffix(".yml"): misnamed = misnamed ?? path
          case .file where name.hasSuffix(".yaml"): passedOver = passedOver ?? path
          default: break
          }
        } catch  where error == .outside {
          guard isWanted || FileSystem.kind(of: path) == .folder else { continue }
          diagnostics.append(.outsideRoot(path, root: root.name, at: .file(path)))
        } catch {
          // A path that cannot be examined is nothing to run.
        }
      }
      waiting += folders.reversed()
    }
  }

  /// The number of slashes in a path.
  private static func depth(of path: String) -> Int {
    path.utf8.count { $0 == UInt8(ascii: "/") }
  }
}
