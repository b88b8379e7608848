import Files
import LibYAML
import SuasSpec
import YAML

/// Specs that the user names.
extension Loader {
  /// Reads and compiles the spec that some files make together.
  ///
  /// - Throws: all errors in it.
  package func spec(at paths: [String]) throws(Diagnostics) -> CompiledSpec {
    try compile(paths.map(Self.argument), from: "", root(of: paths)).get()
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
  /// - Throws: all errors in it.
  package func checkedSpec(at paths: [String]) throws(Diagnostics) -> CheckedSpec {
    try checkedSpec(paths.map(Self.argument), from: "", root(of: paths))
  }

  /// Reads and checks the spec that some files make together, with its declarations as written.
  private func readSpec(
    at paths: [String]
  ) throws(Diagnostics) -> (spec: Spec, checked: CheckedSpec) {
    let root = root(of: paths)
    let arguments = paths.map(Self.argument)
    if let checked = try bundle(arguments, from: "", root) {
      // Descriptions stand only in the texts of the files.
      var files: [Spec] = []
      for source in checked.coverage.sources {
        files.append(try Spec(decoding: try LibYAML.parse(source)))
      }
      return (Spec(joining: files), checked)
    }
    var files = IncludedFiles<Spec>(root)
    try files.read(arguments, from: "")
    let spec = Spec(joining: files.files)
    return (spec, try CheckedSpec(checking: spec))
  }

  /// Checks the spec that some files make together, or reads it from a bundle.
  func checkedSpec(
    _ files: [Scalar], from path: String, _ root: Root
  ) throws(Diagnostics) -> CheckedSpec {
    if let checked = try bundle(files, from: path, root) { return checked }
    var included = IncludedFiles<Spec>(root)
    try included.read(files, from: path)
    return try CheckedSpec(checking: Spec(joining: included.files))
  }

  /// Reads a spec from a bundle; nil unless the only file is one.
  private func bundle(
    _ files: [Scalar], from path: String, _ root: Root
  ) throws(Diagnostics) -> CheckedSpec? {
    guard files.count == 1, let file = files.first else { return nil }
    let name = Root.path(file.text, beside: path)
    let bytes = try bytes(
      name, below: path.isEmpty ? nil : root, namedAt: .range(file.range))
    return Bundle.isBundle(bytes) ? try Bundle.read(bytes, name: name) : nil
  }

  /// Returns true if a file is a scenario file.
  func isScenarioFile(_ path: String) throws(Diagnostics) -> Bool {
    let bytes = try bytes(path, namedAt: .file(path))
    guard !Bundle.isBundle(bytes) else { return false }
    if case .scenario = DocumentKind(try LibYAML.parse(try Source(name: path, bytes: bytes))) {
      return true
    }
    return false
  }

  private func root(of paths: [String]) -> Root { Root(of: paths.first ?? ".", chosen: root) }

  /// Returns a path of the command line as if it were written in a file.
  private static func argument(_ path: String) -> Scalar {
    let source = Source(name: path, text: path)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: path.utf8.count)
    return Scalar(path, style: .plain, at: range)
  }
}
