#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The address at which a monitor takes the feeds of apps: `http://127.0.0.1:PORT/feed?token=TOKEN`.
package struct MonitorAddress: Equatable, Sendable {
  let port: UInt16
  /// The path with its query.
  let target: String

  /// The variable of the environment that has the address.
  static let variable = "SUAS_MONITOR"

  /// Reads an address; nil if it is none, or of another machine: a feed is not encrypted.
  package init?(_ text: String) {
    let scheme = "http://"
    guard text.hasPrefix(scheme) else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let authority = rest[..<slash].split(separator: ":", omittingEmptySubsequences: false)
    guard authority.count == 2, authority[0] == "127.0.0.1" || authority[0] == "localhost",
      let port = UInt16(authority[1]), port > 0
    else { return nil }
    target = String(rest[slash...])
    // Anything else would end the head of the request, or the line.
    guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.port = port
  }

  /// The address in the environment; nil if there is none.
  package static var inEnvironment: String? { getenv(variable).map { String(cString: $0) } }
}
