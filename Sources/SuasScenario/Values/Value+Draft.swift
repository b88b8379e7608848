import CEL
import SuasSpec
import YAML

extension Value {
  /// The value as YAML, in which every text stands for itself.
  var draft: Draft {
    switch self {
    case .list(let list): .sequence(list.map(\.draft))
    case .map(let map): .mapping(map.map { (key: $0.key.draftKey, value: $0.value.draft) })
    case .record(let record) where record.shape.isVariant: record.caseAsWritten.draft
    case .record(let record):
      .mapping(
        zip(record.shape.fields, record.fields).map { (key: .text($0.name), value: $1.draft) })
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
