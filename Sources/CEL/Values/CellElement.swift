/// What cells may hold: types of whole words, each of a kind of its own.
protocol CellElement: Sendable {
  static var cellKind: CellKind { get }
  /// The kind of the versions of trees of such elements.
  static var versionKind: CellKind { get }
}

/// What a storage holds.
enum CellKind {
  case values, entries, versionOfValues, versionOfEntries
  /// Nothing any more.
  case ended
}

extension Value: CellElement {
  static var cellKind: CellKind { .values }
  static var versionKind: CellKind { .versionOfValues }
}

extension Map.Slot: CellElement {
  static var cellKind: CellKind { .entries }
  static var versionKind: CellKind { .versionOfEntries }
}
