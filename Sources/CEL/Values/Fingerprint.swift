/// 128 bits that values come to: equal ones to equal bits, others to others but for a chance of one
/// in 2^128.
///
/// Two lanes of multiply and fold over two words a round, as wyhash has it, each with secrets of its
/// own. The bits are the same in every run, on every machine.
package struct Fingerprint: Sendable {
  private var left: UInt64
  private var right: UInt64
  private let namesShapes: Bool
  /// How large the largest list or map is that was added; 64 bytes of a text count as an element, since
  /// a text that grows is as unbounded as a list.
  package private(set) var largest = 0

  /// - Parameters:
  ///   - salt: What is told apart besides the values.
  ///   - namesShapes: Whether records of other types may stand in one place, and are told apart too.
  package init(salt: UInt64 = 0, namesShapes: Bool) {
    self.namesShapes = namesShapes
    left = Self.fold(Self.secrets.0, salt ^ Self.secrets.1)
    right = Self.fold(Self.secrets.2, salt ^ Self.secrets.3)
  }

  /// What all that was added comes to.
  package var bits: (high: UInt64, low: UInt64) {
    (
      Self.fold(left ^ Self.secrets.2, right ^ Self.secrets.0),
      Self.fold(right ^ Self.secrets.1, left ^ Self.secrets.3) ^ left
    )
  }

  @inline(__always)
  package mutating func add(_ first: UInt64, _ second: UInt64) {
    left = Self.fold(first ^ Self.secrets.0 ^ left, second ^ Self.secrets.1)
    right = Self.fold(second ^ Self.secrets.2 ^ right, first ^ Self.secrets.3)
  }

  private static let secrets: (UInt64, UInt64, UInt64, UInt64) = (
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3
  )

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

extension Fingerprint {
  /// What a value begins with: its kind, in bits that the sizes of values leave free.
  private enum Kind: UInt64 {
    case null = 1
    case bool, int, uint, double, string, timestamp, duration, list, map, record

    @inline(__always)
    func with(_ size: Int = 0) -> UInt64 { rawValue << 56 | UInt64(truncatingIfNeeded: size) }
  }

  /// Adds a record.
  ///
  /// - Returns: false where it holds what has no fingerprint: bytes, types, optionals and the like.
  package mutating func add(_ record: UnsafePointer<Record>) -> Bool {
    let count = record.pointee.fieldCount
    // A round would be much for what the type of the place says already, but for null.
    left = (left << 1 | left >> 63) &+ Self.secrets.1
    right = (right << 1 | right >> 63) &+ Self.secrets.3
    if namesShapes { addName(of: record) }
    for slot in 0..<count where !add(record.pointee.place(slot)) { return false }
    return true
  }

  @inline(never)
  private mutating func addName(of record: UnsafePointer<Record>) {
    let before = largest
    withUnsafePointer(to: record.pointee.shape.name) { add($0) }
    largest = before
  }

  /// Adds the value at a place. Nothing on the way is counted as held.
  package mutating func add(_ place: UnsafePointer<Value>) -> Bool {
    switch place.pointee {
    case .null: add(Kind.null.with(), 0)
    case .bool(let bool): add(Kind.bool.with(), bool ? 1 : 0)
    case .int(let int): add(Kind.int.with(), UInt64(bitPattern: int))
    case .uint(let uint): add(Kind.uint.with(), uint)
    case .double(let double): add(Kind.double.with(), double.bitPattern)
    case .string: add(place.payload(as: String.self))
    case .timestamp(let time):
      add(
        Kind.timestamp.with(Int(time.nanoseconds)), UInt64(bitPattern: time.seconds))
    case .duration(let duration):
      add(Kind.duration.with(), UInt64(bitPattern: duration.nanoseconds))
    case .list: return add(place.payload(as: List.self))
    case .map: return add(place.payload(as: Map.self))
    case .record: return add(place.payload(as: Record.self))
    case .bytes, .type, .optional, .opaque: return false
    }
    return true
  }

  private mutating func add(_ list: UnsafePointer<List>) -> Bool {
    let count = list.pointee.count
    largest = max(largest, count)
    add(Kind.list.with(), UInt64(truncatingIfNeeded: count))
    for index in 0..<count where !add(list.pointee.place(index)) { return false }
    return true
  }

  @inline(never)
  private mutating func add(_ map: UnsafePointer<Map>) -> Bool {
    add(Kind.map.with(), UInt64(truncatingIfNeeded: map.pointee.count))
    largest = max(largest, map.pointee.count)
    for (key, value) in map.pointee {
      let before = largest
      let isKnown = withUnsafePointer(to: key) { add($0) }
      largest = before
      guard isKnown, withUnsafePointer(to: value, { add($0) }) else { return false }
    }
    return true
  }

  private mutating func add(_ text: UnsafePointer<String>) {
    var text = text.pointee
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the bytes of a text, or others.
  @inline(__always)
  package mutating func add(_ text: UnsafeRawBufferPointer) {
    let count = text.count
    let first = Kind.string.with(count)
    largest = max(largest, count / 64)
    guard count > 8 else {
      return add(first, Self.word(of: text, count))
    }
    // Whole words, and the last eight bytes, some of them a second time.
    add(first, text.loadUnaligned(as: UInt64.self))
    var offset = 8
    while offset + 16 <= count {
      add(
        text.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        text.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      offset += 16
    }
    add(
      text.loadUnaligned(fromByteOffset: min(offset, count - 8), as: UInt64.self),
      text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
  }
}

extension Fingerprint {
  /// Eight bytes or fewer as a word; where there are fewer, some of them are in it twice.
  @inline(__always)
  private static func word(of text: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    switch count {
    case 0: 0
    case 1...3: UInt64(text[0]) | UInt64(text[count / 2]) << 8 | UInt64(text[count - 1]) << 16
    default:
      UInt64(text.loadUnaligned(as: UInt32.self))
        | UInt64(text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) << 32
    }
  }
}

extension UnsafePointer<Value> {
  /// The payload of the present case where it lies, which binding it by a pattern would count as held
  /// once more; `ChangingPlaceTests` watches over where that is.
  @inline(__always)
  fileprivate func payload<Payload>(as type: Payload.Type) -> UnsafePointer<Payload> {
    UnsafeRawPointer(self).assumingMemoryBound(to: Payload.self)
  }
}
