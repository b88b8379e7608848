import CEL
import SuasSpec
import YAML

extension Value {
  /// The value as YAML, in which every text stands for itself; of a value that is too large for a
  /// file, only the type.
  var draft: Draft {
    var room = TextRoom(bytes: Source.maximumSize)
    return room.take(self) ? wholeDraft : .text("\(type.name) \(JSONText.leftOut)")
  }

  private var wholeDraft: Draft {
    switch self {
    case .list(let list): .sequence(list.map(\.wholeDraft))
    case .map(let map): .mapping(map.map { (key: $0.key.draftKey, value: $0.value.wholeDraft) })
    case .record(let record) where record.shape.isVariant: record.caseAsWritten.wholeDraft
    case .record(let record):
      .mapping(
        zip(record.shape.fields, record.fields).map { (key: .text($0.name), value: $1.wholeDraft) })
    case .string(let text): .text(text)
    default: .plain(scalarText)
    }
  }

  /// The value as the key of a mapping.
  var draftKey: Draft.Key {
    if case .string(let text) = self { .text(text) } else { .plain(scalarText) }
  }

  /// The text of a scalar, as an author of YAML writes it: doubles always with a point or exponent.
  var scalarText: String {
    switch self {
    case .double(let number) where number.isNaN: ".nan"
    case .double(let number) where number.isInfinite: number < 0 ? "-.inf" : ".inf"
    case .double(let number): number.pointed
    default: interpolated
    }
  }
}
