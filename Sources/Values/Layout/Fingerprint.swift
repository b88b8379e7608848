/// A fingerprint of 128 bits: equal values have equal bits, and different values have different
/// bits except with a probability of one in 2^128.
///
/// It consists of two lanes of multiply and fold over two words per round, as in wyhash, each with
/// its own secrets. The bits are the same in every run and on every machine.
package struct Fingerprint: Sendable {
  private var left: UInt64
  private var right: UInt64
  private let namesShapes: Bool
  private let looksInPlace: Bool
  /// The size of the largest list or map that was added; 64 bytes of a text count as an element,
  /// since a growing text is as unbounded as a list.
  package private(set) var largest = 0

  /// - Parameters:
  ///   - salt: A number that distinguishes the fingerprints of equal values, such as a part's slot.
  ///   - namesShapes: True if records of different types may occur in one place, so that the name
  ///     of a record's shape is added too.
  ///   - assumptions: The verified facts about the layout of values.
  package init(
    salt: UInt64 = 0, namesShapes: Bool, assumptions: LayoutAssumptions = .verified
  ) {
    self.namesShapes = namesShapes
    looksInPlace = assumptions.payloadsLieAtTheStart
    left = Self.fold(Self.secrets.0, salt ^ Self.secrets.1)
    right = Self.fold(Self.secrets.2, salt ^ Self.secrets.3)
  }

  /// The fingerprint of everything that was added.
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
  /// The kind of an encoded value, with which it begins, in bits that the sizes of values leave
  /// free.
  private enum Kind: UInt64 {
    case null = 1
    case bool, int, uint, double, string, timestamp, duration, list, map, record

    @inline(__always)
    func with(_ size: Int = 0) -> UInt64 { rawValue << 56 | UInt64(truncatingIfNeeded: size) }
  }

  /// Adds a record.
  ///
  /// - Returns: False if the record contains a value that has no fingerprint: bytes, a type, an
  ///   optional or an opaque value.
  package mutating func add(_ record: Borrow<Record>) -> Bool {
    let count = record.pointee.fieldCount
    // Cheaper than a round, which is not needed: the type of the place implies a record, or null.
    left = (left << 1 | left >> 63) &+ Self.secrets.1
    right = (right << 1 | right >> 63) &+ Self.secrets.3
    if namesShapes { addName(of: record) }
    for slot in 0..<count where !add(record.pointee.place(slot)) { return false }
    return true
  }

  @inline(never)
  private mutating func addName(of record: Borrow<Record>) {
    let before = largest
    withBorrow(of: record.pointee.shape.name) { add($0) }
    largest = before
  }

  /// Adds the value at a place without retaining anything. Returns false if it has no fingerprint.
  package mutating func add(_ place: Borrow<Value>) -> Bool {
    switch place.pointee {
    case .null: add(Kind.null.with(), 0)
    case .bool(let bool): add(Kind.bool.with(), bool ? 1 : 0)
    case .int(let int): add(Kind.int.with(), UInt64(bitPattern: int))
    case .uint(let uint): add(Kind.uint.with(), uint)
    case .double(let double): add(Kind.double.with(), double.bitPattern)
    case .string:
      guard looksInPlace else { return addCopy(of: place) }
      add(Self.payload(of: place, as: String.self))
    case .timestamp(let time):
      add(
        Kind.timestamp.with(Int(time.nanoseconds)), UInt64(bitPattern: time.seconds))
    case .duration(let duration):
      add(Kind.duration.with(), UInt64(bitPattern: duration.nanoseconds))
    case .list:
      guard looksInPlace else { return addCopy(of: place) }
      return add(Self.payload(of: place, as: List.self))
    case .map:
      guard looksInPlace else { return addCopy(of: place) }
      return add(Self.payload(of: place, as: Map.self))
    case .record:
      guard looksInPlace else { return addCopy(of: place) }
      return add(Self.payload(of: place, as: Record.self))
    case .bytes, .type, .optional, .opaque: return false
    }
    return true
  }

  /// Accesses the payload of the present case in place; binding it by a pattern would retain it.
  @inline(__always)
  private static func payload<Payload>(
    of place: Borrow<Value>, as type: Payload.Type
  ) -> Borrow<Payload> {
    Borrow(UnsafeRawPointer(place.address).assumingMemoryBound(to: Payload.self))
  }

  /// Adds a value whose payload is not known to be at the start of the value.
  @inline(never)
  private mutating func addCopy(of place: Borrow<Value>) -> Bool {
    switch place.pointee {
    case .string(let text):
      withBorrow(of: text) { add($0) }
      return true
    case .list(let list): return withBorrow(of: list) { add($0) }
    case .map(let map): return withBorrow(of: map) { add($0) }
    case .record(let record): return withBorrow(of: record) { add($0) }
    default: return add(place)
    }
  }

  private mutating func add(_ list: Borrow<List>) -> Bool {
    let count = list.pointee.count
    largest = max(largest, count)
    add(Kind.list.with(), UInt64(truncatingIfNeeded: count))
    for index in 0..<count where !add(list.pointee.place(index)) { return false }
    return true
  }

  @inline(never)
  private mutating func add(_ map: Borrow<Map>) -> Bool {
    add(Kind.map.with(), UInt64(truncatingIfNeeded: map.pointee.count))
    largest = max(largest, map.pointee.count)
    for (key, value) in map.pointee {
      let before = largest
      let isKnown = withBorrow(of: key) { add($0) }
      largest = before
      guard isKnown, withBorrow(of: value, { add($0) }) else { return false }
    }
    return true
  }

  private mutating func add(_ text: Borrow<String>) {
    var text = text.pointee
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds bytes as if they were those of a string.
  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  @inline(__always)
  private mutating func add(_ text: UnsafeRawBufferPointer) {
    let count = text.count
    let first = Kind.string.with(count)
    largest = max(largest, count / 64)
    guard count > 8 else {
      return add(first, Self.word(of: text, count))
    }
    // Whole words, then the last eight bytes, some of which may be added twice.
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
  /// Returns up to eight bytes as a word; if there are fewer, some occur in it twice.
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
