import Foundation
import SuasSpec

/// The address of a request, parsed once, so that the host that is checked is the one connected to.
struct WebAddress: Equatable, Sendable {
  let isSecure: Bool
  /// The host in lower case; an IPv6 address has no brackets here.
  let host: String
  let port: Int
  /// The path with its query, as a request contains it; never empty.
  let target: String

  /// The reason why a text is not an HTTP address.
  struct AddressError: Error {
    let message: String
  }

  init(_ url: String) throws(AddressError) {
    let parts = try Parts(url)
    guard let scheme = parts.scheme, let authority = parts.authority else {
      throw AddressError(message: "it does not begin with 'http://' or 'https://' and a host")
    }
    self.init(scheme, authority, parts.rest)
  }

  private init(_ scheme: String, _ authority: URLAuthority, _ rest: String) {
    isSecure = scheme == "https"
    host = authority.host
    port = authority.port ?? (isSecure ? 443 : 80)
    target = rest.hasPrefix("/") ? rest : "/" + rest
  }

  /// The address that a redirect names, relative to this one (RFC 3986, section 5).
  func resolving(_ location: String) throws(AddressError) -> WebAddress {
    let parts = try Parts(location)
    let scheme = parts.scheme ?? (isSecure ? "https" : "http")
    if let authority = parts.authority { return WebAddress(scheme, authority, parts.rest) }
    guard parts.scheme == nil else { throw AddressError(message: "it names no host") }
    guard !parts.rest.isEmpty else { return self }
    // The path never changes the host and the port of this address.
    let base = URL(string: "http://host\(target)")
    guard let resolved = URL(string: parts.rest, relativeTo: base)?.absoluteURL,
      let components = URLComponents(url: resolved, resolvingAgainstBaseURL: true),
      components.percentEncodedHost == "host"
    else { throw AddressError(message: "it is no url") }
    let query = components.percentEncodedQuery.map { "?" + $0 } ?? ""
    return WebAddress(
      scheme, URLAuthority(host: host, port: port), components.percentEncodedPath + query)
  }

  /// True if both addresses have the same scheme, host and port.
  func hasOrigin(of other: WebAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  /// The authority for the header `Host`, without the default port of the scheme.
  var authority: String {
    URLAuthority(host: host, port: port == (isSecure ? 443 : 80) ? nil : port).description
  }
}

/// The parts of a URL reference (RFC 3986, section 4.1) without its fragment.
private struct Parts {
  /// `http` or `https`.
  var scheme: String?
  var authority: URLAuthority?
  /// The path and query, percent-encoded where necessary.
  var rest: String

  init(_ text: String) throws(WebAddress.AddressError) {
    // Programs disagree on the host of a URL with these characters, so such a URL is refused.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw WebAddress.AddressError(message: "it holds a backslash or a control character")
    }
    var rest = text.percentEncoded { $0 < 0x80 }.prefix { $0 != "#" }
    if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
      let scheme = rest[..<colon].lowercased()
      guard scheme == "http" || scheme == "https" else {
        throw WebAddress.AddressError(message: "it begins with neither 'http:' nor 'https:'")
      }
      self.scheme = scheme
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      do throws(URLAuthority.Problem) {
        authority = try URLAuthority(rest[..<end])
      } catch {
        throw WebAddress.AddressError(message: Self.message(of: error))
      }
      rest = rest[end...]
    }
    // A percent sign that encodes nothing stands for itself.
    rest = rest.replacing(/%(?![0-9A-Fa-f]{2})/, with: "%25")
    self.rest = rest.percentEncoded(butFor: Self.isPlain)
  }

  private static func message(of problem: URLAuthority.Problem) -> String {
    switch problem {
    case .credentials: "it holds a user or a password"
    case .host: "its host is none"
    case .port: "its port is none"
    }
  }

  /// True if a character is allowed in a path or a query (RFC 3986, section 3.3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
  }
}
