import Files
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
    let (spec, _) = try readSpec(at: paths)
    return SpecDocumentation(of: spec, checked: try CheckedSpec(checking: spec)).markdown
  }

  /// Reads the spec that some files make together, with the texts of its files.
  func readSpec(at paths: [String]) throws(Diagnostics) -> (spec: Spec, sources: [Source]) {
    var files = IncludedFiles<Spec>(root(of: paths))
    try files.read(paths.map(Self.argument), from: "")
    return (Spec(joining: files.files), files.sources)
  }

  private func root(of paths: [String]) -> Root { Root(of: paths.first ?? ".", chosen: root) }

  /// Returns a path of the command line as if it were written in a file.
  private static func argument(_ path: String) -> Scalar {
    let source = Source(name: path, text: path)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: path.utf8.count)
    return Scalar(path, style: .plain, at: range)
  }
}
