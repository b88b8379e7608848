import NIOCore

/// Replaces the line folding of headers by a space, as RFC 9112, section 5.2, asks of who reads
/// answers; the decoder refuses it. All else is passed on as it is, without delay.
final class HeadUnfolder: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var isInHead = true
  /// The blanks and the line break that may belong to a folded line.
  private var held: [UInt8] = []
  /// True if the held bytes end a line that may go on in the next one.
  private var isAtEndOfLine = false
  /// True after a folded line break, until something other than a blank follows.
  private var skipsBlanks = false
  private var isLineEmpty = true
  /// The first bytes of the status line; nil after its end.
  private var statusLine: [UInt8]? = []
  /// True if the status is one that another head follows (RFC 9110, section 15.2).
  private var isInterim = false

  /// The most blanks that are held; of a longer run, some stay.
  private static let mostHeld = 256

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Self.unwrapInboundIn(data)
    guard isInHead else { return context.fireChannelRead(data) }
    var passed = context.channel.allocator.buffer(capacity: bytes.readableBytes)
    let view = bytes.readableBytesView
    for (index, byte) in view.enumerated() {
      take(byte, &passed)
      if !isInHead {
        passed.writeBytes(view.dropFirst(index + 1))
        break
      }
    }
    if passed.readableBytes > 0 { context.fireChannelRead(Self.wrapInboundOut(passed)) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !held.isEmpty {
      var passed = context.channel.allocator.buffer(capacity: held.count)
      release(into: &passed)
      context.fireChannelRead(Self.wrapInboundOut(passed))
    }
    context.fireChannelInactive()
  }

  private func take(_ byte: UInt8, _ passed: inout ByteBuffer) {
    let isBlank = byte == 0x20 || byte == 0x09
    if isAtEndOfLine {
      isAtEndOfLine = false
      // What follows the status line is no part of it (RFC 9112, section 2.2).
      if isBlank, statusLine == nil {
        held = []
        passed.writeInteger(0x20 as UInt8)
        skipsBlanks = true
        return
      }
      release(into: &passed)
      if let line = statusLine {
        isInterim = Self.isInterim(line)
        statusLine = nil
      }
      isLineEmpty = true
    }
    if skipsBlanks, isBlank { return }
    skipsBlanks = false
    switch byte {
    case 0x0A where isLineEmpty:
      held.append(byte)
      release(into: &passed)
      // Empty lines before the status line count for nothing.
      guard statusLine == nil else { return }
      isInHead = isInterim
      (statusLine, isInterim) = ([], false)
    case 0x0A:
      held.append(byte)
      isAtEndOfLine = true
    case 0x20, 0x09, 0x0D:
      held.append(byte)
      if held.count > Self.mostHeld { release(into: &passed) }
      note(byte)
    default:
      release(into: &passed)
      passed.writeInteger(byte)
      isLineEmpty = false
      note(byte)
    }
  }

  private func release(into passed: inout ByteBuffer) {
    passed.writeBytes(held)
    held = []
  }

  private func note(_ byte: UInt8) {
    if let count = statusLine?.count, count < 16 { statusLine?.append(byte) }
  }

  /// True if a status line has a status from 100 to 199, but for 101, which ends HTTP.
  private static func isInterim(_ line: [UInt8]) -> Bool {
    let status = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
    return status.first == UInt8(ascii: "1") && !status.elementsEqual("101".utf8)
  }
}
