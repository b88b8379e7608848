import YAML

/// Converts libyaml's marks, which count code points, to offsets in bytes.
///
/// Marks come nearly in order, so that steps from the last one make this linear over a whole text.
struct MarkOffsets {
  private let bytes: TextBytes
  private let isASCII: Bool
  private var index = 0
  private var offset = 0

  init(bytes: TextBytes, isASCII: Bool = false) {
    self.bytes = bytes
    self.isASCII = isASCII
  }

  mutating func offset(of mark: Int) -> Int {
    if isASCII { return min(mark, bytes.count) }
    while index < mark, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      index += 1
    }
    while index > mark {
      offset -= 1
      while bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      index -= 1
    }
    return offset
  }
}
