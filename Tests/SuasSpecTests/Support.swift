import SuasSpec
import YAML

extension CompiledSpec {
  /// The spec that a text holds, for tests that do not care about its file's name.
  init(yaml text: String) throws(Diagnostics) {
    try self.init(Source(name: "spec.yaml", text: text))
  }
}
