import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SuasMonitor

/// Serves the monitor's page to browsers on this machine, and takes the feeds of apps.
package final class MonitorServer: Sendable {
  /// The reason why nothing is served.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The port at which it listens.
  package let port: Int
  private let channels: [any Channel]

  /// The maximum length of a request of the page, in bytes.
  static let longestRequest = 1 << 20

  /// Begins to serve, at the loopback addresses of IPv4 and, if this machine has one, of IPv6.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - token: The secret without which nothing is served.
  ///   - patience: The time that a connection has for its next request.
  package init(
    _ service: MonitorService, port: Int, token: String, patience: Duration = .seconds(30)
  ) throws(Failure) {
    let patience = TimeAmount(patience)
    let connections = ConnectionTable()
    let files = PageFiles()
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // The requests that one read has brought are answered before the next read.
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        guard let port = channel.localAddress?.port else { return channel.close() }
        connections.add(channel)
        let check = RequestCheck(
          token: token, files: files, connections: connections, port: port)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addPage(service, check, patience: patience)
        }
      }
    do {
      let first = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
      self.port = first.localAddress?.port ?? port
      let second = try? bootstrap.bind(host: "::1", port: self.port).wait()
      channels = [first] + (second.map { [$0] } ?? [])
    } catch {
      throw Failure(
        description: "port \(port) of 127.0.0.1 cannot be listened at: \(words(for: error))")
    }
  }

  /// Waits until the server is stopped.
  package func wait() { try? channels.first?.closeFuture.wait() }

  package func stop() {
    for channel in channels { try? channel.close().wait() }
  }
}
