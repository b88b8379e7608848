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
    var files = IncludedFiles<Spec>(root(of: paths))
    try files.read(paths.map(Self.argument), from: "")
    let spec = Spec(joining: files.files)
    return SpecDocumentation(of: spec, checked: try CheckedSpec(checking: spec)).markdown
  }

  private func root(of paths: [String]) -> Root { Root(of: paths.first ?? ".", chosen: root) }

  /// Returns a path of the command line as if it were written in a file.
  private static func argument(_ path: String) -> Scalar {
    let source = Source(name: path, text: path)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: path.utf8.count)
    return Scalar(path, style: .plain, at: range)
  }
}
