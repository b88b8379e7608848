import Files
import LibYAML
import SuasSpec
import YAML

/// Specs that the user names.
extension Loader {
  /// Reads and compiles the spec that some files make together.
  ///
  /// - Parameter revision: The revision in git that has the files; nil for the disk.
  /// - Throws: all errors in it. They name a file of a revision as `REVISION:PATH`.
  package func spec(
    at paths: [String], in revision: GitRevision? = nil
  ) throws(Diagnostics) -> CompiledSpec {
    let root = root(of: paths, in: revision)
    return try compile(paths.map { Self.argument($0, root) }, from: "", root).get()
  }

  /// Returns a page of Markdown that describes the spec that some files make together.
  ///
  /// - Throws: all errors in it.
  package func documentation(ofSpecAt paths: [String]) throws(Diagnostics) -> String {
    let read = try readSpec(at: paths)
    return SpecDocumentation(of: read.spec, checked: read.checked).markdown
  }

  /// Reads and checks the spec that some files make together.
  ///
  /// - Parameter revision: The revision in git that has the files; nil for the disk.
  /// - Throws: all errors in it. They name a file of a revision as `REVISION:PATH`.
  package func checkedSpec(
    at paths: [String], in revision: GitRevision? = nil
  ) throws(Diagnostics) -> CheckedSpec {
    let root = root(of: paths, in: revision)
    return try checkedSpec(paths.map { Self.argument($0, root) }, from: "", root)
  }

  /// Returns the paths below the root of a spec's files, by their names in messages. A file of a
  /// bundle has none: it is named there.
  ///
  /// - Parameter paths: The files that make up the spec, or its bundle.
  package func pathsBelowRoot(of spec: CheckedSpec, at paths: [String]) -> [String: String] {
    let root = root(of: paths)
    let sources = spec.coverage.sources.map(\.name)
    let isBundle = !sources.contains { $0 == paths.first }
    var below: [String: String] = [:]
    for name in paths + (isBundle ? [] : sources) { below[name] = root.relativePath(of: name) }
    return below
  }

  /// Reads and checks the spec that some files make together, with its declarations as written.
  func readSpec(
    at paths: [String]
  ) throws(Diagnostics) -> (spec: Spec, checked: CheckedSpec) {
    let root = root(of: paths)
    switch try read(paths.map { Self.argument($0, root) }, from: "", root) {
    case .declarations(let spec): return (spec, try CheckedSpec(checking: spec))
    case .bundle(let checked):
      // Descriptions stand only in the texts of the files.
      var files: [Spec] = []
      for source in checked.coverage.sources {
        files.append(try Spec(decoding: try LibYAML.parse(source)))
      }
      var spec = Spec(joining: files)
      spec.frozenShapes = try checked.frozenShapes()
      spec.name = checked.name
      spec.description = files.last?.description
      return (spec, checked)
    }
  }

  /// Checks the spec that some files make together, or reads it from a bundle.
  func checkedSpec(
    _ files: [Scalar], from path: String, _ root: Root
  ) throws(Diagnostics) -> CheckedSpec {
    try read(files, from: path, root).checked()
  }

  /// Reads the spec that some files make together.
  ///
  /// - Parameter path: The path of the file that names them; empty for the command line.
  private func read(
    _ files: [Scalar], from path: String, _ root: Root
  ) throws(Diagnostics) -> SpecReading {
    guard files.count == 1, let file = files.first else {
      var included = IncludedFiles<Spec>(root)
      try included.read(files, from: path)
      return .declarations(try adding(shapesTo: Spec(joining: included.files), root))
    }
    let name = Root.path(file.text, beside: path)
    let bytes = try bytes(
      name, below: path.isEmpty ? root.ofArguments : root, root.openFiles,
      namedAt: .range(file.range))
    let title = root.title(of: name)
    if Bundle.isBundle(bytes) { return .bundle(try Bundle.read(bytes, name: title)) }
    let tree = try LibYAML.parse(try Source(name: title, bytes: bytes))
    return .declarations(try declarations(of: tree, at: name, root))
  }

  /// Reads the declarations of a file and of all that it includes.
  func declarations(
    of tree: Node, at path: String, _ root: Root
  ) throws(Diagnostics) -> Spec {
    try declarations(of: try Spec(decoding: tree), at: path, root)
  }

  /// Joins a file's declarations to those of all that it includes.
  func declarations(
    of spec: Spec, at path: String, _ root: Root
  ) throws(Diagnostics) -> Spec {
    var included = IncludedFiles<Spec>(root)
    try included.read(spec.includes, from: path, isOne: true)
    var own = spec
    own.path = path
    return try adding(shapesTo: Spec(joining: included.files + [own]), root)
  }

  /// Reads the frozen shapes of what a spec saves, as far as they are there.
  private func adding(shapesTo spec: Spec, _ root: Root) throws(Diagnostics) -> Spec {
    guard let saved = spec.saved.first, let path = spec.path else { return spec }
    var spec = spec
    var diagnostics = Diagnostics()
    for version in 1...max(1, saved.version) where version >= saved.oldest {
      let shape = FrozenShape.path(of: version, beside: path)
      do throws(Diagnostics) {
        let tree = try tree(shape, below: root, namedAt: .range(saved.key.range))
        spec.frozenShapes.append(
          FrozenShape(version: version, spec: try Spec(decoding: tree)))
      } catch  where error.items.allSatisfy({ $0.code == .fileNotFound }) {
        continue
      } catch {
        diagnostics.add(error)
      }
    }
    if diagnostics.hasErrors { throw diagnostics }
    return spec
  }

  /// Returns the tree of a file if it is a scenario file.
  func scenarioTree(_ path: String) throws(Diagnostics) -> Node? {
    let bytes = try bytes(path, below: nil, root.openFiles, namedAt: .file(path))
    guard !Bundle.isBundle(bytes) else { return nil }
    let tree = try LibYAML.parse(try Source(name: path, bytes: bytes))
    if case .scenario = DocumentKind(tree) { return tree }
    return nil
  }

  private func root(of paths: [String], in revision: GitRevision? = nil) -> Root {
    revision.map(Root.init(of:)) ?? Root(of: paths.first ?? ".", chosen: root)
  }

  /// Returns a path of the command line as if it were written in a file.
  private static func argument(_ path: String, _ root: Root) -> Scalar {
    let title = root.title(of: path)
    let source = Source(name: title, text: title)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: title.utf8.count)
    return Scalar(path, style: .plain, at: range)
  }
}

/// A spec as its files have it.
private enum SpecReading {
  /// The declarations of all files, to be checked.
  case declarations(Spec)
  /// The spec of a bundle, which was checked when the bundle was written.
  case bundle(CheckedSpec)

  func checked() throws(Diagnostics) -> CheckedSpec {
    switch self {
    case .declarations(let spec): try CheckedSpec(checking: spec)
    case .bundle(let spec): spec
    }
  }
}
