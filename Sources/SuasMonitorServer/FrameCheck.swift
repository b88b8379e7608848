import CEL
import NIOCore
import NIOWebSocket

/// The reason why a WebSocket is closed, as the code of a closing frame (RFC 6455, section 7.4.1).
struct SocketViolation: Error {
  let code: WebSocketErrorCode

  init(_ code: WebSocketErrorCode) { self.code = code }

  /// The violation that another handler has found.
  init(_ error: any Error) {
    code =
      switch error {
      case let violation as SocketViolation: violation.code
      case NIOWebSocketError.invalidFrameLength,
        NIOWebSocketFrameAggregator.Error.tooManyFragments,
        NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
        .messageTooLarge
      default: .protocolError
      }
  }
}

/// Refuses the frames that a client must not send, of those that have a sound length.
final class FrameCheck: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    do throws(SocketViolation) {
      try Self.check(unwrapInboundIn(data))
      context.fireChannelRead(data)
    } catch {
      context.fireErrorCaught(error)
    }
  }

  private static func check(_ frame: WebSocketFrame) throws(SocketViolation) {
    // Sections 5.1 and 5.2: the mask, and bits that no extension gives a meaning.
    guard frame.maskKey != nil, frame.reservedBits.isEmpty else { throw .init(.protocolError) }
    switch frame.opcode {
    case .continuation, .text, .ping, .pong: break
    case .binary: throw .init(.unacceptableData)
    case .connectionClose: try check(closing: frame.unmaskedData)
    default: throw .init(.protocolError)
    }
  }

  /// Checks the contents of a closing frame (section 5.5.1): nothing, or a code and a text.
  private static func check(closing data: ByteBuffer) throws(SocketViolation) {
    var data = data
    guard data.readableBytes > 0 else { return }
    // Section 7.4; the codes up to 1014 are in the registry of the IANA.
    guard let code = data.readInteger(as: UInt16.self),
      [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) })
    else { throw .init(.protocolError) }
    guard String(utf8: data.readableBytesView) != nil else {
      throw .init(.dataInconsistentWithMessage)
    }
  }
}
