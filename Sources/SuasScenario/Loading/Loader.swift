import Files
import LibYAML
import SuasSpec
import YAML

/// Reads and checks the files of a run; each spec is compiled once.
public struct Loader {
  private var specs: [[BytePath?]: Result<CompiledSpec, Diagnostics>] = [:]
  /// The specs that were checked for an editor and are not compiled yet.
  var checkedSpecs: [[BytePath?]: CheckedSpec] = [:]
  /// The scenario files that were found in folders, each with the root that contains it.
  var found: [BytePath: Root] = [:]
  private var allWarnings: [Diagnostic] = []
  private var knownWarnings: Set<String> = []
  /// The identities of the files that other files of the run include.
  private var includedFiles: Set<BytePath> = []
  /// The identities of the files in which `checkFile` found no errors.
  private var soundFiles: Set<BytePath> = []

  let root: ChosenRoot
  private let limits: Limits

  /// - Parameters:
  ///   - root: The folder below which files are read; nil to choose it by the first file.
  ///   - limits: The limits on the actions of the specs.
  public init(root: String? = nil, limits: Limits = Limits()) {
    self.init(root: ChosenRoot(folder: root), limits: limits)
  }

  /// - Parameter root: The folder below which files are read, and the files that are open.
  package init(root: ChosenRoot, limits: Limits = Limits()) {
    self.root = root
    self.limits = limits
  }

  /// The number of files in which `checkFile` found no errors: those that it was given, their
  /// specs, and their includes.
  public var soundFileCount: Int { soundFiles.count }

  /// The warnings about the specs read so far, spec by spec. What an included file declares is there
  /// for others.
  public var warnings: Diagnostics {
    Diagnostics(
      allWarnings.filter { warning in
        guard warning.code == .unusedDeclaration, case .range(let range) = warning.place else {
          return true
        }
        return !includedFiles.contains(Self.identity(of: range.source))
      })
  }

  private static func identity(of source: Source) -> BytePath {
    FileSystem.realPath(source.name) ?? BytePath(source.name)
  }

  /// Returns true if there is anything at a path.
  public static func exists(_ path: String) -> Bool { FileSystem.kind(of: path) != nil }

  /// Returns true if there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool { FileSystem.kind(of: path) == .folder }

  /// Reads and checks scenario files, all of them even if some have errors.
  ///
  /// - Returns: the files without errors, and all errors in the others.
  public mutating func scenarioFiles(
    _ paths: [String]
  ) -> (files: [CheckedScenarioFile], unsound: [UnsoundFile]) {
    var files: [CheckedScenarioFile] = []
    var unsound: [UnsoundFile] = []
    for path in paths {
      do throws(Diagnostics) {
        files.append(try scenarioFile(path))
      } catch {
        unsound.append(UnsoundFile(name: path, diagnostics: error.items, omitted: error.omitted))
      }
    }
    return (files, unsound)
  }

  /// Reads and checks a scenario file and the spec it names.
  public mutating func scenarioFile(_ path: String) throws(Diagnostics) -> CheckedScenarioFile {
    try scenarioFile(try argumentTree(path), at: path)
  }

  /// Reads and checks a file of either kind.
  ///
  /// - Returns: the scenario file; nil for a spec.
  public mutating func checkFile(_ path: String) throws(Diagnostics) -> CheckedScenarioFile? {
    let bytes = try bytes(
      path, below: found[BytePath(path)], root.openFiles, namedAt: .file(path))
    if Bundle.isBundle(bytes) {
      note(try Bundle.read(bytes, name: path))
      soundFiles.insert(FileSystem.realPath(path) ?? BytePath(path))
      return nil
    }
    let tree = try LibYAML.parse(try Source(name: path, bytes: bytes))
    if case .scenario = DocumentKind(tree) {
      let file = try scenarioFile(tree, at: path)
      noteSound(file.sources)
      return file
    }
    let checked = try CheckedSpec(
      checking: try declarations(of: tree, at: path, Root(of: path, chosen: root)))
    note(checked)
    noteSound(checked.coverage.sources)
    return nil
  }

  /// Reads a file that the user names, or one that was found in a folder that the user names.
  private func argumentTree(_ path: String) throws(Diagnostics) -> Node {
    try tree(path, below: found[BytePath(path)], root.openFiles, namedAt: .file(path))
  }

  mutating func scenarioFile(
    _ tree: Node, at path: String
  ) throws(Diagnostics) -> CheckedScenarioFile {
    let file = try ScenarioFile(decoding: tree)
    let root = Root(of: path, chosen: root)
    let spec = try spec(of: file, at: path, root)
    return try check(file, at: path, against: spec, root)
  }

  /// Checks a scenario file against its spec, with the fragments that it includes.
  func check(
    _ file: ScenarioFile, at path: String, against spec: CompiledSpec, _ root: Root
  ) throws(Diagnostics) -> CheckedScenarioFile {
    try source(of: file, at: path, root).checked(against: spec)
  }

  mutating func spec(
    of file: ScenarioFile, at path: String, _ root: Root
  ) throws(Diagnostics) -> CompiledSpec {
    let paths = file.specs.map { Root.path($0.text, beside: path) }
    for (path, written) in zip(paths, file.specs) {
      try root.check(path, namedAt: written.range)
    }
    // The same spec may include other files if it is named below another root.
    let key = [root.place] + paths.map { BytePath($0) }
    if let known = specs[key] { return try known.get() }
    let result =
      checkedSpecs[key].map { .success(compile($0)) } ?? compile(file.specs, from: path, root)
    if case .success(let spec) = result { note(spec.checked) }
    // A spec's errors are reported once, whichever file names it next.
    specs[key] = result.mapError { _ in Diagnostics() }
    return try result.get()
  }

  /// Keeps a spec's warnings, except known ones, as the spec may be read under several names.
  private mutating func note(_ spec: CheckedSpec) {
    for warning in spec.warnings.items where knownWarnings.insert(warning.identity).inserted {
      allWarnings.append(warning)
    }
    for source in spec.coverage.sources.dropLast() {
      includedFiles.insert(Self.identity(of: source))
    }
  }

  private mutating func noteSound(_ sources: [Source]) {
    for source in sources {
      soundFiles.insert(FileSystem.realPath(source.name) ?? BytePath(source.name))
    }
  }

  private func compile(_ checked: CheckedSpec) -> CompiledSpec {
    var spec = CompiledSpec(compiling: checked)
    spec.limits = limits
    return spec
  }

  /// Compiles the spec that some files make together.
  func compile(
    _ specs: [Scalar], from path: String, _ root: Root
  ) -> Result<CompiledSpec, Diagnostics> {
    do throws(Diagnostics) {
      return .success(compile(try checkedSpec(specs, from: path, root)))
    } catch {
      return .failure(error)
    }
  }
}

extension Diagnostic {
  /// The identity of the diagnostic among those of the same files.
  fileprivate var identity: String {
    switch place {
    case .file(let path): "\(path) \(code.rawValue)"
    // Not by line and column: it takes long to count the columns of a long line.
    case .range(let range): "\(range.source.name):\(range.lowerBound) \(code.rawValue)"
    }
  }
}

/// Reads a file as a located tree.
///
/// - Parameters:
///   - root: The folder that the file must be in; nil if the user names it.
///   - openFiles: The files that are open, for one that the user names.
/// - Throws: `file-not-found`, `unreadable`, `outside-root`, `file-too-large`, `encoding`, and the
///   errors of the YAML parser; `wrong-document` for a bundle.
func tree(
  _ path: String, below root: Root? = nil, _ openFiles: OpenFiles? = nil,
  namedAt place: Diagnostic.Place
) throws(Diagnostics) -> Node {
  let bytes = try bytes(path, below: root, openFiles, namedAt: place)
  let title = root?.title(of: path) ?? path
  guard !Bundle.isBundle(bytes) else { throw Diagnostics([.joinedBundle(title, at: place)]) }
  return try LibYAML.parse(try Source(name: title, bytes: bytes))
}

/// Reads a file.
///
/// - Parameters:
///   - root: The folder that the file must be in; nil if the user names it.
///   - openFiles: The files that are open, for one that the user names.
/// - Throws: `file-not-found`, `unreadable`, `outside-root`.
func bytes(
  _ path: String, below root: Root? = nil, _ openFiles: OpenFiles? = nil,
  namedAt place: Diagnostic.Place
) throws(Diagnostics) -> [UInt8] {
  if root == nil, let text = openFiles?[path] { return text }
  if let root, let revision = root.revision {
    return try bytes(path, in: revision, title: root.title(of: path), namedAt: place)
  }
  do throws(FileFailure) {
    if let root { return try root.read(path, limit: Bundle.maximumSize) }
    return try FileSystem.read(path, limit: Bundle.maximumSize)
  } catch {
    if error.isAbsence { throw Diagnostics([.fileNotFound(path, at: place)]) }
    if error == .outside, let root {
      throw Diagnostics([.outsideRoot(path, root: root.name, at: place)])
    }
    throw Diagnostics([.unreadable(path, because: error.words, at: place)])
  }
}

/// Reads a file of a revision in git.
///
/// - Parameter title: The name of the file in messages.
private func bytes(
  _ path: String, in revision: GitRevision, title: String, namedAt place: Diagnostic.Place
) throws(Diagnostics) -> [UInt8] {
  let bytes: [UInt8]?
  do throws(GitFailure) {
    bytes = try revision.read(path, limit: Bundle.maximumSize)
  } catch {
    throw Diagnostics([.unreadable(title, because: error.message, at: place)])
  }
  guard let bytes else { throw Diagnostics([.fileNotFound(title, at: place)]) }
  return bytes
}
