import SuasSpec
import YAML

/// Finds, reads and checks the files of a run; each spec is compiled once.
public struct Loader {
  private var specs: [String: Result<CompiledSpec, Diagnostics>] = [:]

  public init() {}

  /// The files that the arguments name: files themselves, of folders every `*.scenario.yaml` below
  /// them, by name.
  public func files(named paths: [String]) throws(Diagnostics) -> [String] {
    var files: [String] = []
    var diagnostics: [Diagnostic] = []
    for path in paths {
      switch FileSystem.kind(of: path) {
      case .folder:
        do throws(FolderError) {
          files += try scenarioFiles(below: path, depth: 0)
        } catch {
          diagnostics.append(.unreadable(error.path, because: error.reason, at: .file(error.path)))
        }
      case nil:
        diagnostics.append(.fileNotFound(path, at: .file(path)))
      case .file, .other:
        files.append(path)
      }
    }
    guard diagnostics.isEmpty else { throw Diagnostics(diagnostics) }
    return files
  }

  private struct FolderError: Error {
    var path: String
    var reason: String
  }

  /// How deep folders are searched: links may lead in circles.
  private static let maximumDepth = 64

  private func scenarioFiles(
    below folder: String, depth: Int
  ) throws(FolderError) -> [String] {
    guard depth < Self.maximumDepth else { return [] }
    let names: [String]
    do {
      names = try FileSystem.names(in: folder)
    } catch {
      throw FolderError(path: folder, reason: error.words)
    }
    var files: [String] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch FileSystem.kind(of: path) {
      case .folder: files += try scenarioFiles(below: path, depth: depth + 1)
      case .file where name.hasSuffix(".scenario.yaml"): files.append(path)
      default: break
      }
    }
    return files
  }

  /// Whether anything stands at a path.
  public static func exists(_ path: String) -> Bool { FileSystem.kind(of: path) != nil }

  /// Reads a file as text.
  ///
  /// - Throws: `file-not-found`, `unreadable`, `file-too-large` or `encoding`.
  private func source(
    _ path: String, namedAt place: Diagnostic.Place
  ) throws(Diagnostics) -> Source {
    switch FileSystem.kind(of: path) {
    case nil: throw Diagnostics([.fileNotFound(path, at: place)])
    case .folder: throw Diagnostics([.unreadable(path, because: "it is a folder", at: place)])
    case .other: throw Diagnostics([.unreadable(path, because: "it is no file", at: place)])
    case .file: break
    }
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(path, limit: Source.maximumSize)
    } catch {
      throw Diagnostics([.unreadable(path, because: error.words, at: place)])
    }
    return try Source(name: path, bytes: bytes)
  }

  /// Reads and checks scenario files, all of them whatever is wrong with some.
  ///
  /// - Returns: the files that are sound, and everything that is wrong with the others.
  public mutating func scenarioFiles(
    _ paths: [String]
  ) -> (files: [CheckedScenarioFile], diagnostics: Diagnostics) {
    var files: [CheckedScenarioFile] = []
    var diagnostics = Diagnostics()
    for path in paths {
      do throws(Diagnostics) {
        files.append(try scenarioFile(path))
      } catch {
        diagnostics.items += error.items
      }
    }
    return (files, diagnostics)
  }

  /// Reads and checks a scenario file and the spec it names.
  public mutating func scenarioFile(_ path: String) throws(Diagnostics) -> CheckedScenarioFile {
    let tree = try YAML.parse(try source(path, namedAt: .file(path)))
    return try scenarioFile(tree, at: path)
  }

  /// Reads and checks a file of either kind.
  ///
  /// - Returns: the scenario file; nil for a spec, which has no more to give.
  public mutating func checkFile(_ path: String) throws(Diagnostics) -> CheckedScenarioFile? {
    let tree = try YAML.parse(try source(path, namedAt: .file(path)))
    if case .scenario = DocumentKind(tree) { return try scenarioFile(tree, at: path) }
    _ = try CheckedSpec(checking: try Spec(decoding: tree))
    return nil
  }

  private mutating func scenarioFile(
    _ tree: Node, at path: String
  ) throws(Diagnostics) -> CheckedScenarioFile {
    let file = try ScenarioFile(decoding: tree)
    let spec = try spec(of: file, at: path)
    return try CheckedScenarioFile(checking: file, against: spec)
  }

  private mutating func spec(
    of file: ScenarioFile, at path: String
  ) throws(Diagnostics) -> CompiledSpec {
    guard let written = file.specs.first else { throw Diagnostics([]) }
    let specPath = Self.path(written.text, beside: path)
    try checkRoot(specPath, of: path, at: written.range)
    if let known = specs[specPath] { return try known.get() }
    let result = compile(specPath, namedAt: written.range)
    // What is wrong with a spec is told once, whoever names it next.
    specs[specPath] = result.mapError { _ in Diagnostics([]) }
    return try result.get()
  }

  private func compile(
    _ path: String, namedAt range: SourceRange
  ) -> Result<CompiledSpec, Diagnostics> {
    do throws(Diagnostics) {
      return .success(try CompiledSpec(try source(path, namedAt: .range(range))))
    } catch {
      return .failure(error)
    }
  }

  /// Files are read below the working directory where it holds the first one, else below the first
  /// one's folder.
  private func checkRoot(
    _ path: String, of first: String, at range: SourceRange
  ) throws(Diagnostics) {
    guard let real = FileSystem.realPath(path),
      let realFirst = FileSystem.realPath(first), let working = FileSystem.realPath(".")
    else { return }
    let isInside = realFirst.isBelow(working)
    guard !real.isBelow(isInside ? working : Self.folder(of: realFirst)) else { return }
    let root = isInside ? "the working directory" : "the folder of '\(first)'"
    throw Diagnostics([.outsideRoot(path, root: root, at: range)])
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path that is written beside a file, with `.` and `..` taken out where that is sure.
  static func path(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), file.contains("/") else { return path }
    var components = folder(of: file).split(separator: "/", omittingEmptySubsequences: false)
    for component in path.split(separator: "/") where component != "." {
      if component == "..", let last = components.last, last != "..", last != ".", !last.isEmpty {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    return components.joined(separator: "/")
  }
}

extension String {
  /// Whether a path without links lies in a folder, or is it.
  fileprivate func isBelow(_ folder: String) -> Bool {
    self == folder || hasPrefix(folder == "/" ? "/" : folder + "/")
  }
}
