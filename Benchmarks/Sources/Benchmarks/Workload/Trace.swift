/// The change of the list by one dispatch of the workload.
enum Step {
  case toggle(Int)
  /// Appends the title with that number in the pool.
  case append(Int)
  case remove(Int)
  case move(Int, Int)
}

/// The titles of the workload's items.
enum Titles {
  static let pool = (0..<64).map { "Appended todo number \($0)" }
  static func initial(_ index: Int) -> String { "Todo item number \(index)" }
}

/// Returns the steps of the workload on a list of `count` items: 40 % toggle, 20 % append, 20 %
/// remove and 20 % move, at random indices; the length stays between 0.5 and 1.5 times `count`.
func trace(from count: Int, dispatches: Int) -> [Step] {
  var random = XorShift32()
  let allowed = count / 2...count + count / 2
  var count = count
  return (0..<dispatches).map { _ in
    var percent = random.next(below: 100)
    switch percent {
    case 40..<60 where count >= allowed.upperBound: percent = 60
    case 60..<80 where count <= allowed.lowerBound: percent = 40
    default: break
    }
    switch percent {
    case ..<40:
      return .toggle(random.next(below: count))
    case ..<60:
      count += 1
      return .append(random.next(below: Titles.pool.count))
    case ..<80:
      defer { count -= 1 }
      return .remove(random.next(below: count))
    default:
      let from = random.next(below: count)
      return .move(from, random.next(below: count))
    }
  }
}

/// Marsaglia's xorshift generator with 32 bits and its original seed.
private struct XorShift32 {
  private var state: UInt32 = 2_463_534_242

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int(state) % bound
  }
}

/// A checksum of a list of items: 32-bit FNV-1a over titles and marks, and the length.
struct Checksum: CustomStringConvertible {
  private var hash: UInt32 = 2_166_136_261
  private var count = 0

  mutating func add(_ title: String, _ isCompleted: Bool) {
    for byte in title.utf8 { mix(UInt32(byte)) }
    mix(isCompleted ? 1 : 0)
    count += 1
  }

  private mutating func mix(_ value: UInt32) { hash = (hash ^ value) &* 16_777_619 }

  var description: String { "\(hash):\(count)" }
}
