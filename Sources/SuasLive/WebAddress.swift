import Foundation
import SuasSpec

/// The address of a request, taken apart once: the host that is judged is the one that is connected to.
struct WebAddress: Equatable, Sendable {
  let isSecure: Bool
  /// In lower case; an address of IPv6 has no brackets here.
  let host: String
  let port: Int
  /// The path with its query, as a request has it; never empty.
  let target: String

  /// The reason why a text is no address of HTTP.
  struct Failure: Error {
    let message: String
  }

  init(_ url: String) throws(Failure) {
    let parts = try Parts(url)
    guard let scheme = parts.scheme, let authority = parts.authority else {
      throw Failure(message: "it does not begin with 'http://' or 'https://' and a host")
    }
    self.init(scheme, authority, parts.rest)
  }

  private init(_ scheme: String, _ authority: URLAuthority, _ rest: String) {
    isSecure = scheme == "https"
    host = authority.host
    port = authority.port ?? (isSecure ? 443 : 80)
    target = rest.hasPrefix("/") ? rest : "/" + rest
  }

  /// The address that a redirect names, seen from this one (RFC 3986, section 5).
  func resolving(_ location: String) throws(Failure) -> WebAddress {
    let parts = try Parts(location)
    let scheme = parts.scheme ?? (isSecure ? "https" : "http")
    if let authority = parts.authority { return WebAddress(scheme, authority, parts.rest) }
    guard parts.scheme == nil else { throw Failure(message: "it names no host") }
    guard !parts.rest.isEmpty else { return self }
    // Host and port are this address's own, whatever the path says.
    let base = URL(string: "http://host\(target)")
    guard let resolved = URL(string: parts.rest, relativeTo: base)?.absoluteURL,
      let components = URLComponents(url: resolved, resolvingAgainstBaseURL: true),
      components.percentEncodedHost == "host"
    else { throw Failure(message: "it is no url") }
    let query = components.percentEncodedQuery.map { "?" + $0 } ?? ""
    return WebAddress(
      scheme, URLAuthority(host: host, port: port), components.percentEncodedPath + query)
  }

  /// Whether what is meant for the one may be told the other.
  func hasOrigin(of other: WebAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  /// The authority as the header `Host` has it: the scheme's own port is not told.
  var authority: String {
    URLAuthority(host: host, port: port == (isSecure ? 443 : 80) ? nil : port).description
  }
}

/// What a url reference is made of (RFC 3986, section 4.1), without its fragment.
private struct Parts {
  /// `http` or `https`.
  var scheme: String?
  var authority: URLAuthority?
  /// Path and query, with everything encoded that has to be.
  var rest: String

  init(_ text: String) throws(WebAddress.Failure) {
    // Programs differ in where they find the host of a url that has these, so nobody is sent one.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw WebAddress.Failure(message: "it holds a backslash or a control character")
    }
    var rest = text.percentEncoded { $0 < 0x80 }.prefix { $0 != "#" }
    if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
      let scheme = rest[..<colon].lowercased()
      guard scheme == "http" || scheme == "https" else {
        throw WebAddress.Failure(message: "it begins with neither 'http:' nor 'https:'")
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
        throw WebAddress.Failure(message: Self.message(of: error))
      }
      rest = rest[end...]
    }
    // A sign that encodes nothing stands for itself.
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

  /// Whether a character may stand in a path or a query (RFC 3986, section 3.3).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
  }
}
