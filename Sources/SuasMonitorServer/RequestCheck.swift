import NIOHTTP1

/// The checks that every request has to pass, so that no other web page, no other name for this
/// machine and no process without the token gets anything.
struct RequestCheck: Sendable {
  /// The secret that stands in the page's address.
  private let token: [UInt8]
  /// The names under which the page is opened, each with the port.
  private let hosts: Set<String>

  init(token: String, port: Int) {
    self.token = Array(token.utf8)
    hosts = Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" })
  }

  /// Returns the reason why a request is refused; nil if it comes from the page itself, or from a
  /// program that is no browser.
  func refusal(of headers: HTTPHeaders) -> String? {
    let host = headers["host"]
    guard host.count == 1, hosts.contains(host[0].lowercased()) else {
      return "this is not the name of the monitor"
    }
    // Fetch standard, `Origin` header, and Fetch Metadata, `Sec-Fetch-Site`.
    for origin in headers["origin"] where origin.lowercased() != "http://\(host[0].lowercased())" {
      return "the request comes from another site"
    }
    for site in headers["sec-fetch-site"] where site != "same-origin" && site != "none" {
      return "the request comes from another site"
    }
    return nil
  }

  /// True if a request has the token. Takes the same time wherever the first wrong character is.
  func admits(_ given: String?) -> Bool {
    let given = Array((given ?? "").utf8)
    guard given.count == token.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(given, token) { difference |= one ^ other }
    return difference == 0
  }
}

/// The path and the query of a request.
struct RequestTarget {
  let path: String
  private let query: [(name: String, value: String)]

  init(_ uri: String) {
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "")
    let query = parts.count > 1 ? parts[1] : ""
    self.query = query.split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(pair[0]).percentDecoded, pair.count > 1 ? String(pair[1]).percentDecoded : "")
    }
  }

  subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}

extension String {
  /// The text with `%` sequences replaced (RFC 3986, section 2.1); `+` is a blank.
  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(Substring(rest.prefix(2)), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
