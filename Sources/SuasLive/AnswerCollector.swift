import NIOCore
import NIOHTTP1

/// Sends a request when its connection is open, and collects the answer up to a maximum size.
final class AnswerCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: OutgoingRequest
  private let maximumBodySize: Int
  private let promise: EventLoopPromise<HTTPAnswer>
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []
  private var isDone = false

  init(
    _ request: OutgoingRequest, maximumBodySize: Int, promise: EventLoopPromise<HTTPAnswer>
  ) {
    self.request = request
    self.maximumBodySize = maximumBodySize
    self.promise = promise
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(Self.wrapOutboundOut(.head(request.head)), promise: nil)
    if let body = request.body {
      let bytes = context.channel.allocator.buffer(string: body)
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    }
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head): take(head, context)
    case .body(let bytes):
      guard body.count + bytes.readableBytes <= maximumBodySize else {
        return finish(.failure(HTTPFailure.tooLarge(maximumBodySize)), context)
      }
      body.append(contentsOf: bytes.readableBytesView)
    case .end:
      guard let head else { return finish(.failure(HTTPFailure.closedEarly), context) }
      finish(.success(HTTPAnswer(head: head, body: body)), context)
    }
  }

  private func take(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) {
    self.head = head
    if let refusal = refusal(of: head) {
      finish(.failure(refusal), context)
    } else if head.location != nil {
      // Only the target of a redirect is needed.
      finish(.success(HTTPAnswer(head: head, body: [])), context)
    }
  }

  /// The error for an answer that is refused because of its head.
  private func refusal(of head: HTTPResponseHead) -> HTTPFailure? {
    guard 200...999 ~= head.status.code else {
      return HTTPFailure("the answer has the status \(head.status.code), which ends no request")
    }
    guard request.method != "HEAD", head.status.code != 204, head.status.code != 304 else {
      return nil
    }
    let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    guard codings.isEmpty || codings == ["chunked"] else {
      return HTTPFailure("the answer is sent in a way that is not known")
    }
    guard let length = head.headers.first(name: "content-length") else { return nil }
    // The parser has checked that this is a number.
    return Int(length) ?? .max > maximumBodySize ? .tooLarge(maximumBodySize) : nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    finish(.failure(error), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish(.failure(HTTPFailure.closedEarly), context)
    context.fireChannelInactive()
  }

  private func finish(_ result: Result<HTTPAnswer, any Error>, _ context: ChannelHandlerContext) {
    guard !isDone else { return }
    isDone = true
    body = []
    promise.completeWith(result)
    context.close(promise: nil)
  }
}

extension OutgoingRequest {
  /// The request line and headers: the headers of the spec, and those that follow from address and
  /// body.
  fileprivate var head: HTTPRequestHead {
    var fields = HTTPHeaders([("Host", address.authority)])
    fields.add(contentsOf: headers.map { ($0.name, $0.value) })
    for (name, value) in [
      ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate"), ("User-Agent", "suas-run"),
    ] where !fields.contains(name: name) {
      fields.add(name: name, value: value)
    }
    if let body {
      fields.add(name: "Content-Length", value: String(body.utf8.count))
    } else if ["POST", "PUT", "PATCH"].contains(method) {
      fields.add(name: "Content-Length", value: "0")
    }
    fields.add(name: "Connection", value: "close")
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method), uri: address.target,
      headers: fields)
  }
}
