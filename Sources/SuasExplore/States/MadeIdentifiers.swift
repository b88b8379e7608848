import CEL
import SuasScenario
import SuasSpec

/// The ids that `uuid()` made on the way to a state.
///
/// An id says nothing but whether it is the same as another one. In the key of a state each stands
/// under the number of those that come before it there, so that states which differ in nothing else
/// have the same key. All ways take their ids from one sequence, which the seed begins.
final class MadeIdentifiers {
  /// An id as the 128 bits that its digits are.
  private struct Bits: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private var random: SplitMix64
  /// The texts of the sequence's ids, as far as one was asked for, and their places in it.
  private var sequence: [String] = []
  private var places: [Bits: Int] = [:]
  /// How many were made on the way to the present state.
  private var count = 0
  /// The numbers of those that stand in the present key, by their places.
  private var numbers: [Int: Int] = [:]

  /// Nil where none are made.
  init?(on ground: Ground) {
    guard ground.spec.makesIdentifiers else { return nil }
    random = SplitMix64(seed: UInt64(bitPattern: ground.opening.seed))
  }

  /// Begins with a state, to which a way leads that made so many ids.
  func begin(made count: Int) {
    self.count = count
    numbers.removeAll(keepingCapacity: true)
    while sequence.count < count {
      let id = random.uuid()
      var text = id
      if let bits = text.withUTF8({ Self.bits(UnsafeRawBufferPointer($0), at: 0) }) {
        places[bits] = sequence.count
      }
      sequence.append(id)
    }
  }

  /// The id at a place of the sequence, of which so many have been made.
  subscript(place: Int) -> String { sequence[place] }

  /// The place of an id in the sequence; nil for a text that is no id or was not made.
  func place(of text: String) -> Int? {
    guard text.utf8.count == Self.length else { return nil }
    var text = text
    return text.withUTF8 { place(in: UnsafeRawBufferPointer($0), at: 0) }
  }

  // MARK: Keys

  /// Writes a text, with numbers in place of ids.
  ///
  /// What stands for an id begins with a byte that stands in no UTF-8.
  func write(_ text: UnsafeRawBufferPointer, to buffer: ByteBuffer) {
    var offset = 0
    var written = 0
    while offset + Self.length <= text.count {
      guard let place = place(in: text, at: offset) else {
        offset += 1
        continue
      }
      buffer.append(UnsafeRawBufferPointer(rebasing: text[written..<offset]))
      buffer.append(0xFF)
      let number = numbers[place] ?? numbers.count
      numbers[place] = number
      buffer.append(number: UInt64(number))
      offset += Self.length
      written = offset
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: text[written...]))
  }

  // MARK: Texts

  /// How many bytes an id has.
  private static let length = 36

  private func place(in text: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard text[offset + 8] == UInt8(ascii: "-"), let bits = Self.bits(text, at: offset),
      let place = places[bits], place < count
    else { return nil }
    return place
  }

  /// The bits of an id that begins at a place of a text.
  private static func bits(_ text: UnsafeRawBufferPointer, at offset: Int) -> Bits? {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (place, byte) in text[offset..<offset + length].enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    return Bits(high: high, low: low)
  }
}
