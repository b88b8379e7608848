import CEL
import NIOCore
import NIOPosix
import SuasMonitor
import SuasSpec

/// A connection to an app that speaks the protocol of the Suas Monitor.
package enum SuasConnection {
  /// The reason why there is no connection.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Connects to an app, and shows its actions as a timeline.
  package static func open(
    _ service: MonitorService, host: String, port: Int
  ) throws(Failure) {
    do {
      let feed = try service.openFeed(named: "\(host):\(port)", allowsControl: false) { _ in }
      _ = try ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(MessageHandler(feed))
          }
        }
        .connect(host: host, port: port).wait()
    } catch {
      throw Failure(description: "no app can be reached at \(host):\(port): \(words(for: error))")
    }
  }
}

/// Passes the messages of an app to its timeline.
private final class MessageHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let feed: AppFeed
  private var messages = SuasMessages()
  private let start = NIODeadline.now()
  private let clock = SystemClock()

  init(_ feed: AppFeed) { self.feed = feed }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    let bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
    do throws(SuasMessages.Failure) {
      let lines = try messages.lines(
        in: bytes, at: clock.now, after: (NIODeadline.now() - start).nanoseconds)
      guard !lines.isEmpty, !feed.add(lines) else { return }
      let channel = context.channel
      _ = channel.setOption(.autoRead, value: false)
      feed.whenRead { _ = channel.setOption(.autoRead, value: true) }
    } catch {
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    feed.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
