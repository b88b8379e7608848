import NIOCore
import NIOHTTP1
import NIOWebSocket
import SuasMonitor

extension ChannelPipeline.SynchronousOperations {
  /// Adds the handlers for a connection of a browser, or of an app.
  func addPage(
    _ service: MonitorService, _ check: RequestCheck, patience: TimeAmount
  ) throws {
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: MonitorServer.longestRequest, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let target = RequestTarget(head.uri)
        let isWanted =
          (target.isFeed || target.path == "/session")
          && check.refusal(of: target, head.headers, on: channel, isOfApp: target.isFeed) == nil
        return channel.eventLoop.makeSucceededFuture(isWanted ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let operations = channel.pipeline.syncOperations
          try operations.addHandlers(
            FrameCheck(),
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
              maxAccumulatedFrameSize: MonitorServer.longestRequest))
          let target = RequestTarget(head.uri)
          guard target.isFeed else { return try operations.addHandler(PageSocket(service)) }
          let name = target.timelineName ?? "app"
          guard let feed = try? service.openFeed(named: name, allowsControl: false, send: { _ in })
          else { return channel.close(promise: nil) }
          try operations.addHandler(FeedSocket(feed))
        }
      })
    let upgrade = NIOHTTPServerUpgradeSendableConfiguration(
      upgraders: [upgrader],
      completionHandler: { context in
        let operations = context.pipeline.syncOperations
        if let handler = try? operations.handler(type: PageHandler.self) {
          operations.removeHandler(handler, promise: nil)
        }
      })
    try configureHTTPServerPipeline(withServerUpgrade: upgrade)
    try addHandler(PageHandler(service, check, patience: patience))
  }
}

extension RequestTarget {
  /// The maximum length of the name of a timeline, in characters.
  private static let longestName = 200

  /// The name that the target gives to a timeline; nil if it gives none.
  fileprivate var timelineName: String? {
    guard let name = self["name"], !name.isEmpty else { return nil }
    return String(name.prefix(Self.longestName))
  }

  /// True for the path to which apps send their lines.
  fileprivate var isFeed: Bool { path == "/feed" }
}

/// Answers the requests for files of the page, takes logs that are opened in it, and the feeds of
/// apps.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let service: MonitorService
  private let check: RequestCheck
  private var body = Body.none
  private var timeout: Scheduled<Void>?

  /// The receiver of a request's body.
  private enum Body {
    case none
    case feed(AppFeed)
    /// A log that is opened, with the number of its timeline.
    case log(AppFeed, Int)
  }

  /// The time that a connection has for its next request.
  private let patience: TimeAmount
  /// True if the connection is closed after the present answer.
  private var isLast = false
  /// True once the last answer has begun, or the connection is closed: bytes that were read before
  /// and still arrive are ignored.
  private var hasAnsweredLast = false
  /// True if the present request wants no body.
  private var isHead = false

  init(_ service: MonitorService, _ check: RequestCheck, patience: TimeAmount) {
    self.service = service
    self.check = check
    self.patience = patience
  }

  func handlerAdded(context: ChannelHandlerContext) { expectRequest(context) }

  func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

  private func expectRequest(_ context: ChannelHandlerContext) {
    timeout?.cancel()
    let channel = context.channel
    timeout = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasAnsweredLast else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(head, context)
      // A log that is being written has no end.
      if case .none = body { break }
      timeout?.cancel()
    case .body(var bytes):
      let bytes = bytes.readBytes(length: bytes.readableBytes) ?? []
      switch body {
      case .none: break
      case .feed(let feed), .log(let feed, _): pass(bytes, to: feed, context)
      }
    case .end: end(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    hasAnsweredLast = true
    endBody()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A handshake that is refused comes as a request, too, whose answer says why.
    if error is NIOWebSocketUpgradeError { return }
    context.close(promise: nil)
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    isHead = head.method == .HEAD
    isLast = !head.isKeepAlive
    let target = RequestTarget(head.uri)
    if let refusal = check.refusal(of: target, head.headers, on: context.channel) {
      return answer(refusal.status, refusal.reason, context)
    }
    switch (head.method, target.path) {
    case (.GET, "/session"): answer(.forbidden, "this is for the page only", context)
    case (.GET, let path), (.HEAD, let path):
      guard let file = check.files.file(at: path) else {
        return answer(.notFound, "there is no such page", context)
      }
      send(file, context)
    case (.POST, "/logs"), (.POST, "/feed"):
      do throws(RequestFailure) {
        try target.isFeed ? openFeed(target, context) : openLog(target, context)
      } catch {
        answer(.tooManyRequests, "\(error)", context)
      }
    default: answer(.methodNotAllowed, "nothing is done with this", context)
    }
  }

  private func openLog(
    _ target: RequestTarget, _ context: ChannelHandlerContext
  ) throws(RequestFailure) {
    let feed = AppFeed()
    body = .log(feed, try service.openLog(named: target.timelineName ?? "", feed))
  }

  private func openFeed(
    _ target: RequestTarget, _ context: ChannelHandlerContext
  ) throws(RequestFailure) {
    let channel = context.channel
    let feed = try service.openFeed(
      named: target.timelineName ?? "app", allowsControl: target["control"] == "yes"
    ) { line in
      // A page may ask for more than an app reads; only jumps are lost.
      guard channel.isWritable else { return }
      channel.eventLoop.execute {
        channel.pipeline.syncOperations.writeAndFlush(
          NIOAny(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: line)))), promise: nil)
      }
    }
    body = .feed(feed)
    var head = HTTPResponseHead(version: .http1_1, status: .ok)
    head.headers = Self.headers(type: "application/jsonl")
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
  }

  /// Hands bytes on, and reads no more until there is room for them.
  private func pass(_ bytes: [UInt8], to feed: AppFeed, _ context: ChannelHandlerContext) {
    guard !feed.add(bytes) else { return }
    let channel = context.channel
    _ = channel.setOption(.autoRead, value: false)
    feed.whenRead { _ = channel.setOption(.autoRead, value: true) }
  }

  private func endBody() {
    switch body {
    case .none: break
    case .feed(let feed), .log(let feed, _): feed.end()
    }
    body = .none
  }

  private func end(_ context: ChannelHandlerContext) {
    switch body {
    case .none: break
    case .feed: context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    case .log(_, let timeline):
      answer(.ok, json: #"{"source":\#(timeline)}"#, context)
    }
    endBody()
    expectRequest(context)
  }

  // MARK: - Answers

  /// Refuses a request, and all that would follow it on the same connection.
  private func answer(
    _ status: HTTPResponseStatus, _ message: String, _ context: ChannelHandlerContext
  ) {
    isLast = true
    answer(status, json: MonitorPage.error(message), context)
  }

  private func answer(
    _ status: HTTPResponseStatus, json: String, _ context: ChannelHandlerContext
  ) {
    send(
      MonitorPage.File(type: "application/json", bytes: Array(json.utf8)), status: status, context)
  }

  private func send(
    _ file: MonitorPage.File, status: HTTPResponseStatus = .ok, _ context: ChannelHandlerContext
  ) {
    var head = HTTPResponseHead(version: .http1_1, status: status)
    head.headers = Self.headers(type: file.type)
    head.headers.add(name: "content-length", value: "\(file.bytes.count)")
    if isLast { head.headers.add(name: "connection", value: "close") }
    var isTaken = context.write(wrapOutboundOut(.head(head)))
    if !isHead {
      isTaken = context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: file.bytes)))))
    }
    context.flush()
    hasAnsweredLast = isLast
    isTaken.assumeIsolated().whenComplete { [self] result in
      guard case .success = result, !isLast else { return context.close(promise: nil) }
      // The answer ends, and the next request is read, once the system has taken the answer: a
      // client that reads no answers gets no more of them. The answer ends in a task of its own, so
      // that any number of requests does not need a deeper stack.
      context.eventLoop.assumeIsolated().execute {
        context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
      }
    }
  }

  private static func headers(type: String) -> HTTPHeaders {
    [
      "content-type": type,
      "content-security-policy":
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    ]
  }
}
