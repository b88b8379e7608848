import Foundation

/// The hosts that requests may go to.
struct AllowedHosts: Sendable {
  private let names: Set<String>

  init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// Whether a url's host is allowed, for its port or for all.
  func allow(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host?.lowercased()
    else { return false }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return names.contains(host) || names.contains("\(host):\(port)")
  }
}
