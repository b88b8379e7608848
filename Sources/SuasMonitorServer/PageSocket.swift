import Dispatch
import NIOCore
import NIOWebSocket
import SuasMonitor

/// The WebSocket of a page (RFC 6455): its requests, the answers to them, and events.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let service: MonitorService
  private let queue = DispatchQueue(label: "SuasMonitorServer.page")
  private var page: Page?

  init(_ service: MonitorService) { self.service = service }

  func handlerAdded(context: ChannelHandlerContext) {
    let page = Page(context.channel)
    self.page = page
    queue.async { [service] in service.add(page) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let page { service.remove(page) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    var bytes = frame.unmaskedData
    switch frame.opcode {
    case .text:
      let text = bytes.readBytes(length: bytes.readableBytes) ?? []
      guard let page else { return }
      queue.async { [service] in
        if let answer = service.answer(text) {
          page.send(answer)
        } else {
          page.close()
        }
      }
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: bytes)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose:
      let close = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())
      context.writeAndFlush(wrapOutboundOut(close)).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    default: break
    }
  }
}

/// A page at the other end of a WebSocket.
private final class Page: MonitorService.Client {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  func send(_ event: [UInt8]) {
    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: event))
    channel.writeAndFlush(frame, promise: nil)
  }

  func close() { channel.close(promise: nil) }
}
