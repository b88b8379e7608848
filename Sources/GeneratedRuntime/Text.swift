/// Functions of texts, which are sequences of code points.
extension String {
  /// The number of code points.
  package var size: Int64 { Int64(unicodeScalars.count) }

  package var lowercasedASCII: String { mappingASCII { 65...90 ~= $0 ? $0 + 32 : $0 } }

  package var uppercasedASCII: String { mappingASCII { 97...122 ~= $0 ? $0 - 32 : $0 } }

  private func mappingASCII(_ transform: (UInt8) -> UInt8) -> String {
    String(decoding: utf8.map(transform), as: UTF8.self)
  }

  /// The text without white space around it.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }

  package var reversedText: String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: unicodeScalars.reversed())
    return String(result)
  }

  package func startsWithText(_ other: String) -> Bool { utf8.starts(with: other.utf8) }

  package func endsWithText(_ other: String) -> Bool {
    utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
  }

  package func containsText(_ other: String) -> Bool { firstByteOffset(of: other) != nil }

  /// The index of the first occurrence, or -1.
  package func position(_ other: String) -> Int64 { index(ofByte: firstByteOffset(of: other)) }

  /// The index of the last occurrence, or -1.
  package func lastPosition(_ other: String) -> Int64 {
    index(ofByte: lastByteOffset(of: other, upTo: utf8.count))
  }

  /// The index of the first occurrence from an index on, or -1.
  package func position(_ other: String, _ start: Int64) throws(Failure) -> Int64 {
    index(ofByte: firstByteOffset(of: other, from: try offset(ofIndex: start)))
  }

  /// The index of the last occurrence that begins at an index or before, or -1.
  package func lastPosition(_ other: String, _ last: Int64) throws(Failure) -> Int64 {
    index(ofByte: lastByteOffset(of: other, upTo: try offset(ofIndex: last)))
  }

  /// The index of the code point at an offset in UTF-8; -1 for none.
  private func index(ofByte offset: Int?) -> Int64 {
    offset.map { String(decoding: utf8.prefix($0), as: UTF8.self).size } ?? -1
  }

  private func offset(ofIndex index: Int64) throws(Failure) -> Int {
    guard index >= 0, index <= size else { throw Self.noIndex(index) }
    return String(unicodeScalars.prefix(Int(index))).utf8.count
  }

  /// The text with another one in place of all occurrences, or of up to a number of them.
  package func replacingText(_ old: String, _ new: String, _ limit: Int64 = -1) -> String {
    var left = limit < 0 ? Int64.max : limit
    if old.isEmpty {
      var result = ""
      for scalar in unicodeScalars {
        if left > 0 { result += new }
        left = max(0, left - 1)
        result.unicodeScalars.append(scalar)
      }
      return left > 0 ? result + new : result
    }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var start = 0
    while left > 0, let found = firstByteOffset(of: old, from: start) {
      result += bytes[start..<found]
      result += new.utf8
      start = found + old.utf8.count
      left -= 1
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }

  /// The parts between a separator, up to a number of them.
  package func parts(_ separator: String, _ limit: Int64 = -1) -> [String] {
    if limit == 0 { return [] }
    let limit = limit < 0 ? Int64.max : limit
    var parts: [String] = []
    if separator.isEmpty {
      var rest = unicodeScalars[...]
      while let first = rest.first {
        if parts.size + 1 == limit { return parts + [String(rest)] }
        parts.append(String(first))
        rest = rest.dropFirst()
      }
      return parts
    }
    let bytes = Array(utf8)
    var start = 0
    while parts.size + 1 < limit, let found = firstByteOffset(of: separator, from: start) {
      parts.append(String(decoding: bytes[start..<found], as: UTF8.self))
      start = found + separator.utf8.count
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  /// The code point at an index; empty at the end of the text.
  package func character(_ index: Int64) throws(Failure) -> String {
    let scalars = Array(unicodeScalars)
    guard index >= 0, index <= scalars.count else { throw Self.noIndex(index) }
    return index == scalars.count ? "" : String(scalars[Int(index)])
  }

  package func part(_ start: Int64) throws(Failure) -> String {
    guard start >= 0, start <= size else { throw Self.noIndex(start) }
    return String(unicodeScalars.dropFirst(Int(start)))
  }

  package func part(_ start: Int64, _ end: Int64) throws(Failure) -> String {
    let size = size
    guard start >= 0, start <= size else { throw Self.noIndex(start) }
    guard end >= 0, end <= size else { throw Self.noIndex(end) }
    guard start <= end else {
      throw .invalidArgument("the text has no part from \(start) to \(end)")
    }
    return String(unicodeScalars.dropFirst(Int(start)).prefix(Int(end - start)))
  }

  private static func noIndex(_ index: Int64) -> Failure {
    Failure("index-out-of-range", "there is no index \(index) in the text")
  }
}

extension [String] {
  /// The texts with a separator between them.
  package func joinedText(_ separator: String) -> String { joined(separator: separator) }
}
