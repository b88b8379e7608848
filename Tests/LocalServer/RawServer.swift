import Foundation

/// A server for tests that sends arbitrary bytes, as a malicious or broken one would.
public final class RawServer: Sendable {
  /// The port on this machine.
  public let port: UInt16
  private let listener = Listener()

  /// Starts a server that calls `serve` for each request with its connection, which is closed
  /// afterwards.
  public init(_ serve: @escaping @Sendable (HTTPServer.Request, Connection) -> Void) {
    let listener = listener
    port = listener.port
    Thread {
      while let client = listener.accepted() {
        Thread {
          defer { client.end() }
          guard let request = HTTPServer.Request(from: client) else { return }
          serve(request, client)
        }.start()
      }
    }.start()
  }

  deinit { listener.end() }
}
