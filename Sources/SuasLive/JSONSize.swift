import CEL
import SuasSpec

/// Estimates from punctuation alone how much memory the values of a JSON text will take, before any
/// of them is created: eight megabytes of text may hold four million values.
///
/// The costs are the sizes of expression values on Linux, including the spare capacity of lists and
/// maps. A text that is not JSON gets an estimate, too.
enum JSONSize {
  private static let value = 32
  private static let array = 144
  private static let object = 200
  private static let key = 40
  /// The maximum number of keys in a map without an index.
  private static let smallObject = 8
  private static let index = 700
  private static let indexedKey = 130
  /// The maximum length of a text that is stored inline in the value.
  private static let shortText = 15
  private static let text = 56

  /// True if the values need more memory than a limit, in bytes.
  static func exceeds(_ limit: Int, _ bytes: [UInt8]) -> Bool {
    var size = value
    /// The number of keys in each open object so far; -1 for an array.
    var open: [Int] = []
    var textStart: Int?
    var position = 0
    // The reader refuses deeper nesting before it has kept much.
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

extension JSONReader {
  /// The maximum size of the values in memory, in bytes.
  private static let maximumSize = 40 << 20

  /// Reads the JSON of an answer, whose values are kept only up to a size.
  static func value(of bytes: [UInt8]) throws(JSONFailure) -> Value {
    guard !JSONSize.exceeds(maximumSize, bytes) else {
      throw JSONFailure("it holds more values than are kept")
    }
    var reader = JSONReader(bytes)
    return try reader.readWhole()
  }
}
