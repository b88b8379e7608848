import CEL
import SuasScenario
import SuasSpec

/// The ids that `uuid()` generated on the path to a state.
///
/// The only property of an id is whether it equals another one. In the key of a state, each id is
/// replaced by the number of different ids before it, so that states which differ only in ids have
/// the same key. All paths take their ids from one sequence, which the seed determines.
final class MadeIdentifiers {
  /// The 128 bits of an id.
  private struct Bits: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private var random: SplitMix64
  /// The ids of the sequence that were needed so far, and their indices.
  private var sequence: [String] = []
  private var places: [Bits: Int] = [:]
  /// The number of ids that were generated on the path to the current state.
  private var count = 0
  /// The numbers that replace ids in the current key, by the ids' indices.
  private var numbers: [Int: Int] = [:]

  /// `nil` if the spec generates no ids.
  init?(of spec: CompiledSpec, seed: Int64) {
    guard spec.makesIdentifiers else { return nil }
    random = SplitMix64(seed: UInt64(bitPattern: seed))
  }

  /// Begins a state; the path to it generated `count` ids.
  func begin(made count: Int) {
    self.count = count
    numbers.removeAll(keepingCapacity: true)
    while sequence.count < count {
      let id = random.uuid()
      if let bits = Self.bits(Array(id.utf8), at: 0) { places[bits] = sequence.count }
      sequence.append(id)
    }
  }

  /// The id at an index of the sequence, which must have been generated before.
  subscript(place: Int) -> String { sequence[place] }

  /// Returns the index of an id in the sequence; `nil` for a text that is no id or was not
  /// generated.
  func place(of text: String) -> Int? {
    guard text.utf8.count == Self.length else { return nil }
    return place(in: Array(text.utf8), at: 0)
  }

  // MARK: Keys

  /// Writes a text, with numbers in place of ids.
  ///
  /// The replacement of an id begins with a byte that no UTF-8 contains.
  func write(_ text: String, to buffer: ByteBuffer) {
    guard text.utf8.count >= Self.length else { return buffer.append(text.utf8) }
    let text = Array(text.utf8)
    var offset = 0
    var written = 0
    while offset + Self.length <= text.count {
      guard let place = place(in: text, at: offset) else {
        offset += 1
        continue
      }
      buffer.append(text[written..<offset])
      buffer.append(0xFF)
      let number = numbers[place] ?? numbers.count
      numbers[place] = number
      buffer.append(number: UInt64(number))
      offset += Self.length
      written = offset
    }
    buffer.append(text[written...])
  }

  // MARK: Texts

  /// The length of an id, in bytes.
  private static let length = 36

  private func place(in text: [UInt8], at offset: Int) -> Int? {
    guard text[offset + 8] == UInt8(ascii: "-"), let bits = Self.bits(text, at: offset),
      let place = places[bits], place < count
    else { return nil }
    return place
  }

  /// The bits of an id that begins at a place of a text.
  private static func bits(_ text: [UInt8], at offset: Int) -> Bits? {
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
