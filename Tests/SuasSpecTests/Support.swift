import SuasSpec
import YAML

extension CompiledSpec {
  /// Compiles the text of a spec, for tests that do not depend on its file name.
  init(yaml text: String) throws(Diagnostics) {
    try self.init(Source(name: "spec.yaml", text: text))
  }
}
