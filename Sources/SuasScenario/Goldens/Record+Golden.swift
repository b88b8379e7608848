import CEL
import YAML

extension Record {
  /// The store as the contents of a golden file: block YAML, fields in their declared order.
  var golden: [UInt8] { Array(YAML.emit(Value.record(self).draft).utf8) }
}
