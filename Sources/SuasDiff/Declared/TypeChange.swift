import SuasExplore
import SuasSpec

/// The relation of a type to its new version.
enum TypeChange {
  case same
  /// All old values belong to the new type, which has others besides.
  case widened
  /// All new values belong to the old type, which has others besides.
  case narrowed
  case changed

  /// - Parameter names: Returns the new name of a type.
  init(from old: FieldType, to new: FieldType, names: (String) -> String) {
    switch (old, new) {
    case (.optional(let old), .optional(let new)), (.list(let old), .list(let new)):
      self = TypeChange(from: old, to: new, names: names)
    case (.map(let oldKey, let old), .map(let newKey, let new)):
      self = TypeChange(from: oldKey, to: newKey, names: names)
        .and(TypeChange(from: old, to: new, names: names))
    case (.any, .any): self = .same
    case (_, .any): self = .widened
    case (.any, _): self = .narrowed
    case (_, .optional(let new)):
      self = TypeChange(from: old, to: new, names: names).and(.widened)
    case (.optional(let old), _):
      self = TypeChange(from: old, to: new, names: names).and(.narrowed)
    case (.enumeration(let old), .enumeration(let new)), (.record(let old), .record(let new)),
      (.partial(let old), .partial(let new)):
      self = names(old) == new ? .same : .changed
    case (.enumeration, .string): self = .widened
    case (.string, .enumeration): self = .narrowed
    default: self = old == new ? .same : .changed
    }
  }

  private func and(_ other: TypeChange) -> TypeChange {
    switch (self, other) {
    case (.same, let change), (let change, .same): change
    case (.widened, .widened): .widened
    case (.narrowed, .narrowed): .narrowed
    default: .changed
    }
  }

  /// The uses of values in which an app meets one that it cannot use or may not make.
  var broken: TypeUse {
    switch self {
    case .same: []
    case .widened: .read
    case .narrowed: [.sent, .kept]
    case .changed: [.sent, .kept, .read]
    }
  }
}
