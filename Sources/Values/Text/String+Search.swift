/// Searches in UTF-8, where no match begins or ends inside a code point.
extension String {
  package func hasPrefixCodePoints(_ prefix: String) -> Bool {
    let own = utf8
    let other = prefix.utf8
    guard own.count >= other.count else { return false }
    let fast = own.withContiguousStorageIfAvailable { own in
      other.withContiguousStorageIfAvailable { other in own.starts(with: other) }
    }
    return (fast ?? nil) ?? own.starts(with: other)
  }

  /// Returns the offset in bytes of the first occurrence of `part` at or after `start`.
  package func firstByteOffset(of part: String, from start: Int = 0) -> Int? {
    var text = self
    var part = part
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard !part.isEmpty else { return start }
        guard part.count <= text.count - start else { return nil }
        return TextSearcher(part).first(in: UnsafeBufferPointer(rebasing: text[start...]))
          .map { $0 + start }
      }
    }
  }

  /// Returns the offset in bytes of the last occurrence of `part` at or before `limit`.
  package func lastByteOffset(of part: String, upTo limit: Int) -> Int? {
    guard !part.isEmpty else { return limit }
    let text = Array(utf8.reversed())
    let part = Array(part.utf8.reversed())
    guard part.count <= text.count else { return nil }
    let start = max(0, text.count - limit - part.count)
    let found = text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        TextSearcher(part).first(in: UnsafeBufferPointer(rebasing: text[start...]))
      }
    }
    return found.map { text.count - ($0 + start) - part.count }
  }
}

/// A search in time linear in the lengths of text and part (Knuth, Morris and Pratt).
private struct TextSearcher {
  let part: UnsafeBufferPointer<UInt8>
  /// For each index of the part, the length of the longest proper prefix that is a suffix there.
  private var borders: [Int] = []

  init(_ part: UnsafeBufferPointer<UInt8>) {
    self.part = part
    // A short part needs no table; starting again costs little.
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
