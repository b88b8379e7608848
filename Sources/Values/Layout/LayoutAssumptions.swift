/// All assumptions about the layout of Swift's own types, each verified once, at first use. A type
/// that relies on one reads it at initialization; where it does not hold, the type works without
/// it: slower, with the same results.
///
/// The compiler knows the properties that cells and trees require of their elements:
/// ``CellElement/isOfWholeWords``.
package struct LayoutAssumptions: Sendable {
  /// An existential without a class constraint is an inline buffer of three words, the type of the
  /// payload and its conformances; a payload that fits into the buffer and is bitwise takable is
  /// stored in it (Swift ABI, "Type Layout", opaque existential containers). For ``ExistentialAccess``;
  /// otherwise there are casts.
  package let existentialsHoldInPlace: Bool

  /// The payload of an optional record has the same address as the optional. For
  /// ``Borrow/wrapped(_:)``; otherwise there are copies.
  package let optionalsHoldInPlace: Bool

  /// The payload of each case of a value is stored unchanged at the value's start, since the bits
  /// of an `int` say nothing about the case. For ``Fingerprint``; otherwise payloads are retained.
  package let payloadsLieAtTheStart: Bool

  /// A value that is a record consists of the record's one word and of bits after it that are the
  /// same for all records. For ``RecordLoan``; otherwise there are copies.
  package let recordsAreOneWord: Bool

  /// The assumptions that hold on this platform.
  package static let verified = LayoutAssumptions()

  /// The assumptions with which a test replaces the verified ones.
  @TaskLocal package static var replaced: LayoutAssumptions?

  /// The assumptions for instances that are created now.
  package static var present: LayoutAssumptions { replaced ?? verified }

  /// A set of assumptions, none of which holds.
  package static let none = LayoutAssumptions(all: false)

  private init(all: Bool) {
    existentialsHoldInPlace = all
    optionalsHoldInPlace = all
    payloadsLieAtTheStart = all
    recordsAreOneWord = all
  }

  private init() {
    let shape = Shape(name: "", fields: [Shape.Field(name: "a", type: .int)])
    let records = (Record(shape, .int(1)), Record(shape, .int(2)))
    existentialsHoldInPlace = Self.checkExistentials(records.0)
    optionalsHoldInPlace =
      MemoryLayout<Record?>.size == MemoryLayout<Record>.size
      && Self.bytes(of: Record?.some(records.0)) == Self.bytes(of: records.0)
    payloadsLieAtTheStart = Self.checkPayloads(records.0)
    recordsAreOneWord = Self.checkRecords(records)
  }

  // MARK: Checks

  private static func checkExistentials(_ record: Record) -> Bool {
    let words = Words(first: 1, second: 2, third: 3)
    return MemoryLayout<Any>.size == 4 * word && MemoryLayout<any Sample>.size == 5 * word
      && holdsInPlace(record as Any, record) && holdsInPlace(words as Any, words)
      && holdsInPlace(words as any Sample, words) && holdsInPlace(7 as Any, 7)
  }

  private static func holdsInPlace<Existential, Value>(
    _ existential: Existential, _ value: Value
  ) -> Bool {
    let bytes = bytes(of: existential)
    let type = bytes.dropFirst(ExistentialAccess.room).prefix(word)
    return bytes.starts(with: Self.bytes(of: value))
      && type.elementsEqual(Self.bytes(of: ObjectIdentifier(Value.self)))
  }

  /// A sample protocol; its conforming type exactly fills the inline buffer of an existential.
  private protocol Sample { var first: Int { get } }
  private struct Words: Sample { let first, second, third: Int }

  private static func checkPayloads(_ record: Record) -> Bool {
    let list: List = [1, 2]
    var map = Map()
    map["a"] = 1
    let text = "a text that needs an object of its own"
    return bytes(of: Value.record(record)).starts(with: bytes(of: record))
      && bytes(of: Value.list(list)).starts(with: bytes(of: list))
      && bytes(of: Value.map(map)).starts(with: bytes(of: map))
      && bytes(of: Value.string(text)).starts(with: bytes(of: text))
  }

  private static func checkRecords(_ records: (Record, Record)) -> Bool {
    MemoryLayout<Record>.size == word && MemoryLayout<Value>.size == 2 * word + 1
      && bytes(of: Value.record(records.0)).starts(with: bytes(of: records.0))
      && bytes(of: Value.record(records.1)).starts(with: bytes(of: records.1))
      && bits(besides: records.0) == bits(besides: records.1)
  }

  /// Returns the bits of a value that follow the record it holds.
  static func bits(besides record: Record) -> (UInt64, UInt8) {
    withUnsafeBytes(of: Value.record(record)) {
      ($0.load(fromByteOffset: word, as: UInt64.self), $0[2 * word])
    }
  }

  private static let word = MemoryLayout<UInt>.size

  private static func bytes<T>(of value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
}

extension Borrow<Record?> {
  /// Returns the record that an optional holds; nil if there is none or if `lieInPlace` is false.
  @inlinable @inline(__always)
  package func wrapped(_ lieInPlace: Bool) -> Borrow<Record>? {
    guard lieInPlace, pointee != nil else { return nil }
    return Borrow<Record>(UnsafeRawPointer(address).assumingMemoryBound(to: Record.self))
  }
}
