/// The numbers of some types, found by open addressing: a dispatch cannot wait for a hash function.
struct TypeTable {
  private var slots: ContiguousArray<(type: ObjectIdentifier, number: Int)?>
  private(set) var count = 0

  /// Numbers the types from 0 on, in the order in which they come first.
  init(of types: some Sequence<any Action.Type>) {
    let types = types.map { ObjectIdentifier($0) }
    var size = 1
    while size < 2 * types.count { size *= 2 }
    slots = ContiguousArray(repeating: nil, count: size)
    for type in types where self[type] == nil {
      slots[place(of: type)] = (type, count)
      count += 1
    }
  }

  /// The number of a type; nil for one that is not in the table.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Int? { slots[place(of: type)]?.number }

  /// The place of a type, or the free one where it would be put.
  @inline(__always)
  private func place(of type: ObjectIdentifier) -> Int {
    // The lowest bits of the address of a type are always the same.
    let address = UInt(bitPattern: type)
    var place = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & (slots.count - 1)
    while let taken = slots[place], taken.type != type { place = (place + 1) & (slots.count - 1) }
    return place
  }
}
