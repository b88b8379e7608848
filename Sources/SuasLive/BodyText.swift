/// Decodes bodies as text.
enum BodyText {
  /// Decodes a body as ISO 8859-1 if its type says so, else as UTF-8 with U+FFFD for invalid bytes.
  static func decode(_ bytes: [UInt8], contentType: String) -> String {
    if contentType.namesLatin1 {
      var text = ""
      text.reserveCapacity(bytes.count)
      for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
      return text
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
  }
}

extension String {
  /// True if a content type has a parameter that names ISO 8859-1 (RFC 9110, section 8.3.2).
  fileprivate var namesLatin1: Bool {
    split(separator: ";").dropFirst().contains { parameter in
      let text = parameter.filter { $0 != " " && $0 != "\"" && $0 != "\t" }.lowercased()
      return text == "charset=iso-8859-1" || text == "charset=latin1"
    }
  }
}
