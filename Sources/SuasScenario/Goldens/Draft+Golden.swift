import CEL
import YAML

extension Draft {
  /// The tree as the bytes of a golden file: block YAML, fields in their declared order. Keys are
  /// texts, numbers and booleans too, so that the files stay as they are.
  var golden: [UInt8] { Array(YAML.emit(withTextKeys).utf8) }

  private var withTextKeys: Draft {
    switch self {
    case .plain, .text: self
    case .sequence(let items): .sequence(items.map(\.withTextKeys))
    case .mapping(let entries):
      .mapping(entries.map { (key: .text($0.key.text), value: $0.value.withTextKeys) })
    }
  }
}

extension Record {
  /// The store as the contents of a golden file; nil if they are larger than a file may be.
  var golden: [UInt8]? {
    var room = TextRoom(bytes: Source.maximumSize)
    return room.take(.record(self)) ? Value.record(self).draft.golden : nil
  }
}
