import YAML

/// What the arguments of a command name.
extension Loader {
  /// The files that the arguments name: files themselves, of folders every `*.scenario.yaml` below
  /// them, by name. A file that several arguments lead to is there once.
  ///
  /// - Throws: the arguments that lead nowhere, and folders that cannot be read.
  public func files(named paths: [String]) throws(Diagnostics) -> [String] {
    var search = FileSearch()
    for path in paths { search.add(path) }
    guard search.diagnostics.isEmpty else { throw Diagnostics(search.diagnostics) }
    return search.files
  }

  /// A file below some folders that is passed over for its name, and may be meant: one that ends in
  /// `.yml`, else one that ends in `.yaml` alone.
  public static func passedOver(below folders: [String]) -> String? {
    var search = FileSearch()
    for folder in folders { search.add(folder) }
    return search.misnamed ?? search.passedOver
  }

  /// The scenario files below a folder, by name, and every folder that was looked into.
  static func scenarioFiles(below folder: String) -> (files: [String], folders: [String]) {
    var search = FileSearch()
    search.add(folder)
    return (search.files, search.folders)
  }
}

/// Finds files below folders, each once, whatever links lead to it.
private struct FileSearch {
  private(set) var files: [String] = []
  private(set) var folders: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The first file that ends in `.yml`, and the first that ends in `.yaml` and is no scenario file.
  private(set) var misnamed: String?
  private(set) var passedOver: String?
  private var seen: Set<String> = []

  mutating func add(_ path: String) {
    switch FileSystem.kind(of: path) {
    case .folder: search(path)
    case nil: diagnostics.append(.fileNotFound(path, at: .file(path)))
    case .file, .other: addFile(path)
    }
  }

  private mutating func addFile(_ path: String) {
    if isNew(path) { files.append(path) }
  }

  private mutating func isNew(_ path: String) -> Bool {
    seen.insert(FileSystem.realPath(path) ?? path).inserted
  }

  /// Folders still to be looked into are kept in a stack of their own: they may be very deep.
  private mutating func search(_ folder: String) {
    var waiting = [folder]
    while let folder = waiting.popLast() {
      guard isNew(folder) else { continue }
      self.folders.append(folder)
      let names: [String]
      do {
        names = try FileSystem.names(in: folder)
      } catch {
        diagnostics.append(.unreadable(folder, because: error.words, at: .file(folder)))
        continue
      }
      var folders: [String] = []
      for name in names where !name.hasPrefix(".") {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        switch FileSystem.kind(of: path) {
        case .folder: folders.append(path)
        case .file where name.hasSuffix(".scenario.yaml"): addFile(path)
        case .file where name.hasSuffix(".yml"): misnamed = misnamed ?? path
        case .file where name.hasSuffix(".yaml"): passedOver = passedOver ?? path
        default: break
        }
      }
      waiting += folders.reversed()
    }
  }
}
