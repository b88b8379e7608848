import CEL
import Suas
import YAML

extension StoreShape {
  /// A store's state as a golden file holds it: block YAML, fields in their declared order.
  func rendered(_ state: State) -> [UInt8] {
    Array(YAML.emit(Value.record(record(of: state)).draft).utf8)
  }
}

extension Value {
  /// The value as YAML.
  var draft: Draft {
    switch self {
    case .list(let list): .sequence(list.map(\.draft))
    case .map(let map): .mapping(map.map { (key: $0.key.text, value: $0.value.draft) })
    case .record(let record):
      .mapping(
        zip(record.shape.fields, record.fields).map { (key: $0.name, value: $1.draft) })
    case .string(let text): .text(text)
    default: .plain(text)
    }
  }

  /// A scalar's text, as an author writes it.
  private var text: String {
    switch self {
    case .string(let text): text
    default: interpolated
    }
  }
}
