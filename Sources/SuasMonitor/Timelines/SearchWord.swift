/// A word that is looked for in many texts, whatever its letter case.
struct SearchWord: Equatable {
  private let text: String
  /// The word in lower case, if it is of ASCII.
  private let plain: [UInt8]?

  init(_ word: String) {
    text = word.lowercased()
    plain = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  func occurs(in text: String) -> Bool {
    guard let plain else { return text.lowercased().contains(self.text) }
    return text.utf8.withContiguousStorageIfAvailable { Self.occurs(plain, in: $0) }
      ?? Self.occurs(plain, in: Array(text.utf8))
  }

  private static func occurs(_ word: [UInt8], in bytes: some RandomAccessCollection<UInt8>) -> Bool
  {
    guard let first = word.first else { return true }
    guard bytes.count >= word.count else { return false }
    var place = bytes.startIndex
    let last = bytes.index(bytes.endIndex, offsetBy: -word.count)
    while place <= last {
      if bytes[place].lowercased == first,
        zip(bytes[place...], word).allSatisfy({ $0.lowercased == $1 })
      {
        return true
      }
      bytes.formIndex(after: &place)
    }
    return false
  }
}

extension UInt8 {
  /// The character of ASCII in lower case.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
