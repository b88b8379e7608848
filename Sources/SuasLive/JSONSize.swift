/// Estimates from punctuation alone how much memory the values of a JSON text will take, before any of
/// it is kept: eight megabytes of text may say four million values.
///
/// The costs are what the values of expressions take on Linux, with what a growing list or map needs.
/// A text that is no JSON has an estimate, too.
struct JSONSize {
  private static let value = 32
  private static let array = 144
  private static let object = 200
  private static let key = 40
  /// A map of more keys than these has an index.
  private static let smallObject = 8
  private static let index = 700
  private static let indexedKey = 130
  /// A longer text does not lie in the value itself.
  private static let shortText = 15
  private static let text = 56

  /// Whether the values take more than a limit, in bytes.
  static func exceeds(_ limit: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var size = value
    /// How many keys the objects have that are open; -1 for arrays.
    var open: [Int] = []
    var textStart: Int?
    var position = 0
    // What is nested deeper is refused by who reads it, before it has kept much.
    while position < bytes.count, size <= limit, open.count <= JSONReader.maximumDepth {
      let byte = bytes[position]
      if let start = textStart {
        if byte == UInt8(ascii: "\\") { position += 1 }
        if byte == UInt8(ascii: "\"") {
          textStart = nil
          let length = position - start
          if length > shortText { size += length + text }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): textStart = position + 1
        case UInt8(ascii: "["):
          size += array + value
          open.append(-1)
        case UInt8(ascii: "{"):
          size += object + value
          open.append(0)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
        case UInt8(ascii: ","): size += value
        case UInt8(ascii: ":"):
          guard let count = open.last, count >= 0 else { break }
          size += count < smallObject ? key : indexedKey + (count == smallObject ? index : 0)
          open[open.count - 1] = count + 1
        default: break
        }
      }
      position += 1
    }
    return size > limit
  }
}
