import NIOCore
import NIOWebSocket
import SuasMonitor

/// The WebSocket of an app (RFC 6455): its texts are the bytes of its feed, one after the other.
final class FeedSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let feed: AppFeed

  init(_ feed: AppFeed) { self.feed = feed }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let data = frame.unmaskedData
    switch frame.opcode {
    case .text: pass(Array(data.readableBytesView), context)
    case .ping: send(.pong, data, context)
    case .connectionClose:
      // The closing frame is answered with its own code (section 5.5.1).
      send(.connectionClose, data, context)
      context.close(promise: nil)
    default: break
    }
  }

  /// Hands bytes on, and reads no more until there is room for them.
  private func pass(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !feed.add(bytes) else { return }
    let channel = context.channel
    _ = channel.setOption(.autoRead, value: false)
    feed.whenRead { _ = channel.setOption(.autoRead, value: true) }
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext)
  {
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    feed.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: SocketViolation(error).code)
    send(.connectionClose, data, context)
    context.close(promise: nil)
  }
}
