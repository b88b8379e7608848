/// The addresses of documents: `file://` and a path.
enum DocumentAddress {
  private static let scheme = "file://"

  /// Returns the path of a document; the address itself for one that is no file.
  static func path(of address: String) -> String {
    guard address.hasPrefix(scheme) else { return address }
    let rest = address.utf8.dropFirst(scheme.utf8.count)
    // A host before the path, such as `localhost`, is left out.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return address }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.endIndex {
      let byte = rest[index]
      let next = rest.index(after: index)
      if byte == UInt8(ascii: "%"),
        let end = rest.index(next, offsetBy: 2, limitedBy: rest.endIndex),
        let escaped = UInt8(String(decoding: rest[next..<end], as: UTF8.self), radix: 16)
      {
        bytes.append(escaped)
        index = end
      } else {
        bytes.append(byte)
        index = next
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func address(of path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    var text = scheme
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
