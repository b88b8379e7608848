import SuasSpec

/// The hosts that requests may go to.
struct AllowedHosts: Sendable {
  private let authorities: Set<URLAuthority>

  /// - Parameter names: Hosts as `example.com` or `example.com:8080`; what is no host allows none.
  init(_ names: [String]) {
    authorities = Set(names.compactMap { try? URLAuthority(named: $0) })
  }

  /// Whether the host of an address is allowed, for its port or for all.
  func allow(_ address: WebAddress) -> Bool {
    authorities.contains(URLAuthority(host: address.host, port: nil))
      || authorities.contains(URLAuthority(host: address.host, port: address.port))
  }
}
