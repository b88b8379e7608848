import LibYAML
import SuasProgram
import YAML

extension FrozenShape {
  /// Reads the frozen shape of a version.
  package init(version: Int, _ source: Source) throws(Diagnostics) {
    self.init(version: version, spec: try Spec(decoding: try LibYAML.parse(source)))
  }
}

extension CheckedSpec {
  /// The frozen shapes that the spec was checked with, as they are written.
  package func frozenShapes() throws(Diagnostics) -> [FrozenShape] {
    var shapes: [FrozenShape] = []
    for (version, source) in (saved?.frozen ?? [:]).sorted(by: { $0.key < $1.key }) {
      shapes.append(try FrozenShape(version: version, source))
    }
    return shapes
  }
}
