import SuasSpec

/// The hosts to which requests may go.
struct AllowedHosts: Sendable {
  private let authorities: Set<URLAuthority>

  /// - Parameter names: Hosts as `example.com` or `example.com:8080`; invalid names are ignored.
  init(_ names: [String]) {
    authorities = Set(names.compactMap { try? URLAuthority(named: $0) })
  }

  /// True if the host of an address is allowed, for its port or for all ports.
  func allow(_ address: WebAddress) -> Bool {
    authorities.contains(URLAuthority(host: address.host, port: nil))
      || authorities.contains(URLAuthority(host: address.host, port: address.port))
  }
}
