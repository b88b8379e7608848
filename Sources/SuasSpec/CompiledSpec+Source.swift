import LibYAML
public import SuasEngine
import SuasLanguage
import SuasProgram
public import YAML

extension CompiledSpec {
  /// Compiles the spec in `source`.
  ///
  /// - Parameter shapes: The frozen shapes of what the spec saves, by their versions.
  /// - Throws: All errors that the first failing stage finds.
  public init(_ source: Source, shapes: [Int: Source] = [:]) throws(Diagnostics) {
    var spec = try Spec(decoding: try LibYAML.parse(source))
    for (version, shape) in shapes.sorted(by: { $0.key < $1.key }) {
      spec.frozenShapes.append(try FrozenShape(version: version, shape))
    }
    self.init(compiling: try CheckedSpec(checking: spec))
  }
}
