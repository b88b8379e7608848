import NIOCore
import NIOHTTP1

/// Passes on answers that the decompressor can decode, and refuses unknown content codings.
///
/// An answer without a body has no coding, whatever its headers say.
final class ContentCodingHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// The head of a coded answer, held until a part of its body arrives.
  private var held: (head: HTTPResponseHead, coding: String)?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      let coding = head.coding
      guard coding.isEmpty || head.location != nil else {
        held = (head, coding)
        return
      }
      context.fireChannelRead(Self.wrapInboundOut(.head(head.with(coding: nil))))
    case .body(let bytes):
      guard bytes.readableBytes > 0 else { return }
      if let (head, coding) = held {
        held = nil
        guard ["gzip", "x-gzip", "deflate"].contains(coding) else {
          context.fireErrorCaught(HTTPFailure("the body is compressed in a way that is not known"))
          return
        }
        let known = coding == "x-gzip" ? "gzip" : coding
        context.fireChannelRead(Self.wrapInboundOut(.head(head.with(coding: known))))
      }
      context.fireChannelRead(data)
    case .end:
      if let (head, _) = held {
        held = nil
        context.fireChannelRead(Self.wrapInboundOut(.head(head.with(coding: nil))))
      }
      context.fireChannelRead(data)
    }
  }
}

extension HTTPResponseHead {
  /// The content codings of the body as one text; empty if there are none.
  fileprivate var coding: String {
    headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }.joined(separator: ", ")
  }

  fileprivate func with(coding: String?) -> HTTPResponseHead {
    var head = self
    head.headers.remove(name: "content-encoding")
    if let coding { head.headers.add(name: "Content-Encoding", value: coding) }
    return head
  }
}
