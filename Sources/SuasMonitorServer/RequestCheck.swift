import NIOCore
import NIOHTTP1
import SuasMonitor
import SuasRuntime

/// The checks that every request has to pass, so that no other web page, no other name for this
/// machine and no process without the token gets anything.
struct RequestCheck: Sendable {
  /// The secret that stands in the page's address.
  private let token: String
  /// The files that the page consists of, whose addresses only the page has.
  let files: PageFiles
  private let connections: ConnectionTable
  /// The names under which the page is opened, each with the port.
  private let hosts: Set<String>

  struct Refusal {
    let status: HTTPResponseStatus
    let reason: String
  }

  init(token: String, files: PageFiles, connections: ConnectionTable, port: Int) {
    self.token = token
    self.files = files
    self.connections = connections
    hosts = Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" })
  }

  /// Returns the reason why a request is refused; nil if it has the token, or comes from the page,
  /// and its connection has a place among those that do.
  ///
  /// - Parameter isOfApp: True if an app may ask, which is a page of this machine, too.
  func refusal(
    of target: RequestTarget, _ headers: HTTPHeaders, on channel: any Channel, isOfApp: Bool = false
  ) -> Refusal? {
    if let reason = refusal(of: headers, isOfApp: isOfApp) {
      return Refusal(status: .forbidden, reason: reason)
    }
    guard files.contains(target.path) || target["token"]?.isEqualSecret(to: token) == true else {
      return Refusal(status: .forbidden, reason: "the address has no token, or an old one")
    }
    guard connections.admit(channel) else {
      return Refusal(status: .tooManyRequests, reason: "too many connections are open: close some")
    }
    return nil
  }

  /// Returns the reason why a request is refused; nil if it comes from the page itself, from a
  /// program that is no browser, or from an app where one may ask.
  private func refusal(of headers: HTTPHeaders, isOfApp: Bool) -> String? {
    let host = headers["host"]
    guard host.count == 1, hosts.contains(host[0].lowercased()) else {
      return "this is not the name of the monitor"
    }
    if isOfApp, headers["origin"].count == 1, headers["origin"].allSatisfy(isOfThisMachine) {
      return nil
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

  /// True for a page that this machine serves, at any port.
  private func isOfThisMachine(_ origin: String) -> Bool {
    origin.lowercased().wholeMatch(of: /https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?/)
      != nil
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
      // A `+` stands for a blank in a query.
      let texts = pair.map { String($0).replacing("+", with: " ").percentDecoded }
      return (texts[0], texts.count > 1 ? texts[1] : "")
    }
  }

  subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}

extension String {
  /// True if a secret is this one. Takes the same time wherever the first wrong character is.
  func isEqualSecret(to secret: String) -> Bool {
    guard utf8.count == secret.utf8.count else { return false }
    return zip(utf8, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
