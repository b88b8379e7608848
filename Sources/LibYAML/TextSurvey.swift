import YAML

/// A fast check of a text before libyaml reads it, for input that libyaml would refuse without a
/// place, or on which it would take too long.
struct TextSurvey {
  private(set) var isASCII = true
  /// The first byte that begins a character not allowed by YAML (YAML 1.2, section 5.1).
  private var control: Int?
  /// The first character that ends a line for libyaml, as in YAML 1.1, and not in YAML 1.2: U+0085,
  /// U+2028 or U+2029; or a byte-order mark at the start of a line, which libyaml passes over.
  private(set) var oldLineBreak: Int?
  /// The longest run of blanks and line breaks, and the number of runs.
  private var longestBlanks = 0..<0
  private var blankRuns = 0

  /// libyaml clears a buffer as long as the longest run at every run within a scalar, which is
  /// quadratic. Texts below this size cannot make that slow.
  private static let harmlessSize = 256 * 1024
  /// The maximum number of bytes cleared in all, which takes about a second.
  private static let clearingBudget = 1 << 33

  init(of bytes: TextBytes) {
    surveyCharacters(bytes)
    if mayHaveLongBlanks(bytes) { surveyBlanks(bytes) }
  }

  /// The error that keeps the text from being read, if there is one.
  func diagnostic(in source: Source, _ bytes: TextBytes) -> Diagnostic? {
    if let control {
      let rest = bytes[control..<min(control + 4, bytes.count)]
      let scalar = String(decoding: rest, as: UTF8.self).unicodeScalars.first ?? "\u{0}"
      let range = SourceRange(source, control..<control + UTF8.width(scalar))
      return .controlCharacter(scalar, at: range)
    }
    let (cleared, overflows) = longestBlanks.count.multipliedReportingOverflow(by: blankRuns)
    if overflows || cleared > Self.clearingBudget {
      return .blankRun(at: SourceRange(source, longestBlanks))
    }
    return nil
  }

  private mutating func surveyCharacters(_ bytes: TextBytes) {
    var offset = 0
    while offset < bytes.count {
      if offset + 8 <= bytes.count {
        let word = bytes.word(at: offset)
        if Self.isPrintableASCII(word) {
          offset += 8
          continue
        }
      }
      let end = min(offset + 8, bytes.count)
      while offset < end {
        if !isAllowed(bytes, at: offset) {
          control = offset
          return
        }
        offset += 1
      }
    }
  }

  /// True if each of eight bytes is in U+0020 to U+007E.
  private static func isPrintableASCII(_ word: UInt64) -> Bool {
    let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word
    let deleted = (word ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101
    let isDeleted = deleted & ~(word ^ 0x7F7F_7F7F_7F7F_7F7F)
    return (belowSpace | isDeleted | word) & 0x8080_8080_8080_8080 == 0
  }

  private mutating func isAllowed(_ bytes: TextBytes, at offset: Int) -> Bool {
    let byte = bytes[offset]
    if byte < 0x80 {
      return (byte >= 0x20 && byte != 0x7F) || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
    isASCII = false
    if oldLineBreak == nil, Self.isOldLineBreak(bytes, at: offset) { oldLineBreak = offset }
    // Not allowed are C1 controls except NEL, and U+FFFE and U+FFFF; the text is known to be UTF-8.
    if byte == 0xC2 { return bytes[offset + 1] >= 0xA0 || bytes[offset + 1] == 0x85 }
    if byte == 0xEF { return bytes[offset + 1] != 0xBF || bytes[offset + 2] < 0xBE }
    return true
  }

  static func isOldLineBreak(_ bytes: TextBytes, at offset: Int) -> Bool {
    switch bytes[offset] {
    case 0xC2: bytes[offset + 1] == 0x85
    case 0xE2: bytes[offset + 1] == 0x80 && bytes[offset + 2] & 0xFE == 0xA8
    case 0xEF:
      bytes[offset + 1] == 0xBB && bytes[offset + 2] == 0xBF
        && (offset == 0 || bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D)
    default: false
    }
  }

  /// True if all runs of blanks may be too long together. There is at most one for every two bytes:
  /// such a run has a byte at one of a few offsets.
  private func mayHaveLongBlanks(_ bytes: TextBytes) -> Bool {
    guard bytes.count > Self.harmlessSize else { return false }
    let length = Self.clearingBudget / (bytes.count / 2)
    return stride(from: length - 1, to: bytes.count, by: length).contains { place in
      let start = bytes[..<place].lastIndex { !Self.isBlank($0) } ?? -1
      let end = bytes[place...].firstIndex { !Self.isBlank($0) } ?? bytes.count
      return end - start > length
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func surveyBlanks(_ bytes: TextBytes) {
    var start = 0
    for offset in bytes.indices {
      if Self.isBlank(bytes[offset]) { continue }
      if offset > start {
        blankRuns += 1
        if offset - start > longestBlanks.count { longestBlanks = start..<offset }
      }
      start = offset + 1
    }
  }
}
