/// The transitions of a time zone, from a file of the zone database (RFC 8536, "TZif").
struct ZoneFile: Sendable {
  private var transitions: [(from: Int64, offset: Int64)] = []
  private var firstOffset: Int64 = 0
  /// The rule for all times after the last transition.
  private var rule: ZoneRule?

  init?(_ data: [UInt8]) {
    guard let first = Header(data, at: 0) else { return nil }
    var header = first
    var width = 4
    if first.version >= 2 {
      guard let second = Header(data, at: first.end(width: 4)) else { return nil }
      header = second
      width = 8
    }
    let end = header.end(width: width)
    guard end <= data.count, header.typeCount > 0 else { return nil }
    let indices = header.start + header.timeCount * width
    let types = indices + header.timeCount
    func offset(_ type: Int) -> Int64 {
      guard type < header.typeCount else { return 0 }
      return Int64(Int32(truncatingIfNeeded: data.bigEndian(at: types + type * 6, width: 4)))
    }
    for index in 0..<header.timeCount {
      let raw = data.bigEndian(at: header.start + index * width, width: width)
      let time = width == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : raw
      transitions.append((time, offset(Int(data[indices + index]))))
    }
    firstOffset = offset(0)
    if width == 8, end < data.count, data[end] == 0x0a {
      let text = data[(end + 1)...].prefix { $0 != 0x0a }
      rule = ZoneRule(String(decoding: text, as: UTF8.self))
    }
  }

  func offset(at seconds: Int64) -> Int64 {
    guard let last = transitions.last else { return rule?.offset(at: seconds) ?? firstOffset }
    if seconds >= last.from { return rule?.offset(at: seconds) ?? last.offset }
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].from <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : transitions[low - 1].offset
  }

  private struct Header {
    var version: Int
    var timeCount: Int
    var typeCount: Int
    var start: Int
    private var utCount: Int
    private var standardCount: Int
    private var leapCount: Int
    private var characterCount: Int

    init?(_ data: [UInt8], at offset: Int) {
      guard offset >= 0, data.count >= offset + 44,
        data[offset..<offset + 4].elementsEqual("TZif".utf8)
      else { return nil }
      func count(_ index: Int) -> Int {
        Int(data.bigEndian(at: offset + 20 + index * 4, width: 4))
      }
      version = data[offset + 4] >= UInt8(ascii: "2") ? 2 : 1
      (utCount, standardCount, leapCount) = (count(0), count(1), count(2))
      (timeCount, typeCount, characterCount) = (count(3), count(4), count(5))
      start = offset + 44
    }

    func end(width: Int) -> Int {
      start + timeCount * (width + 1) + typeCount * 6 + characterCount + leapCount * (width + 4)
        + standardCount + utCount
    }
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at offset: Int, width: Int) -> Int64 {
    self[offset..<offset + width].reduce(0) { $0 << 8 | Int64($1) }
  }
}
