import LibYAML
public import SuasEngine
import SuasLanguage
import SuasProgram
public import YAML

extension CompiledSpec {
  /// Compiles the spec in `source`.
  ///
  /// - Throws: All errors that the first failing stage finds.
  public init(_ source: Source) throws(Diagnostics) {
    let tree = try LibYAML.parse(source)
    let spec = try Spec(decoding: tree)
    let checked = try CheckedSpec(checking: spec)
    self.init(compiling: checked)
  }
}
