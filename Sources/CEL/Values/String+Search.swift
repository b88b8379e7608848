/// Searching in UTF-8, where no match begins or ends inside a code point.
extension String {
  func hasPrefixCodePoints(_ prefix: String) -> Bool {
    let own = utf8
    let other = prefix.utf8
    guard own.count >= other.count else { return false }
    let fast = own.withContiguousStorageIfAvailable { own in
      other.withContiguousStorageIfAvailable { other in own.starts(with: other) }
    }
    return (fast ?? nil) ?? own.starts(with: other)
  }

  /// The first place at or after a byte where `part` begins, in bytes.
  func firstByteOffset(of part: String, from start: Int = 0) -> Int? {
    var text = self
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard !part.isEmpty else { return start }
        guard part.count <= text.count - start else { return nil }
        return Search(part).first(in: UnsafeBufferPointer(rebasing: text[start...]))
          .map { $0 + start }
      }
    }
  }

  /// The last place at or before a byte where `part` begins, in bytes.
  func lastByteOffset(of part: String, upTo limit: Int) -> Int? {
    guard !part.isEmpty else { return limit }
    let text = Array(utf8.reversed())
    let part = Array(part.utf8.reversed())
    guard part.count <= text.count else { return nil }
    let start = max(0, text.count - limit - part.count)
    let found = text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        Search(part).first(in: UnsafeBufferPointer(rebasing: text[start...]))
      }
    }
    return found.map { text.count - ($0 + start) - part.count }
  }
}

/// A search that takes time linear in text and part (Knuth, Morris and Pratt).
private struct Search {
  let part: UnsafeBufferPointer<UInt8>
  /// For each place of the part how much of its beginning ends there.
  private var borders: [Int] = []

  init(_ part: UnsafeBufferPointer<UInt8>) {
    self.part = part
    // A short part is found without a table; going back over it costs little.
    guard part.count > 8 else { return }
    borders = Array(repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
  }

  func first(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count >= part.count else { return nil }
    if borders.isEmpty {
      return (0...text.count - part.count).first { start in
        text[start] == part[0] && part.indices.allSatisfy { text[start + $0] == part[$0] }
      }
    }
    var length = 0
    for index in text.indices {
      while length > 0, text[index] != part[length] { length = borders[length - 1] }
      if text[index] == part[length] { length += 1 }
      if length == part.count { return index + 1 - length }
    }
    return nil
  }
}
