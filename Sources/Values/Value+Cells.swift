extension Value: CellElement {
  @usableFromInline static var storageClass: CellStorage.Type { ValueStorage.self }
}

private final class ValueStorage: CellStorage {
  deinit { end(Value.self) }
}

extension Map.Slot: CellElement {
  static var storageClass: CellStorage.Type { EntryStorage.self }
}

private final class EntryStorage: CellStorage {
  deinit { end(Map.Slot.self) }
}
