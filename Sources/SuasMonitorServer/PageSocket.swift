import CEL
import Dispatch
import Locking
import NIOCore
import NIOWebSocket
import SuasMonitor

/// The WebSocket of a page (RFC 6455): its requests, the answers to them, and events.
///
/// A frame is handled once the system has taken the answer to the one before, and nothing is read
/// until then: a page that reads no answers gets no more of them.
final class PageSocket: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let service: MonitorService
  private let queue = DispatchQueue(label: "SuasMonitorServer.page")
  private var page: Page?
  /// The frames that were read together with the one that is being answered.
  private var waiting = CircularBuffer<WebSocketFrame>()
  private var isAnswering = false
  /// True if more is to be read once there is nothing to answer.
  private var wantsRead = false
  /// True once a closing frame was sent: later bytes are read, and ignored.
  private var isClosing = false

  /// The time that a page has to close the connection, after it was told to.
  private static let patience = TimeAmount.seconds(1)

  init(_ service: MonitorService) { self.service = service }

  func handlerAdded(context: ChannelHandlerContext) {
    let page = Page(context.channel)
    self.page = page
    queue.async { [service] in service.add(page) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    guard let page else { return }
    // After it has been added.
    queue.async { [service] in service.remove(page) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is ChannelError || error is IOError {
      context.close(promise: nil)
    } else {
      close(context, SocketViolation(error).code)
    }
  }

  func read(context: ChannelHandlerContext) {
    if isAnswering, !isClosing { wantsRead = true } else { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // Nothing follows a closing frame (section 5.5.1).
    if isClosing {
      promise?.fail(ChannelError.outputClosed)
    } else {
      context.write(data, promise: promise)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if isClosing {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    waiting.append(frame)
    answerNext(context)
  }

  private func answerNext(_ context: ChannelHandlerContext) {
    guard !isAnswering, !isClosing, let frame = waiting.popFirst() else { return }
    isAnswering = true
    let isAnswered = context.eventLoop.makePromise(of: Void.self)
    isAnswered.futureResult.assumeIsolated().whenComplete { [self] result in
      isAnswering = false
      if case .failure(let violation as SocketViolation) = result {
        return close(context, violation.code)
      }
      // As a task of its own, so that any number of frames does not need a deeper stack.
      context.eventLoop.assumeIsolated().execute { self.goOn(context) }
    }
    answer(frame, context, isAnswered)
  }

  private func goOn(_ context: ChannelHandlerContext) {
    answerNext(context)
    guard !isAnswering, wantsRead else { return }
    wantsRead = false
    context.read()
  }

  /// Answers a frame; the promise is kept once the answer has been sent.
  private func answer(
    _ frame: WebSocketFrame, _ context: ChannelHandlerContext, _ isAnswered: EventLoopPromise<Void>
  ) {
    let data = frame.unmaskedData
    switch frame.opcode {
    case .text: answer(data, isAnswered)
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: data)
      context.writeAndFlush(wrapOutboundOut(pong), promise: isAnswered)
    case .connectionClose:
      close(context, data.peekWebSocketErrorCode() ?? .normalClosure)
      // It is the server that ends the connection then (section 7.1.1).
      let channel = context.channel
      isAnswered.futureResult.whenComplete { _ in channel.close(promise: nil) }
      isAnswered.succeed()
    default: isAnswered.succeed()
    }
  }

  private func answer(_ data: ByteBuffer, _ isAnswered: EventLoopPromise<Void>) {
    guard let page, let text = String(utf8: data.readableBytesView) else {
      return isAnswered.fail(SocketViolation(.dataInconsistentWithMessage))
    }
    queue.async { [service] in
      if let answer = service.answer(Array(text.utf8)) {
        page.send(answer, isAnswered)
      } else {
        isAnswered.fail(SocketViolation(.policyViolation))
      }
    }
  }

  /// Sends a closing frame, and leaves it to the page to close the connection, so that the frame is
  /// not lost because of data that the page has sent in the meantime.
  private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
    guard !isClosing else { return }
    isClosing = true
    waiting.removeAll()
    leave()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    if wantsRead { context.read() }
  }
}

/// A page at the other end of a WebSocket.
private final class Page: MonitorService.Client {
  private let channel: any Channel

  /// The number of bytes of events that are not sent yet.
  private let pending = Atomic<Int>(0)

  /// The maximum of bytes after which a page that reads no events is left.
  private static let mostPending = 4 << 20

  init(_ channel: any Channel) { self.channel = channel }

  func send(_ event: [UInt8]) {
    let count = event.count
    guard pending.add(count, ordering: .relaxed).newValue <= Self.mostPending else {
      return channel.close(promise: nil)
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
}
