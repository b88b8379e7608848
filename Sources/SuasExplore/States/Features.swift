import CEL
import SuasSpec

/// The coarse features of a state: cases, flags, small numbers and sizes, each as a number of its
/// own. States with the same features look alike.
struct Features {
  private(set) var numbers: [UInt64] = []

  /// The integers that are features of their own; others are grouped by their number of bits.
  private static let smallest: ClosedRange<Int64> = -1...16

  init(of subStates: [Record], _ codec: StateCodec) {
    for (slot, record) in subStates.enumerated() {
      look(at: .record(record), as: codec.roots[slot], path: UInt64(slot + 1), codec)
    }
  }

  private mutating func look(
    at value: Value, as layout: Layout, path: UInt64, _ codec: StateCodec
  ) {
    switch (layout, value) {
    case (.bool, .bool(let bool)): add(path, bool ? 1 : 0)
    case (.int, .int(let int)):
      let shown = Self.smallest.contains(int) ? int : Int64(100 - int.leadingZeroBitCount)
      add(path, UInt64(bitPattern: shown))
    case (.enumeration(let cases), .string(let name)):
      add(path, UInt64(cases.firstIndex(of: name) ?? 0))
    case (.list, .list(let list)): add(path, UInt64(min(list.count, 4)))
    case (.map, .map(let map)): add(path, UInt64(min(map.count, 4)))
    case (.optional, .null): add(path, 0)
    case (.optional(let wrapped), _):
      add(path, 1)
      look(at: value, as: wrapped, path: Self.mixed(path, 1), codec)
    case (.record(let place), .record(let record)):
      let layout = codec.records[place]
      if let present = record.presentCase { add(path, UInt64(present)) }
      for slot in layout.fields.indices where record[slot] != .null || !layout.shape.isVariant {
        look(
          at: record[slot], as: layout.fields[slot], path: Self.mixed(path, UInt64(slot + 2)),
          codec)
      }
    default: break
    }
  }

  private mutating func add(_ path: UInt64, _ value: UInt64) {
    numbers.append(Self.mixed(path, value ^ 0x5555))
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
      by: right ^ 0xD1B5_4A32_D192_ED03)
    return (product.high ^ product.low) | 1 << 63
  }
}
