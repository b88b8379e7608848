import Dispatch
import NIOCore
import NIOWebSocket
import SuasMonitor
import Synchronization

/// The WebSocket of a page (RFC 6455): its requests, the answers to them, and events.
final class PageSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let service: MonitorService
  private let queue = DispatchQueue(label: "SuasMonitorServer.page")
  private var page: Page?
  /// The number of requests whose answers are not sent yet.
  private var underWay = 0

  /// The maximum of requests after which no more are read, so that a page that reads no answers
  /// gets no more of them.
  private static let mostUnderWay = 32

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
      underWay += 1
      if underWay == Self.mostUnderWay {
        _ = context.channel.setOption(.autoRead, value: false)
      }
      let isSent = context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      isSent.futureResult.assumeIsolated().whenComplete { [self] _ in
        underWay -= 1
        if underWay == Self.mostUnderWay - 1 { _ = channel.setOption(.autoRead, value: true) }
      }
      queue.async { [service] in
        if let answer = service.answer(text) {
          page.send(answer, isSent)
        } else {
          isSent.succeed()
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

  /// The number of bytes of events that are not sent yet.
  private let pending = Atomic<Int>(0)

  /// The maximum of bytes after which a page that reads no events is left.
  private static let mostPending = 16 << 20

  init(_ channel: any Channel) { self.channel = channel }

  func send(_ event: [UInt8]) {
    let count = event.count
    guard pending.add(count, ordering: .relaxed).newValue <= Self.mostPending else {
      return close()
    }
    let isSent = channel.eventLoop.makePromise(of: Void.self)
    isSent.futureResult.whenComplete { [self] _ in
      pending.subtract(count, ordering: .relaxed)
    }
    send(event, isSent)
  }

  /// Sends a text; the promise is kept once it has been sent, or cannot be.
  func send(_ text: [UInt8], _ isSent: EventLoopPromise<Void>) {
    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))
    channel.writeAndFlush(frame, promise: isSent)
  }

  func close() { channel.close(promise: nil) }
}
