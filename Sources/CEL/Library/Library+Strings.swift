/// Functions of texts (CEL spec, "Standard Definitions": string functions).
extension Library {
  static let strings: [Function] = [
    Function(
      "contains",
      [
        .of("contains_string", isMember: true, doc: "Whether the text has the part in it.") {
          (a: String, b: String, budget) throws(Failure) in
          try budget.spend(bytes: a.utf8.count + b.utf8.count)
          return a.firstByteOffset(of: b, from: 0) != nil
        }
      ]),
    Function(
      "startsWith",
      [
        .of("starts_with_string", isMember: true, doc: "Whether the text begins with the part.") {
          (a: String, b: String, budget) throws(Failure) in
          try budget.spend(bytes: b.utf8.count)
          return a.utf8.starts(with: b.utf8)
        }
      ]),
    Function(
      "endsWith",
      [
        .of("ends_with_string", isMember: true, doc: "Whether the text ends with the part.") {
          (a: String, b: String, budget) throws(Failure) in
          try budget.spend(bytes: b.utf8.count)
          return a.utf8.count >= b.utf8.count
            && a.utf8.suffix(b.utf8.count).elementsEqual(b.utf8)
        }
      ]),
  ]
}

extension String {
  /// Where `part` begins first at or after a byte; UTF-8 finds no match inside a code point.
  func firstByteOffset(of part: String, from start: Int) -> Int? {
    var text = self
    var needle = part
    return text.withUTF8 { text in
      needle.withUTF8 { needle in
        guard needle.count > 0 else { return start }
        guard text.count - start >= needle.count else { return nil }
        for offset in start...text.count - needle.count
        where text[offset] == needle[0]
          && UnsafeBufferPointer(rebasing: text[offset..<offset + needle.count])
            .elementsEqual(needle)
        {
          return offset
        }
        return nil
      }
    }
  }
}
