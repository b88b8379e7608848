/// The host and port of a url (RFC 3986, section 3.2), without user information: a name whose labels
/// consist of letters, digits, `-` and `_`, or an address of IPv6 in brackets.
package struct URLAuthority: Hashable, Sendable {
  /// In lower case; an address of IPv6 has no brackets here.
  package let host: String
  /// Nil where none is written.
  package let port: Int?

  /// The part of a text that keeps it from being an authority.
  package enum Problem: Error {
    case credentials, host, port
  }

  package init(host: String, port: Int?) {
    self.host = host
    self.port = port
  }

  package init(_ text: some StringProtocol) throws(Problem) {
    guard !text.utf8.contains(UInt8(ascii: "@")) else { throw .credentials }
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw .host }
    let host: String
    let rest: String
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end].lowercased()
      rest = String(text[text.index(after: end)...])
      guard Self.isAddress(host) else { throw .host }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      host = text[..<end].lowercased()
      rest = String(text[end...])
      guard Self.isName(host) else { throw .host }
    }
    guard rest.isEmpty || rest.hasPrefix(":") else { throw .host }
    let digits = rest.dropFirst()
    guard digits.isEmpty || Self.isPort(digits) else { throw .port }
    self.init(host: host, port: Int(digits))
  }

  /// The host and port that a user names: an address of IPv6 alone needs no brackets.
  package init(named text: String) throws(Problem) {
    let isBareAddress = !text.hasPrefix("[") && text.utf8.count { $0 == UInt8(ascii: ":") } > 1
    try self.init(isBareAddress ? "[\(text)]" : text)
  }

  /// Whether the text consists of labels of letters, digits, `-` and `_`.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        1...63 ~= label.utf8.count && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
      }
  }

  /// Whether the text has what an address of IPv6 consists of.
  private static func isAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: ":"))
      && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." }
  }

  private static func isPort(_ digits: some StringProtocol) -> Bool {
    guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(digits)
    else { return false }
    return 1...65535 ~= number
  }
}

extension URLAuthority: CustomStringConvertible {
  /// As a url has it.
  package var description: String {
    let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port.map { "\(host):\($0)" } ?? host
  }
}
