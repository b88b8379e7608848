import CEL
import SuasScenario
import SuasSpec

extension Value {
  /// The value as it is when it is read from JSON, without its types and its sensitive parts.
  var plain: Value {
    var reader = JSONReader(Array(JSONText.of(hidingSensitiveFields).utf8))
    return (try? reader.readWhole()) ?? .null
  }
}
