/// An element type of cells and trees: its values consist of whole words and are bitwise takable.
@usableFromInline
protocol CellElement: Sendable {
  /// The class of the storage that holds such elements.
  static var storageClass: CellStorage.Type { get }
}

extension CellElement {
  /// True if the type meets these requirements, which the compiler decides.
  @inline(__always)
  static var isOfWholeWords: Bool {
    MemoryLayout<Self>.stride % MemoryLayout<UInt>.stride == 0
      && MemoryLayout<Self>.alignment <= MemoryLayout<UInt64>.alignment
      && _isBitwiseTakable(Self.self)
  }
}
