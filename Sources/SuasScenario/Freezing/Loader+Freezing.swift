import Files
import LibYAML
import SuasSpec
import YAML

/// The result of freezing the shape that a spec saves.
package enum Freezing: Sendable {
  case written(String)
  /// The file has the shape already.
  case unchanged(String)
  /// There is no such file, and none was to be written.
  case missing(String)
  /// The spec saves something else than what was frozen.
  case changed(Diagnostics)
}

extension Loader {
  /// Writes the shape of what a spec saves beside it, whole or not at all, unless it is there.
  ///
  /// - Parameter checksOnly: True to write nothing.
  /// - Throws: The errors in the spec, and those of files.
  package func freeze(
    specAt paths: [String], checksOnly: Bool
  ) throws(Diagnostics) -> Freezing {
    let (spec, checked): (Spec, CheckedSpec)
    do throws(Diagnostics) {
      (spec, checked) = try readSpec(at: paths)
    } catch  where error.items.allSatisfy({ $0.isAboutChangedShape }) {
      return .changed(error)
    }
    let named = paths.first ?? ""
    guard let saved = checked.saved, let text = FrozenText.text(of: checked), let file = spec.path
    else { throw Diagnostics([.savesNothing(named)]) }
    let path = FrozenShape.path(of: saved.version, beside: file)
    if saved.frozen[saved.version] != nil { return .unchanged(path) }
    if checksOnly { return .missing(path) }
    try verify(text, of: saved, at: path)
    do throws(FileFailure) {
      try FileSystem.makeFolder(Root.folder(of: path))
      try FileSystem.write(Array(text.utf8), to: path, replacing: .nothing)
    } catch {
      throw Diagnostics([.unwritable(path, because: error.words)])
    }
    return .written(path)
  }

  /// Reads the text back, which has to have the shape that it was made from.
  private func verify(
    _ text: String, of saved: CheckedSaved, at path: String
  ) throws(Diagnostics) {
    _ = try CheckedSpec(
      checking: try Spec(decoding: try LibYAML.parse(Source(name: path, text: text))))
  }
}

extension Diagnostic {
  fileprivate var isAboutChangedShape: Bool {
    code == .savedShapeChanged || severity == .warning
  }

  fileprivate static func savesNothing(_ path: String) -> Diagnostic {
    Diagnostic(
      .missingKey, "the spec saves nothing, so that there is no shape to freeze",
      at: .file(path), help: ["the section 'saved' says what outlives the app"])
  }
}
