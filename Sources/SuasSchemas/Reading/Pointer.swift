/// A place in a document (RFC 6901): `#/components/schemas/Pet`.
struct Pointer: Hashable {
  let steps: [String]

  init(steps: [String]) { self.steps = steps }

  /// Reads a reference; nil if it leads out of the document, or is no pointer.
  init?(_ reference: String) {
    guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
    let path = reference.dropFirst()
    guard path.isEmpty || path.hasPrefix("/") else { return nil }
    steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      String(step).decodingPercents.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}

extension String {
  /// The text with `%7B` and the like read as the bytes that they stand for (RFC 3986, section 2.1).
  fileprivate var decodingPercents: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
