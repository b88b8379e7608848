import SuasRuntime

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
    path.hasPrefix("/") ? scheme + path.percentEncodedPath : path
  }
}
