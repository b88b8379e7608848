/// The host and port of a URL (RFC 3986, section 3.2), without user information. The host is a name
/// with labels of letters, digits, `-` and `_`, or an IPv6 address in brackets.
package struct URLAuthority: Hashable, Sendable {
  /// The host in lower case; an IPv6 address has no brackets here.
  package let host: String
  /// The port; nil if none is written.
  package let port: Int?

  /// The part of a text that prevents it from being an authority.
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

  /// Reads a host and port from a user's input, in which an IPv6 address alone needs no brackets.
  package init(named text: String) throws(Problem) {
    let isBareAddress = !text.hasPrefix("[") && text.utf8.count { $0 == UInt8(ascii: ":") } > 1
    try self.init(isBareAddress ? "[\(text)]" : text)
  }

  /// True if the text consists of labels of letters, digits, `-` and `_`.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        1...63 ~= label.utf8.count && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
      }
  }

  /// True if the text consists of the characters of an IPv6 address.
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
  /// The authority in the form for URLs.
  package var description: String {
    let host = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port.map { "\(host):\($0)" } ?? host
  }
}
